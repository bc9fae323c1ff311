"""Gomoku, free style: the m,n,k-game with five in a row on a large square board."""

from __future__ import annotations

from typing import Any, ClassVar

from ..errors import BadParameter
from ..naming.parameters import require
from .mnk import Mnk

__all__ = ["Gomoku"]


class Gomoku(Mnk):
    """Gomoku: whoever first gets five or more in a row wins (free style).

    Players in turn put a stone on an empty cell. A row counts across, down and diagonally. A full
    board without a row is a draw.

    Parameters: `size` of the board, 5 to 15.

    Players: X (0), black, moves first; O (1), white. Returns: 1 for a win, -1 for a loss, 0 for
    a draw.

    State, action and text are those of `Mnk`: actions are row * size + column, `a1` is at the
    top left.
    """

    title = "gomoku"
    shapes: ClassVar[tuple[str, str]] = ("stone", "stone")

    def __init__(self, size: int = 15) -> None:
        require(int, size=size)
        if not 5 <= size <= 15:
            raise BadParameter(f"size must be from 5 to 15, not {size}")
        super().__init__(size, size, 5)
        self.size = size

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_playouts

        return with_playouts(placing=True)
