"""Loaded trees whose contents do not fit together are refused."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from gametree import games
from gametree.errors import SavedSearchError
from gametree.mcts.searcher import Searcher
from gametree.mcts.tree.tree import ROOT, after
from saved import rewritten


def test_a_tree_of_other_fields_is_refused(path):
    game = games.TicTacToe()
    Searcher(game, seed=1, compiled=True, method="uct").save(path)

    def change(content, arrays):
        content["trees"][0]["layout"][1] += " "

    rewritten(path, change)
    with pytest.raises(SavedSearchError, match="other fields in its tree"):
        Searcher.load(path, game)


WILD = [("nodes", field) for field in ("count", "visits", "player", "unpruned", "next_finished")]


@pytest.mark.parametrize("place", [*WILD, ("edges", "child")], ids="-".join)
@pytest.mark.parametrize("number", [-2, 1 << 14])
def test_numbers_that_lead_out_of_the_tree_are_refused(path, place, number):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=True, solver=True)
    searcher.run(simulations=50)
    if place == ("nodes", "visits") and number > 0:
        number = -1  # there may be many
    tree = searcher.trees.first.tree
    node = after(tree, after(tree, ROOT))
    setattr(tree.nodes[node] if place[0] == "nodes" else tree.edges[node][1], place[1], number)
    searcher.save(path)
    with pytest.raises(SavedSearchError, match="does not fit together"):
        Searcher.load(path, game)


def test_damage_is_told_by_processes_too(path):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=False, workers=2, method="uct")
    searcher.run(simulations=20)
    searcher.save(path)
    whole = path.read_bytes()

    def wrong_child(content, arrays):
        arrays["1.edges.child"].view(np.int64)[0] = 99

    def short(content, arrays):
        arrays["1.edges.visits"] = arrays["1.edges.visits"][:8]

    def other_moves(content, arrays):
        arrays["1.edges.action"].view(np.int64)[0] += 100

    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(SavedSearchError, match=r"search' is damaged: .* is not what was written"):
        Searcher.load(path, game)
    for change, error, message in (
        (wrong_child, SavedSearchError, "search' is damaged: "),
        (short, SavedSearchError, "search' is damaged: "),
        (other_moves, gt.BadParameter, "knows other moves at its root than TicTacToe"),
    ):
        path.write_bytes(whole)
        rewritten(path, change)
        with pytest.raises(error, match=message):
            Searcher.load(path, game)


@pytest.mark.parametrize("key", ["options", "state", "trees", "history", "last_run", "game"])
@pytest.mark.parametrize("nonsense", [None, 7, [], {"no such": []}, "x" * 9])
def test_nonsense_in_the_head_is_refused(of_nim, key, nonsense):
    def change(content, arrays):
        content[key] = nonsense

    if (key, nonsense) == ("history", []):
        nonsense = [[]]  # an empty history is one
    rewritten(of_nim, change)
    with pytest.raises(gt.GametreeError):
        Searcher.load(of_nim, games.Nim((1, 2, 3)))
