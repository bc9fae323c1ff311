"""Values that no game has in its states, and states with one of them in a place where it hurts."""

from __future__ import annotations

import collections
import decimal
import fractions

import numpy as np


class Hostile:
    """Answers every question with an error."""

    def _refuse(self, *arguments):
        raise ArithmeticError("asked")

    __eq__ = __hash__ = __len__ = __iter__ = __index__ = __float__ = __bool__ = __repr__ = _refuse
    __getitem__ = __array__ = _refuse


class HostileInt(int):
    """An int that compares with nothing."""

    __hash__ = int.__hash__

    def __eq__(self, other):
        raise ArithmeticError("compared")

    def __le__(self, other):
        raise ArithmeticError("compared")


Other = collections.namedtuple("Other", "one two")

_ENDLESS: list = []
_ENDLESS.append(_ENDLESS)

NUMBERS = [
    0, 1, 2, -1, 7, 2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 1 << 5000,
    True, False, 0.0, 1.0, -0.0, 2.5, 1e300, float("inf"), float("-inf"), float("nan"), 2.0**63,
    1j, 1 + 0j, HostileInt(1), fractions.Fraction(1), decimal.Decimal(1),
    *(kind(1) for kind in (np.int8, np.uint8, np.int64, np.uint64, np.float16, np.float32,
                           np.float64, np.longdouble, np.complex64, np.bool_)),
    np.float32(0.1), np.uint64(2**64 - 1), np.datetime64(1, "s"), np.timedelta64(1),
]  # fmt: skip
OBJECTS = [
    None, "", "1", "abc", b"1", bytearray(b"12"), memoryview(b"12"), [], (), {}, set(), {1, 2},
    {0: 1}, [1], [[0, 0], [0, 0]], [[1], [2, 3]], _ENDLESS, range(2), slice(2), iter([1, 2]),
    Ellipsis, NotImplemented, int, len, lambda: 1, object(), Hostile(), Other(1, 2), np,
]  # fmt: skip
ARRAYS = [
    np.array(1), np.zeros(0), np.zeros(2, np.int8), np.zeros((2, 2), np.int8),
    np.ones((3, 2), np.int8), np.ones((2, 3), bool), np.ones((2, 3)), np.full((2, 3), 0.5),
    np.full((2, 3), np.nan), np.full((2, 3), 300), np.ones((2, 3), ">i2"),
    np.asfortranarray(np.arange(6, dtype=np.int8).reshape(2, 3)),
    np.arange(12, dtype=np.int8).reshape(4, 3)[::2],
    np.arange(6, dtype=np.int8)[::-1].reshape(2, 3),
    np.broadcast_to(np.int8(1), (2, 3)), np.frombuffer(b"\1\2\1\0\1\1", np.int8).reshape(2, 3),
    np.zeros((2, 3), object), np.full((2, 3), "a"), np.zeros((2, 3), "M8[s]"),
    np.zeros((2, 3), [("a", "i1")]), np.ones((2, 3), np.complex64), np.zeros(6, "i1").reshape(2, 3),
    np.zeros((1 << 20, 0, 3), np.int8),
    np.ma.array([[1, 2, 3], [1, 1, 1]], mask=True),
]  # fmt: skip
VALUES = [*NUMBERS, *OBJECTS, *ARRAYS]


def odd_states(rng, state, count):
    """Yield this many states like `state` with one fault, or another way to say the same."""
    for _ in range(count):
        yield _odd(rng, state)


def _odd(rng, state):
    if rng.random() < 0.05:
        return rng.choice(VALUES)
    if isinstance(state, np.void):
        return _odd_record(rng, state)
    if isinstance(state, tuple) and rng.random() < 0.8:
        place = rng.randrange(len(state))
        members = list(state)
        members[place] = _odd(rng, state[place])
        if rng.random() < 0.8:
            return tuple.__new__(type(state), members)
        return rng.choice([tuple, list, iter])(members)
    if isinstance(state, tuple):
        members = list(state)
        change = rng.randrange(4)
        if change == 0:
            members.append(0)
        elif change == 1:
            members.pop()
        elif change == 2:
            rng.shuffle(members)
        return rng.choice([tuple, list])(members)
    if isinstance(state, np.ndarray):
        return rng.choice([*ARRAYS, *ARRAYS, *VALUES, state.tolist(), tuple(map(tuple, state))])
    if rng.random() < 0.3:
        return rng.choice([int, float, complex, np.int16, np.float64, str])(state)
    return rng.choice(VALUES)


def _odd_record(rng, state):
    kind = state.dtype
    fields = [(name, kind[name]) for name in kind.names]
    change = rng.randrange(6)
    if change == 0:
        fields = fields[:-1]
    elif change == 1:
        fields.reverse()
    elif change == 2:
        fields = [(name, np.dtype("f8") if not each.shape else each) for name, each in fields]
    elif change == 3:
        fields.append(("more", "i8"))
    made = np.zeros(3, np.dtype(fields, align=rng.random() < 0.5))[1]
    for name in made.dtype.names:
        if name in kind.names:
            made[name] = state[name]
    if change == 4:
        made[rng.choice(made.dtype.names)] = rng.choice([0, 1, 3, 100])
    return made if change < 5 else rng.choice([made.item(), bytes(made.tobytes()), made.dtype])
