"""Searches that consider some moves of the root only."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.mcts.searcher import Searcher


def test_only_these_moves_are_searched_until_one_is_played():
    searcher = Searcher(TicTacToe(), moves=[8, 0, 8], compiled=False, seed=1)
    result = searcher.run(simulations=200)
    assert {each.action for each in result.actions} == {0, 8}
    assert sum(each.visits for each in result.actions) == result.simulations
    searcher.advance(0)
    assert len(searcher.run(simulations=20).actions) == 8


def test_several_workers_search_the_same_moves():
    searcher = Searcher(TicTacToe(), moves=[1, 2], compiled=False, seed=1, workers=2)
    assert {each.action for each in searcher.run(simulations=50).actions} == {1, 2}


def test_what_is_wrong_is_named(tmp_path):
    with pytest.raises(gt.BadParameter, match="moves must be legal at the root, and 9 is not"):
        Searcher(TicTacToe(), moves=[1, 9], compiled=False)
    with pytest.raises(gt.BadParameter, match="one legal move or more"):
        Searcher(TicTacToe(), moves=[], compiled=False)
    searcher = Searcher(TicTacToe(), moves=[1], compiled=False)
    with pytest.raises(gt.IllegalMove, match="restricted to some of them by moves="):
        searcher.advance(4)
    with pytest.raises(gt.BadParameter, match="moves must be None for a search to save"):
        searcher.save(tmp_path / "x")
