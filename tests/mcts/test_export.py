from __future__ import annotations

import json

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from trees import nodes_of


@pytest.fixture(scope="module")
def searcher():
    searcher = gt.Searcher(TicTacToe(), seed=1, method="uct")
    searcher.run(simulations=2000)
    return searcher


def entries(entry):
    yield entry
    for child in entry["children"]:
        yield from entries(child)


def test_the_whole_tree_as_dicts(searcher):
    root = searcher.tree(max_depth=None, min_visits=0).to_dict()
    assert root == json.loads(json.dumps(root))
    edges = sum(len(edges) for _, _, edges in nodes_of(searcher))
    assert sum(1 for _ in entries(root)) == edges + 1
    assert root["visits"] == 2000
    assert sum(child["visits"] for child in root["children"]) == 2000
    for entry in entries(root):
        visits = [child["visits"] for child in entry["children"]]
        assert visits == sorted(visits, reverse=True)
        for child in entry["children"]:
            assert child["player"] in (0, 1)
            assert (child["mean"] is None) == (child["visits"] == 0)


def test_thresholds_cut_the_tree(searcher):
    root = searcher.tree(max_depth=2, min_visits=20).to_dict()
    assert all(entry["visits"] >= 20 for entry in entries(root))
    assert all(not c["children"] for b in root["children"] for c in b["children"])
    assert searcher.tree(max_depth=0).to_dict()["children"] == []


def test_the_drawing(searcher):
    lines = searcher.tree(max_depth=2, min_visits=50).to_text().splitlines()
    assert lines[0] == "root  2,000 visits"
    assert all(line.startswith(("├─ ", "└─ ", "│  ", "   ")) for line in lines[1:])
    assert sum(line.startswith("└─ ") for line in lines) == 1


def test_the_drawing_for_graphviz(searcher):
    view = searcher.tree(max_depth=2, min_visits=10)
    text = view.to_dot()
    assert text.startswith("digraph gametree {")
    assert text.endswith("}")
    count = sum(1 for _ in entries(view.to_dict()))
    assert text.count("->") == count - 1
    assert text.count("label=") == count


def test_quotes_in_moves_are_escaped():
    class Quoted(TicTacToe):
        def action_to_text(self, state, action):
            return f'"{action}"\\'

    searcher = gt.Searcher(Quoted(), seed=1, compiled=False, method="uct")
    searcher.run(simulations=20)
    assert '[label="\\"' in searcher.tree(max_depth=1).to_dot()


def test_moves_are_named_in_their_own_position():
    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=False, method="uct")
    searcher.run(simulations=200)
    names = {entry["move"] for entry in entries(searcher.tree(max_depth=2).to_dict())}
    assert names == {None, "1", "2", "3", "4", "5", "6", "7"}


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [({"max_depth": -1}, "max_depth must be"), ({"min_visits": -1}, "min_visits must be")],
)
def test_bad_thresholds_are_refused(searcher, keywords, sentence):
    with pytest.raises(gt.BadParameter, match=sentence):
        searcher.tree(**keywords)
