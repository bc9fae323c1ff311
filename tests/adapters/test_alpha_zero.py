"""Rules that are given a board and a player."""

from __future__ import annotations

from itertools import count

import numpy as np
import pytest
from board_objects import (
    GridGame,
    InPlaceGridGame,
    NamedGame,
    ResultGame,
    RewardGame,
    ThreeHeapGame,
    WonGame,
    WorthGame,
)
from compiled_rules import assert_rules_play_alike
from state_objects import with_method

import gametree as gt
from gametree.adapters.alpha_zero import alpha_zero_game
from gametree.games import TicTacToe

BOARDS = count(1)


def another_board():
    """Return a board that is not the last one."""
    number = next(BOARDS)
    return np.array([number >> cell & 1 for cell in range(9)])


@pytest.mark.parametrize(
    "rules", [GridGame, InPlaceGridGame, NamedGame, ResultGame, RewardGame, WonGame, WorthGame]
)
def test_the_tree_is_that_of_our_own_rules(rules):
    game = alpha_zero_game(rules())
    found = gt.search(game, simulations=300, seed=5, compiled=False, method="uct")
    ours = gt.search(TicTacToe(), simulations=300, seed=5, compiled=False, method="uct")
    assert [(each.action, each.visits, each.mean) for each in found.actions] == [
        (each.action, each.visits, each.mean) for each in ours.actions
    ]


@pytest.mark.parametrize("rules", [InPlaceGridGame, RewardGame, ThreeHeapGame, WonGame, WorthGame])
def test_the_rules_compile_and_play_alike(rules):
    assert_rules_play_alike(alpha_zero_game(rules()))


def test_a_compiled_search_grows_the_same_tree():
    """What a search asks of rules besides: for copies, keys, and the bounds of proofs."""
    trees = []
    for compiled in (True, False):
        found = gt.search(
            alpha_zero_game(NamedGame()),
            simulations=300,
            seed=4,
            compiled=compiled,
            transpositions=True,
        )
        trees.append((found.nodes, [(each.visits, each.mean) for each in found.actions]))
    assert trees[0] == trees[1]


def test_what_is_understood():
    assert alpha_zero_game(GridGame).understood == (
        "legal moves by getValidMoves; played by getNextState, which returns the next state; over "
        "by getGameEnded; whose turn it is by getNextState (1, -1); result by getGameEnded, from "
        "the view of player 1; copied by nothing, as moves return new states"
    )
    assert alpha_zero_game(WorthGame).copied_by == "copy.deepcopy"


def test_the_first_board_is_asked_for_nothing_and_the_last_move_for_its_worth():
    game = alpha_zero_game(WorthGame())
    assert not game.is_terminal(game.initial_state())
    end = game.position([0, 3, 1, 4, 2])
    assert game.is_terminal(end)
    assert game.returns(end) == (1.0, -1.0)
    assert game.returns(game.position([0, 3, 1, 4, 8, 5])) == (-1.0, 1.0)


def test_the_board_is_what_people_see():
    game = alpha_zero_game(WorthGame)
    assert game.state_to_text(game.position([4])) == ". . .\n. X .\n. . ."


def test_a_small_number_is_a_draw():
    game = alpha_zero_game(GridGame())
    assert game.returns(game.position([0, 1, 2, 4, 3, 5, 7, 6, 8])) == (0.0, 0.0)
    assert game.returns(game.position([0, 3, 1, 4, 2])) == (1.0, -1.0)
    assert game.returns(game.position([0, 3, 1, 4, 8, 5])) == (-1.0, 1.0)


def test_several_workers():
    game = alpha_zero_game(GridGame())
    assert (
        gt.search(game, simulations=60, workers=2, seed=1, compiled=False, method="uct").simulations
        == 60
    )


def test_three_players():
    game = alpha_zero_game(ThreeHeapGame())
    assert game.players == 3
    assert game.returns(game.position([1, 1, 1, 0])) == (1.0, -0.5, -0.5)


def test_equal_boards_are_one():
    counts = []
    for merged in (False, True):
        searcher = gt.Searcher(
            alpha_zero_game(GridGame()), seed=1, compiled=False, transpositions=merged
        )
        counts.append(searcher.run(simulations=1500).nodes)
    assert counts[1] < counts[0]


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"getNextState": lambda self, board, player, action: (board.copy(), 2)},
         r"GridGame.getNextState gave 2; a next player of \(1, -1\) was expected"),
        ({"getNextState": lambda self, board, player, action: 1 // 0},
         r"GridGame.getNextState raised ZeroDivisionError: .* \(test_alpha_zero.py, line"),
        ({"getValidMoves": lambda self, board, player: [0, 3]},
         "getValidMoves gave .*; 10 numbers, one for each action, were expected"),
        ({"getValidMoves": lambda self, board, player: [1] * (10 - int((board != 0).sum()))},
         "getValidMoves raised ValueError: it tells of more or fewer actions than at the start"),
        ({"getActionSize": lambda self: 0}, "getActionSize gave 0; 1 or more was expected"),
        ({"getActionSize": lambda self: 1 // 0}, "getActionSize raised ZeroDivisionError"),
        ({"getValidMoves": lambda self, board, player: 3}, "getValidMoves gave 3 at the start; a "),
        ({"getValidMoves": lambda self, board, player: []}, "gave .* at the start; a mask or a"),
        ({"getValidMoves": lambda self, board, player: np.zeros(10)},
         "getValidMoves raised ValueError: it allows nothing, yet the rules say that the game"),
        ({"getGameEnded": lambda self, board, player: "won"}, "getGameEnded raised TypeError"),
        ({"getNumberOfPlayers": lambda self: 0}, "getNumberOfPlayers gave 0; 1 or more was expect"),
        ({"getNumberOfPlayers": lambda self: 3, "getNextState": lambda self, board, player, a: (
            board), "getGameEnded": lambda self, board, player: [0, 0, 0]},
         "getNextState gave .*; the next board and player were expected"),
        ({"getInitBoard": lambda self: another_board()},
         "GridGame cannot be searched: two games with the same moves .* differ"),
    ],
)  # fmt: skip
def test_games_that_fail(members, told):
    with pytest.raises((gt.GameError, gt.BadParameter), match=told):
        alpha_zero_game(with_method(GridGame, **members)())


def test_a_constructor_that_raises():
    with pytest.raises(gt.BadParameter, match=r"\(\) raised ZeroDivisionError: "):
        alpha_zero_game(with_method(GridGame, __init__=lambda self: 1 // 0))


@pytest.mark.parametrize(
    "game", [3, with_method(GridGame, getGameEnded=None), with_method(GridGame, getInitBoard=None)]
)
def test_what_is_refused(game):
    with pytest.raises(gt.BadParameter, match="is no rules of boards and players: it must have"):
        alpha_zero_game(game)
