"""Games in alpha-zero-general's interface."""

from __future__ import annotations

from itertools import count

import numpy as np
import pytest
from board_objects import GridGame, InPlaceGridGame, ThreeHeapGame
from state_objects import with_method

import gametree as gt
from gametree.adapters.alpha_zero import AlphaZeroGame
from gametree.games import TicTacToe

BOARDS = count(1)


def another_board():
    """Return a board that is not the last one."""
    number = next(BOARDS)
    return np.array([number >> cell & 1 for cell in range(9)])


@pytest.mark.parametrize("rules", [GridGame, InPlaceGridGame])
def test_the_tree_is_that_of_our_own_rules(rules):
    game = AlphaZeroGame(rules())
    found = gt.search(game, simulations=300, seed=5, compiled=False, method="uct")
    ours = gt.search(TicTacToe(), simulations=300, seed=5, compiled=False, method="uct")
    assert [(each.action, each.visits, each.mean) for each in found.actions] == [
        (each.action, each.visits, each.mean) for each in ours.actions
    ]


@pytest.mark.parametrize("rules", [InPlaceGridGame, ThreeHeapGame])
def test_the_rules_compile_and_grow_the_same_tree(rules):
    trees = []
    for compiled in (True, False):
        found = gt.search(
            AlphaZeroGame(rules()), simulations=300, seed=4, compiled=compiled, transpositions=True
        )
        trees.append((found.nodes, [(each.visits, each.mean) for each in found.actions]))
    assert trees[0] == trees[1]


def test_what_is_understood():
    assert AlphaZeroGame(GridGame()).understood == (
        "10 actions by getActionSize, valid ones by getValidMoves of the canonical form; played by "
        "getNextState; players (1, -1); over and results by getGameEnded; copied by nothing, as "
        "moves return new boards"
    )
    assert AlphaZeroGame(InPlaceGridGame()).copied_by == "its method copy"


def test_a_small_number_is_a_draw():
    game = AlphaZeroGame(GridGame())
    assert game.returns(game.position([0, 1, 2, 4, 3, 5, 7, 6, 8])) == (0.0, 0.0)
    assert game.returns(game.position([0, 3, 1, 4, 2])) == (1.0, -1.0)
    assert game.returns(game.position([0, 3, 1, 4, 8, 5])) == (-1.0, 1.0)


def test_several_workers():
    game = AlphaZeroGame(GridGame())
    assert (
        gt.search(game, simulations=60, workers=2, seed=1, compiled=False, method="uct").simulations
        == 60
    )


def test_three_players():
    game = AlphaZeroGame(ThreeHeapGame())
    assert game.players == 3
    assert game.returns(game.position([1, 1, 1, 0])) == (1.0, -0.5, -0.5)


def test_equal_boards_are_one():
    counts = []
    for merged in (False, True):
        searcher = gt.Searcher(
            AlphaZeroGame(GridGame()), seed=1, compiled=False, transpositions=merged
        )
        counts.append(searcher.run(simulations=1500).nodes)
    assert counts[1] < counts[0]


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"getNextState": lambda self, board, player, action: board + player},
         "GridGame.getNextState gave .*; the next board and the next player was expected"),
        ({"getNextState": lambda self, board, player, action: (board.copy(), 2)},
         r"GridGame.getNextState gave 2; a next player of \(1, -1\) was expected"),
        ({"getValidMoves": lambda self, board, player: [0, 3]},
         "getValidMoves gave .*; 10 numbers, one for each action was expected"),
        ({"getValidMoves": lambda self, board, player: np.zeros(10)},
         "getValidMoves allows nothing, yet getGameEnded says that the game goes on"),
        ({"getGameEnded": lambda self, board, player: None}, "getGameEnded gave 'nothing'"),
        ({"getGameEnded": lambda self, board, player: "won"}, "getGameEnded gave 'won'; a"),
        ({"getInitBoard": lambda self: another_board()},
         "GridGame cannot be searched: two games with the same moves .* differ"),
    ],
)  # fmt: skip
def test_games_that_fail(members, told):
    with pytest.raises(gt.GameError, match=told):
        AlphaZeroGame(with_method(GridGame, **members)())


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (3, "game must have the methods getInitBoard, .*; 3 lacks getInitBoard"),
        (with_method(GridGame, getActionSize=lambda self: 0)(), "getActionSize gave 0; 1 or more"),
        (with_method(GridGame, getActionSize=lambda self: 1 // 0)(), "getActionSize raised Zero"),
    ],
)
def test_what_is_refused(game, told):
    with pytest.raises(gt.BadParameter, match=told):
        AlphaZeroGame(game)
