from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import gametree as gt
from gametree.games import Nim, TicTacToe


@pytest.fixture(scope="module")
def tree():
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, method="uct")
    searcher.run(simulations=300)
    return searcher.tree(max_depth=None)


def drawn(picture):
    """Return the visits that the nodes of a picture show."""
    texts = re.findall(r"</tspan> ?([\d,]+)", picture.body)
    return [int(text.replace(",", "")) for text in texts]


def visits(entry):
    return [entry["visits"], *(each for child in entry["children"] for each in visits(child))]


@pytest.mark.parametrize("nodes", [1, 7, 40])
def test_the_most_visited_nodes_are_drawn(tree, nodes):
    picture = tree.picture(nodes)
    ET.fromstring(picture.to_svg())
    assert sorted(drawn(picture)) == sorted(visits(tree.root))[-nodes:]
    assert picture.body.count("<path") == nodes - 1


def test_all_of_a_tree_is_drawn_if_there_is_room(tree):
    everything = tree.picture(500)
    assert sorted(drawn(everything)) == sorted(visits(tree.root))
    assert "more)" not in everything.body


def test_what_is_proven_is_told_and_names_are_escaped():
    class Named(Nim):
        def action_to_text(self, state, action):
            return f"<{super().action_to_text(state, action)}>"

    searcher = gt.Searcher(Named(heaps=(1, 2)), seed=1, solver=True, compiled=False)
    searcher.run(simulations=500)
    body = searcher.tree().picture().body
    assert "proven +1" in body
    assert "&lt;2:1&gt;" in body


@pytest.mark.parametrize("nodes", [0, -3, 2.5, 501])
def test_a_picture_has_as_many_nodes_as_can_be_read(tree, nodes):
    with pytest.raises(gt.BadParameter, match="nodes"):
        tree.picture(nodes)
