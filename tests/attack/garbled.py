"""Values that nobody expects, and values that were spoilt a little."""

from __future__ import annotations

import datetime as dt
import math
import warnings
from collections import namedtuple
from decimal import Decimal
from fractions import Fraction

import numpy as np

Pair = namedtuple("Pair", "first second")


class Thing:
    """An object of nobody's."""


class Odd:
    """An object that answers no question."""

    def __eq__(self, other):
        raise RuntimeError("not comparable")

    __hash__ = None

    def __bool__(self):
        raise RuntimeError("neither true nor false")

    def __repr__(self):
        return "Odd()"


PLAIN = (
    None, True, False, 0, 1, 2, -1, 3, 7, 64, 255, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1,
    2**32, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30, 0.0, -0.0, 0.5, 1.0, -1.5, 1e-300,
    1e300, math.nan, math.inf, -math.inf, 1j, "", "0", "1", "auto", "tree", "nan", "é\x00", b"",
    b"\xff", (), (0,), (1, 2), (0, (1, 2)), [], [0], [[0, 0], [0, 0]], {}, {0: 1}, set(), {1},
    frozenset((1,)), range(3), slice(2), int, Thing, Ellipsis, NotImplemented, print, len,
    Decimal("1"), Fraction(1, 2), dt.date(2000, 1, 1), Pair(1, 2),
)  # fmt: skip

MADE = (
    Thing,
    Odd,
    object,
    lambda: lambda *arguments: 0,
    lambda: iter([1, 2]),
    lambda: np.int8(3),
    lambda: np.int64(1),
    lambda: np.uint64(2**64 - 1),
    lambda: np.float32(0.5),
    lambda: np.float64(math.nan),
    lambda: np.bool_(True),
    lambda: np.zeros(0),
    lambda: np.zeros((2, 3), np.int8),
    lambda: np.arange(3),
    lambda: np.array(1),
    lambda: np.array(["a"]),
    lambda: np.array([None, 1], object),
    lambda: np.zeros(1, [("a", "i4")])[0],
    lambda: np.ma.masked_array([1, 2], [True, False]),
    lambda: memoryview(b"abc"),
    lambda: bytearray(3),
)


def anything(random):
    """Return some value."""
    if random.random() < 0.6:
        return random.choice(PLAIN)
    if random.random() < 0.7:
        return random.choice(MADE)()
    if random.random() < 0.5:
        return random.choice([-1, 1]) * random.getrandbits(random.choice([4, 8, 16, 33, 63, 80]))
    return random.choice([tuple, list])(anything(random) for _ in range(random.randrange(4)))


def spoilt(random, value):
    """Return a value with one thing changed in it, its form by preference."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of NumPy, about what is made here
            return _spoilt(random, value)
    except (IndexError, OverflowError, TypeError, ValueError):  # there is no such value
        return anything(random)


def _spoilt(random, value):
    if isinstance(value, np.ndarray) and random.random() < 0.95:
        return _another_array(random, value)
    if isinstance(value, tuple) and random.random() < 0.8:
        items = list(value)
        how = random.randrange(7)
        if how == 0:
            return items
        if how == 1:
            return tuple(items[:-1])
        if how == 2:
            return (*items, anything(random))
        if how == 3:
            random.shuffle(items)
        elif items:
            place = random.randrange(len(items))
            items[place] = _spoilt(random, items[place])
        return tuple(items)
    if isinstance(value, int) and random.random() < 0.8:
        return random.choice([
            float(value), np.int8(value), np.int64(value), np.uint8(value & 255), bool(value),
            str(value), value + 1, -value, value + 2**31, value + 2**32, value + 2**63, [value],
            (value,), np.array(value), value + 0.5, Decimal(value), value | 1 << 70,
        ])  # fmt: skip
    return anything(random)


def _another_array(random, array):
    twice = np.zeros(tuple(2 * size for size in array.shape), array.dtype)
    every = tuple(slice(None, None, 2) for _ in array.shape)
    twice[...] = 3
    twice[every] = array
    readonly = array.copy()
    readonly.flags.writeable = False
    swapped = array.astype(array.dtype.newbyteorder())
    raw = np.zeros(array.nbytes + 1, np.uint8)
    askew = raw[1 : 1 + array.nbytes].view(array.dtype).reshape(array.shape)
    askew[...] = array
    changed = array.copy()
    if array.size:
        changed.flat[random.randrange(array.size)] = random.choice([0, 1, 2, 5, -1, -128, 127])
    others = [
        np.asfortranarray(array), twice[every], readonly, swapped, askew, changed, changed,
        array[::-1], array[::-1][::-1], array.T, array.ravel(), array[..., None], array[:-1],
        array.tolist(), tuple(map(tuple, array.tolist())) if array.ndim > 1 else (),
        array.view(np.ma.MaskedArray), array.astype(object), array.astype(complex),
        array.astype(str), array.view(np.uint8), np.matrix(array) if array.ndim == 2 else array,
        array.astype(random.choice(["i2", "i4", "i8", "u1", "u8", "f4", "f8", "?"])),
        np.broadcast_to(array[..., :1], array.shape), np.zeros((0, 3), array.dtype),
    ]  # fmt: skip
    return random.choice(others)
