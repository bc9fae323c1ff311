"""Which members of a class are taken for a role, and which are not."""

from __future__ import annotations

import pytest

import gametree as gt
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


def test_two_winners_are_refused_where_nothing_tells_that_a_game_is_over():
    with pytest.raises(gt.BadParameter, match=r"more than one player has won, .* give over="):
        StateGame(Endless)
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
