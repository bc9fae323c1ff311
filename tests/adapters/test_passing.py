"""Rules that know whose turn it is, and whose players pass by a method where they cannot move."""

from __future__ import annotations

import pickle
import random

import pytest
import reversi_functions as reversi
from compiled_rules import assert_rules_play_alike

from gametree.adapters.states import StateGame


class Changing:
    """Reversi that changes in place; `switch_player` passes, and switches after each move."""

    def __init__(self):
        self.board = reversi.create_board()
        self.current_player = reversi.BLACK

    def get_valid_moves(self):
        return reversi.get_valid_moves(self.board, self.current_player)

    def make_move(self, row, column):
        self.board = reversi.make_move(self.board, row, column, self.current_player)
        self.switch_player()

    def switch_player(self):
        self.current_player = -self.current_player

    def is_game_over(self):
        return reversi.is_game_over(self.board)

    def get_winner(self):
        return reversi.get_winner(self.board)


class Returning:
    """The same; moves and passes return another position."""

    def __init__(self, board=None, player=reversi.BLACK):
        self.board = reversi.create_board() if board is None else board
        self.player = player

    def get_legal_actions(self):
        return reversi.get_valid_moves(self.board, self.player)

    def take_action(self, action):
        return Returning(reversi.make_move(self.board, *action, self.player), -self.player)

    def pass_turn(self):
        return Returning(self.board, -self.player)

    def is_terminal(self):
        return reversi.is_game_over(self.board)

    def winner(self):
        return reversi.get_winner(self.board)


class TellsTheNext(Changing):
    """What is called as if it passed only tells something."""

    def make_move(self, row, column):
        self.board = reversi.make_move(self.board, row, column, self.current_player)
        self.current_player = -self.current_player
        if not self.get_valid_moves():
            self.current_player = -self.current_player

    switch_player = None

    def next_player(self):
        return -self.current_player


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (Changing, "; who cannot move passes by switch_player;"),
        (Returning, "; who cannot move passes by pass_turn;"),
        (TellsTheNext, "over by is_game_over; whose"),
    ],
)
def test_games_go_on_where_somebody_cannot_move(rules, told):
    game = StateGame(rules)
    assert told in game.understood
    for each in (game, pickle.loads(pickle.dumps(game))):
        twice = 0
        for seed in range(40):
            chance = random.Random(seed)
            state, last = each.initial_state(), 1
            while not each.is_terminal(state):
                twice += each.current_player(state) == last
                last = each.current_player(state)
                moves = list(each.legal_actions(state))
                assert moves
                state = each.next_state(each.copy(state), chance.choice(moves))
            assert reversi.is_game_over(state.board)
            sign = reversi.get_winner(state.board)
            assert tuple(each.returns(state)) == (sign, -sign)
        assert twice > 5
    assert_rules_play_alike(game)


class NeverStuck(Changing):
    """Nobody has to pass: the method is not asked for."""

    def get_valid_moves(self):
        return [(r, c) for r in range(2) for c in range(2) if self.board[r][c] == 0]

    def make_move(self, row, column):
        self.board[row][column] = self.current_player
        self.switch_player()

    def is_game_over(self):
        return False


def test_a_method_that_nobody_needs_is_left_alone():
    assert "passes" not in StateGame(NeverStuck).understood
