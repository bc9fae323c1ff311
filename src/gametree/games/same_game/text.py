"""Boards of SameGame as people write them."""

from __future__ import annotations

from ...errors import BadParameter
from .blocks import MOST_KINDS

__all__ = ["Rows", "rows_of"]

Rows = tuple[tuple[int, ...], ...]


def rows_of(text: str) -> Rows:
    """Return the rows of a board from the top down: 0 for nothing, else 1 more than the colour.

    Raises:
        BadParameter: if it is no board, or one where blocks have not come to rest.

    """
    lines = [line.strip() for line in text.replace("/", "\n").splitlines() if line.strip()]
    if not lines:
        raise BadParameter("position must be the rows of a board, such as 0012/1120")
    rows: list[tuple[int, ...]] = []
    for number, line in enumerate(lines):
        marks = line.split() if " " in line else list(line)
        if len(marks) != len(rows[0] if rows else marks):
            raise BadParameter(
                f"row {number + 1} of the position has {len(marks)} cells, and the first one "
                f"{len(rows[0])}"
            )
        rows.append(tuple(_block(mark) for mark in marks))
    for column, blocks in enumerate(zip(*rows, strict=True)):
        filled = [block > 0 for block in blocks]
        if sorted(filled) != filled:
            raise BadParameter(f"a block hangs in the air in column {column + 1} of the position")
    bottom = [block > 0 for block in rows[-1]]
    if sorted(bottom, reverse=True) != bottom:
        raise BadParameter(
            f"column {bottom.index(False) + 1} of the position is empty, with blocks to the right"
        )
    return tuple(rows)


def _block(mark: str) -> int:
    if mark in (".", "-1"):
        return 0
    if mark.isdecimal() and mark.isascii() and int(mark) < MOST_KINDS:
        return 1 + int(mark)
    raise BadParameter(
        f"the position has the mark {mark!r}: colours are digits from 0 to {MOST_KINDS - 1}, and . "
        "is an empty cell"
    )
