"""Boards that are told each time who plays: `legal_moves(player)`, `move(cell, player)`."""

from __future__ import annotations

import pickle

import pytest

import gametree as gt
from gametree.adapters.states import StateGame
from gametree.games import TicTacToe

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board:
    """Tic-tac-toe that changes in place, and does not know whose turn it is."""

    def __init__(self):
        self.cells = [0] * 9

    def get_legal_moves(self, player):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def make_move(self, cell, player):
        self.cells[cell] = player

    def get_winner(self):
        for a, b, c in LINES:
            if self.cells[a] != 0 and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return 0

    def is_game_over(self):
        return self.get_winner() != 0 or 0 not in self.cells


class Returned(Board):
    """The same; a move returns another board, and the player comes first."""

    def make_move(self, player, cell):
        made = type(self)()
        made.cells = self.cells[:]
        made.cells[cell] = player
        return made


class Asked(Board):
    """The same; it is asked of each player whether he has won."""

    get_winner = None

    def is_winner(self, player):
        return any(all(self.cells[cell] == player for cell in line) for line in LINES)

    def is_game_over(self):
        return self.is_winner(1) or self.is_winner(2) or 0 not in self.cells


def made_by_a_function():
    return Board()


OPTIONS = {"simulations": 300, "seed": 1, "method": "uct"}


@pytest.mark.parametrize(
    ("rules", "players"),
    [(Board, (1, -1)), (Returned, (1, 2)), (Board(), (1, 2)), (made_by_a_function, (1, 2))],
)
def test_the_tree_is_that_of_our_own_rules_in_both_modes(rules, players):
    game = StateGame(rules, players=players)
    assert f"whose turn it is by players= ({', '.join(map(str, players))})" in game.understood
    own = gt.search(TicTacToe(), compiled=False, **OPTIONS)
    for each in (game, pickle.loads(pickle.dumps(game))):
        assert gt.search(each, compiled=False, **OPTIONS).actions == own.actions
    if isinstance(rules, type):  # the others are of the same class
        assert gt.search(game, compiled=True, **OPTIONS).actions == own.actions


def test_each_player_may_be_asked_for():
    game = StateGame(Asked, players=(1, 2))
    state = game.initial_state()
    for cell in (0, 3, 1, 4):
        state = game.next_state(game.copy(state), cell)
    assert gt.search(game, state, simulations=200, seed=1, compiled=False).action == 2
    assert game.returns(game.next_state(game.copy(state), 2)) == (1.0, 0.0)


class Ring(Board):
    """Nine cells for three players; the last cell wins."""

    def get_winner(self):
        return self.cells[8]


def test_three_players():
    game = StateGame(Ring, players=("a", "b", "c"))
    state = game.initial_state()
    movers = []
    for cell in (0, 1, 2, 3):
        movers.append(game.current_player(state))
        state = game.next_state(game.copy(state), cell)
    assert movers == [0, 1, 2, 0]
    assert gt.search(game, state, simulations=300, seed=1, compiled=False).action == 8


def test_the_names_of_the_players_must_be_given():
    with pytest.raises(gt.BadParameter, match=r"get_legal_moves is asked for a player.*players="):
        StateGame(Board)
