"""A search of another game or of other strategies than was saved is refused."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree import games
from gametree.mcts.searcher import Searcher
from toys import OneHeap


class Heaps(gt.Game):
    """Its rules hang on a list, which no fingerprint knows."""

    def __init__(self, *heaps):
        self._heaps = list(heaps)

    def initial_state(self):
        return (0,)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return self._heaps if state == (0,) else []

    def next_state(self, state, action):
        return (action,)

    def returns(self, state):
        return (0.0, 0.0)


def test_another_game_is_refused(of_nim):
    with pytest.raises(gt.BadParameter, match=r"one with game Nim\(.*, not TicTacToe\(\)"):
        Searcher.load(of_nim, games.TicTacToe())
    with pytest.raises(gt.BadParameter, match=r"Nim\(.*1, 2, 3.*, not Nim\(.*1, 2, 4"):
        Searcher.load(of_nim, games.Nim((1, 2, 4)))
    with pytest.raises(gt.BadParameter, match="game must be a Game"):
        Searcher.load(of_nim, "nim")


def test_a_game_that_differs_in_no_more_than_a_number_is_refused(path):
    class Scaled(OneHeap):
        def __init__(self, scale):
            super().__init__(5)
            self._scale = scale

    Searcher(Scaled(1.0), seed=1, compiled=False, method="uct").save(path)
    assert Searcher.load(path, Scaled(1.0)).state == (5, 0)
    with pytest.raises(gt.BadParameter, match="no longer what they were"):
        Searcher.load(path, Scaled(1.5))


def test_rules_that_have_changed_are_refused(path):
    def changed(gain):
        class Game(OneHeap):
            def returns(self, state):
                return (gain, -gain)

        return Game()

    Searcher(changed(1), seed=1, compiled=False, method="uct").save(path)
    Searcher.load(path, changed(1))
    with pytest.raises(gt.BadParameter, match=r"the code or the data of the game .*Game"):
        Searcher.load(path, changed(2))


def test_other_moves_are_refused(path):
    Searcher(Heaps(1, 2, 3), seed=1, compiled=False, method="uct").save(path)
    Searcher.load(path, Heaps(1, 2, 3))
    with pytest.raises(gt.BadParameter, match=r"the code or the data of the game Heaps"):
        Searcher.load(path, Heaps(1, 2, 4))


def test_other_strategies_are_refused(path):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=False, selection=gt.PUCT(2.0))
    searcher.run(simulations=20)
    searcher.save(path)
    for other in (None, gt.PUCT(2.5), gt.UCB1Tuned(2.0)):
        with pytest.raises(gt.BadParameter, match=r"one with selection PUCT\(c=2\.0\), not "):
            Searcher.load(path, game, selection=other)
    with pytest.raises(gt.BadParameter, match=r"one with evaluation Playout\(.*max_plies=-1"):
        Searcher.load(path, game, selection=gt.PUCT(2.0), evaluation=gt.Playout(max_plies=3))
    loaded = Searcher.load(path, game, selection=gt.PUCT(2.0))
    assert loaded.trees.first.method.selection.c == 2.0
