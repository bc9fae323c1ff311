"""Faults planted in states: of classes of one's own, and mutable ones."""

from __future__ import annotations

from planted import RecordTake, Take, diagnosis, examine, kinds


class Heap:
    def __init__(self, left, player, last=0):
        self.left, self.player, self.last = left, player, last

    def __eq__(self, other):
        return (self.left, self.player) == (other.left, other.player)

    def __hash__(self):
        return hash((self.left, self.player))


class HeapTake(Take):
    heap = Heap

    def initial_state(self):
        return self.heap(7, 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return range(1, min(3, state.left) + 1)

    def next_state(self, state, action):
        return self.heap(state.left - action, 1 - state.player, action)

    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)


def test_states_of_a_class_that_is_sound():
    assert examine(HeapTake()).findings == ()


def test_equal_states_that_hash_apart():
    class Apart(Heap):
        def __hash__(self):
            return hash((self.left, self.player, self.last))

    class Game(HeapTake):
        heap = Apart

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("__hash__", "hash")
    assert len(moves) == 2  # 1 2 and 2 1


def test_states_that_hash_by_identity():
    class Identical(Heap):
        __hash__ = object.__hash__

    class Game(HeapTake):
        heap = Identical

    assert diagnosis(Game())[:2] == ("__hash__", "hash")


def test_equal_states_of_different_players():
    class Forgetful(Heap):
        def __eq__(self, other):
            return self.left == other.left

        def __hash__(self):
            return hash(self.left)

    class Game(HeapTake):
        heap = Forgetful

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("__eq__", "equal states")
    assert len(moves) == 2  # 1 1 and 2


def test_equal_states_with_different_actions():
    class Game(Take):
        heard = 0

        def legal_actions(self, state):
            Game.heard += 1
            if state == (4, 0) and Game.heard > 300:
                return [1]
            return Take.legal_actions(self, state)

    found = kinds(examine(Game()))
    assert ("legal_actions", "changes the game") in found
    assert ("legal_actions", "equal states") in found


def test_records_that_are_sound():
    assert examine(RecordTake()).findings == ()


def test_a_copy_that_is_none():
    class Game(RecordTake):
        def copy(self, state):
            return state

    assert ("copy", "shares") in kinds(examine(Game()))


def test_a_copy_that_raises():
    class Game(RecordTake):
        def copy(self, state):
            raise OSError("no room")

    assert diagnosis(Game())[:2] == ("copy", "raises")


def test_legal_actions_that_change_a_record():
    class Game(RecordTake):
        def legal_actions(self, state):
            if state.left == 5:
                state.left = 4
            return RecordTake.legal_actions(self, state)

    assert diagnosis(Game()) == ("legal_actions", "changes the state", (2,))
