from __future__ import annotations

import enum
import math

import numpy as np

from gametree.native.build import compile_function
from plainpython.values import arena

from ...language.both_modes import assert_same


def compiled(function, number):
    arena.provide()
    entry_point = compile_function(function, number)
    arena.enter()
    return entry_point(number)


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"

    def other(self):
        return Colour.BLUE if self is Colour.RED else Colour.RED

    @property
    def letter(self):
        return self.value


class Points(enum.IntEnum):
    PAWN = 3
    ROOK = 7


def test_members_are_compared_and_have_values_and_names():
    def play(n):
        colour = Colour.RED if n > 2 else Colour.BLUE
        points = Points.PAWN
        same = colour is Colour.RED, colour == Colour.BLUE, colour.other() is Colour.BLUE
        told = colour.value == "r", colour.name == "RED", colour.letter, points.name
        numbers = points + 1, points.value, points == 3, points < Points.ROOK, Points.PAWN * 2
        return same, told, numbers, len(Colour)

    assert compiled(play, 5) == play(5)
    assert compiled(play, 1) == play(1)


def test_a_number_is_no_member_but_of_integers():
    def play(n):
        return (
            [n == Colour.RED, Colour.RED == n, n != Colour.BLUE, n is Colour.RED],
            [n == Points.PAWN, Points.PAWN == n, n != Points.ROOK, 3.0 == Points.PAWN],
            ["r" == Colour.RED, Colour.RED == "r", Colour.RED == Points.PAWN],
        )

    assert_same(play, (3,), (1,))


def test_members_are_found_by_value_and_name_iterated_and_keys():
    def play(n):
        found = Colour("b") is Colour.BLUE, Colour["RED"] is Colour.RED, Points(7).name
        count = {Colour.RED: n, Colour.BLUE: 2}
        letters = [colour.value for colour in Colour]
        total = sum(points.value for points in Points)
        index = [4, 5, 6, 7, 8][Points.PAWN], max(Points.PAWN, n), min(Points.ROOK, n)
        named = Colour[["RED", "BLUE"][n % 2]].name
        more = count[Colour("r")], len(list(Points)), bool(Colour.RED)
        return found, letters, total, index, named, more

    assert compiled(play, 5) == play(5)


def test_an_integer_member_is_a_number_wherever_numbers_are_wanted():
    def play(n):
        points = Points.PAWN if n > 2 else Points.ROOK
        signs = -points, ~points, +points, abs(points), points - 9, 2 - points, points // -2
        more = points**2, points << 3, -7 + points, divmod(-7, points), math.sqrt(points)
        board = np.zeros((4, 8), dtype=np.int8)
        board[1, 2] = points
        board[0] = Points.ROOK
        board[Points.PAWN, 1] = 2
        board[board == Points.PAWN] = Points.ROOK
        full = np.full((2, 2), Points.PAWN)
        full += points
        row = [0] * Points.ROOK
        row[Points.PAWN] = points
        row[points - 3 :] = [1]
        texts = bin(points), "x" * points, "abcdefgh"[points]
        found = {3: 5, 7: 6}[points], points in (3, 4), [7, 3].index(points), list(range(points))
        return signs, more, int(board.sum()), int(full.sum()), sum(row), texts, found

    assert_same(play, (3,), (1,))


class Rights(enum.IntFlag):
    """What may be done."""

    SHORT = enum.auto()
    LONG = enum.auto()
    BOTH_WAYS = enum.auto()


class Walls(enum.Flag):
    """Sides of a cell."""

    NORTH = enum.auto()
    EAST = enum.auto()


def flags(n):
    rights = Rights.SHORT | Rights.LONG
    if n > 2:
        rights &= ~Rights.LONG
    walls = Walls(n % 4)
    return (
        int(rights),
        Rights.LONG in rights,
        bool(rights & Rights.LONG),
        rights == Rights.SHORT,
        (rights ^ Rights.BOTH_WAYS).value,
        walls.value,
        Walls.EAST in walls,
        (~walls).value,
        walls == Walls.NORTH,
        bool(walls),
    )


def test_flags_are_put_together_as_in_python():
    assert_same(flags, (3,), (1,), (4,))
