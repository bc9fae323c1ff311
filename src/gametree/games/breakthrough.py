"""Breakthrough on boards of many sizes."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import bit, lowest, nth, popcount, u64, without_lowest

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import Piece, View

__all__ = ["Breakthrough"]

State = tuple[int, int, int]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Breakthrough(Game):
    """Breakthrough: bring a piece to the other side, or take all enemy pieces.

    A piece goes one row ahead, straight or diagonally, to an empty cell. Diagonally it also takes
    an enemy piece. Nobody has to take. Black starts at the top and moves first.

    Parameters: `rows` and `columns` of the board, at most 64 cells. The first two rows of either
    side are full of pieces, one where there are fewer than six rows.

    Players: black, B (0), starts at the top and moves first; white, W (1). Returns: 1 for a win,
    -1 for a loss.

    State: (pieces of the player to move, pieces of the other, the player to move): two u64
    boards and an integer.

    Action: ((row * columns + column) * 6 + direction) * 2 + 1 if it takes, else 0, of the cell
    that is left, with row 0 at the top. Directions 0, 1, 2 are black's, to the left, straight
    and to the right as people see the board; 3, 4, 5 white's. In text both cells: `a7b6`.
    """

    # The cells of 8x8, one bit each:
    #
    #      a  b  c  d  e  f  g  h
    #   8  0  1  2  3  4  5  6  7     Black goes down: 8 bits up, and one less or more
    #   7  8  9 10 11 12 13 14 15     where it goes aslant. White goes the other way.
    #      ...
    #   1 56 57 58 59 60 61 62 63

    pieces: ClassVar[tuple[str, ...]] = ("B", "W")

    def __init__(self, rows: int = 8, columns: int = 8) -> None:
        require(int, rows=rows, columns=columns)
        if rows < 3 or not 2 <= columns <= 26 or rows * columns > 64:
            raise BadParameter(
                "a board has at least 3 rows, 2 to 26 columns and at most 64 cells, not "
                f"{rows} rows and {columns} columns"
            )
        self.rows = rows
        self.columns = columns
        deep = 2 if rows >= 6 else 1
        self.max_actions = 3 * deep * columns
        row = (1 << columns) - 1
        left = sum(1 << each * columns for each in range(rows))
        self._cells = u64((1 << rows * columns) - 1)
        self._not_left = u64(self._cells & ~left)
        self._not_right = u64(self._cells & ~(left << columns - 1))
        self._top = u64(row)
        self._bottom = u64(row << (rows - 1) * columns)
        self._black = u64((1 << deep * columns) - 1)
        self._white = u64(self._black << (rows - deep) * columns)

    def initial_state(self) -> State:
        return (self._black, self._white, 0)

    def current_player(self, state: State) -> int:
        return state[2]

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        _, theirs, player = state
        actions = []
        for side, targets in enumerate(self._targets(state)):
            for cell in range(self.rows * self.columns):
                if bit(cell) & targets:
                    actions.append(self._action(player, side, cell, theirs))
        return actions

    def next_state(self, state: State, action: int) -> State:
        mine, theirs, player = state
        left = action // 12
        to = left + self._step(player, (action >> 1) - 6 * left - 3 * player)
        return (theirs & ~bit(to), mine ^ (bit(left) | bit(to)), 1 - player)

    def is_terminal(self, state: State) -> bool:
        mine, theirs, player = state
        goal = self._top if player == 0 else self._bottom
        return mine == 0 or theirs & goal != 0

    def returns(self, state: State) -> tuple[float, float]:
        return (1.0, -1.0) if state[2] == 1 else (-1.0, 1.0)  # who has moved last has won

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        _, theirs, player = state
        count = 0
        for side, targets in enumerate(self._targets(state)):
            cells = targets
            while cells:
                cell = lowest(cells)
                cells = without_lowest(cells)
                out[count] = self._action(player, side, cell, theirs)
                count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        _, theirs, player = state
        left, straight, right = self._targets(state)
        lefts = popcount(left)
        first_right = lefts + popcount(straight)
        index = rng.below(first_right + popcount(right))
        # Which of the three it is cannot be predicted: values are chosen, and nothing branches.
        not_left = index >= lefts
        is_right = index >= first_right
        before = first_right if is_right else (lefts if not_left else 0)
        targets = right if is_right else (straight if not_left else left)
        cell = nth(targets, index - before)
        return self._action(player, not_left + is_right, cell, theirs)

    def _targets(self, state: State) -> tuple[int, int, int]:
        """Return where the player to move may go to the left, straight and to the right."""
        mine, theirs, player = state
        columns = self.columns
        if player == 0:
            left = (mine & self._not_left) << columns - 1
            straight = mine << columns
            right = (mine & self._not_right) << columns + 1
        else:
            left = (mine & self._not_left) >> columns + 1
            straight = mine >> columns
            right = (mine & self._not_right) >> columns - 1
        own_or_none = self._cells & ~mine
        return (left & own_or_none, straight & own_or_none & ~theirs, right & own_or_none)

    def _step(self, player: int, side: int) -> int:
        """Return how many cells a piece goes on; `side` is 0 to the left, 1 straight, 2 right."""
        return side - 1 + (self.columns if player == 0 else -self.columns)

    def _action(self, player: int, side: int, to: int, theirs: int) -> int:
        takes = 1 if bit(to) & theirs else 0
        return ((to - self._step(player, side)) * 6 + 3 * player + side) * 2 + takes

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_playouts
        from ..mcts.named_strategies import strategies_of
        from ..mcts.results.variations import VARIATIONS

        return {**with_playouts(), **strategies_of(VARIATIONS["mast"])}

    # For people.

    def state_to_text(self, state: State) -> str:
        mine, theirs, player = state
        black, white = (mine, theirs) if player == 0 else (theirs, mine)
        digits = len(str(self.rows))
        lines = []
        for row in range(self.rows):
            cells = []
            for cell in range(row * self.columns, (row + 1) * self.columns):
                piece = self.pieces[0] if black >> cell & 1 else self.pieces[1]
                cells.append(piece if (black | white) >> cell & 1 else ".")
            lines.append(" ".join([str(self.rows - row).rjust(digits), *cells]))
        return "\n".join([*lines, " ".join([" " * digits, *_LETTERS[: self.columns]])])

    def view(self, state: State) -> View:
        from ..views import Piece, grid

        rows = [line.split()[1:] for line in self.state_to_text(state).splitlines()[:-1]]
        kinds = {"B": Piece("stone", 0), "W": Piece("stone", 1)}
        return grid(rows, kinds, name=self._name, chequered=True)

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> State:
        sides: list[int] = [u64(0), u64(0)]
        for name, piece in pieces.items():
            assert piece.player is not None
            cell = (self.rows - int(name[1:])) * self.columns + _LETTERS.index(name[0])
            sides[piece.player] |= bit(cell)
        if not sides[player] and not sides[1 - player]:
            raise BadParameter("there are no pieces")
        if not sides[1 - player] or sides[player] & (self._bottom, self._top)[player]:
            raise BadParameter(f"{self.pieces[player]} has won already and cannot be to move")
        return (sides[player], sides[1 - player], player)

    def action_to_text(self, state: State, action: int) -> str:
        left = action // 12
        to = left + self._step(state[2], action // 2 % 6 % 3)
        return self._name(*divmod(left, self.columns)) + self._name(*divmod(to, self.columns))

    def _name(self, row: int, column: int) -> str:
        return f"{_LETTERS[column]}{self.rows - row}"
