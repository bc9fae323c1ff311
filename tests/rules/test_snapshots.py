from __future__ import annotations

import enum
import threading
from collections import deque
from typing import NamedTuple

import numpy as np
import pytest

from gametree.rules.snapshots import freeze, is_value, outline, size_of
from plainpython.bits import u64


class Point(NamedTuple):
    x: int
    y: list[int]


class Slotted:
    __slots__ = ("a",)

    def __init__(self, a):
        self.a = a


class Held:
    def __init__(self, a):
        self.a = a


class Colour(enum.Enum):
    RED = 1


MAKERS = [
    lambda n: (n, 0),
    lambda n: [n, [n]],
    lambda n: {n: [n], "a": {n}},
    lambda n: Point(1, [n]),
    lambda n: np.array([n, 2]),
    lambda n: np.array([n, None], dtype=object),
    lambda n: bytearray([n]),
    lambda n: deque([n]),
    lambda n: Slotted([n]),
    lambda n: Held({"b": n}),
    lambda n: (u64(n), float("nan"), Colour.RED),
]


@pytest.mark.parametrize("make", MAKERS)
def test_contents_are_compared(make):
    assert freeze(make(1)) == freeze(make(1))
    assert freeze(make(1)) != freeze(make(2))
    assert hash(freeze(make(1))) == hash(freeze(make(1)))


def test_a_change_within_shows():
    state = Point(1, [1])
    before = freeze(state)
    state.y.append(2)
    assert freeze(state) != before


def test_plain_tuples_are_their_own_contents():
    assert is_value((1, "a", None))
    assert not is_value(([1],))


def test_what_contains_itself_is_no_endless_loop():
    loop = []
    loop.append(loop)
    freeze(loop)


def test_containers_that_raise_are_told_apart_by_identity():
    class Trap(list):
        def __iter__(self):
            raise OSError

    first, second = Trap([1]), Trap([1])
    assert freeze(first) == freeze(first) != freeze(second)
    assert size_of(Trap([1])) >= 1


def test_an_outline_has_contents_but_no_identities():
    first, second = Held([1, lambda: 1]), Held([1, lambda: 1])
    assert outline(first) == outline(second)
    assert freeze(first) != freeze(second)
    assert outline(first) != outline(Held([2, lambda: 1]))
    assert outline(threading.Lock()) == outline(threading.Lock())


def test_objects_may_tell_what_they_are():
    class Told(Held):
        def __init__(self, a, uses):
            self.a = a
            self.uses = uses

        def __getstate__(self):
            return self.a

    assert freeze(Told([1], 2)) == freeze(Told([1], 3))
    assert freeze(Told([1], 2)) != freeze(Told([2], 2))


def test_sizes():
    assert size_of(1) == 1
    assert size_of(1 << 6400) == 101
    assert size_of([0] * 1000) >= 1000
    assert size_of(Held("x" * 500)) >= 500


def nested(levels, shared):
    """Return lists of two, within each other: one for each level if they are shared."""
    if levels == 0:
        return [0]
    part = nested(levels - 1, shared)
    return [part, part if shared else nested(levels - 1, shared)]


def test_shared_parts_are_looked_at_once():
    """Written out, there are more than 10^18 of them."""
    assert freeze(nested(60, True)) == freeze(nested(60, True))
    assert freeze(nested(60, True)) != freeze(nested(61, True))
    assert size_of(nested(60, True)) < 1000


def test_what_is_equal_is_so_whether_its_parts_are_shared_or_not():
    for levels in (3, 12):  # few parts, and more than are written out
        assert freeze(nested(levels, True)) == freeze(nested(levels, False))


def test_large_values_are_compared_by_their_contents():
    def large(last):
        return [[number, {number: (float(number), "a")}, {last}] for number in range(3000)]

    assert freeze(large(1)) == freeze(large(1)) == freeze(large(True))
    assert freeze(large(1)) != freeze(large(2))
    assert hash(freeze(large(1))) == hash(freeze(large(1)))


def test_generators_are_compared_by_what_they_will_draw():
    first, second = np.random.default_rng(1), np.random.default_rng(1)
    assert freeze([first]) == freeze([second])
    second.random()
    assert freeze([first]) != freeze([second])
