"""Playouts of go: answers to the last stone, by captures, escapes and patterns, and no own eyes."""

from __future__ import annotations

from copy import copy
from itertools import product
from typing import Any, Self

import numpy as np

from ...errors import BadParameter
from ...game import Game, State
from ...mcts.evaluation.playout_policy import PlayoutPolicy
from ...numbers.checks import fraction
from ...primitives.rng import Rng
from ...rules.workspace import Workspace
from .board import BLACK, EMPTY, NOWHERE, WHITE, Board, is_playable

__all__ = ["GoPlayouts", "escapes", "is_eye", "matches", "only_liberty"]

# Patterns of the eight points around an empty one, in the middle (Gelly, Wang, Munos and Teytaud,
# "Modification of UCT with patterns in Monte-Carlo Go", 2006). X and O are stones of either
# colour, a small letter is anything but such a stone, ? is anything, # the border.
_PATTERNS = (
    "XOX ... ???",  # hane around
    "XO. ... ?.?",  # hane
    "XO? X.. x.?",  # turn
    ".O. X.. ...",  # diagonal contact
    "XO? O.o ?o?",  # a cut
    "XO? O.X ???",  # a cut that is peeped at
    "?X? O.O ooo",  # a push between
    "OX? o.O ???",  # a cut of a knight's move
    "X.? O.? ###",  # at the edge: chase
    "OX? X.O ###",  # block a cut
    "?X? x.O ###",  # block a connection
    "?XO x.x ###",  # go down
    "?OX X.O ###",  # cut
)
_CONTENTS = {
    "X": (BLACK,),
    "O": (WHITE,),
    "x": (EMPTY, WHITE, 3),
    "o": (EMPTY, BLACK, 3),
    ".": (EMPTY,),
    "?": (EMPTY, BLACK, WHITE, 3),
    "#": (3,),  # in a code, where a point has two bits
}


def _table() -> Any:
    """Return for each code of eight points whether it is a pattern."""
    found = np.zeros(1 << 16, np.bool_)
    for pattern in _PATTERNS:
        rows = pattern.split()
        for turned in range(8):
            around = _turned(rows, turned)
            for swapped in (around, around.translate(str.maketrans("XOxo", "OXox"))):
                for contents in product(*[_CONTENTS[each] for each in swapped]):
                    found[sum(each << 2 * place for place, each in enumerate(contents))] = True
    return found


def _turned(rows: list[str], turned: int) -> str:
    """Return one of the eight images of a pattern, without its middle."""
    if turned >= 4:
        rows = [row[::-1] for row in rows]
    for _ in range(turned % 4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    whole = "".join(rows)
    return whole[:4] + whole[5:]


_IS_PATTERN = _table()


class GoPlayouts(PlayoutPolicy):
    """Answers to the last stone if there are any, else a random stone, but in no own eye.

    Answers are, the first kind that there is: taking the last stone's chain, or saving a chain
    that it left with one liberty, looked for with the probability `capture`; then a stone beside
    it where a pattern fits, looked for with the probability `pattern` (Gelly, Wang, Munos and
    Teytaud, 2006). Who has nothing but his own eyes passes.
    """

    def __init__(self, capture: float = 0.9, pattern: float = 0.95) -> None:
        self.capture = fraction("capture", capture)
        self.pattern = fraction("pattern", pattern)

    width: int = 0
    superko: bool = False
    actions: Any = None

    def fitted_to(self, game: Game) -> Self:
        rules: Any = game
        if not hasattr(rules, "action_of_point"):
            raise BadParameter(f"GoPlayouts play go, not {game.name}")
        fitted = copy(self)
        fitted.width = rules.size + 1
        fitted.superko = rules.superko
        fitted.actions = rules.action_of_point
        return fitted

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        colour = BLACK + int(state.plies & 1)
        point = NOWHERE
        last = int(state.last)
        if last != NOWHERE:
            if rng.uniform() < self.capture:
                point = self.answer(state, last, colour, rng)
            if point == NOWHERE and rng.uniform() < self.pattern:
                point = self.by_pattern(state, last, colour, rng)
        if point == NOWHERE:
            point = self.anywhere(state, colour, rng)
        return int(self.actions[point])

    def answer(self, board: Board, last: int, colour: int, rng: Rng) -> int:
        """Return a point that takes the last stone or saves a chain beside it, or NOWHERE."""
        width, superko = self.width, self.superko
        liberty = only_liberty(board, last, width)
        if liberty != NOWHERE and is_playable(board, liberty, colour, width, superko):
            return liberty
        chosen = NOWHERE
        found = 0
        for side in range(4):
            near = last + (-1 if side == 0 else 1 if side == 1 else -width if side == 2 else width)
            if board.points[near] != colour:
                continue
            liberty = only_liberty(board, near, width)
            if liberty == NOWHERE:
                continue
            taking = _counter(board, near, colour, width, rng)
            if taking != NOWHERE and is_playable(board, taking, colour, width, superko):
                found += 1
                if rng.below(found) == 0:
                    chosen = taking
            if escapes(board, liberty, colour, width):
                found += 1
                if rng.below(found) == 0:
                    chosen = liberty
        return chosen

    def by_pattern(self, board: Board, last: int, colour: int, rng: Rng) -> int:
        """Return a point around the last stone where a pattern fits, or NOWHERE."""
        width = self.width
        chosen = NOWHERE
        found = 0
        for place in range(9):
            point = last + (place // 3 - 1) * width + place - place // 3 * 3 - 1
            if board.points[point] == EMPTY and matches(board, point, width):
                if not is_playable(board, point, colour, width, self.superko):
                    continue
                found += 1
                if rng.below(found) == 0:
                    chosen = point
        return chosen

    def anywhere(self, board: Board, colour: int, rng: Rng) -> int:
        """Return a random point where a stone may be put and no own eye is, or NOWHERE."""
        count = int(board.free_count)
        if count == 0:
            return NOWHERE
        place = rng.below(count)
        for _ in range(count):
            point = int(board.free[place])
            if not is_eye(board, point, colour, self.width) and is_playable(
                board, point, colour, self.width, self.superko
            ):
                return point
            place += 1
            if place == count:
                place = 0
        return NOWHERE


def only_liberty(board: Board, first: int, width: int) -> int:
    """Return the only liberty of the chain of a stone, NOWHERE if it has more."""
    points, following = board.points, board.next
    if board.liberties[board.chain[first]] > 4:  # no point is beside more stones
        return NOWHERE
    liberty = NOWHERE
    stone = first
    while True:
        for side in range(4):
            near = stone + (-1 if side == 0 else 1 if side == 1 else -width if side == 2 else width)
            if points[near] == EMPTY:
                if liberty != NOWHERE and liberty != near:
                    return NOWHERE
                liberty = near
        stone = int(following[stone])
        if stone == first:
            return liberty


def _counter(board: Board, first: int, colour: int, width: int, rng: Rng) -> int:
    """Return a liberty whose loss takes a chain beside the chain of a stone, or NOWHERE."""
    points, following = board.points, board.next
    other = BLACK + WHITE - colour
    chosen = NOWHERE
    found = 0
    stone = first
    while True:
        for side in range(4):
            near = stone + (-1 if side == 0 else 1 if side == 1 else -width if side == 2 else width)
            if points[near] == other:
                liberty = only_liberty(board, near, width)
                if liberty != NOWHERE:
                    found += 1
                    if rng.below(found) == 0:
                        chosen = liberty
        stone = int(following[stone])
        if stone == first:
            return chosen


def escapes(board: Board, liberty: int, colour: int, width: int) -> bool:
    """Return whether a stone at an only liberty leaves its chain with two or more."""
    points = board.points
    gained = 0
    for side in range(4):
        near = liberty + (-1 if side == 0 else 1 if side == 1 else -width if side == 2 else width)
        if points[near] == EMPTY or (
            points[near] == colour and only_liberty(board, near, width) == NOWHERE
        ):
            gained += 1
    return gained >= 2


def matches(board: Board, point: int, width: int) -> bool:
    """Return whether what is around a point is one of the patterns."""
    points = board.points
    above, below = point + width, point - width
    code = (
        _two_bits(points[above - 1])
        | _two_bits(points[above]) << 2
        | _two_bits(points[above + 1]) << 4
        | _two_bits(points[point - 1]) << 6
        | _two_bits(points[point + 1]) << 8
        | _two_bits(points[below - 1]) << 10
        | _two_bits(points[below]) << 12
        | _two_bits(points[below + 1]) << 14
    )
    return bool(_IS_PATTERN[code])


def _two_bits(content: Any) -> int:
    number = int(content)
    return number & 3 | (number >> 2) * 3


def is_eye(board: Board, point: int, colour: int, width: int) -> bool:
    """Return whether an empty point is an eye of a player, which the other cannot take soon.

    All around are his stones, and of the diagonals the other has one at most, at the edge none.
    """
    points = board.points
    other = BLACK + WHITE - colour
    sides = points[point - 1] | points[point + 1] | points[point - width] | points[point + width]
    if sides & other != 0:
        return False
    if (
        points[point - 1] == EMPTY
        or points[point + 1] == EMPTY
        or points[point - width] == EMPTY
        or points[point + width] == EMPTY
    ):
        return False
    above, below = point + width, point - width
    lost = (
        int(points[above - 1] == other)
        + int(points[above + 1] == other)
        + int(points[below - 1] == other)
        + int(points[below + 1] == other)
    )
    at_edge = sides > 3
    return bool(lost < (1 if at_edge else 2))
