"""Rules whose method that passes has an uncommon name, and rules that have none."""

from __future__ import annotations

import random

import pytest
import reversi_functions as reversi
from compiled_rules import assert_rules_play_alike

import gametree as gt
from gametree.adapters.recognition.budget import TooLong, tried
from gametree.adapters.states import StateGame


class Unpassed:
    """Reversi that changes in place, and does not pass."""

    def __init__(self):
        self.board = reversi.create_board()
        self.current_player = reversi.BLACK
        self.passes = 0

    def get_valid_moves(self):
        return reversi.get_valid_moves(self.board, self.current_player)

    def make_move(self, row, column):
        self.board = reversi.make_move(self.board, row, column, self.current_player)
        self.current_player = -self.current_player

    def is_game_over(self):
        return reversi.is_game_over(self.board)

    def get_winner(self):
        return reversi.get_winner(self.board)


class Named(Unpassed):
    """The same with a method of an uncommon name, among others that must not be taken."""

    def change_color(self):
        self.passes += 1
        self.current_player = -self.current_player

    def begin_again(self):
        self.board = reversi.create_board()
        self.current_player = -self.current_player

    def ask_a_person(self):
        self.current_player = int(input("who? "))

    def play_for_ever(self):
        while True:
            self.passes += 1

    def leave(self):
        self.passes = -1
        raise SystemExit


class NamedAfterMoves(Named):
    """Moves leave the turn as it is."""

    def make_move(self, row, column):
        self.board = reversi.make_move(self.board, row, column, self.current_player)


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (Named, "who cannot move passes by change_color"),
        (NamedAfterMoves, "the turn goes on by change_color; who cannot move passes by change"),
    ],
)
def test_any_method_that_changes_only_the_turn_passes(rules, told):
    game = StateGame(rules)
    assert told in game.understood
    stuck = 0
    for seed in range(8):
        chance = random.Random(seed)
        state = game.initial_state()
        while not game.is_terminal(state):
            player = game.current_player(state)
            state = game.next_state(game.copy(state), chance.choice(game.legal_actions(state)))
            stuck += not game.is_terminal(state) and game.current_player(state) == player
        assert game.own_state(state).is_game_over()
    assert stuck > 0


def test_rules_that_pass_by_an_uncommon_name_compile():
    assert_rules_play_alike(StateGame(Named))


def test_rules_that_cannot_pass_are_refused():
    with pytest.raises(gt.BadParameter, match=r"player -?1 cannot move and player -?1 could"):
        StateGame(Unpassed)


class NeverEmpty:
    """Walk on a ring; moves are always listed, and `result` alone may say that it is over."""

    open = None

    def __init__(self):
        self.place, self.turn, self.plies = 0, 1, 0

    def legal_moves(self):
        return [1, 2]

    def play(self, steps):
        self.plies += 1
        self.place = (self.place + steps) % 7
        self.turn = -self.turn


class NeverTold(NeverEmpty):
    def result(self):
        return 0


class ToldByAWord(NeverEmpty):
    def __init__(self):
        super().__init__()
        self.won = "ongoing"

    def play(self, steps):
        if self.place + steps >= 7 and self.won == "ongoing":
            self.won = "X" if self.turn == 1 else "O"
        super().play(steps)

    def current_player(self):
        return "X" if self.turn == 1 else "O"

    def result(self):
        return self.won


def test_moves_that_never_end_are_refused_with_what_was_tried():
    with pytest.raises(gt.BadParameter, match=r"legal_moves always lists moves, and .*result did"):
        StateGame(NeverTold)


def test_a_result_that_stays_a_word_ends_the_game():
    game = StateGame(ToldByAWord)
    assert "over by result" in game.understood
    state = game.initial_state()
    for move in [2, 2, 2, 2]:
        state = game.next_state(game.copy(state), move)
    assert game.is_terminal(state)
    assert tuple(game.returns(state)) == (-1.0, 1.0)


def test_what_is_tried_is_bounded_and_silent(capsys):
    def endless():
        while True:
            print("again")

    with pytest.raises(TooLong):
        tried(endless)
    with pytest.raises(TooLong):
        tried(Named.leave, Named())
    assert capsys.readouterr().out == ""
