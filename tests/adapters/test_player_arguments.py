"""Boards that are told each time who plays: `legal_moves(player)`, `move(cell, player)`."""

from __future__ import annotations

import pickle
import random

import pytest
import reversi_functions as reversi
from compiled_rules import assert_rules_play_alike

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
        assert_rules_play_alike(game)


def test_each_player_may_be_asked_for():
    game = StateGame(Asked, players=(1, 2))
    state = game.initial_state()
    for cell in (0, 3, 1, 4):
        state = game.next_state(game.copy(state), cell)
    assert gt.search(game, state, simulations=200, seed=1, compiled=False).action == 2
    won = game.next_state(game.copy(state), 2)
    assert game.is_terminal(won)
    assert game.returns(won) == (1.0, -1.0)


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


# Functions that are told a board as well, and players who pass.


class Reversi(gt.Game):
    """The rules of `reversi_functions` by hand: who cannot move is passed over."""

    players = 2

    def initial_state(self):
        return (reversi.create_board(), 1)

    def current_player(self, state):
        return 0 if state[1] == 1 else 1

    def legal_actions(self, state):
        return [] if self.is_terminal(state) else reversi.get_valid_moves(*state)

    def next_state(self, state, action):
        board = reversi.make_move(state[0], *action, state[1])
        can_move = reversi.get_valid_moves(board, -state[1])
        return (board, -state[1] if can_move or reversi.is_game_over(board) else state[1])

    def is_terminal(self, state):
        return reversi.is_game_over(state[0])

    def returns(self, state):
        winner = float(reversi.get_winner(state[0]))
        return (winner, -winner)


class ReversiBoard:
    """The same, as a board that changes and does not know whose turn it is."""

    def __init__(self):
        self.rows = reversi.create_board()

    def get_valid_moves(self, player):
        return reversi.get_valid_moves(self.rows, player)

    def make_move(self, row, column, player):
        self.rows = reversi.make_move(self.rows, row, column, player)

    def is_game_over(self):
        return reversi.is_game_over(self.rows)

    def get_winner(self):
        return reversi.get_winner(self.rows)


class ReversiRules:
    """The same, as an object whose methods take a board; the end is asked for the player, too."""

    def starting_position(self):
        return reversi.create_board()

    def legal_moves(self, player, board):
        return reversi.get_valid_moves(board, player)

    def apply_move(self, board, player, move):
        return reversi.make_move(board, *move, player)

    def is_finished(self, board, player):
        return not self.legal_moves(player, board) and not self.legal_moves(-player, board)

    def is_winner(self, board, player):
        return reversi.get_winner(board) == player


@pytest.mark.parametrize("rules", [reversi, ReversiBoard, ReversiRules(), ReversiRules])
def test_who_cannot_move_is_passed_over(rules):
    game = StateGame(rules, players=(1, -1))
    own = Reversi()
    passes = 0
    for seed in range(40):
        chance = random.Random(seed)
        mine, theirs = own.initial_state(), game.initial_state()
        while not own.is_terminal(mine):
            assert not game.is_terminal(theirs)
            assert list(game.legal_actions(theirs)) == own.legal_actions(mine)
            assert game.current_player(theirs) == own.current_player(mine)
            move = chance.choice(own.legal_actions(mine))
            before = mine[1]
            mine = own.next_state(mine, move)
            theirs = game.next_state(game.copy(theirs), move)
            passes += mine[1] == before
        assert game.is_terminal(theirs)
        assert tuple(game.returns(theirs)) == own.returns(mine)
    assert passes > 10


def test_functions_that_are_told_a_board_and_a_player_compile():
    game = StateGame(reversi, players=(1, -1))
    own = gt.search(Reversi(), compiled=False, **OPTIONS)
    assert gt.search(game, compiled=False, **OPTIONS).actions == own.actions
    assert_rules_play_alike(game)


class WithoutEnd(ReversiBoard):
    is_game_over = None


def test_what_tells_the_end_must_be_there_where_players_pass():
    with pytest.raises(gt.BadParameter, match=r"cannot move and another player can.*give over="):
        StateGame(WithoutEnd, players=(1, -1))

    def over(board):
        return reversi.is_game_over(board.rows)

    game = StateGame(WithoutEnd, players=(1, -1), over=over)
    assert gt.search(game, **OPTIONS, compiled=False).simulations == 300


class Failing(Board):
    def get_legal_moves(self, player):
        raise RuntimeError("no such board")


def test_a_fault_of_a_first_call_is_named():
    with pytest.raises(gt.GameError, match=r"Failing.get_legal_moves raised .*no such board"):
        StateGame(Failing, players=(1, 2))


class Chips:
    """Who takes one chip and leaves an even number goes on; who takes the last one wins."""

    def first_board(self):
        return [7, 0]

    def possible_moves(self, board, player):
        return [n for n in (1, 2) if n <= board[0]]

    def make_move(self, board, player, move):
        left = board[0] - move
        goes_on = move == 1 and left % 2 == 0
        return [left, player], player if goes_on else 3 - player

    def is_winner(self, board, player):
        return board[0] == 0 and board[1] == player


def test_rules_may_tell_who_is_next():
    game = StateGame(Chips(), players=(1, 2), start=[7, 0])
    state = game.initial_state()
    movers = []
    for move in (1, 2, 1, 1, 2):
        movers.append(game.current_player(state))
        state = game.next_state(game.copy(state), move)
    assert movers == [0, 0, 1, 0, 0]
    assert game.is_terminal(state)
    assert tuple(game.returns(state)) == (1.0, -1.0)
    assert_rules_play_alike(game)
