"""Pictures of how searches grew: they show what the history says, and nothing else is needed."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import pytest

import gametree as gt
from gametree.games import TicTacToe


def searched(simulations=64, **options):
    options = {"seed": 1, "compiled": False, "method": "uct", "full_history": True} | options
    return gt.search(TicTacToe(), simulations=simulations, **options)


def lines_of(picture):
    """Return the points of each line of a picture."""
    found = re.findall(r'<polyline class="(\w+) line" points="([^"]*)"', picture.body)
    return [[[float(x) for x in at.split(",")] for at in points.split()] for _, points in found]


def test_a_full_history_leaves_no_moment_out():
    marks = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]
    assert [moment.simulations for moment in searched().history] == marks


def test_shares_are_those_of_the_history():
    result = searched()
    lines = lines_of(gt.growth(result).shares)
    assert len(lines) == 6  # five moves and the others
    assert all(len(line) == len(result.history) for line in lines)
    whole, nothing = 300 - 16 - 44, 0  # of the picture's height, for 100 % and 0 %
    best = result.history[-1].shares[0][1]
    bottom = lines[0][-1][1] + best * (whole - nothing)
    for line in lines:
        assert line[-1][1] <= bottom + 0.2
    drawn = sum((bottom - line[-1][1]) / whole for line in lines)
    assert math.isclose(drawn, 1.0, abs_tol=0.02)


def test_branching_counts_moves_that_have_equal_shares():
    result = searched(simulations=9)  # each of nine moves once
    moments = [moment for moment in result.history if moment.simulations in (1, 3, 8)]
    heights = [points[1] for points in lines_of(gt.growth(result).branching)[0]]
    places = [result.history.index(moment) for moment in moments]
    one, three, eight = (heights[place] for place in places)
    assert math.isclose((one - eight) / (one - three), 7 / 2, rel_tol=0.01)


def test_two_searches_stand_side_by_side_on_equal_axes():
    deep = searched(simulations=500)
    both = gt.growth(searched(), deep, names=("short", "<long>"))
    for picture in (both.shares, both.value, both.depth, both.branching):
        ET.fromstring(picture.to_svg())
        assert picture.to_svg().count("&lt;long&gt;") >= 1
        assert "<long>" not in picture.to_svg()
        axes = re.findall(r'text-anchor="end">([^<]*)<', picture.body)
        assert axes[: len(axes) // 2] == axes[len(axes) // 2 :]
    page = both.to_html()
    assert not re.search(r"https?:|src=|href=|<script", page)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((), "give one at least"),
        ((3,), "and 'int' here has none"),
    ],
)
def test_what_has_no_history_is_refused(given, told):
    with pytest.raises(gt.BadParameter, match=told):
        gt.growth(*given)


def test_names_are_as_many_as_results():
    with pytest.raises(gt.BadParameter, match="names must be 1 texts"):
        gt.growth(searched(), names=("a", "b"))


def test_a_result_is_shown_with_its_board_and_moves():
    result = searched()
    for page in (result.to_html(), result._repr_html_()):
        assert page.count('role="img"') == 5  # the board, and how it grew
        for each in result.actions:
            assert f'<td class="left">{TicTacToe().action_to_text(None, each.action)}</td>' in page
    short = gt.search(TicTacToe(), simulations=1, seed=1, compiled=False)
    assert short.to_html().count('role="img"') == 1
    assert "<td>-</td>" in short.to_html()
