"""Games whose states change: copies that cannot be made, that share, and that forget."""

from __future__ import annotations

import random
import threading

import pytest
from planted import Take, diagnosis, examine

import gametree as gt


class Heap:
    def __init__(self, left=7, player=0):
        self.left = left
        self.player = player
        self.taken = []


class HeapTake(gt.Game):
    """Take one to three of seven counters; the state keeps what was taken."""

    states_change = True
    heap = Heap

    def initial_state(self):
        return self.heap()

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return range(1, min(3, state.left) + 1)

    def next_state(self, state, action):
        state.left -= action
        state.player = 1 - state.player
        state.taken.append(action)
        return state

    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)


def test_states_that_change_and_are_copied_by_default_are_sound():
    report = examine(HeapTake())
    assert report.findings == ()
    assert report.profile.microseconds["copy"] > 0


class Unsafe(Heap):
    """What cannot be copied, and what can be but not looked into."""

    def __init__(self):
        super().__init__()
        self.held = threading.Lock()


class Counting(Heap):
    def __init__(self):
        super().__init__()
        self.held = (number for number in range(100))


@pytest.mark.parametrize("kind", [Unsafe, Counting])
def test_states_that_cannot_be_copied(kind):
    class Game(HeapTake):
        heap = kind

    assert diagnosis(Game()) == ("copy", "raises", ())
    text = str(examine(Game()))
    assert "copy is copy.deepcopy here, and raised TypeError: cannot pickle" in text
    assert "define copy(state), or wrap the game in gametree.adapters.replayed.Replayed" in text


def test_a_function_in_a_state_is_no_fault():
    class Keeping(Heap):
        def __init__(self):
            super().__init__()
            self.rule = lambda: None

    class Game(HeapTake):
        heap = Keeping

    assert examine(Game()).findings == ()


def test_a_deepcopy_that_shares_a_list():
    class Sharing(Heap):
        def __deepcopy__(self, memo):
            twin = Sharing(self.left, self.player)
            twin.taken = self.taken
            return twin

    class Game(HeapTake):
        heap = Sharing

    assert diagnosis(Game()) == ("copy", "shares", (1,))
    text = str(examine(Game()))
    assert "a move on the copy changed the original" in text
    assert "find the __deepcopy__ that shares a part, or define copy(state)" in text


def test_a_deepcopy_that_shares_what_cannot_be_seen():
    class Hidden(Heap):
        def __init__(self):
            super().__init__()
            left = [7]
            self.peek = lambda: left[0]
            self.take = lambda count: left.__setitem__(0, left[0] - count)

    class Game(HeapTake):
        heap = Hidden

        def legal_actions(self, state):
            return range(1, min(3, state.peek()) + 1)

        def next_state(self, state, action):
            state.take(action)
            state.player = 1 - state.player
            return state

    method, kind, _ = diagnosis(Game())
    assert (method, kind) == ("copy", "shares")


def test_a_deepcopy_that_forgets():
    class Forgetful(Heap):
        def __deepcopy__(self, memo):
            return Forgetful(self.left, self.player)

    class Game(HeapTake):
        heap = Forgetful

    assert diagnosis(Game()) == ("copy", "differs", (1,))


def test_a_deepcopy_that_forgets_what_cannot_be_seen():
    """The copy counts its moves from 0 on, and the game ends after five."""

    class Clock(Heap):
        def __init__(self, left=7, player=0):
            super().__init__(left, player)
            moves = []
            self.tick = lambda: moves.append(1)
            self.count = lambda: len(moves)

        def __deepcopy__(self, memo):
            twin = Clock(self.left, self.player)
            twin.taken = list(self.taken)
            return twin

    class Game(HeapTake):
        heap = Clock

        def legal_actions(self, state):
            return range(0) if state.count() >= 5 else HeapTake.legal_actions(self, state)

        def next_state(self, state, action):
            state.tick()
            return HeapTake.next_state(self, state, action)

    assert diagnosis(Game()) == ("copy", "plays otherwise", (1, 1, 1, 1, 1))
    assert "the same moves played without copies lead to one where it gives" in str(examine(Game()))


def test_a_copy_of_ones_own_that_shares():
    class Game(HeapTake):
        def copy(self, state):
            twin = Heap(state.left, state.player)
            twin.taken = state.taken
            return twin

    assert diagnosis(Game()) == ("copy", "shares", (1,))
    assert "find the part of the state that it shares" in str(examine(Game()))


def test_next_state_that_plays_dice_is_not_taken_for_a_wrong_copy():
    dice = random.Random(1)

    class Game(HeapTake):
        def next_state(self, state, action):
            return HeapTake.next_state(self, state, dice.randint(1, action))

    methods = {fault.method for fault in examine(Game()).faults}
    assert "next_state" in methods
    assert "copy" not in methods


def test_the_advice_for_states_that_change_unsaid():
    class Game(HeapTake):
        states_change = False

    (fault,) = examine(Game()).faults
    assert (fault.method, fault.kind) == ("next_state", "changes the state")
    assert fault.advice == "return a new state, or declare states_change = True in the class"


def test_a_game_of_values_is_not_copied():
    class Game(Take):
        def initial_state(self):
            return (7, 0)

    assert "copy" not in examine(Game()).profile.microseconds
