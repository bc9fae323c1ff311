"""The board of a state that holds the cells of two players as the bits of two ints.

Games at random show it: two ints have no bit in common, and each move sets one more bit of either.
Which bit a move sets tells where its cell is: by a pair of row and column, by a number, or by a
column that fills from below.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from ...game import Game
from ..state_parts import fields_of

__all__ = ["BitPair", "bit_pair_of", "items_of", "moves_of", "position_after"]

_GAMES = 12
_PLIES = 200
_MOST_CELLS = 400
_SIDES = 19


class BitPair(NamedTuple):
    """Where in a state two ints hold a board, and the cell of each of their bits.

    Attributes:
        first, second: the indices of the ints among the items of a state.
        cells: the row, from the top, and the column of each bit.
        inside: whether the two are the items of one item of a state.

    """

    first: int
    second: int
    cells: Mapping[int, tuple[int, int]]
    inside: bool = False

    def rows(self, state: Any) -> list[list[int]] | None:
        """Return the board of a state: 1 and 2 for the players, 0 for nobody."""
        items = _parts(state, self.inside)
        height = 1 + max(row for row, _ in self.cells.values())
        width = 1 + max(column for _, column in self.cells.values())
        rows = [[0] * width for _ in range(height)]
        for number, place in ((1, self.first), (2, self.second)):
            if not _is_bits(items[place : place + 1]):
                return None
            for bit in _bits(items[place]):
                if bit not in self.cells:
                    return None
                row, column = self.cells[bit]
                rows[row][column] = number
        return rows


def items_of(state: Any) -> Sequence[Any]:
    """Return what a state holds, in order."""
    if isinstance(state, Mapping):
        return list(state.values())
    if isinstance(state, (list, tuple)):
        return state
    return [value for _, value in fields_of(state)]


def moves_of(game: Game, position: Any) -> Sequence[Any]:
    """Return the legal moves, which are only counted and indexed: there may be very many."""
    moves = game.legal_actions(position)
    return moves if isinstance(moves, Sequence) else list(moves)


def position_after(game: Game, position: Any, move: Any) -> Any:
    """Return the position after a move; the one before it stays as it is."""
    return game.next_state(game.copy(position), move)


def bit_pair_of(game: Game, own: Any) -> BitPair | None:
    """Return the pair of ints that holds the board in the states of a game; None if none does.

    Args:
        game: a game without chance.
        own: returns the user's state of a position of the game.

    """
    return _found(game, own, inside=False) or _found(game, own, inside=True)


def _parts(state: Any, inside: bool) -> Sequence[Any]:
    """Return the items of a state, or `inside` those of its items that are two ints."""
    items = items_of(state)
    if not inside:
        return items
    held = [items_of(item) for item in items if isinstance(item, (list, tuple, Mapping))]
    return [each for two in held if len(two) == 2 and _is_bits(two) for each in two]


def _found(game: Game, own: Any, *, inside: bool) -> BitPair | None:
    """Return the pair among the items of states, or among theirs."""
    setters: dict[tuple[int, int], dict[int, Any]] = {}
    pairs: list[tuple[int, int]] | None = None
    held: dict[tuple[int, int], set[int]] = {}
    for seed in range(_GAMES):
        chance = random.Random(seed)
        line = game.initial_state()
        for _ in range(_PLIES):
            items = _parts(own(line), inside)
            if pairs is None:
                ints = [i for i, item in enumerate(items[:40]) if _is_bits((item,))]
                pairs = list(combinations(ints, 2)) if len(ints) < 12 else []
                setters = {pair: {} for pair in pairs}
                held = {pair: set() for pair in pairs}
            moves = moves_of(game, line)
            if not moves or not pairs:
                break
            move = moves[chance.randrange(len(moves))]
            line = position_after(game, line, move)
            later = _parts(own(line), inside)
            pairs = [pair for pair in pairs if _one_more(items, later, pair)]
            for pair in pairs:
                (bit,) = _bits(_union(later, pair) & ~_union(items, pair))
                setters[pair].setdefault(bit, move)
                held[pair].update(_bits(_union(later, pair)))
    for pair in pairs or ():
        cells = _cells(setters[pair], held[pair])
        if cells:
            return BitPair(*pair, cells, inside)
    return None


def _one_more(before: Sequence[Any], after: Sequence[Any], pair: tuple[int, int]) -> bool:
    """Return True if the ints stay apart, and a move adds one bit to all that they hold."""
    if len(after) != len(before) or not _is_bits([after[place] for place in pair]):
        return False
    one, other = (after[place] for place in pair)
    added = _union(after, pair) & ~_union(before, pair)
    kept = not _union(before, pair) & ~_union(after, pair)
    return kept and not one & other and added.bit_count() == 1


def _cells(setters: Mapping[int, Any], held: set[int]) -> dict[int, tuple[int, int]] | None:
    """Return the cell of each bit, by the moves that set them."""
    if not 4 <= len(held) <= _MOST_CELLS:
        return None
    numbers = {bit: _numbers(move) for bit, move in setters.items()}
    if all(len(each) == 2 for each in numbers.values()):
        return _of_pairs(numbers, held)
    if len({repr(move) for move in setters.values()}) == len(setters):
        side = math.isqrt(len(held))
        lowest = min(held)
        square = side * side == len(held) == max(held) - lowest + 1 and side <= _SIDES
        return {bit: divmod(bit - lowest, side) for bit in held} if square else None
    if any(len(each) != 1 for each in numbers.values()):
        return None
    return _of_columns({bit: each[0] for bit, each in numbers.items()})


def _of_pairs(
    numbers: Mapping[int, tuple[int, ...]], held: set[int]
) -> dict[int, tuple[int, int]] | None:
    """Return the cells where moves are rows and columns, those that no move has set included."""
    found = {bit: (each[0], each[1]) for bit, each in numbers.items()}
    least = min(row for row, _ in found.values()), min(column for _, column in found.values())
    cells = {bit: (row - least[0], column - least[1]) for bit, (row, column) in found.items()}
    width = 1 + max(column for _, column in cells.values())
    row_bits = {bit - column for bit, (row, column) in cells.items() if row == 0}
    if len(row_bits) == 1:  # row after row: the cells of the beginning can be computed
        first = row_bits.pop()
        strides = {(bit - first - c) // r for bit, (r, c) in cells.items() if r}
        if len(strides) == 1:
            stride = strides.pop()
            cells = {bit: divmod(bit - first, stride) for bit in held if bit >= first}
            width = max(width, 1 + max(column for _, column in cells.values()))
    fits = set(cells) >= held and width <= 2 * _SIDES
    return cells if fits else None


def _of_columns(numbers: Mapping[int, int]) -> dict[int, tuple[int, int]] | None:
    """Return the cells where moves are columns that fill from below."""
    columns: dict[int, list[int]] = {}
    for bit, column in sorted(numbers.items()):
        columns.setdefault(column, []).append(bit)
    steps = {high - low for bits in columns.values() for low, high in pairwise(bits)}
    least = min(columns)
    if len(steps) != 1 or sorted(columns) != list(range(least, least + len(columns))):
        return None
    (step,) = steps
    height = max(map(len, columns.values()))  # of a column that has been full
    return {
        bits[0] + level * step: (height - 1 - level, column - least)
        for column, bits in columns.items()
        for level in range(height)
    }


def _numbers(move: Any) -> tuple[int, ...]:
    """Return the numbers that a move consists of: (row, column), a number, or as text c3."""
    if isinstance(move, str):
        named = re.fullmatch(r"([a-z])(\d+)", move.strip().lower())
        if named:
            return int(named[2]), ord(named[1]) - ord("a")
        return tuple(map(int, re.findall(r"\d+", move)))
    items = move if isinstance(move, (list, tuple)) else (move,)
    return tuple(items) if all(type(each) is int for each in items) else ()


def _union(items: Sequence[Any], pair: tuple[int, int]) -> int:
    return int(items[pair[0]] | items[pair[1]])


def _bits(number: int) -> list[int]:
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]


def _is_bits(items: Sequence[Any]) -> bool:
    return bool(items) and all(type(each) is int and each >= 0 for each in items)
