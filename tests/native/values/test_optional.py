from __future__ import annotations

import enum
from dataclasses import dataclass

import pytest

from gametree.native.build import compile_function
from plainpython.values import arena

from ...language.both_modes import assert_same


def compiled(function, number):
    arena.provide()
    entry_point = compile_function(function, number)
    arena.enter()
    return entry_point(number)


class Side(enum.Enum):
    WHITE = 0
    BLACK = 1


@dataclass
class Box:
    item: int


class Alone:
    """Equal to itself alone."""

    def __init__(self, item):
        self.item = item


REWARDS = [2, None]
BOXES = [Box(3), None, Box(3), Box(4)]
ALONE = [Alone(1), None, Alone(1)]
ANSWERS = [None, True, False, None, True]
SIDES = [None, Side.WHITE, Side.BLACK, None, Side.WHITE]


def test_what_may_be_none_is_compared_and_has_a_truth():
    def play(n):
        none, yes, no, nothing, also = ANSWERS[0], ANSWERS[1], ANSWERS[2], ANSWERS[3], ANSWERS[4]
        same = none is yes, yes is also, yes is no, none is nothing, none is None, yes is None
        other = none is not yes, yes is not also, none is not None, yes is not None
        truth = 1 if none else 2, 1 if yes else 2, 1 if no else 2, not none, not yes, not no
        return same, other, truth, ANSWERS.count(None), none == nothing, none == yes, yes == also

    assert compiled(play, 1) == play(1)


PLACES = [None, (3, 4), (5, 6)]
BOARDS = [None, [1, 2, 3]]


def test_items_of_what_may_be_none():
    def play(n):
        found = 0
        for place in PLACES:
            if place is not None:
                found += 10 * place[0] + place[1]
        board = BOARDS[n]
        return found, board[0] if board is not None else 0, 0 if board is None else board[-1]

    assert compiled(play, 1) == play(1)


def test_members_of_enumerations_that_may_be_none():
    def play(n):
        none, white, black, also = SIDES[0], SIDES[1], SIDES[2], SIDES[4]
        same = none is white, white is also, white is black, none is None, white is not black
        equal = none == Side.WHITE, white == Side.WHITE, Side.WHITE == also, none != Side.WHITE
        truth = 1 if none else 2, 1 if white else 2, 1 if black else 2, not none, not white
        return same, equal, truth, (none or Side.BLACK) is Side.BLACK, white is Side.WHITE

    assert compiled(play, 1) == play(1)


def test_identity_is_that_of_the_object():
    def play(n):
        first, second = [n], [n]
        box, other = Box(n), Box(n)
        lists = first is second, first is first, first is None, first is not second
        boxes = box is other, box is box, box is not other, box == other, box is None
        return lists, boxes, box is not None, n is None, Side.WHITE is None

    assert compiled(play, 1) == play(1)


def test_a_list_of_none_takes_what_is_put_in():
    def play(n):
        cells = [None] * 5
        cells[n] = n
        other = cells
        other[0] = 7
        return sum(cell for cell in cells if cell is not None), cells.count(None), cells

    assert compiled(play, 3) == play(3)


def test_an_object_that_may_be_none_is_compared_by_its_class():
    def play(n):
        one, none, other = BOXES[n - 1], BOXES[n], BOXES[n + 1]
        same = one == Box(3), Box(3) == one, one == other, one == BOXES[3], one != other
        missing = none == one, one == none, none == Box(3), Box(3) != none
        alone, nobody, likewise = ALONE[0], ALONE[1], ALONE[2]
        by_identity = alone == alone, alone == likewise, nobody == alone, alone != nobody
        return same, missing, by_identity

    assert compiled(play, 1) == play(1)


def test_what_may_be_none_as_a_float():
    def play(n):
        return float(REWARDS[n])

    assert compiled(play, 0) == play(0)
    with pytest.raises(TypeError, match="must be a string or a real number, not 'NoneType'"):
        compiled(play, 1)


def order(n):
    one, other = (n if n > 3 else None), (7 if n != 6 else None)
    steps = [(n if n > 9 else None, place) for place in range(1)]
    return (one, 1) < (other, 2), [one, 3] >= [other, 1], sorted(steps), max(steps)


def order_by_itself(n):
    one = n if n > 3 else None
    return one < 5, one <= n, one > 4.5, one >= one, max(one, 6)


def test_none_has_no_order():
    assert_same(order, (4,), (12,), (2,), (6,))
    assert_same(order_by_itself, (4,), (5,), (2,))
    with pytest.raises(TypeError, match="'<' not supported between None and something else"):
        compiled(order_by_itself, 2)


def of_lists(n):
    cells, told = (None if n > 2 else [1, 2]), 0
    try:
        for each in cells:
            told += each
    except TypeError:
        told += 10
    try:
        cells.append(3)
    except AttributeError:
        told += 100
    try:
        cells[0] = 5
    except TypeError:
        told += 1000
    try:
        told += len(cells)
    except TypeError:
        told += 10000
    return told


def of_others(n):
    text, table, held, told = "ab", {1: 2}, {3}, 0
    if n > 2:
        text = table = held = None
    try:
        told += len(text.upper())
    except AttributeError:
        told += 10
    try:
        told += table.get(1, 0)
    except AttributeError:
        told += 100
    try:
        held.add(5)
    except AttributeError:
        told += 1000
    try:
        told += 1 if text in "abc" else 2
    except TypeError:
        told += 10000
    return told


def of_objects(n):
    cell, told = (None if n > 2 else Box(n)), 0
    try:
        told += cell.item
    except AttributeError:
        told += 10
    try:
        cell.item = 5
    except Exception:
        told += 100
    return told


def parts(n):
    start, stop = (None if n > 2 else 1), (None if n < 1 else 4)
    row = (3, -1, 4, 1, -5, 9)
    return row[start:stop], row[stop:start:-1], row[start:], "abcdef"[:stop]


def test_what_rules_do_with_none_raises_as_in_python():
    for function in (of_lists, of_others, of_objects, parts):
        assert_same(function, (3,), (1,), (0,))
