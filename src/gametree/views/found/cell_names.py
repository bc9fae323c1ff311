"""Names of moves that are only indexes: the cells of the board that each of them changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any

from ...game import Game
from ..boards import letters
from ..click_by_change import clicked_by_change
from ..text_grid import view_of_text
from ..view import View
from .bit_pairs import moves_of, position_after

__all__ = ["CellNames"]

_PLIES = 100
_MOST_COMPARED = 2000  # moves of the random game that shows whether moves name cells


class CellNames:
    """The cells that moves change, as names: b2, or a2-b2 from one cell to another.

    Args:
        game: its moves are indexes.
        board: returns the text of the board in a position; None where there is none.

    """

    def __init__(self, game: Game, board: Callable[[Any], str | None]) -> None:
        self._game = game
        self._text = board

    @cached_property
    def known(self) -> bool:
        """True if different moves change different cells, as a random game shows."""
        try:
            return self._shown_by_a_game()
        except Exception:  # of the user's rules: a search reports it
            return False

    def name(self, position: Any, action: Any) -> str:
        """Return the name of a move; "" if it has none."""
        if not self.known:
            return ""
        try:
            return "-".join(self._clicks(position, action) or ())
        except Exception:  # of the user's rules
            return ""

    def labelled(self, board: str) -> str:
        """Return the text of a board with the names of its rows and columns, if moves use them."""
        rows = [line.split() for line in board.splitlines()]
        single = all(len(row) == len(rows[0]) and max(map(len, row)) == 1 for row in rows)
        if not single or not self.known:
            return board
        edge = len(str(len(rows)))
        columns = " ".join(letters(column) for column in range(len(rows[0])))
        body = (f"{row:>{edge}} {line}" for row, line in enumerate(board.splitlines(), start=1))
        return "\n".join([f"{'':>{edge}} {columns}", *body])

    def _shown_by_a_game(self) -> bool:
        chance = random.Random(1)
        position, compared = self._game.initial_state(), 0
        for _ in range(_PLIES):
            actions = moves_of(self._game, position)
            compared += len(actions)
            if compared > _MOST_COMPARED or not actions:
                return compared > len(actions)
            if not self._all_named(position, actions):
                return False
            position = position_after(self._game, position, chance.choice(actions))
        return True

    def _all_named(self, position: Any, actions: Any) -> bool:
        """Return True if all moves of a position change cells, each others."""
        if self._falls(position, actions):
            return False
        found = set()
        for action in actions:
            clicks = self._clicks(position, action)
            if clicks is None or clicks in found:
                return False
            found.add(clicks)
        return True

    def _clicks(self, position: Any, action: Any) -> tuple[str, ...] | None:
        before = self._grid(position)
        after = None if before is None else self._grid(position_after(self._game, position, action))
        return None if before is None or after is None else clicked_by_change(before, after)

    def _falls(self, position: Any, actions: Any) -> bool:
        """Return True for a board whose columns are the moves."""
        text = self._text(position)
        view = None if text is None else view_of_text(text, (), [str(each) for each in actions])
        return view is not None and view.falls

    def _grid(self, position: Any) -> View | None:
        text = self._text(position)
        return None if text is None else view_of_text(text, (), ())
