"""Connect four on boards of many sizes."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import popcount

from ...errors import BadParameter
from ...naming.parameters import require
from ...primitives.rng import Rng
from .patterns import patterns_of
from .threats import Threats

if TYPE_CHECKING:
    from ...views import Piece, View

__all__ = ["ConnectFour"]

State = tuple[int, int]


class ConnectFour(Threats):
    """Connect four: stones fall down columns; whoever first gets four in a row wins.

    On your turn, choose a column: your stone falls to its lowest free cell. A row counts across, up
    and diagonally, and needs `connect` stones. A full board without a row is a draw.

    Parameters: `width` columns, `height` rows, and how many in a row win. A board takes
    width * (height + 1) bits, which must be 63 at most.

    Players: X (0) moves first, O (1). Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: (stones of the player to move, stones of both), two boards.

    Action: the column, from 0. In text it counts from 1, as the columns of the board do.
    """

    # A column takes height + 1 bits, lowest row first, so that 7x6 looks like this:
    #
    #    6 13 20 27 34 41 48    always empty: runs of stones do not go on from the top
    #    5 12 19 26 33 40 47    of one column to the foot of the next, and adding a
    #    4 11 18 25 32 39 46    bit at the foot of a column carries to its first free
    #    3 10 17 24 31 38 45    cell
    #    2  9 16 23 30 37 44
    #    1  8 15 22 29 36 43
    #    0  7 14 21 28 35 42
    #
    # Hence a step up is 1 bit, to the right height + 1, diagonally height and height + 2.

    pieces: ClassVar[tuple[str, ...]] = ("X", "O")

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4) -> None:
        require(int, width=width, height=height, connect=connect)
        if width < 1 or height < 1 or width * (height + 1) > 63:
            raise BadParameter(
                "width and height must be at least 1 and width * (height + 1) at most 63, "
                f"not {width} and {height}"
            )
        if not 2 <= connect <= max(width, height):
            raise BadParameter(
                f"connect must be from 2 to {max(width, height)}, the longer side of the board, "
                f"not {connect}"
            )
        self.width = width
        self.height = height
        self.connect = connect
        self.max_actions = width
        self._pitch = height + 1
        self._full = sum((1 << height) - 1 << column * self._pitch for column in range(width))
        self._runs = tuple(
            _doublings(step, connect) for step in (1, height, height + 1, height + 2)
        )
        upright = (1,) if connect <= height else ()
        level = (height + 1,) if connect <= width else ()
        slanting = (height, height + 2) if upright and level else ()
        self._steps = upright + level + slanting
        self._feet = sum(1 << column * self._pitch for column in range(width))
        first = sum(1 << row for row in range(height) if ((width - 1) * height + row) % 2 == 0)
        self._rows_of_first = self._feet * first
        column = (1 << height) - 1
        self._sides = column | column << (width - 1) * self._pitch
        self._patterns = patterns_of(width, height, connect)

    def initial_state(self) -> State:
        return (0, 0)

    def current_player(self, state: State) -> int:
        return popcount(state[1]) & 1

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        return [column for column in range(self.width) if self._has_room(state, column)]

    def next_state(self, state: State, action: int) -> State:
        mine, both = state
        return (both ^ mine, both | both + (1 << action * self._pitch))

    def is_terminal(self, state: State) -> bool:
        mine, both = state
        return both == self._full or self._has_run(both ^ mine)

    def returns(self, state: State) -> tuple[float, float]:
        mine, both = state
        if not self._has_run(both ^ mine):
            return (0.0, 0.0)
        if popcount(both) & 1:  # an odd number of stones: X has moved last
            return (1.0, -1.0)
        return (-1.0, 1.0)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        # A full column is overwritten by the next: no branch for the processor to mispredict.
        count = 0
        for column in range(self.width):
            out[count] = column
            count += self._has_room(state, column)
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        # Columns fill up late in a playout, if at all: nearly always the first will do.
        column = rng.below(self.width)
        while not self._has_room(state, column):
            column = rng.below(self.width)
        return column

    def _has_room(self, state: State, column: int) -> bool:
        return state[1] >> column * self._pitch + self.height - 1 & 1 == 0

    def _has_run(self, stones: int) -> bool:
        """Return True if there are `connect` stones in a row."""
        for shifts in self._runs:
            run = stones
            for shift in shifts:
                run &= run >> shift
            if run:
                return True
        return False

    def recommended_search(self) -> dict[str, Any] | None:
        from ...mcts.choice_of_method import with_heuristic

        standard = (self.width, self.height, self.connect) == (7, 6, 4)
        return with_heuristic(0.5) if standard else None

    # For people.

    def state_to_text(self, state: State) -> str:
        mine, both = state
        first = mine if self.current_player(state) == 0 else both ^ mine
        digits = len(str(self.width))
        lines = []
        for row in reversed(range(self.height)):
            cells = []
            for column in range(self.width):
                cell = column * self._pitch + row
                stone = self.pieces[0] if first >> cell & 1 else self.pieces[1]
                cells.append((stone if both >> cell & 1 else ".").rjust(digits))
            lines.append(" ".join(cells))
        lines.append(" ".join(str(column + 1).rjust(digits) for column in range(self.width)))
        return "\n".join(lines)

    def view(self, state: State) -> View:
        from ...views import Piece, columns

        rows = [line.split() for line in self.state_to_text(state).splitlines()[:-1]]
        return columns(rows, {"X": Piece("disc", 0), "O": Piece("disc", 1)})

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> State:
        from ...views.placed import stones_in_turn

        stones = [0, 0]
        for owner, names in enumerate(stones_in_turn(pieces, player, self.pieces)):
            for name in names:
                column, row = (int(part) - 1 for part in name.split(":"))
                stones[owner] |= 1 << column * self._pitch + row
                if row and f"{column + 1}:{row}" not in pieces:
                    raise BadParameter(
                        f"the stone in column {column + 1}, row {row + 1} has none beneath it: "
                        "stones fall to the lowest free cell"
                    )
        if self._has_run(stones[player]):
            raise BadParameter(
                f"{self.pieces[player]} has {self.connect} in a row already and cannot be to move"
            )
        return (stones[player], stones[0] | stones[1])

    def action_to_text(self, state: State, action: int) -> str:
        return str(action + 1)


def _doublings(step: int, length: int) -> tuple[int, ...]:
    """Return the shifts that leave one bit of each run of `length` bits, `step` bits apart.

    Each turns the ends of runs of n into those of runs of up to 2n: for 4 in a row,
    1 step and then 2.
    """
    shifts = []
    reached = 1
    while reached < length:
        further = min(reached, length - reached)
        shifts.append(further * step)
        reached += further
    return tuple(shifts)
