"""A board read from text, for games that say how they look in no other way."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ..game.game import Game
from .boards import columns, grid, letters
from .view import Piece, View

__all__ = ["pieces_of", "view_of_text"]

_EMPTY = frozenset(".-_·")
_USUAL = {
    "X": Piece("cross", 0),
    "x": Piece("cross", 0),
    "O": Piece("ring", 1),
    "o": Piece("ring", 1),
}
_LARGEST = 40


def pieces_of(game: Game) -> tuple[str, ...]:
    """Return the characters of the stones; none if a class calls something else its `pieces`."""
    given: object = game.pieces
    if isinstance(given, str | tuple | list) and all(isinstance(each, str) for each in given):
        return tuple(given)
    return ()


def view_of_text(text: str, pieces: Sequence[str], names: Sequence[str]) -> View | None:
    """Return a grid, if the text is one of single characters; None otherwise."""
    lines = [re.sub(r"[|+]", " ", line) for line in text.splitlines()]
    tokens = [
        line.split() for line in lines if line.strip() and not set(line.strip()) <= set("-= ")
    ]
    tokens = _without_captions(tokens)
    headers = [row for row in tokens if _counts(row)]
    body = [row for row in tokens if not _counts(row)]
    if len(body) < 2:
        return None
    if all(len(row) == 1 and len(row[0]) > 1 for row in body):
        body = [list(row[0]) for row in body]
    firsts = [row[0] for row in body]
    numbered = _counts(firsts) or _counts(firsts[::-1])
    if numbered:
        body = [row[1:] for row in body]
    width = len(body[0])
    if not 2 <= width <= _LARGEST or len(body) > _LARGEST or {len(row) for row in body} != {width}:
        return None
    if any(len(each) != 1 for row in body for each in row):
        return None
    header = next((row for row in headers if len(row) == width), None)
    if header is not None and numbered:
        across = header

        def name(row: int, column: int) -> str:
            return f"{across[column]}{firsts[row]}"

        drawn = grid(body, _kinds(pieces), name=name)
    else:
        falling = _columns(body, names)
        if falling is not None:
            return columns(body, _kinds(pieces), name=lambda column: str(column + falling))
        drawn = grid(body, _kinds(pieces), labels=False)
    return replace(drawn, moves=_numbered_moves(body, drawn, names))


def _without_captions(tokens: list[list[str]]) -> list[list[str]]:
    """Return the lines without those of several words before and after the board: "X to move"."""
    rows = [index for index, row in enumerate(tokens) if not _is_caption(row)]
    return tokens[rows[0] : rows[-1] + 1] if rows else []


def _is_caption(row: Sequence[str]) -> bool:
    return len(row) > 1 and any(len(word) > 2 for word in row)


def _kinds(pieces: Sequence[str]) -> Mapping[str, Piece | None]:
    shapes = ("cross", "ring") if len(pieces) == 2 else ("disc",) * len(pieces)
    own = {
        each: Piece(shape, player)
        for player, (each, shape) in enumerate(zip(pieces, shapes, strict=True))
    }
    return {**dict.fromkeys(_EMPTY), **(own or _USUAL)}


def _counts(row: Sequence[str]) -> bool:
    """Return True for 1 2 3, 0 1 2 and a b c."""
    if len(row) < 2:
        return False
    runs = [[str(start + each) for each in range(len(row))] for start in (0, 1)]
    runs.append([letters(each) for each in range(len(row))])
    return [each.casefold() for each in row] in runs


def _columns(body: Sequence[Sequence[str]], names: Sequence[str]) -> int | None:
    """Return the number of the first column, if moves are numbers of columns with room."""
    if not names or not all(name.isdecimal() for name in names) or len(body[0]) < 3:
        return None
    room = {column for column, top in enumerate(body[0]) if top in _EMPTY}
    fallen = all(
        low not in _EMPTY or high in _EMPTY
        for upper, lower in pairwise(body)
        for high, low in zip(upper, lower, strict=True)
    )
    return next(
        (first for first in (0, 1) if fallen and {int(name) - first for name in names} == room),
        None,
    )


def _numbered_moves(
    body: Sequence[Sequence[str]], drawn: View, names: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Return the clicks of moves that are the numbers of all empty cells, or rows and columns."""
    width = len(body[0])
    empty = {
        row * width + column
        for row, contents in enumerate(body)
        for column, each in enumerate(contents)
        if each in _EMPTY
    }
    numbers = [[int(each) for each in re.findall(r"\d+", name)] for name in names]
    for first in (0, 1):
        if all(len(each) == 1 for each in numbers):
            places = [each[0] - first for each in numbers]
        elif all(len(each) == 2 for each in numbers):
            if any(each[1] - first >= width for each in numbers):
                continue
            places = [(each[0] - first) * width + each[1] - first for each in numbers]
        else:
            return {}
        if set(places) == empty and len(places) == len(empty):
            return {
                name: (drawn.cells[place].clicked,)
                for name, place in zip(names, places, strict=True)
            }
    return {}
