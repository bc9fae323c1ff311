"""The same rules, interpreted and compiled: random games of the same seed are the same.

Backgammon, pig and go with superko are searched in both modes in their own files, nim and
tic-tac-toe in many.
"""

from __future__ import annotations

import pytest

from gametree.games import (
    Breakthrough,
    CantStop,
    Checkers,
    Chess,
    ChineseCheckers,
    ConnectFour,
    DotsAndBoxes,
    FifteenPuzzle,
    Game2048,
    Go,
    Gomoku,
    Hex,
    Kalah,
    Othello,
    Oware,
    SameGame,
    UltimateTicTacToe,
)
from gametree.games.go.playouts import GoPlayouts
from gametree.games.same_game.playouts import TabuColour

from .rules_in_both_modes import assert_rules_play_alike

GAMES = [
    Hex(9, swap=True),
    Breakthrough(),
    Gomoku(9),
    Kalah(),
    Oware(),
    Checkers(),
    ChineseCheckers(2, 2),
    ChineseCheckers(3, 3),
    CantStop(3, columns_to_win=1),
    ConnectFour(),
    ConnectFour(5, 4, 3),
    DotsAndBoxes(),
    FifteenPuzzle(seed=2),
    Game2048(),
    Othello(score="discs"),
    UltimateTicTacToe(),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_rules_play_alike(game):
    assert_rules_play_alike(game)


@pytest.mark.parametrize(
    ("game", "policy"), [(Go(5), GoPlayouts()), (SameGame(seed=3), TabuColour())], ids=repr
)
def test_the_rules_and_playouts_of_their_own_play_alike(game, policy):
    assert_rules_play_alike(game, policy=policy)


def test_chess_plays_alike():
    """With castling and promotions at hand; and where soon a hundred plies are quiet."""
    game = Chess()
    rich = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
    late = "8/2P5/8/1k6/8/8/6K1/8 w - - 96 80"
    assert_rules_play_alike(game, game.state_of_fen(rich), game.state_of_fen(late), room=1500)
