"""Dots and boxes on boards of many sizes."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import lowest, nth, popcount, without_lowest

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import View

__all__ = ["DotsAndBoxes"]

State = tuple[int, int, int, int]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MOST_LINES = 63
_NO_BOX = (-1, 0)  # lines that are never all drawn


class DotsAndBoxes(Game):
    """Dots and boxes: draw the fourth line of a box to own it; most boxes win.

    Players in turn draw a line between two dots side by side. Whoever draws the fourth line of a
    box owns it and draws again. The game is over when all lines are drawn.

    Parameters: `rows` and `columns` of boxes, with 63 lines at most.

    Players: X (0) moves first, O (1). Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: (the lines that are drawn, the boxes of X, those of O, the player to move).

    Action: the number of a line, first the level ones, row by row, then the upright ones, row
    by row. In text its two dots, column and row, with `a1` at the top left: `a1b1` is level.
    """

    # The lines of 2x2 boxes:
    #
    #      a     b     c
    #   1  +--0--+--1--+
    #      6     7     8      Boxes are bits, too, row by row.
    #   2  +--2--+--3--+
    #      9    10    11
    #   3  +--4--+--5--+

    pieces: ClassVar[tuple[str, ...]] = ("X", "O")

    def __init__(self, rows: int = 2, columns: int = 2) -> None:
        require(int, rows=rows, columns=columns)
        lines = (rows + 1) * columns + rows * (columns + 1)
        if rows < 1 or columns < 1 or lines > _MOST_LINES or max(rows, columns) >= len(_LETTERS):
            raise BadParameter(
                f"rows and columns must be from 1 to {len(_LETTERS) - 1}, with {_MOST_LINES} "
                f"lines at most, not {rows} and {columns}"
            )
        self.rows = rows
        self.columns = columns
        self.max_actions = lines
        self._level = (rows + 1) * columns
        self._all = (1 << lines) - 1
        # For each line and each side of it: the other lines of the box there, and the box.
        self._beside = tuple([self._boxes_at(line) for line in range(lines)])

    def initial_state(self) -> State:
        return (0, 0, 0, 0)

    def current_player(self, state: State) -> int:
        return state[3]

    def legal_actions(self, state: State) -> list[int]:
        return [line for line in range(self.max_actions) if not state[0] >> line & 1]

    def next_state(self, state: State, action: int) -> State:
        lines, first, second, player = state
        rest, box, other_rest, other_box = self._beside[action]
        closed = 0
        if lines & rest == rest:
            closed |= box
        if lines & other_rest == other_rest:
            closed |= other_box
        lines |= 1 << action
        if closed == 0:
            return (lines, first, second, 1 - player)
        if player == 0:
            return (lines, first | closed, second, player)
        return (lines, first, second | closed, player)

    def is_terminal(self, state: State) -> bool:
        return state[0] == self._all

    def returns(self, state: State) -> tuple[float, float]:
        lead = popcount(state[1]) - popcount(state[2])
        if lead == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if lead > 0 else (-1.0, 1.0)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        free = self._all ^ state[0]
        count = 0
        while free:
            out[count] = lowest(free)
            free = without_lowest(free)
            count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        free = self._all ^ state[0]
        return nth(free, rng.below(popcount(free)))

    def _boxes_at(self, line: int) -> tuple[int, int, int, int]:
        """Return the other lines of the box on one side of a line, the box, and the other's."""
        found = []
        for box in range(self.rows * self.columns):
            row, column = divmod(box, self.columns)
            upright = self._level + row * (self.columns + 1) + column
            around = (box, box + self.columns, upright, upright + 1)
            if line in around:
                found += [sum(1 << each for each in around if each != line), 1 << box]
        rest, closed, other_rest, other = (*found, *_NO_BOX)[:4]
        return (rest, closed, other_rest, other)

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_playouts

        return with_playouts()

    # For people.

    def state_to_text(self, state: State) -> str:
        lines, width = state[0], self.columns
        text = ["  " + "   ".join(_LETTERS[: width + 1])]
        for row in range(self.rows + 1):
            level = [lines >> line & 1 for line in range(row * width, (row + 1) * width)]
            drawn = "".join("---+" if each else " . +" for each in level)
            text.append(f"{row + 1} +{drawn}")
            if row < self.rows:
                first = self._level + row * (width + 1)
                upright = [lines >> line & 1 for line in range(first, first + width + 1)]
                owners = [self._owner(state, box) for box in range(row * width, (row + 1) * width)]
                sides = ["|" if each else "." for each in upright]
                boxes = [f"{sides[column]} {owners[column]} " for column in range(width)]
                text.append("  " + "".join(boxes) + sides[-1])
        return "\n".join(text)

    def view(self, state: State) -> View:
        from ..views import Cell, Label, Piece, Stroke, View

        cells = [
            Cell(f"dot {row + 1}.{column + 1}", column + 1.0, row + 0.5, "point")
            for row in range(self.rows + 1)
            for column in range(self.columns + 1)
        ]
        strokes = []
        for line in range(self.max_actions):
            (row, column), (other_row, other_column) = self._dots(line)
            x, y = 1.0 + (column + other_column) / 2, 0.5 + (row + other_row) / 2
            drawn = state[0] >> line & 1
            name = self.action_to_text(state, line)
            if drawn:  # a text of nothing: only to be marked as what has changed
                cells.append(Cell(name, x, y, "none", 0.3, piece=Piece("text")))
                ends = (column + 1.0, row + 0.5, other_column + 1.0, other_row + 0.5)
                strokes.append(Stroke(*ends, "thick"))
            else:
                cells.append(Cell(name, x, y, "square", 0.3))
        for box in range(self.rows * self.columns):
            row, column = divmod(box, self.columns)
            owner = self._owner(state, box)
            piece = None if owner == " " else Piece("disc", self.pieces.index(owner))
            label = f"box {_LETTERS[column]}{row + 1}"
            where = (label, column + 1.5, row + 1.0, "none", 0.8)
            cells.append(Cell(*where, label=label, piece=piece))
        texts = [Label(column + 1.0, 0.1, _LETTERS[column]) for column in range(self.columns + 1)]
        texts += [Label(0.5, row + 0.5, str(row + 1)) for row in range(self.rows + 1)]
        size = (self.columns + 1.5, self.rows + 1.0)
        return View(*size, tuple(cells), tuple(strokes), tuple(texts))

    def action_to_text(self, state: State, action: int) -> str:
        return "".join([f"{_LETTERS[column]}{row + 1}" for row, column in self._dots(action)])

    def _dots(self, line: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return row and column of the two dots that a line joins."""
        if line < self._level:
            row, column = divmod(line, self.columns)
            return ((row, column), (row, column + 1))
        row, column = divmod(line - self._level, self.columns + 1)
        return ((row, column), (row + 1, column))

    def _owner(self, state: State, box: int) -> str:
        if state[1] >> box & 1:
            return self.pieces[0]
        return self.pieces[1] if state[2] >> box & 1 else " "
