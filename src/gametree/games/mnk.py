"""The m,n,k-game: k in a row on a board of m columns and n rows."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import TYPE_CHECKING, ClassVar

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import Piece, View

__all__ = ["Mnk"]

Board = tuple[int, int, int, int]
State = tuple[Board, Board, int, int]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"

_WORD = 63  # cells in each word of a board
_CELLS = 4 * _WORD
_EMPTY = (0, 0, 0, 0)
_NOBODY = 2
_LINES = ((0, 1), (1, 0), (1, 1), (1, -1))


class Mnk(Game):
    """Tic-tac-toe of any size: whoever first gets `k` in a row wins (the m,n,k-game).

    Players in turn fill an empty cell of a board of `m` columns and `n` rows. A row counts across,
    down and diagonally; more than `k` win, too. A full board without a row is a draw.

    Parameters: `m` columns and `n` rows, at most 26 each and 252 cells; `k` in a row win.

    Players: X (0) moves first, O (1). Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: (X's stones, O's stones, how many there are, who has won or 2 for nobody). Stones are
    four words of 63 cells each, row by row.

    Action: row * m + column. In text column and row, `a1` at the top left.
    """

    title = "Tic-tac-toe of any size"
    pieces: ClassVar[tuple[str, ...]] = ("X", "O")
    shapes: ClassVar[tuple[str, str]] = ("cross", "ring")  # of the pieces in a view

    def __init__(self, m: int = 3, n: int = 3, k: int = 3) -> None:
        require(int, m=m, n=n, k=k)
        if not (1 <= m <= len(_LETTERS) and 1 <= n <= len(_LETTERS) and m * n <= _CELLS):
            raise BadParameter(
                f"m and n must be from 1 to {len(_LETTERS)} with at most {_CELLS} cells, "
                f"not {m} and {n}"
            )
        if not 2 <= k <= max(m, n):
            raise BadParameter(f"k must be from 2 to {max(m, n)}, the longer side, not {k}")
        self.m = m
        self.n = n
        self.k = k
        self.max_actions = m * n

    def initial_state(self) -> State:
        return (_EMPTY, _EMPTY, 0, _NOBODY)

    def current_player(self, state: State) -> int:
        return state[2] & 1

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        return [cell for cell in range(self.m * self.n) if not _taken(state, cell)]

    def next_state(self, state: State, action: int) -> State:
        first, second, count, _ = state
        if count & 1 == 0:
            first = _with(first, action)
            winner = 0 if self._has_won(first, action) else _NOBODY
        else:
            second = _with(second, action)
            winner = 1 if self._has_won(second, action) else _NOBODY
        return (first, second, count + 1, winner)

    def is_terminal(self, state: State) -> bool:
        return state[3] != _NOBODY or state[2] == self.m * self.n

    def returns(self, state: State) -> tuple[float, float]:
        if state[3] == _NOBODY:
            return (0.0, 0.0)
        return (1.0, -1.0) if state[3] == 0 else (-1.0, 1.0)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        count = 0
        for cell in range(self.m * self.n):
            if not _taken(state, cell):
                out[count] = cell
                count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        # Boards are seldom full: mostly a few draws will do.
        cell = rng.below(self.m * self.n)
        while _taken(state, cell):
            cell = rng.below(self.m * self.n)
        return cell

    def _has_won(self, stones: Board, cell: int) -> bool:
        """Return True if `k` stones in a row lead through a cell."""
        row = cell // self.m
        column = cell - row * self.m
        for down, right in _LINES:
            run = 1 + self._run(stones, row, column, down, right)
            if run + self._run(stones, row, column, -down, -right) >= self.k:
                return True
        return False

    def _run(self, stones: Board, row: int, column: int, down: int, right: int) -> int:
        """Return how many stones follow a cell in one direction, without a gap."""
        length = 0
        row += down
        column += right
        while 0 <= row < self.n and 0 <= column < self.m and _has(stones, row * self.m + column):
            length += 1
            row += down
            column += right
        return length

    # For people.

    def state_to_text(self, state: State) -> str:
        digits = len(str(self.n))
        lines = [" ".join([" " * digits, *_LETTERS[: self.m]])]
        for row in range(self.n):
            cells = []
            for cell in range(row * self.m, (row + 1) * self.m):
                stone = self.pieces[0] if _has(state[0], cell) else self.pieces[1]
                cells.append(stone if _taken(state, cell) else ".")
            lines.append(" ".join([str(row + 1).rjust(digits), *cells]))
        return "\n".join(lines)

    def view(self, state: State) -> View:
        from ..views import Piece, grid

        rows = [line.split()[1:] for line in self.state_to_text(state).splitlines()[1:]]
        first, second = self.shapes
        return grid(rows, {"X": Piece(first, 0), "O": Piece(second, 1)})

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> State:
        from ..views.placed import stones_in_turn

        stones = stones_in_turn(pieces, player, self.pieces)
        boards = [_EMPTY, _EMPTY]
        cells = [[self._cell(name) for name in own] for own in stones]
        for owner, own in enumerate(cells):
            for cell in own:
                boards[owner] = _with(boards[owner], cell)
        rows = [any(self._has_won(boards[p], cell) for cell in cells[p]) for p in range(2)]
        if rows[player]:
            raise BadParameter(
                f"{self.pieces[player]} has {self.k} in a row already and cannot be to move"
            )
        winner = 1 - player if rows[1 - player] else _NOBODY
        return (boards[0], boards[1], len(pieces), winner)

    def _cell(self, name: str) -> int:
        return (int(name[1:]) - 1) * self.m + _LETTERS.index(name[0])

    def action_to_text(self, state: State, action: int) -> str:
        row, column = divmod(action, self.m)
        return f"{_LETTERS[column]}{row + 1}"


def _has(stones: Board, cell: int) -> bool:
    word = cell // _WORD
    return stones[word] >> cell - word * _WORD & 1 == 1


def _taken(state: State, cell: int) -> bool:
    word = cell // _WORD
    return (state[0][word] | state[1][word]) >> cell - word * _WORD & 1 == 1


def _with(stones: Board, cell: int) -> Board:
    """Return the stones with one more."""
    word = cell // _WORD
    stone = 1 << cell - word * _WORD
    first, second, third, fourth = stones
    return (
        first | (stone if word == 0 else 0),
        second | (stone if word == 1 else 0),
        third | (stone if word == 2 else 0),
        fourth | (stone if word == 3 else 0),
    )
