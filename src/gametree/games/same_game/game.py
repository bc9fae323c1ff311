"""SameGame on boards of many sizes: a puzzle for one player."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import lowest, nth, popcount, without_lowest

from ...errors import BadParameter
from ...game import Game
from ...naming.parameters import require
from ...primitives.rng import Rng
from .blocks import MOST_KINDS, PLANES, WORD, WORDS, Blocks, Board, State, count_of
from .text import Rows, rows_of

if TYPE_CHECKING:
    from ...views import View

__all__ = ["SameGame"]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_CLEARED = 1000


class SameGame(Game):
    """SameGame: take away groups of blocks of one colour; what is above falls, columns close up.

    A group is two blocks or more of one colour that touch side by side. A group of n blocks brings
    (n - 2)^2 points, an empty board 1000 more. When no group is left, each colour with n blocks
    left costs (n - 2)^2.

    Parameters: `columns`, `rows` and `colours` of a random board, by default 15, 15 and 5, which
    `seed` tells; or `position`, the rows of a board from the top down with a slash or a new line
    between them: digits from 0 for colours, and `.` where there is nothing.

    Player: 0. Return: the points.

    State: (the first, second and third bit of the kind of each block, points so far). The kind is
    1 more than the colour.

    Action: column * rows + row of the lowest block in the leftmost column of a group, counted
    from the bottom left. In text a column and a row: `c2`; any block of a group names it.
    """

    title = "SameGame"
    players = 1
    runtime_arrays: ClassVar[tuple[str, ...]] = ("start",)  # no board is recompiled

    def __init__(
        self,
        columns: int | None = None,
        rows: int | None = None,
        colours: int | None = None,
        seed: int | None = None,
        position: str | None = None,
    ) -> None:
        given = {"columns": columns, "rows": rows, "colours": colours, "seed": seed}
        require(int, **{name: value for name, value in given.items() if value is not None})
        if position is None:
            board = _random_board(columns, rows, colours, seed)
        else:
            require(str, position=position)
            board = rows_of(position)
            for name, size, found in (
                ("columns", columns, len(board[0])),
                ("rows", rows, len(board)),
            ):
                if size is not None and size != found:
                    raise BadParameter(f"the position has {found} {name}, not {size}")
            if colours is not None or seed is not None:
                raise BadParameter("a position needs no colours and no seed: leave them out")
            _check_size(len(board[0]), len(board))
        self.columns = len(board[0])
        self.rows = len(board)
        self.max_actions = max(1, self.columns * self.rows // 2)
        self._blocks = Blocks(self.columns, self.rows)
        self.start = array("q", bytes(8 * PLANES * WORDS))
        for column in range(self.columns):
            for row in range(self.rows):
                word, bit = divmod(column * self.rows + row, self._blocks.size)
                for plane in range(PLANES):
                    set_here = board[self.rows - 1 - row][column] >> plane & 1
                    self.start[plane * WORDS + word] |= set_here << bit
        counts = [sum(row.count(kind) for row in board) for kind in range(1, MOST_KINDS + 1)]
        worst = sum(max(1, (count - 2) ** 2) for count in counts if count)
        self.min_return = -float(worst)
        self.max_return = float(_CLEARED + worst)

    @property
    def position(self) -> str:
        """The first board, as the constructor takes it."""
        lines = self.state_to_text(self.initial_state()).splitlines()[: self.rows]
        return "/".join("".join(line.split()[1:]) for line in lines)

    def initial_state(self) -> State:
        start = self.start
        return (
            (start[0], start[1], start[2], start[3]),
            (start[4], start[5], start[6], start[7]),
            (start[8], start[9], start[10], start[11]),
            0,
        )

    def current_player(self, state: State) -> int:
        return 0

    def legal_actions(self, state: State) -> list[int]:
        up, right = self._blocks.links(state)
        corners = self._blocks.corners(up, right)
        cells = []
        for word in range(WORDS):
            left = corners[word]
            while left:
                cells.append(word * self._blocks.size + lowest(left))
                left = without_lowest(left)
        return [cell for cell in cells if self._blocks.is_first(up, right, cell)]

    def next_state(self, state: State, action: int) -> State:
        up, right = self._blocks.links(state)
        group = self._blocks.group(up, right, action)
        p, q, r = self._blocks.without(state, group)
        beyond_two = count_of(group) - 2
        return (p, q, r, state[3] + beyond_two * beyond_two)

    def is_terminal(self, state: State) -> bool:
        up, right = self._blocks.links(state)
        return up[0] | up[1] | up[2] | up[3] | right[0] | right[1] | right[2] | right[3] == 0

    def returns(self, state: State) -> tuple[float]:
        points = state[3]
        is_cleared = True
        for kind in range(1, MOST_KINDS + 1):
            left = self._blocks.count(state, kind)
            if left > 0:
                points -= (left - 2) * (left - 2)
                is_cleared = False
        return (float(points + _CLEARED if is_cleared else points),)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        up, right = self._blocks.links(state)
        corners = self._blocks.corners(up, right)
        count = 0
        for word in range(WORDS):
            left = corners[word]
            while left:
                cell = word * self._blocks.size + lowest(left)
                left = without_lowest(left)
                if self._blocks.is_first(up, right, cell):
                    out[count] = cell
                    count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        up, right = self._blocks.links(state)
        return self._any_first(up, right, self._blocks.corners(up, right), rng)

    def random_action_without(self, state: State, kind: int, rng: Rng) -> int:
        """Return a random action that takes away no block of a kind, if there is one."""
        up, right = self._blocks.links(state)
        corners = self._blocks.corners(up, right)
        others = self._blocks.unlike(state, kind)
        left = (
            corners[0] & others[0],
            corners[1] & others[1],
            corners[2] & others[2],
            corners[3] & others[3],
        )
        return self._any_first(up, right, corners if count_of(left) == 0 else left, rng)

    def most_frequent_kind(self, state: State) -> int:
        """Return the kind of which there are most blocks; the lowest of several."""
        best = 1
        most = 0
        for kind in range(1, MOST_KINDS + 1):
            count = self._blocks.count(state, kind)
            if count > most:
                best = kind
                most = count
        return best

    def _any_first(self, up: Board, right: Board, corners: Board, rng: Rng) -> int:
        # Each group has one first cell, which is a corner; most corners are one.
        total = count_of(corners)
        while True:
            index = rng.below(total)
            word = 0
            while index >= popcount(corners[word]):
                index -= popcount(corners[word])
                word += 1
            cell = word * self._blocks.size + nth(corners[word], index)
            if self._blocks.is_first(up, right, cell):
                return cell

    def recommended_search(self) -> dict[str, Any] | None:
        from ...mcts.evaluation.playout import Playout
        from ...mcts.selection.single_player import SPMCTS
        from .playouts import TabuColour

        return {"selection": SPMCTS(0.1, 0.1), "evaluation": Playout(TabuColour())}

    # For people.

    def state_to_text(self, state: State) -> str:
        digits = len(str(self.rows))
        lines = []
        for row in reversed(range(self.rows)):
            cells = range(row, self.columns * self.rows, self.rows)
            kinds = [self._blocks.kind(state, cell) for cell in cells]
            shown = ["." if kind == 0 else str(kind - 1) for kind in kinds]
            lines.append(" ".join([str(row + 1).rjust(digits), *shown]))
        lines.append(" ".join([" " * digits, *_LETTERS[: self.columns]]))
        return "\n".join([*lines, f"points {state[3]}"])

    def view(self, state: State) -> View:
        from ...views import Cell, Label, Piece, View

        cells = []
        for cell in range(self.columns * self.rows):
            column, row = divmod(cell, self.rows)
            first = self._first_of(state, cell)
            zone = "" if first is None else self.action_to_text(state, first)
            kind = self._blocks.kind(state, cell)
            piece = Piece("disc", kind - 1, str(kind - 1)) if kind else None
            name = self.action_to_text(state, cell)
            y = self.rows - row - 0.5
            cells.append(Cell(name, column + 1.0, y, label=name, zone=zone, piece=piece))
        texts = [Label(0.25, self.rows - row - 0.5, str(row + 1)) for row in range(self.rows)]
        for column in range(self.columns):
            texts.append(Label(column + 1.0, self.rows + 0.25, _LETTERS[column]))
        points = f"{state[3]} points"
        texts.append(Label(self.columns / 2 + 0.5, self.rows + 0.75, points, 0.5))
        return View(self.columns + 0.5, self.rows + 1.1, tuple(cells), texts=tuple(texts))

    def action_to_text(self, state: State, action: int) -> str:
        column, row = divmod(action, self.rows)
        return f"{_LETTERS[column]}{row + 1}"

    def text_to_action(self, state: State, text: str) -> int:
        name = text.strip().casefold()
        column, row = _LETTERS.find(name[:1] or "?"), name[1:]
        if 0 <= column < self.columns and row.isdecimal() and 1 <= int(row) <= self.rows:
            first = self._first_of(state, column * self.rows + int(row) - 1)
            if first is not None:
                return first
        return int(super().text_to_action(state, text))

    def _first_of(self, state: State, cell: int) -> int | None:
        """Return the action that takes the block on a cell away, or None if there is none."""
        group = self._blocks.group(*self._blocks.links(state), cell)
        if count_of(group) < 2:
            return None
        word = next(word for word in range(WORDS) if group[word])
        return word * self._blocks.size + lowest(group[word])


def _random_board(
    columns: int | None, rows: int | None, colours: int | None, seed: int | None
) -> Rows:
    width = 15 if columns is None else columns
    height = 15 if rows is None else rows
    kinds = 5 if colours is None else colours
    _check_size(width, height)
    if not 1 <= kinds <= MOST_KINDS:
        raise BadParameter(f"colours must be from 1 to {MOST_KINDS}, not {kinds}")
    rng = Rng(1 if seed is None else seed)
    return tuple(tuple(1 + rng.below(kinds) for _ in range(width)) for _ in range(height))


def _check_size(columns: int, rows: int) -> None:
    if not (1 <= columns <= len(_LETTERS) and 1 <= rows <= WORD):
        raise BadParameter(
            f"a board has 1 to {len(_LETTERS)} columns and 1 to {WORD} rows, "
            f"not {columns} and {rows}"
        )
    room = WORDS * (WORD // rows)
    if columns > room:
        raise BadParameter(f"there is room for {room} columns of {rows} rows, not {columns}")
