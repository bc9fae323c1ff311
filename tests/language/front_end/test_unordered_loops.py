"""Loops over sets that do the same in whatever order, and those that do not."""

from __future__ import annotations

import ast

import numpy as np
import pytest
from numba.core.errors import NumbaError

from plainpython.front_end.unordered_loops import does_without_order, has_no_effects

from ..both_modes import assert_same, assert_same_arrays, compiled


def masked(n):
    mask = np.zeros(9)
    for cell in {each % 9 for each in range(0, n, 2)}:
        mask[cell] = 1
    return mask, np.zeros(1)


def on_a_board(n):
    board = [[0] * 3 for _ in range(3)]
    taken = {(row, row * n % 3) for row in range(3)}
    for row, column in taken:
        if (row + column) % 2 == 0:
            board[row][column] = -1
        else:
            board[row][column] = 2
    return board


def collected(n):
    cells = {each * 3 % 11 for each in range(n)}
    bits, count = 0, 0
    counts = [0, 0]
    for cell in cells:
        bits |= 1 << cell
        count += 1
        counts[cell % 2] += 2
    return bits, count, counts


def in_a_list(n):
    """What has an order keeps it."""
    board = [0] * 9
    for cell in [3, 4, n]:
        board[cell] = 5
    return board


def test_both_modes_do_the_same():
    assert_same_arrays(masked, 9)
    for function in (on_a_board, collected, in_a_list):
        assert_same(function, (3,), (7,), (0,))


FREE = [
    "mask[a] = 1",
    "self.board[a[0]][a[1]] = None",
    "mask[size - a] = -1.0",
    "counts[a % 2] += 1",
    "bits |= 1 << a",
    "if a > 3:\n        mask[a] = True",
    "if a > 3:\n        mask[a] = 1\n    else:\n        mask[a] = 2",
    "count += 1\n    count -= 2",
]
BOUND = [
    "last = a",
    "mask[a] = a",
    "mask[mask[a]] = 1",
    "total += a",
    "total *= 2",
    "places.append(a)",
    "mask[f(a)] = 1",
    "if mask[a]:\n        mask[a + 1] = 0",
    "if f(a):\n        mask[a] = 1",
    "self.board[self.board[a]] = 1",
    "bits |= found[a]",
    "bits |= 1 << bits",
    "if a > 3:\n        mask[a % 3] = 1\n    else:\n        mask[a % 3] = 2",
    "mask[a] = 1\n    mask[a + 1] = 2",
    "bits += 1\n    bits ^= 2",
    "if a > 3:\n        text += 'a'\n    else:\n        text += 'b'",
    "if a > 3:\n        total += 0.1\n    else:\n        total += 0.2",
    "mask[a] = 1\n    break",
    "yield a",
    "return a",
]


@pytest.mark.parametrize(
    ("body", "free"), [*((b, True) for b in FREE), *((b, False) for b in BOUND)]
)
def test_which_loops_do_without_order(body, free):
    (loop,) = ast.parse(f"for a in cells:\n    {body}\n").body
    assert does_without_order(loop) is free


@pytest.mark.parametrize("items", ["range(9)", "[1, 2]", "sorted(cells)", "(a for a in cells)"])
def test_what_has_an_order_is_left_as_it_is(items):
    (loop,) = ast.parse(f"for a in {items}:\n    mask[a] = 1\n").body
    assert not does_without_order(loop)


def test_a_loop_with_an_end_of_its_own_has_an_order():
    (loop,) = ast.parse("for a in cells:\n    mask[a] = 1\nelse:\n    mask[0] = 2\n").body
    assert not does_without_order(loop)


def bound(n):
    order = []
    for name in {"a", str(n)}:
        order.append(name)
    return order


def test_others_are_refused_for_sets_of_texts():
    with pytest.raises(NumbaError, match="it takes the items of a set in an order that"):
        compiled(bound, 3)


@pytest.mark.parametrize(
    ("items", "pure"),
    [
        ("len(a) > 2 for a in cells", True),
        ("a.upper() for a in f(cells) if a.startswith('b')", True),
        ("places[a] + 1 for a in cells", True),
        ("f(a) for a in cells", False),
        ("a for a in cells if log.append(a)", False),
        ("(b := a) for a in cells", False),
        ("b for a in cells for b in f(a)", False),
    ],
)
def test_which_items_are_worked_out_without_effects(items, pure):
    made = ast.parse(f"any({items})", mode="eval").body.args[0]
    assert has_no_effects(made) is pure
