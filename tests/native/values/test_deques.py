"""Deques, compiled as in Python."""

from __future__ import annotations

from collections import deque

import pytest

import gametree as gt
from plainpython.hashing import key_of_state

from ...language.both_modes import assert_same, compiled
from .both_modes import assert_plays_alike


def deques(n):
    queue = deque([n])
    seen = []
    while queue and len(seen) < 10:
        number = queue.popleft()
        seen.append(number)
        if number > 1:
            queue.append(number // 2)
            queue.append(number // 3)
    ring = deque(range(n))
    ring.rotate(2)
    ring.rotate(-5)
    ring.appendleft(9)
    ring.extend([1, 2])
    ring.extendleft((7, 8))
    other = ring.copy()
    other.append(3)
    empty = deque()
    empty.appendleft((n, 1))
    turns = [(each, 0) for each in ring]
    return (
        seen,
        list(queue),
        list(ring),
        ring[0] + 10 * ring[-1] + ring.pop(),
        len(other) - len(ring),
        sum(empty[0]),
        4 in ring,
        turns,
        ring == other,
        list(ring) == ring,
    )


def changed_in_a_loop(n):
    queue = deque([1, 2])
    for each in queue:
        if each == n:
            queue.append(3)
    return len(queue)


def taken_from(n):
    queue = deque([n])
    queue.popleft()
    try:
        return queue.popleft()
    except IndexError:
        return -1


def all_of_them(n):
    return deques(n), changed_in_a_loop(n + 3), taken_from(n)


class Snake(gt.Game):
    """A snake that goes on until it meets itself; its body is a deque."""

    def initial_state(self):
        return (deque([(0, 0)]), 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        body, moves = state
        return [] if moves == 8 or list(body).count(body[0]) > 1 else [0, 1, 2, 3]

    def next_state(self, state, action):
        body, moves = state
        row, column = body[0]
        body = body.copy()
        down, right = ((0, 1), (1, 0), (0, -1), (-1, 0))[action]
        body.appendleft((row + down, column + right))
        if moves % 3 == 2:
            body.pop()
        return (body, moves + 1)

    def returns(self, state):
        return (1.0, -1.0) if state[1] % 2 else (-1.0, 1.0)


def test_deques_are_as_in_python():
    assert_same(all_of_them, (3,), (1,), (0,), (6,))


def test_a_deque_may_not_change_its_length_in_a_loop():
    for function in (changed_in_a_loop, compiled(changed_in_a_loop, 1)):
        with pytest.raises(RuntimeError, match="mutated during iteration"):
            function(1)


def test_a_deque_in_a_state():
    assert_plays_alike(Snake())


def test_the_key_of_a_deque_is_that_of_a_list():
    assert key_of_state(deque([1, 2])) == key_of_state([1, 2])
