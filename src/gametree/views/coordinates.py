"""A board for games without a view whose moves are coordinates: hexagons or squares to click."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from math import sqrt
from typing import Any

from .state_parts import Place, contents
from .view import Cell, Piece, View

__all__ = ["board_of_moves"]

_NUMBER = re.compile(r"(?<![\w)])-?\d+")
_HEX = re.compile(r"\bq\s*=|hex", re.IGNORECASE)
_ACROSS_FIRST = re.compile(r"\bx\s*=")
_FEWEST = 7  # cells: as many as the smallest board of hexagons has
_MOST = 1000
_USUAL = {"X": Piece("cross", 0), "O": Piece("ring", 1)}
_SIDES = {"black": 0, "b": 0, "white": 1, "w": 1}


def board_of_moves(
    state: Any, names: Sequence[str], first_names: Sequence[str], players: int, kind: str = ""
) -> View | None:
    """Return a board with a cell for each place that moves name; None if moves are not places.

    Args:
        state: what lies on the cells is looked up in its fields.
        names: the legal moves.
        first_names: those of the first position, where most places are free.
        players: how many there are.
        kind: what the classes of the rules are called: "hex" in it means hexagons.

    """
    known = list(dict.fromkeys([*first_names, *names]))
    moves = {name: places for name in known if (places := _places(name))}
    if len(moves) < max(_FEWEST, 0.6 * len(known)):
        return None
    cells = {place for places in moves.values() for place in places}
    size = len(next(iter(cells)))
    on, sets = contents(state, size)
    cells |= on.keys()
    if not _FEWEST <= len(cells) <= _MOST or {len(place) for place in cells} != {size}:
        return None
    slant = _slant(cells, f"{kind} {known[0]}")
    if slant == 0 and not _fills_rectangle(cells):
        return None
    free = {places[0] for name in names if len(places := moves.get(name, ())) == 1}
    pieces = _pieces(on, sets, cells, free, players)
    across_first = slant != 0 or _ACROSS_FIRST.search(known[0]) is not None
    drawn = _drawn(cells, pieces, slant, across_first)
    clicks = {name: tuple(map(_name, moves[name])) for name in names if name in moves}
    return View(*_size(drawn), tuple(drawn), moves=_different(clicks), partial=not pieces)


def _places(name: str) -> tuple[Place, ...]:
    """Return the one place that a move's name has, or the two; none if it has something else."""
    if re.search(r"[A-Za-z]\d", name):
        return ()
    numbers = [int(each) for each in _NUMBER.findall(name)]
    if len(numbers) in (3, 6):
        triples = [tuple(numbers[at : at + 3]) for at in range(0, len(numbers), 3)]
        return tuple(triples) if all(sum(each) == 0 for each in triples) else ()
    if len(numbers) not in (2, 4):
        return ()
    return tuple(tuple(numbers[at : at + 2]) for at in range(0, len(numbers), 2))


def _slant(cells: Collection[Place], kind: str) -> int:
    """Return 1 or -1 for hexagons, by the way in which their rows lean, and 0 for squares."""
    if len(next(iter(cells))) == 3:
        return 1
    furthest = max(abs(each) for place in cells for each in place)
    if min(min(place) for place in cells) < 0:
        if all(abs(q + r) <= furthest for q, r in cells):
            return 1
        if all(abs(q - r) <= furthest for q, r in cells):
            return -1
    return 1 if _HEX.search(kind) else 0


def _fills_rectangle(cells: Collection[Place]) -> bool:
    rows, columns = ({place[axis] for place in cells} for axis in (0, 1))
    wide = min(len(rows), len(columns)) >= 3
    dense = all(max(each) - min(each) + 1 == len(each) for each in (rows, columns))
    return wide and dense and len(cells) >= 0.75 * len(rows) * len(columns)


def _pieces(
    on: Mapping[Place, Any],
    sets: Sequence[set[Place]],
    cells: Collection[Place],
    free: set[Place],
    players: int,
) -> dict[Place, Piece]:
    """Return what lies on the cells, by the values there or by the sets that they are in."""
    known = {place: value for place, value in on.items() if place in cells}
    vacant = [known[place] for place in free if place in known]
    # What lists the stones alone has no value for an empty place: there 0 is the first player.
    stones_only = not vacant and (bool(free) or len(known) < len(cells))
    empty = vacant or [None, "", " ", ".", "-", "_"] + ([] if stones_only else [0])
    found = {
        place: _piece(value, players, zero_is_empty=0 in empty)
        for place, value in known.items()
        if value not in empty and place not in free
    }
    if found:
        return found
    held = [each for each in sets if each <= set(cells) and not each & free and each != set(cells)]
    return {
        place: Piece("disc", player) for player, each in enumerate(held[:players]) for place in each
    }


def _piece(value: Any, players: int, *, zero_is_empty: bool) -> Piece:
    if isinstance(value, Enum):
        value = value.value if isinstance(value.value, int) else value.name
    if isinstance(value, int):
        player = 1 if value == -1 else value - 1 if zero_is_empty else value
        return Piece("disc", player) if 0 <= player < players else Piece("text", None, str(value))
    text = str(value)
    side = _SIDES.get(text.casefold())
    if side is not None and side < players:
        return Piece("disc", side)
    return _USUAL.get(text.upper(), Piece("text", None, text[:3]))


def _drawn(
    cells: Iterable[Place], pieces: Mapping[Place, Piece], slant: int, across_first: bool
) -> list[Cell]:
    placed = []
    for place in sorted(cells):
        first, second = place[:2]
        x, y = (float(first), float(second)) if across_first else (float(second), float(first))
        if slant:
            x, y = x + slant * y / 2, y * sqrt(3) / 2
        placed.append((place, x, y))
    left, top = min(x for _, x, _ in placed), min(y for _, _, y in placed)
    shape = "hexagon" if slant else "square"
    return [
        Cell(_name(each), x - left + 0.5, y - top + 0.6, shape, piece=pieces.get(each))
        for each, x, y in placed
    ]


def _size(cells: Collection[Cell]) -> tuple[float, float]:
    return max(cell.x for cell in cells) + 0.5, max(cell.y for cell in cells) + 0.6


def _name(place: Place) -> str:
    return ",".join(map(str, place))


def _different(clicks: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the clicks of moves that no other move has; others are buttons."""
    return {name: each for name, each in clicks.items() if list(clicks.values()).count(each) == 1}
