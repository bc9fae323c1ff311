"""Games of placing are told from games that only look like them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import gametree as gt
from gametree.games import ConnectFour, Othello, TicTacToe, UltimateTicTacToe
from gametree.mcts.choice_of_method import choose_untrained
from gametree.mcts.placement import is_game_of_placing
from gametree.mcts.sampled_games import sample_of
from gametree.rules.checked_game import CheckedGame
from toys import Gather, Pig

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from unaided.breakthrough import Breakthrough
from unaided.dots_and_boxes import DotsAndBoxes
from unaided.gomoku import Gomoku
from unaided.hex import Hex


def is_placing(game):
    checked = CheckedGame(game)
    return is_game_of_placing(checked, sample_of(checked).positions)


class Squares(gt.Game):
    """Two players take squares in turns; who has the first one wins."""

    def __init__(self, size: int = 40) -> None:
        self.size = size

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return (state[0] | state[1]).bit_count() % 2

    def legal_actions(self, state):
        taken = state[0] | state[1]
        return [square for square in range(self.size) if not taken >> square & 1]

    def next_state(self, state, action):
        mine, theirs = state
        return (theirs, mine | 1 << action)

    def returns(self, state):
        last = (self.size - 1) % 2
        first_of_last = state[1] & 1
        return (1.0, -1.0) if bool(first_of_last) == (last == 0) else (-1.0, 1.0)


class Apart(Squares):
    """A square beside a taken one may not be taken."""

    def legal_actions(self, state):
        free = super().legal_actions(state)
        return [square for square in free if square - 1 in free and square + 1 in free]

    def returns(self, state):
        return (1.0, -1.0)


@pytest.mark.parametrize("game", [Hex(), Gomoku(), Squares()], ids=lambda game: game.name)
def test_stones_that_stay_are_placed(game):
    assert is_placing(game)


@pytest.mark.parametrize(
    "game",
    [
        TicTacToe(),  # few moves
        Squares(8),
        Apart(100),
        ConnectFour(),  # a column can be taken again
        Othello(),  # stones open moves for others
        UltimateTicTacToe(),  # where one may place is told by the last move
        Breakthrough(),
        DotsAndBoxes(),  # a player may move again
        Gather(3),
        Pig(8),
    ],
    ids=lambda game: f"{game.name} {getattr(game, 'size', '')}",
)
def test_others_are_not(game):
    assert not is_placing(game)


def test_they_are_searched_by_what_a_move_did_whenever_it_came():
    choice = choose_untrained(Squares())
    assert isinstance(choice.strategies["selection"], gt.GRAVE)
    assert choice.strategies["solver"]
    assert "GRAVE" in choice.reasons[0]
    alone = choice.for_one_tree()
    assert isinstance(alone.strategies["selection"], gt.UCB1)
    assert not alone.strategies["transpositions"]
    assert alone.reasons[0] == choice.reasons[0]  # what a race has found stays told
    assert "in place of GRAVE" in alone.reasons[-1]
    assert alone.for_one_tree() is alone


def test_threads_on_one_tree_search_them_as_well(monkeypatch):
    # What is chosen for them, in a game that is compiled for threads by other tests as well.
    choice = choose_untrained(Squares(48))
    monkeypatch.setattr(
        "gametree.mcts.tree_setup.chooser_named", lambda method: lambda game: choice
    )
    searcher = gt.Searcher(TicTacToe(), workers=2, parallel="tree", seed=1)
    result = searcher.run(simulations=400)
    assert result.method.startswith("chosen for the game: UCB1")
    assert gt.search(TicTacToe(), simulations=9, seed=1, compiled=False).method.startswith(
        "chosen for the game: GRAVE"
    )


def test_a_heuristic_goes_before():
    class Guessed(Squares):
        def heuristic(self, state):
            worth = 0.01 * (state[0] % 7 - state[1] % 7)
            return (worth, -worth)

    assert not isinstance(choose_untrained(Guessed()).strategies["selection"], gt.GRAVE)
