"""Rules that know whose turn it is, and give it to another player by a method of their own."""

from __future__ import annotations

import pickle
import random

import pytest
import reversi_functions as reversi
from compiled_rules import assert_rules_play_alike

import gametree as gt
from gametree.adapters.states import StateGame
from gametree.games import TicTacToe


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


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class SwitchedOutside:
    """Tic-tac-toe whose main loop switches players after each move."""

    def __init__(self):
        self.cells = [" "] * 9
        self.current_player = "X"

    def available_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == " "]

    def make_move(self, cell):
        self.cells[cell] = self.current_player
        return True

    def switch_player(self):
        self.current_player = "O" if self.current_player == "X" else "X"

    def has_line(self, player):
        return any(all(self.cells[cell] == player for cell in line) for line in LINES)

    def check_winner(self):
        return "X" if self.has_line("X") else "O" if self.has_line("O") else None


@pytest.mark.parametrize("players", [None, 2, ("X", "O")])
def test_the_turn_goes_on_after_each_move(players):
    game = StateGame(SwitchedOutside, players=players)
    assert (
        "the turn goes on by switch_player; whose turn it is by current_player" in game.understood
    )
    options = {"simulations": 300, "seed": 1, "method": "uct"}
    own = gt.search(TicTacToe(), compiled=False, **options)
    assert gt.search(game, compiled=False, **options).actions == own.actions
    assert_rules_play_alike(game)


class AsksForTheMover(SwitchedOutside):
    """Who has won is asked before the switch: after it nobody ever has."""

    def check_winner(self):
        return self.current_player if self.has_line(self.current_player) else None

    def is_game_over(self):
        return self.has_line("X") or self.has_line("O") or " " not in self.cells


def test_who_has_won_must_be_told_after_the_switch():
    with pytest.raises(
        gt.BadParameter, match=r"check_winner says the same of all random games: if"
    ):
        StateGame(AsksForTheMover)
    game = StateGame(AsksForTheMover, winner=SwitchedOutside.check_winner)
    found = gt.search(game, simulations=20_000, seed=1, compiled=False)
    assert found.proof.value == (0.0, 0.0)
    assert_rules_play_alike(game)


class NeverSwitched(SwitchedOutside):
    switch_player = None


@pytest.mark.parametrize("players", [2, ("X", "O")])
def test_one_player_does_not_make_all_moves(players):
    with pytest.raises(gt.BadParameter, match=r"current_player gave 'X'|gave 1 only"):
        StateGame(NeverSwitched, players=players)
