"""States that remember what was asked, beside states that a question changes."""

from __future__ import annotations

import copy
from threading import Lock

import pytest
from planted import Take, diagnosis, examine, warning

from gametree.doctor.remembered import Remembered


class Heap:
    def __init__(self, left):
        self.left = left
        self.choices = {}

    def moves(self, most):
        if most not in self.choices:
            self.choices[most] = list(range(1, min(most, self.left) + 1))
        return self.choices[most]


class Position:
    def __init__(self, left, player):
        self.heap = Heap(left)
        self.player = player
        self.over = None

    def moves(self):
        if self.over is None:
            self.over = self.heap.left == 0
        return [] if self.over else self.heap.moves(3)

    def after(self, count):
        return Position(self.heap.left - count, 1 - self.player)


class Remembering(Take):
    def initial_state(self):
        return Position(7, 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return state.moves()

    def is_terminal(self, state):
        return not state.moves()

    def next_state(self, state, action):
        return state.after(action)

    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)


def told(game):
    found = warning(game)
    return found.method, found.kind, found.moves


def test_moves_that_are_kept_in_the_state():
    assert told(Remembering()) == ("is_terminal", "changes the state", ())
    found = warning(Remembering())
    assert "what the rules answer stays" in str(found)
    assert "fine if the state only remembers results" in str(found)


def test_what_a_move_keeps_in_the_state_that_it_leaves():
    class Game(Remembering):
        def legal_actions(self, state):
            return [] if state.heap.left == 0 else list(range(1, min(3, state.heap.left) + 1))

        def is_terminal(self, state):
            return state.heap.left == 0

        def next_state(self, state, action):
            state.moves()
            return state.after(action)

    assert told(Game()) == ("next_state", "changes the state", ())


class Stale(Position):
    """Keeps, after a move, the moves of before."""

    def after(self, count):
        position = copy.deepcopy(self)
        position.heap.left -= count
        position.player = 1 - self.player
        return position


def test_what_is_remembered_and_no_longer_true():
    class Game(Remembering):
        def initial_state(self):
            return Stale(4, 0)

        def is_terminal(self, state):
            return state.heap.left <= 0

        def legal_actions(self, state):
            return [] if state.heap.left <= 0 else state.heap.moves(3)

    faults = {(each.method, each.kind) for each in examine(Game()).faults}
    assert ("legal_actions", "changes the state") in faults


def test_a_counter_of_questions():
    class Game(Remembering):
        def legal_actions(self, state):
            state.asked = getattr(state, "asked", 0) + 1
            return state.moves()

    assert diagnosis(Game()) == ("legal_actions", "changes the state", ())


@pytest.mark.parametrize("method", ["is_terminal", "current_player", "legal_actions"])
def test_a_question_that_changes_the_position_once(method):
    class Game(Remembering):
        pass

    def asked(self, state):
        if state.heap.left == 5:
            state.heap = Heap(4)
        return getattr(Remembering, method)(self, state)

    setattr(Game, method, asked)
    faults = {(each.method, each.kind) for each in examine(Game()).faults}
    assert (method, "changes the state") in faults


def test_copies_are_made_for_the_first_calls_and_for_what_changed_a_state():
    remembered = Remembered(Remembering())
    before, changed = Position(3, 0), Position(2, 0)
    made = [remembered.copied("returns", before) for _ in range(201)]
    assert [each is None for each in made] == [False] * 200 + [True]
    assert made[0].heap is not before.heap
    assert not remembered.is_harmless("returns", before, changed)
    assert remembered.copied("returns", before) is not None
    for _ in range(199):
        assert remembered.is_harmless("returns", before, Position(3, 0))
    assert remembered.copied("returns", before) is None
    assert remembered.is_harmless("returns", None, Position(3, 0))


def test_what_changes_late_is_no_memory():
    remembered = Remembered(Remembering())
    for _ in range(201):
        copied = remembered.copied("returns", Position(3, 0))
    assert copied is None
    assert not remembered.is_harmless("returns", copied, Position(3, 0))


def test_states_that_cannot_be_copied():
    remembered = Remembered(Remembering())
    state = Position(3, 0)
    state.lock = Lock()
    assert remembered.copied("returns", state) is None
    assert not remembered.is_harmless("returns", None, state)
