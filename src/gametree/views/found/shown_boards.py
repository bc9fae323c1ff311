"""Boards of users' rules as people see them: rows of cells, with a character for each player."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...numbers.plain import plain_number
from ..state_parts import are_words

__all__ = ["board_as_text", "is_square", "marks_of", "moves_name_cells", "opens"]

_MARKS = "XO"
_LEAST, _MOST = 3, 19  # cells of a side of a square that is written as one row
_EMPTY = "."
_ROWS = (list, tuple)


def board_as_text(board: Any, marks: Mapping[Any, str]) -> str | None:
    """Return a board as a line for each row; None for what is no board.

    Rows are lists, tuples, texts or those of an array; or all cells of a square in one of these.
    `marks` says how cells look that hold a player, or nobody.
    """
    cells = _cells(board)
    if cells is None:
        return None
    texts = [[_cell(each, marks) for each in row] for row in cells]
    width = max(len(each) for row in texts for each in row)
    return "\n".join(" ".join(each.rjust(width) for each in row) for row in texts)


def marks_of(boards: Iterable[Any], labels: Sequence[Any]) -> dict[Any, str]:
    """Return how the cells look of boards that hold players, or nobody; empty if they hold more.

    Where cells may be blank, such as None, 0 or False is a player.

    Args:
        boards: some, as they come in play.
        labels: what the rules call the players.

    """
    players = [_plain(label) for label in labels]
    if len(players) != len(_MARKS) or any(type(each) is not int for each in players):
        return {}
    values = {_plain(value) for board in boards for row in _cells(board) or () for value in row}
    held = {value for value in values if not _is_blank(value)}
    nobody = {} if 0 in held and held < values else {0: _EMPTY}
    if not held <= {*nobody, *players} or not held & set(players) or nobody.keys() & set(players):
        return {}
    return {**nobody, **dict(zip(players, _MARKS, strict=True))}


def opens(boards: Iterable[Any], marks: Mapping[Any, str]) -> bool:
    """Return True if the first player that boards in the order of play hold has the first mark."""
    values = (_plain(value) for board in boards for row in _cells(board) or () for value in row)
    first = next((marks[each] for each in values if marks.get(each, _EMPTY) != _EMPTY), _MARKS[0])
    return first == _MARKS[0]


def moves_name_cells(board: Any, moves: Iterable[Any]) -> bool:
    """Return True if each move is the row and the column of an empty cell, both from 0."""
    cells = _cells(board)
    return cells is not None and all(_is_empty_cell(cells, move) for move in moves)


def _is_empty_cell(cells: Sequence[Sequence[Any]], move: Any) -> bool:
    if not isinstance(move, _ROWS) or len(move) != 2:
        return False
    row, column = map(plain_number, move)
    if not (type(row) is int and type(column) is int):
        return False
    if not (0 <= row < len(cells) and 0 <= column < len(cells[0])):
        return False
    value = _plain(cells[row][column])
    return value == 0 or value == _EMPTY or _is_blank(value)


def _cells(board: Any) -> list[Sequence[Any]] | None:
    """Return the rows of a board; None if it has none."""
    if getattr(board, "ndim", 0) in (1, 2):
        board = board.tolist()
    if isinstance(board, Mapping):
        board = _by_place(board)
    if not isinstance(board, (*_ROWS, str)) or not board:
        return None
    if not isinstance(board, str):
        board = _rows_among(board)
    if not isinstance(board, str) and all(isinstance(row, (*_ROWS, str)) for row in board):
        lengths = {len(row) for row in board}
        if len(board) > 1 and len(lengths) == 1 and lengths != {0} and lengths != {1}:
            return None if are_words(board) else list(board)
    if not is_square(board):
        return None
    side = math.isqrt(len(board))
    return [board[start : start + side] for start in range(0, len(board), side)]


def is_square(values: Any) -> bool:
    """Return True for a row of single values that may be the cells of a square board."""
    if not isinstance(values, (*_ROWS, str)):
        return False
    side = math.isqrt(len(values))
    single = all(isinstance(each, (str, int, float, enum.Enum, type(None))) for each in values)
    return side * side == len(values) and _LEAST <= side <= _MOST and single


def _by_place(cells: Mapping[Any, Any]) -> list[Any] | None:
    """Return the cells of a dict by number, or by row and column; None if it has no such keys."""
    numbers = sorted(key for key in cells if type(key) is int)
    if len(numbers) >= _LEAST**2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return [cells[number] for number in numbers]
    pairs = [key for key in cells if isinstance(key, tuple) and len(key) == 2]
    if len(pairs) < _LEAST**2 or not all(type(each) is int for pair in pairs for each in pair):
        return None
    rows, columns = (sorted({pair[axis] for pair in pairs}) for axis in (0, 1))
    if len(rows) * len(columns) != len(pairs):
        return None
    return [[cells[row, column] for column in columns] for row in rows]


def _rows_among(items: Sequence[Any]) -> Sequence[Any]:
    """Return the rows of a board that has other fields beside it; all items if it has none."""
    rows = [each for each in items if isinstance(each, _ROWS)]
    several = _LEAST <= len(rows) < len(items)
    same = len({len(row) for row in rows}) == 1 and len(rows[0]) >= _LEAST
    return (
        rows if several and same and not any(isinstance(each, Mapping) for each in items) else items
    )


def _plain(value: Any) -> Any:
    value = plain_number(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _cell(value: Any, marks: Mapping[Any, str]) -> str:
    value = _plain(value)
    if isinstance(value, enum.Enum) and type(value).__str__ is enum.Enum.__str__:
        value = value.value
    if _is_blank(value):
        return _EMPTY
    found = marks.get(value) if isinstance(value, int) else None
    return found or str(value).strip() or _EMPTY
