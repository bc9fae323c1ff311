"""The bundled games in SGF: their numbers, their boards, and the names of points and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from ..errors import ReplayError
from ..game import Action, Game
from ..games.go.game import Go
from ..games.gomoku import Gomoku
from ..games.hex import Hex
from ..games.othello import Othello

__all__ = ["SWAPS", "SgfBoard", "board_kind", "board_of"]

SWAPS = ("swap", "swap-pieces")
"""Names of the move that swaps in hex."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_POINT = re.compile("[a-z]{2}")


class SgfBoard:
    """A square board whose points have two letters: the column from the left, the row from above.

    Attributes:
        game: the rules.
        size: of the board.
        skip: the action of a player who passes; None if nobody may.
    """

    number: ClassVar[int]
    """The game's number, the value of GM."""

    kind: ClassVar[type[Any]]
    usual_size: ClassVar[int]
    first_row_below: ClassVar[bool] = False

    def __init__(self, game: Any) -> None:
        self.game: Game = game
        self.size: int = game.size
        self.skip: Action | None = None

    def action(self, text: str) -> Action:
        """Return the move of a name, whether it is legal or not.

        Raises:
            ReplayError: if it names no point of the board.

        """
        name = text.strip()
        if self.skip is not None and (name in ("", "pass") or (name == "tt" and self.size <= 19)):
            return self.skip
        column, row = self.point(name)
        return (self.size - 1 - row if self.first_row_below else row) * self.size + column

    def move_name(self, action: Action) -> str:
        """Return the name of a move."""
        if action == self.skip:
            return ""
        row, column = divmod(action, self.size)
        return _LETTERS[column] + _LETTERS[self.size - 1 - row if self.first_row_below else row]

    def point(self, name: str) -> tuple[int, int]:
        """Return the column and the row, from above, of a point.

        Raises:
            ReplayError: if it names no point of the board.

        """
        found = _POINT.fullmatch(name)
        column, row = (_LETTERS.index(each) for each in name) if found else (self.size, 0)
        if max(column, row) >= self.size:
            last = _LETTERS[self.size - 1]
            raise ReplayError(f"{name[:20]!r} is no point of this board: aa to {last}{last}")
        return column, row

    def points(self, values: list[str]) -> Iterator[Action]:
        """Yield the actions of points, and of the rectangles that two points of a value span.

        Raises:
            ReplayError: if one names no point of the board.

        """
        for value in values:
            first, colon, last = value.strip().partition(":")
            begin = self.point(first.strip())
            end = self.point(last.strip()) if colon else begin
            for row in range(min(begin[1], end[1]), max(begin[1], end[1]) + 1):
                for column in range(min(begin[0], end[0]), max(begin[0], end[0]) + 1):
                    yield self.action(_LETTERS[column] + _LETTERS[row])


class _GoBoard(SgfBoard):
    number, kind, usual_size, first_row_below = 1, Go, 19, True

    def __init__(self, game: Go) -> None:
        super().__init__(game)
        self.skip = game.size**2


class _OthelloBoard(SgfBoard):
    number, kind, usual_size = 2, Othello, 8

    def __init__(self, game: Othello) -> None:
        super().__init__(game)
        self.skip = game.size**2


class _GomokuBoard(SgfBoard):
    number, kind, usual_size = 4, Gomoku, 15

    def __init__(self, game: Gomoku) -> None:
        super().__init__(game)
        self.size = game.m


class _HexBoard(SgfBoard):
    """Hex as HexGui writes it: black moves first; a letter and a number, or swap-pieces."""

    number, kind, usual_size = 11, Hex, 11

    def action(self, text: str) -> Action:
        name = text.strip().lower()
        if name in SWAPS:
            return self.size**2
        found = re.fullmatch("([a-z])([0-9]{1,2})", name)
        if found is None:
            return super().action(name)
        column, row = _LETTERS.index(found[1]), int(found[2]) - 1
        if column >= self.size or not 0 <= row < self.size:
            raise ReplayError(f"{name[:20]!r} is no cell of this board")
        return row * self.size + column

    def move_name(self, action: Action) -> str:
        if action == self.size**2:
            return "swap-pieces"
        row, column = divmod(action, self.size)
        return f"{_LETTERS[column]}{row + 1}"


_KINDS: tuple[type[SgfBoard], ...] = (_GoBoard, _OthelloBoard, _GomokuBoard, _HexBoard)


def board_kind(number: int) -> type[SgfBoard]:
    """Return the board of the game with this number.

    Raises:
        ReplayError: if gametree has no such game.

    """
    for kind in _KINDS:
        if kind.number == number:
            return kind
    known = ", ".join(f"{kind.number} ({kind.kind.name})" for kind in _KINDS)
    raise ReplayError(f"GM[{number}] is a game that gametree does not read; it reads {known}")


def board_of(game: Game) -> SgfBoard:
    """Return the board of a game.

    Raises:
        ReplayError: if SGF has no words for it here.

    """
    for kind in _KINDS:
        if type(game) is kind.kind:  # a class of your own may have other rules
            return kind(game)
    known = ", ".join(kind.kind.name for kind in _KINDS)
    raise ReplayError(f"SGF files are of {known}, not of {game.name}")
