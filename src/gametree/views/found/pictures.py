"""Positions of users' rules as people see them: as text, and as boards that can be clicked.

What the rules say themselves comes first: `display`, or the text of a state. Else a board is looked
for in the state: rows of cells, a square of cells in one row, with other fields or without, two
players' cells as bits, or a heap from which moves take.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from ...game import Game
from ..boards import piles
from ..click_by_change import with_clicks_by_change
from ..state_parts import rows_of, text_of_state
from ..text_grid import view_of_text
from ..view import View
from .author_text import displayed, text_of_own
from .bit_pairs import BitPair, bit_pair_of, items_of, moves_of, position_after
from .cell_names import CellNames
from .flat_boards import FlatBoard, flat_board_of
from .heaps import Heap, heap_of
from .shown_boards import board_as_text, is_square, marks_of, opens

__all__ = ["Pictures", "last_state"]

_Found = TypeVar("_Found")

_GAMES = 3
_PLIES = 100
_DEEPEST = 3
_MOST_MOVES = 500
_PIECES = ("X", "O")
_LABELS = ((1, 2), (1, -1), (0, 1), (1, 0))


class Pictures:
    """The pictures of a game's positions.

    Args:
        game: the game.
        own: returns the user's state of a position.
        owner: the object that may show a state by `display`; None: the state itself.
        indexed: True if moves are indexes, for which `cells` has better names.

    """

    def __init__(
        self,
        game: Game,
        own: Callable[[Any], Any],
        owner: Any = None,
        indexed: bool = False,
    ) -> None:
        self._game = game
        self._own = own
        self._owner = owner
        self._cells = CellNames(game, self._clicked_text) if indexed else None

    def text(self, position: Any) -> str:
        """Return a position as text."""
        state = self._own(position)
        return self._authors(state) or self._found(state) or str(state)

    @property
    def indexed(self) -> bool:
        """True if moves are indexes."""
        return self._cells is not None

    def cells(self, position: Any, action: Any) -> str:
        """Return the cells that a move by index changes, such as c3; "" if moves name no cells."""
        return "" if self._cells is None else self._cells.name(position, action)

    def labelled(self, board: str) -> str:
        """Return the text of a board with the names of rows and columns, if moves use them."""
        return board if self._cells is None else self._cells.labelled(board)

    def text_with_fields(self, position: Any) -> str:
        """Return a position as text, with the fields of the state beside its board."""
        state = self._own(position)
        return self._authors(state) or self._fields(state) or self.text(position)

    def board(self, position: Any) -> str | None:
        """Return the board in a position as text; None if none is found."""
        return self._board(self._own(position))

    def view(self, position: Any) -> View | None:
        """Return the board of a position, with clicks; None if its text shows all there is."""
        state = self._own(position)
        game = self._game
        actions = moves_of(game, position)
        if len(actions) > _MOST_MOVES:
            return None
        names = [game.action_to_text(position, action) for action in actions]
        shown = self._authors(state)
        board = self._found(state)
        if board is None and (left := self._left(state)) is not None:
            return self._heap_view(left, shown or str(state))
        if board is None or (shown is not None and view_of_text(shown, _PIECES, names)):
            return None
        view = view_of_text(board, _PIECES, names)
        if view is None:
            return None

        def drawn_after(action: Any) -> View | None:
            after = self._own(position_after(game, position, action))
            following = self._found(after)
            return None if following is None else view_of_text(following, _PIECES, ())

        made = {
            name: (lambda action=action: drawn_after(action))
            for name, action in zip(names, actions, strict=True)
        }
        return replace(with_clicks_by_change(view, made), text=shown or board)

    def _clicked_text(self, position: Any) -> str | None:
        """Return the text of a position that shows a board, the author's or one that is found."""
        state = self._own(position)
        shown = self._authors(state)
        return self._board(state) if shown is None or not view_of_text(shown, (), ()) else shown

    def _authors(self, state: Any) -> str | None:
        if self._owner is not None:
            shown = displayed(self._owner, state)
            if shown is not None:
                return shown
        return text_of_own(state)

    def _fields(self, state: Any) -> str | None:
        """Return a state that has fields with the board among them, or behind it; else None."""
        boards = []

        def board_text(index: int, value: Any) -> str | None:
            if self._flat is not None and self._flat.item == index:
                value = self._flat.rows(state)
            elif rows_of(value) is None and not is_square(value):
                return None
            boards.append(board_as_text(value, self._marks))
            return boards[-1]

        text = text_of_state(state, board_text)
        if text is None or boards or (board := self._board(state)) is None:
            return text
        return f"{board}\n{text}"

    def _found(self, state: Any) -> str | None:
        board = self._board(state)
        return None if board is None else self.labelled(board)

    def _board(self, state: Any) -> str | None:
        """Return the board of a state as a line for each row; None if there is none."""
        if self._bits is not None:
            rows = self._bits.rows(state)
            if rows is not None:
                return board_as_text(rows, self._marks_of_bits)
        boards = (board_as_text(board, self._marks) for board in self._boards(state))
        return next((text for text in boards if text is not None), None)

    def _boards(self, state: Any) -> list[Any]:
        """Return what of a state may be a board."""
        rows = None if self._flat is None else self._flat.rows(state)
        return _boards_within(state, 0) if rows is None else [rows]

    @cached_property
    def _bits(self) -> BitPair | None:
        if self._game.has_chance:
            return None
        return _tried(lambda: bit_pair_of(self._game, self._own))

    def _left(self, state: Any) -> int | None:
        return None if self._heap is None else self._heap.size(state)

    def _heap_view(self, left: int, text: str) -> View:
        assert self._heap is not None
        whole = self._heap.whole
        drawn = piles([left], [whole], name=lambda _, amount: str(amount), labels=False)
        return replace(drawn, text=text)

    @cached_property
    def _heap(self) -> Heap | None:
        if self._game.has_chance:
            return None
        return _tried(lambda: heap_of(self._game, self._own))

    @cached_property
    def _flat(self) -> FlatBoard | None:
        if self._game.has_chance:
            return None
        return _tried(self._flat_board)

    def _flat_board(self) -> FlatBoard | None:
        if _boards_within(self._own(self._game.initial_state()), 0):
            return None
        return flat_board_of(self._game, self._own)

    @property
    def _marks_of_bits(self) -> Mapping[Any, str]:
        return {0: ".", 1: _PIECES[0], 2: _PIECES[1]}

    @cached_property
    def _marks(self) -> Mapping[Any, str]:
        """How the cells look that hold a player, by some games at random."""
        boards: list[Any] = []
        _tried(lambda: boards.extend(self._boards_of_random_games()))
        found = (marks_of(boards, each) for each in _LABELS)
        return next((each for each in found if each and opens(boards, each)), {})

    def _boards_of_random_games(self) -> Iterator[Any]:
        for seed in range(_GAMES):
            chance = random.Random(seed)
            line = self._game.initial_state()
            for _ in range(_PLIES):
                yield from self._boards(self._own(line))
                actions = moves_of(self._game, line)
                if not actions:
                    break
                line = position_after(self._game, line, actions[chance.randrange(len(actions))])


def last_state(line: Any) -> Any:
    """Return the user's state in a position that is a line of states."""
    return line[-1]


def _boards_within(state: Any, depth: int) -> list[Any]:
    """Return what of a state may be a board: itself, or what it holds."""
    if board_as_text(state, {}) is not None:
        return [state]
    if depth == _DEEPEST or isinstance(state, str):
        return []
    return [each for item in items_of(state) for each in _boards_within(item, depth + 1)]


def _tried(find: Callable[[], _Found | None]) -> _Found | None:
    """Return what is found, or None where the rules raise: a search reports that."""
    try:
        return find()
    except Exception:
        return None
