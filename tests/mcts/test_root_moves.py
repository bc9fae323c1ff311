"""Searches that consider some moves of the root only."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import gametree as gt
from gametree.adapters.score_game import ScoreGame
from gametree.games import TicTacToe
from gametree.mcts.searcher import Searcher


def test_only_these_moves_are_searched_until_one_is_played():
    searcher = Searcher(TicTacToe(), moves=[8, 0, 8], compiled=False, seed=1)
    result = searcher.run(simulations=200)
    assert {each.action for each in result.actions} == {0, 8}
    assert sum(each.visits for each in result.actions) == result.simulations
    searcher.advance(0)
    assert len(searcher.run(simulations=20).actions) == 8


class Counted(NamedTuple):
    """Two of very many moves; the score is their sum, by the last digits."""

    left: int = 2
    total: int = 0

    def get_score(self):
        return self.total

    def get_move_count(self):
        return 100_000 if self.left else 0

    def do_move(self, index):
        return Counted(self.left - 1, self.total + index % 97)


@pytest.mark.parametrize("moves", [[99_999, 3, 96, 3], list(range(1, 80))])
def test_counted_moves_are_restricted_alike_in_both_modes(moves):
    game = ScoreGame(Counted(), players=1)
    found = []
    for compiled in (False, True):
        searcher = Searcher(game, moves=moves, compiled=compiled, seed=1, method="uct")
        result = searcher.run(simulations=60)
        assert {each.action for each in result.actions} == set(moves)
        searcher.advance(result.action)
        after = searcher.run(simulations=20).actions
        found.append([(each.action, each.visits, each.mean) for each in (*result.actions, *after)])
    assert found[0] == found[1]
    with pytest.raises(gt.BadParameter, match="moves must be legal at the root, and 100000 is not"):
        Searcher(game, moves=[100_000], compiled=False)


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
