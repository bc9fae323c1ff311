"""Floats where Python takes ints alone: refused, and never cut off."""

from __future__ import annotations

import heapq
import itertools
import math
from collections import deque

import pytest
from numba.core.errors import NumbaError

from plainpython.reasons import Unsupported

from ..both_modes import assert_same, compiled

ROW = [1, 2, 3]


def inserted(a):
    row = [1, 2]
    row.insert(a, 9)
    return row


def rotated(a):
    queue = deque([1, 2])
    queue.rotate(a)
    return list(queue)


CALLS = (
    lambda a: [i for i in range(a)],
    lambda a: [i for i in range(0, 5, a)],
    lambda a: ROW[:a],
    lambda a: "abc"[a:],
    lambda a: chr(a),
    lambda a: hex(a),
    lambda a: math.gcd(a, 4),
    lambda a: math.factorial(a),
    lambda a: math.isqrt(a),
    lambda a: round(2.567, a),
    lambda a: int("11", a),
    lambda a: "x".zfill(a),
    lambda a: "abc".find("c", a),
    lambda a: "a,b".split(",", a),
    lambda a: "aaa".replace("a", "b", a),
    lambda a: ROW.index(1, a),
    lambda a: list(itertools.islice(ROW, a)),
    lambda a: list(itertools.repeat(1, a)),
    lambda a: list(itertools.combinations(ROW, a)),
    lambda a: heapq.nlargest(a, ROW),
    inserted,
    rotated,
)


def test_a_float_where_python_takes_ints_alone_is_refused():
    for call in CALLS:
        with pytest.raises((TypeError, ValueError)):
            call(2.0)
        with pytest.raises((NumbaError, Unsupported), match="takes ints alone"):
            compiled(call, 2.0)


def negative_numbers(n):
    raised = 0
    try:
        raised += len(list(itertools.islice(ROW, n)))
    except ValueError:
        raised += 10
    try:
        raised += len(list(itertools.product(ROW, repeat=n)))
    except ValueError:
        raised += 100
    return raised, list(itertools.islice(ROW, n + 1, None)), list(itertools.islice(ROW, None))


def test_numbers_of_items_below_zero_raise_as_in_python():
    assert_same(negative_numbers, (1,), (-1,), (0,))


def lines_of(text):
    return text.splitlines()


def test_lines_end_where_they_do_in_python():
    texts = ("\r\nb\x0bq\n\n", "a\r", "\r\r\n\n", "é\x85b\u2028c\u2029", "a\x1cb\x1dc\x1e\x1f", "")
    assert_same(lines_of, *((text,) for text in texts))
