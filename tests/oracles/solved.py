"""Positions with the exact value of every move, from the files in benchmarks/positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Solved", "connect_four", "othello"]

FOLDER = Path(__file__).parents[2] / "benchmarks" / "positions"


@dataclass(frozen=True)
class Solved:
    """A position, and what each move leads to.

    Attributes:
        group: connect four: "opening" (4 to 13 stones), "middle" (14 to 28) or "end";
            othello: "10 empties" or "14 empties".
        grade: connect four: how far the end of the game is under best play, "easy" (below 14
            moves), "medium" (up to 28) or "hard"; othello: "".
        moves: from the first position, as gametree names them.
        boards: X's stones or discs and O's, with a cell's bit as gametree numbers the cells.
        mover: 0 for X, 1 for O.
        values: for each legal move, as gametree numbers them, what it leads to under best play,
            from the side of the mover. Othello: by how many discs he has more, cells left empty
            counted for the winner. Connect four: in how many moves he wins, negative where he
            loses; a draw is 0.

    """

    group: str
    grade: str
    moves: tuple[str, ...]
    boards: tuple[int, int]
    mover: int
    values: dict[int, int]

    @property
    def keeping(self) -> set[int]:
        """The moves that keep what the position is worth: a win, a draw or a loss."""
        most = max(map(_sign, self.values.values()))
        return {move for move, value in self.values.items() if _sign(value) == most}

    @property
    def highest(self) -> set[int]:
        """The moves with the best score, of othello."""
        most = max(self.values.values())
        return {move for move, value in self.values.items() if value == most}


def connect_four() -> list[Solved]:
    """Return the positions of connect four."""
    return [_connect_four(*line) for line in _lines("connect_four.txt")]


def othello() -> list[Solved]:
    """Return the positions of othello."""
    return [_othello(*line) for line in _lines("othello.txt")]


def _connect_four(group: str, grade: str, moves: str, *values: str) -> Solved:
    boards = [0, 0]
    heights = [0] * 7
    for ply, text in enumerate(moves):
        column = int(text) - 1
        boards[ply % 2] |= 1 << 7 * column + heights[column]
        heights[column] += 1
    known = {column: int(value) for column, value in enumerate(values) if value != "."}
    return Solved(group, grade, tuple(moves), (boards[0], boards[1]), len(moves) % 2, known)


def _othello(empty: str, moves: str, first: str, second: str, mover: str, *values: str) -> Solved:
    names = tuple(moves[place : place + 2] for place in range(0, len(moves), 2))
    known = {}
    for text in values:
        cell, _, value = text.partition(":")
        known["abcdefgh".index(cell[0]) + 8 * int(cell[1]) - 8] = int(value)
    return Solved(
        f"{empty} empties",
        "",
        tuple("pass" if name == "--" else name for name in names),
        (int(first, 16), int(second, 16)),
        "XO".index(mover),
        known,
    )


def _lines(name: str) -> Iterator[list[str]]:
    for line in (FOLDER / name).read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            yield line.split()


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
