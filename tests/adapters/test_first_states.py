"""Objects that another method than their constructor takes to the start."""

from __future__ import annotations

import pickle

import pytest

import gametree as gt
from adapters.compiled_rules import assert_rules_play_alike
from gametree.adapters.interfaces import interface_of
from gametree.adapters.states import StateGame

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board:
    """Tic-tac-toe that begins by `init_board`; one method tells both of the end and who has won."""

    def __init__(self, width=3):
        self.width = width

    def init_board(self, start_player=0):
        self.current_player = start_player + 1
        self.availables = list(range(self.width * self.width))
        self.states = {}

    def do_move(self, move):
        self.states[move] = self.current_player
        self.availables.remove(move)
        self.current_player = 3 - self.current_player

    def has_a_winner(self):
        for a, b, c in LINES:
            player = self.states.get(a, 0)
            if player != 0 and player == self.states.get(b, 0) == self.states.get(c, 0):
                return True, player
        return False, -1

    def game_end(self):
        won, winner = self.has_a_winner()
        if won:
            return True, winner
        return len(self.availables) == 0, -1


@pytest.mark.parametrize("given", [Board, Board()])
def test_it_is_begun(given):
    assert interface_of(given).noun == "a state object"
    game = StateGame(given)
    assert game.understood == (
        "legal moves by availables; played by do_move, which changes the state; over by game_end; "
        "whose turn it is by current_player (1, 2); won by game_end; copied by copy.deepcopy"
    )
    again = pickle.loads(pickle.dumps(game))
    assert again.legal_actions(again.initial_state()) == list(range(9))


def test_it_plays_alike_in_both_modes_and_wins():
    game = StateGame(Board)
    assert assert_rules_play_alike(game) == set(range(9))
    state = game.initial_state()
    for cell in (0, 3, 1, 4):
        state = game.next_state(state, cell)
    result = gt.search(game, state, simulations=300, seed=1, compiled=False, method="uct")
    assert result.action == 2
    ended = game.next_state(state, 2)
    assert game.is_terminal(ended)
    assert game.returns(ended) == (1.0, -1.0)


def test_a_board_under_way_goes_on_as_it_is():
    board = Board()
    board.init_board()
    board.do_move(4)
    game = StateGame(board)
    assert game.legal_actions(game.initial_state()) == [0, 1, 2, 3, 5, 6, 7, 8]


class Breaks(Board):
    def init_board(self, start_player=0):
        raise OSError("no such board")


def test_a_start_that_breaks_is_told():
    with pytest.raises(gt.BadParameter, match=r"init_board\(\) raised OSError: no such board"):
        StateGame(Breaks)


class Played(Board):
    """A list of what was played is none of legal moves."""

    def init_board(self, start_player=0):
        self.current_player, self.states, self.moves = 1, {}, [3]


def test_a_list_of_moves_may_be_what_was_played():
    with pytest.raises(gt.BadParameter, match="it has nothing for moves"):
        StateGame(Played)
