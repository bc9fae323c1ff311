from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from gametree.drawing import html_parts

pytest.importorskip("scipy")

from gametree.arena.budget import BudgetRow, BudgetTable, budget_contest
from gametree.arena.contest import Contest
from gametree.arena.reports.html import budget_page, report_page
from gametree.arena.reports.report import ContestReport
from gametree.arena.reports.standings import Standings
from gametree.arena.run import compete
from gametree.arena.statistics.sprt import Sprt
from played import played

_VOID = {"meta"}


class _Balance(HTMLParser):
    """True if every element is closed, in order."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def check(page):
    """Check what holds of every page: it is whole, asks for nothing, knows both modes."""
    parser = _Balance()
    parser.feed(page)
    assert parser.open == []
    assert not re.search(r"https?:|src=|href=|@import|url\(|<script", page)
    assert "prefers-color-scheme: dark" in page
    for picture in re.findall(r'<div class="wide" tabindex="0">(<svg.*?</svg>)</div>', page):
        ET.fromstring(picture)
    assert "nan" not in page


def match(points, **options):
    contest = Contest(("greedy", "random"), "nim", games=len(points) or 2)
    standings = Standings(contest)
    for index, made in enumerate(points):
        seats = contest.players if index % 2 == 0 else contest.players[::-1]
        returns = (2.0 * made - 1, 1 - 2.0 * made)
        returns = returns if index % 2 == 0 else returns[::-1]
        standings.add(played("m", index, seats=seats, returns=returns))
    return ContestReport.of(standings, **options)


def test_a_match_with_its_test():
    page = report_page(match([1, 0, 1, 1, 0.5, 1, 0, 0], sprt=Sprt(0, 10), command="gametree x"))
    check(page)
    assert page.count("<svg class") == 2
    assert match([1, 0, 1])._repr_html_().count("<svg class") == 1
    assert "H1 accepted" in page
    assert "<pre>gametree x</pre>" in page


@pytest.mark.parametrize("points", [[], [1], [1, 1], [1, 1, 1, 1], [0.5] * 4])
def test_matches_with_little_or_nothing_to_draw(points):
    check(report_page(match(points, sprt=Sprt(0, 10))))


def test_a_tournament():
    contest = Contest(("random", "greedy", "perfect"), "tic_tac_toe", games=4)
    page = report_page(ContestReport.of(compete(contest)[0]))
    check(page)
    assert "Cross table" in page
    assert page.count('class="accent whisker"') == 3
    assert page.count('class="heat"') == 12


def test_repeated_games_are_told():
    parameters = {"heaps": "1"}  # there is one move
    conditions = {"parameters": parameters, "games": 10, "opening_plies": 0}
    report = ContestReport.of(compete(Contest(("greedy", "random"), "nim", **conditions))[0])
    contest = budget_contest("mcts", 3, "random", game="nim", **conditions)
    table = BudgetTable(
        contest, "mcts", "random", [BudgetRow.of(3, compete(contest)[0])], True, 1.0, 10
    )
    for page, told in (
        (report_page(report), "<p>Only 2 of 10 games differ move for move: "),
        (budget_page(table), "budget 3: only 2 of 10 games differ move for move: "),
    ):
        check(page)
        assert told in page
    assert "budget 3: only 2 of 10 games" in str(table)
    assert table.to_dict()["rows"][0]["distinct_games"]["distinct"] == 2


def test_what_is_not_text_of_ours_is_escaped():
    contest = Contest(("greedy", "random"), "nim", openings=("1:1",), games=2)
    standings = compete(contest)[0]
    page = report_page(ContestReport.of(standings, command="gametree <b>&"))
    assert "<b>" not in page
    assert "gametree &lt;b&gt;&amp;" in page


def test_a_long_name_is_broken_into_lines_in_a_browser(chromium, tmp_path):
    long, spaced = "n" * 200, "a name of many words " * 12
    rows = [[each, *["100.0 %"] * 8] for each in (long, spaced)]
    parts = [html_parts.paragraph(long)]
    parts.append(html_parts.table_of_texts(("player", *"abcdefgh"), rows, 1))
    (tmp_path / "page.html").write_text(html_parts.page("x", parts), encoding="utf-8")
    tab = chromium.new_page(viewport={"width": 900, "height": 600})
    tab.goto((tmp_path / "page.html").as_uri())
    over = "each => each.scrollWidth - each.clientWidth"
    assert tab.eval_on_selector("html", over) == 0
    assert tab.eval_on_selector(".wide", over) == 0
    tab.close()


def test_a_budget_table():
    rows = []
    for budget in (0, 3):
        contest = budget_contest(
            "mcts", budget, "random", game="tic_tac_toe", games=4, opening_plies=0
        )
        rows.append(BudgetRow.of(budget, compete(contest)[0]))
    table = BudgetTable(contest, "mcts", "random", rows, False, 1.0, 8, "gametree budget")
    page = budget_page(table)
    check(page)
    assert page.count("<circle") == 6
    assert table._repr_html_().count("<circle") == 6
    assert "Stopped before" in page
    one = BudgetTable(contest, "mcts", "random", rows[:1], True, 1.0, 4)
    check(budget_page(one))
    check(budget_page(BudgetTable(contest, "mcts", "random", [], False, 1.0, 0)))
    assert "lost by a foul" not in page


def test_fouls_are_told():
    contest = budget_contest("mcts", 3, "random", game="nim", games=4)
    standings = Standings(contest)
    for index, job in enumerate(contest.jobs()):
        seats = tuple(contest.players[number] for number in job.seats)
        culprit = seats.index("random") if index < 3 else None
        termination = "rules" if culprit is None else "crash"
        returns = tuple(-1.0 if seat == culprit else 1.0 for seat in range(2))
        how = {"returns": returns, "termination": termination, "culprit": culprit}
        standings.add(played("m", index, seats=seats, **how))
    told = '<td class="left">random</td><td class="left">crash</td><td>3</td></tr>'
    table = BudgetTable(contest, "mcts", "random", [BudgetRow.of(3, standings)], True, 1.0, 4)
    for page, first in (
        (budget_page(table), '<tr><td class="left">3</td>'),
        (report_page(ContestReport.of(standings)), "<tr>"),
    ):
        check(page)
        assert "<h2>Games lost by a foul</h2>" in page
        assert first + told in page
