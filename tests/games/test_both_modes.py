"""The same rules, interpreted and compiled: searches of the same seed grow the same tree."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import Breakthrough, Checkers, ChineseCheckers, Gomoku, Hex, Kalah, Oware

# Small hex and dots and boxes are solved in both modes, which says as much.
GAMES = [
    Hex(9, swap=True),
    Breakthrough(),
    Gomoku(9),
    Kalah(),
    Oware(),
    Checkers(),
    ChineseCheckers(2, 2),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_both_modes_grow_the_same_tree(game):
    trees = []
    for compiled in (False, True):
        searcher = gt.Searcher(game, seed=7, compiled=compiled, method="uct")
        searcher.run(simulations=200)
        trees.append(searcher.tree(max_depth=None).to_dict())
    assert trees[0] == trees[1]
