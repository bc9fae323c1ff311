"""Which members of a class count as a role, and which are not."""

from __future__ import annotations

import numpy as np
import pytest
from compiled_rules import assert_rules_play_alike

import gametree as gt
from gametree.adapters.interfaces import interface_of
from gametree.adapters.states import StateGame
from gametree.games import TicTacToe

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board:
    """Tic-tac-toe that changes in place."""

    def __init__(self):
        self.cells = [0] * 9
        self.turn = 1

    def move(self, cell):
        self.cells[cell] = self.turn
        self.turn = -self.turn

    def won(self):
        for line in LINES:
            if self.cells[line[0]] and len({self.cells[cell] for cell in line}) == 1:
                return self.cells[line[0]]
        return 0

    def is_game_over(self):
        return self.won() != 0 or 0 not in self.cells


class OfTheClass(Board):
    """All cells are listed by a method that sees no board, those that are free by a property."""

    @staticmethod
    def get_all_possible_moves():
        return list(range(9))

    @property
    def moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def get_result(self):
        return self.won() if self.is_game_over() else None


class WithAFlag(Board):
    """The result of the first player, unless a flag asks for another one."""

    def legal_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def get_result(self, keep_same_player: bool = False):
        if not self.is_game_over():
            return None
        return abs(self.won()) if keep_same_player else self.won()


@pytest.mark.parametrize(
    ("rules", "told"),
    [(OfTheClass, "legal moves by moves;"), (WithAFlag, "result by get_result, from the view")],
)
def test_the_tree_is_that_of_our_own_rules(rules, told):
    game = StateGame(rules)
    assert told in game.understood
    options = {"simulations": 300, "seed": 1, "method": "uct"}
    own = gt.search(TicTacToe(), compiled=False, **options)
    theirs = gt.search(game, compiled=False, **options)
    assert theirs.actions == own.actions


class Endless(Board):
    """It does not say by a usual name that a game is over, and asks for a player who has won."""

    def get_valid_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def check_win(self, player):
        return self._has_row(player)

    def _has_row(self, player):
        return any(all(self.cells[cell] == player for cell in line) for line in LINES)

    is_game_over = None

    def nobody_can_move_on(self):
        return self.won() != 0 or 0 not in self.cells


def test_a_game_is_over_when_a_player_has_won_where_nothing_else_tells():
    game = StateGame(Endless)
    assert "over by check_win" in game.understood
    options = {"simulations": 300, "seed": 1, "method": "uct"}
    own = gt.search(TicTacToe(), compiled=False, **options)
    assert gt.search(game, compiled=False, **options).actions == own.actions
    assert_rules_play_alike(game)


class Unsteady(Endless):
    """Who has won can lose again, and at the end both have."""

    def check_win(self, player):
        return self.cells.count(player) % 3 != 0


def test_two_winners_are_refused_where_nothing_tells_that_a_game_is_over():
    with pytest.raises(gt.BadParameter, match=r"more than one player has won, .* give over="):
        StateGame(Unsteady)
    game = StateGame(Endless, over="nobody_can_move_on")
    state = game.initial_state()
    for cell in (0, 3, 1, 4):
        state = game.next_state(game.copy(state), cell)
    assert gt.search(game, state, simulations=200, seed=1, compiled=False).action == 2
    assert game.is_terminal(game.next_state(game.copy(state), 2))


NAMES = {
    "get_valid_moves": ["availables", "get_playable_moves", "get_valid_move_indexes"],
    "move": ["place_token", "put_stone", "forecast_move", "update_state"],
    "check_win": ["did_win", "wins", "player_won", "check_for_win"],
    "nobody_can_move_on": ["is_terminal_node", "is_end_state", "check_if_game_over"],
}


@pytest.mark.parametrize(("name", "other"), [(k, each) for k, v in NAMES.items() for each in v])
def test_names_in_public_code_are_known(name, other):
    member = getattr(Endless, name)
    members = {other: property(member) if other == "availables" else member, name: None}
    rules = type("Renamed", (Endless,), {**members, "__module__": __name__})
    over = None if name == "nobody_can_move_on" else "nobody_can_move_on"
    assert other in StateGame(rules, over=over).understood


class BoardByBoard:
    """Noughts and crosses on two boards: the argument for one of them is no state."""

    def __init__(self):
        self.current_player = 1
        self.board = np.zeros((2, 2), np.int64)
        self.result = None

    def get_valid_moves(self):
        return set(map(tuple, np.argwhere(self.board == 0)))

    def play(self, board_idx, cell_idx):
        self.board[board_idx, cell_idx] = self.current_player
        if self.board[board_idx].sum() == 2 * self.current_player:
            self.result = self.current_player
        elif (self.board != 0).all():
            self.result = 0
        self.current_player = -self.current_player

    def is_running(self):
        return self.result is None


def test_a_result_that_the_constructor_sets_a_number_of_a_board_and_moves_in_a_set():
    assert interface_of(BoardByBoard).noun == "a state object"
    game = StateGame(BoardByBoard)
    assert "; result by result" in game.understood
    actions = game.legal_actions(game.initial_state())
    assert actions == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert {type(item) for action in actions for item in action} == {int}
    assert_rules_play_alike(game)


class Unsortable(BoardByBoard):
    """Moves that have no order stay as they come."""

    def get_valid_moves(self):
        return {
            (cell, None) if cell[0] else (cell, 1) for cell in BoardByBoard.get_valid_moves(self)
        }

    def play(self, move):
        BoardByBoard.play(self, *move[0])


def test_moves_in_a_set_that_have_no_order():
    game = StateGame(Unsortable)
    assert len(game.legal_actions(game.initial_state())) == 4


class OfLists:
    """Functions of a state that is a list: its own `insert` plays no move."""

    def initial_state(self):
        return [3]

    def moves(self, state):
        return [] if state[0] == 0 else [1, 2] if state[0] > 1 else [1]

    def result(self, state, move):
        return [state[0] - move]

    def winner(self, state):
        return None


def test_methods_of_lists_are_none_of_the_rules():
    with pytest.raises(gt.BadParameter, match=r"players?="):
        StateGame(OfLists())
    assert "played by result" in StateGame(OfLists(), players=2).understood


class Discs:
    """A pair of points in another order than the players, and a winner; players are colours."""

    WHITE, BLACK = (255, 255, 255), (0, 0, 0)

    def __init__(self):
        self.cells = []
        self.turn = self.BLACK

    def get_valid_moves(self, player):
        return [move for move in (1, 2, 3) if len(self.cells) < 4]

    def place(self, move):
        self.cells.append((self.turn, move))
        self.turn = self.WHITE if self.turn == self.BLACK else self.BLACK

    def get_score(self):
        points = {self.WHITE: 0, self.BLACK: 0}
        for player, move in self.cells:
            points[player] += move
        return points[self.WHITE], points[self.BLACK]

    def get_winner(self):
        white, black = self.get_score()
        if len(self.cells) < 4:
            return None
        return self.WHITE if white > black else self.BLACK if black > white else 0


def test_a_winner_says_more_than_points():
    game = StateGame(Discs)
    assert "won by get_winner" in game.understood
    state = game.initial_state()
    for move in (3, 1, 2, 1):
        state = game.next_state(game.copy(state), move)
    assert game.returns(state) == (1.0, -1.0)
    found = gt.search(game, simulations=400, seed=1, compiled=False)
    assert found.action == 3


class Passing:
    """Moves may be None."""

    def __init__(self):
        self.left, self.player = 9, 1

    def legal_moves(self):
        return [1, None] if self.left > 0 else []

    def play(self, move):
        self.left -= 1 if move is None else 2
        self.player = -self.player

    def winner(self):
        return 0 if self.left > 0 else -self.player


def test_none_is_a_move_like_others():
    game = StateGame(Passing)
    assert game.legal_actions(game.initial_state()) == [1, None]
    assert_rules_play_alike(game)


class OfProperties:
    """All but the move are properties: whether there is a win, too."""

    def __init__(self, cells=(0,) * 9, turn=1):
        self.cells = cells
        self._turn = turn

    @property
    def turn(self):
        return self._turn

    @property
    def legal_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def move(self, cell):
        cells = self.cells
        return OfProperties(cells[:cell] + (self._turn,) + cells[cell + 1 :], -self._turn)

    @property
    def is_win(self):
        return any(
            self.cells[a] != 0 and self.cells[a] == self.cells[b] == self.cells[c]
            for a, b, c in LINES
        )


def test_a_win_may_be_told_by_a_property():
    game = StateGame(OfProperties)
    assert "over by is_win" in game.understood
    options = {"simulations": 300, "seed": 1, "method": "uct"}
    own = gt.search(TicTacToe(), compiled=False, **options)
    assert gt.search(game, compiled=False, **options).actions == own.actions
    assert_rules_play_alike(game)
