"""What rules must not do, in each interface of the write-ups: one sentence, in both modes."""

from __future__ import annotations

import math
import re

import pytest

import gametree as gt
from gametree.adapters.board_game import BoardGame
from gametree.adapters.rules import (
    RuleGame,
    Rules,
    create_state,
    get_content,
    get_player_just_moved,
)
from gametree.adapters.score_game import ScoreGame

FEW = 6  # chips from which on the rules do wrong


class Chips:
    """Take one to three of twenty chips; who takes the last one wins."""

    def start(self):
        return (20, 1)

    def current_player(self, state):
        return state[1]

    def next_state(self, state, play):
        return (state[0] - play, 3 - state[1])

    def legal_plays(self, history):
        return list(range(1, min(3, history[-1][0]) + 1))

    def winner(self, history):
        chips, player = history[-1]
        return 0 if chips else 3 - player


def board(**methods):
    return BoardGame(type("Board", (Chips,), methods)())


def late_winner(answer):
    return lambda self, history: answer if history[-1][0] < FEW else 0


class Pile:
    """A state of chips that a rule may change."""

    def __init__(self):
        self.chips, self.player = 20, 1


class InPlace:
    def start(self):
        return Pile()

    def current_player(self, state):
        return state.player

    def next_state(self, state, play):
        state.chips -= play
        state.player = 3 - state.player
        return state

    def legal_plays(self, history):
        return list(range(1, min(3, history[-1].chips) + 1))

    def winner(self, history):
        return 0 if history[-1].chips > 0 else 3 - history[-1].player


def pops(self, history):
    history.pop()
    return [1]


def sets(self, history):
    history[-1] = (0, 1)
    return 0


def late_list(self, state, play):
    left = (state[0] - play, 3 - state[1])
    return list(left) if left[0] < FEW else left


def late_error(self, history):
    if history[-1][0] < FEW:
        raise ValueError("boom")
    return 0


HISTORY = "changes the history that it is given; change a copy"
CHANGED = "changed the state that it was given; return a new one"
WINNER = "0, the number of a player or another number for a tie was expected"
HASHED = "which cannot be hashed; return a tuple, say"
PLAYS = "a list of plays was expected"

BOARDS = (
    (lambda: board(legal_plays=pops), "pops", HISTORY),
    (lambda: board(winner=sets), "sets", HISTORY),
    (lambda: board(start=lambda self: [20, 1]), "Board.start", HASHED),
    (lambda: board(next_state=late_list), "Board.next_state", HASHED),
    *(
        (lambda answer=answer: board(winner=late_winner(answer)), "Board.winner", WINNER)
        for answer in ("X", None, math.nan, [7])
    ),
    (lambda: board(winner=late_error), "Board.winner", "raised ValueError: boom"),
    *(
        (lambda answer=answer: board(legal_plays=lambda self, past: answer), "Board.legal", PLAYS)
        for answer in (None, 3)
    ),
    (lambda: board(next_state=lambda self, state, play: None), "Board.next", "returned nothing"),
    (lambda: BoardGame(InPlace()), "InPlace.next_state", CHANGED),
)


def apply(rule, state):
    return create_state(get_content(state) - rule, 3 - get_player_just_moved(state))


def get_rules(state):
    return list(range(1, min(3, get_content(state)) + 1))


def get_result(state, player):
    return 1 if get_player_just_moved(state) == player else 0


def in_place(rule, state):
    state[0] -= rule
    state[1] = 3 - state[1]
    return state


def fails(rule, state):
    raise KeyError(rule)


def functions(apply=apply, get_rules=get_rules, get_result=get_result):
    return RuleGame(Rules(apply, get_rules, get_result), create_state(20, 2))


RULES = (
    *(
        (lambda answer=answer: functions(get_rules=lambda state: answer), "get_rules", "a list of")
        for answer in (None, 2)
    ),
    (lambda: functions(apply=in_place), "apply", CHANGED),
    (lambda: functions(apply=lambda rule, state: None), "apply", "returned nothing"),
    (lambda: functions(apply=fails), "apply", "raised KeyError: "),
    *(
        (
            lambda answer=answer: functions(get_result=lambda state, player: answer),
            "get_result",
            "a finite number was expected",
        )
        for answer in (math.nan, math.inf, None, "win", [False])
    ),
)


class Walk:
    """Steps of 0 to 2, eight of them."""

    def __init__(self, at=0, steps=0):
        self.at, self.steps = at, steps

    def get_score(self):
        return float(self.at)

    def get_move_count(self):
        return 0 if self.steps == 8 else 3

    def do_move(self, index):
        return type(self)(self.at + index, self.steps + 1)


def walk(**methods):
    return ScoreGame(type("State", (Walk,), methods)(), 1)


def changes(self, index):
    """Return a new state, and change the old one once it has come far."""
    self.at += self.steps > 3
    return type(self)(self.at + index, self.steps + 1)


def moves_itself(self, index):
    self.at += index
    self.steps += 1
    return self


def says_nothing(self, index):
    self.steps += 1


def divides(self):
    return 1.0 / 0


SCORES = (
    *(
        (lambda answer=answer: walk(get_score=lambda self: answer), "State.get_score", "a finite")
        for answer in (math.nan, -math.inf, None, "7", 10**400)
    ),
    (lambda: walk(get_score=lambda self: 1e200), "State.get_score", "a number of at most 1e+140"),
    (lambda: walk(get_score=divides), "State.get_score", "raised ZeroDivisionError"),
    *(
        (lambda answer=answer: walk(get_move_count=lambda self: answer), "State.get_move", "whole")
        for answer in (-1, 2.5, 3.0, None, "3", [1, 2], math.nan, 10**30)
    ),
    (lambda: walk(do_move=changes), "State.do_move", CHANGED),
    (lambda: walk(do_move=moves_itself), "State.do_move", CHANGED),
    (lambda: walk(do_move=says_nothing), "State.do_move", "returned nothing"),
    (lambda: walk(do_move=lambda self, index: 5), "State.do_move", "a state was expected"),
    (lambda: walk(do_move=lambda self, index: [][index]), "State.do_move", "raised IndexError"),
)


@pytest.mark.parametrize(("make", "method", "told"), [*BOARDS, *RULES, *SCORES])
def test_one_sentence_says_what_is_wrong_and_where(make, method, told):
    for compiled in (False, "auto", True):  # nothing is compiled: the fault is found before
        with pytest.raises(gt.GametreeError) as caught:
            gt.search(make(), simulations=200, seed=1, compiled=compiled, method="uct")
        text = str(caught.value)
        assert method in text
        assert told in text
        assert "\n" not in text
        where = (
            r"\(test_bad_rules\.py, line \d+.*\) \((in the searched position|after the moves .*)\)$"
        )
        assert re.search(where, text), text


def test_rules_that_give_moves_as_they_come_can_be_searched():
    for answer in (iter, set, tuple):
        game = functions(get_rules=lambda state, answer=answer: answer(get_rules(state)))
        plays = board(
            legal_plays=lambda self, past, answer=answer: answer(Chips.legal_plays(self, past))
        )
        for each in (game, plays):
            result = gt.search(each, simulations=20, seed=1, compiled=False, method="uct")
            assert {edge.action for edge in result.actions} == {1, 2, 3}
