"""The 15-puzzle, and the same on smaller boards: a puzzle for one player."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from dataclasses import replace
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import u64

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import expect, require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import View

__all__ = ["FifteenPuzzle"]

State = tuple[int, int, int, int]

_SCORES = ("moves", "solved")
_LEAST, _MOST = 2, 4
_BITS = 4  # of a tile
_TILE = (1 << _BITS) - 1
_NOWHERE = -1
_HALF = 0xFFFF_FFFF
_TEMPERATURE = 1.0  # of priors, in moves


class FifteenPuzzle(Game):
    """15-puzzle: slide tiles into the gap until they lie in order, the gap in the last cell.

    A tile beside the gap moves into it; no move takes back the one before. The game is over when
    the tiles lie in order, or after `most_moves`.

    Parameters: `size` of the board, 2 to 4. `seed` of the first position, each that can be solved
    with the same probability; or `position`, its rows from the top down with a slash or a new
    line between them: numbers, and 0 or `.` for the gap. `score`: "moves", each move costs 1, and
    tiles that do not lie in order cost as many moves as they would need if they were alone; or
    "solved", 1 for a puzzle that is solved and 0 for one that is not.

    Player: 0.

    State: (the tiles of all cells, 4 bits each and 0 for the gap; the gap; where it was before, or
    -1; moves so far).

    Action: row * size + column of the tile that moves, counted from the top left. In text the
    number on the tile.
    """

    # Cells and their bits on 4x4; in the end, cell 0 holds tile 1:
    #
    #     0   1   2   3        0-3   4-7   8-11 12-15
    #     4   5   6   7      16-19 20-23  ...
    #     8   9  10  11
    #    12  13  14  15                        60-63

    title = "15-puzzle"
    players = 1
    max_actions = 4
    runtime_arrays: ClassVar[tuple[str, ...]] = ("start",)  # no position is recompiled

    def __init__(
        self,
        size: int | None = None,
        seed: int | None = None,
        position: str | None = None,
        score: str = "moves",
        most_moves: int = 200,
    ) -> None:
        given = {"size": size, "seed": seed, "most_moves": most_moves}
        require(int, **{name: value for name, value in given.items() if value is not None})
        expect(score in _SCORES, "score", " or ".join(_SCORES), score)
        expect(most_moves >= 1, "most_moves", "1 or more", most_moves)
        if position is None:
            tiles = _random_tiles(4 if size is None else size, Rng(1 if seed is None else seed))
        else:
            require(str, position=position)
            tiles = _tiles_of(position)
            if size is not None and size**2 != len(tiles):
                raise BadParameter(f"the position has {len(tiles)} cells, not {size} times {size}")
            if seed is not None:
                raise BadParameter("a position needs no seed: leave it out")
        self.size = isqrt(len(tiles))
        self.score = score
        self.most_moves = most_moves
        self._counts_moves = score == "moves"
        cells = range(len(tiles))
        board = sum(tile << _BITS * cell for cell, tile in enumerate(tiles))
        self.start = array("q", (board & _HALF, board >> 32, tiles.index(0)))
        self._in_order = u64(sum(cell + 1 << _BITS * cell for cell in cells[:-1]))
        self._beside = tuple(self._neighbours(cell) for cell in cells)
        # How far each tile is from its place, by cell.
        self._away = tuple(tuple(self._distance(cell, tile) for tile in cells) for cell in cells)
        self._names = tuple(map(str, cells))
        width = len(self._names[-1])
        self._shown = (".".rjust(width), *(name.rjust(width) for name in self._names[1:]))
        if self._counts_moves:
            farthest = max(map(max, self._away)) * (len(tiles) - 1)
            self.min_return, self.max_return = -float(most_moves + farthest), 0.0
        else:
            self.min_return, self.max_return = 0.0, 1.0

    @property
    def position(self) -> str:
        """The first position, as the constructor takes it."""
        return "/".join(" ".join(row.split()) for row in self._rows(self.initial_state()))

    def initial_state(self) -> State:
        start = self.start
        return (u64(start[1]) << 32 | u64(start[0]), start[2], _NOWHERE, 0)

    def current_player(self, state: State) -> int:
        return 0

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        return [cell for cell in self._beside[state[1]] if cell not in (_NOWHERE, state[2])]

    def next_state(self, state: State, action: int) -> State:
        board, gap, _, moves = state
        tile = board >> _BITS * action & _TILE
        board = board ^ tile << _BITS * action ^ tile << _BITS * gap
        return (board, action, gap, moves + 1)

    def is_terminal(self, state: State) -> bool:
        return state[0] == self._in_order or state[3] >= self.most_moves

    def returns(self, state: State) -> tuple[float]:
        if self._counts_moves:
            return (-float(state[3] + self._moves_needed(state)),)
        return (1.0 if state[0] == self._in_order else 0.0,)

    def heuristic(self, state: State) -> tuple[float]:
        """Return what the tiles would come to if none were in another's way."""
        needed = self._moves_needed(state)
        return (-float(state[3] + needed) if self._counts_moves else 1.0 / (1 + needed),)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        count = 0
        for cell in self._beside[state[1]]:
            if cell != _NOWHERE and cell != state[2]:
                out[count] = cell
                count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        beside = self._beside[state[1]]
        cell: int = beside[rng.below(4)]
        while cell == _NOWHERE or cell == state[2]:
            cell = beside[rng.below(4)]
        return cell

    def _moves_needed(self, state: State) -> int:
        """Return the moves that all tiles would need if each were alone (Manhattan distance)."""
        needed = 0
        for cell in range(self.size * self.size):
            needed += self._away[cell][int(state[0] >> _BITS * cell & _TILE)]
        return needed

    def _neighbours(self, cell: int) -> tuple[int, int, int, int]:
        row, column = divmod(cell, self.size)
        return (
            cell - self.size if row > 0 else _NOWHERE,
            cell - 1 if column > 0 else _NOWHERE,
            cell + 1 if column < self.size - 1 else _NOWHERE,
            cell + self.size if row < self.size - 1 else _NOWHERE,
        )

    def _distance(self, cell: int, tile: int) -> int:
        if tile == 0:
            return 0
        row, column = divmod(cell, self.size)
        own_row, own_column = divmod(tile - 1, self.size)
        return abs(row - own_row) + abs(column - own_column)

    def recommended_search(self) -> dict[str, Any] | None:
        if not self._counts_moves:
            return None
        from ..mcts.evaluation.heuristic_priors import HeuristicPriors
        from ..mcts.evaluation.playout import Playout
        from ..mcts.selection.puct import PUCT

        return {
            "selection": PUCT(),
            "evaluation": HeuristicPriors(_TEMPERATURE, Playout(max_plies=0)),
        }

    # For people.

    def state_to_text(self, state: State) -> str:
        return "\n".join([*self._rows(state), f"moves {state[3]}"])

    def _rows(self, state: State) -> list[str]:
        cells = range(self.size**2)
        shown = [self._shown[int(state[0] >> _BITS * cell & _TILE)] for cell in cells]
        return [" ".join(shown[row : row + self.size]) for row in range(0, len(shown), self.size)]

    def view(self, state: State) -> View:
        from ..views import Piece, grid

        rows = [
            [Piece("text", 0, tile) if tile != "." else None for tile in row.split()]
            for row in self._rows(state)
        ]
        drawn = grid(rows, name=self._name, labels=False)
        clicks = {
            self.action_to_text(state, cell): (self._name(*divmod(cell, self.size)),)
            for cell in self.legal_actions(state)
        }
        return replace(drawn, moves=clicks)

    def _name(self, row: int, column: int) -> str:
        return f"row {row + 1}, column {column + 1}"

    def action_to_text(self, state: State, action: int) -> str:
        return self._names[int(state[0] >> _BITS * action & _TILE)]


def _random_tiles(size: int, rng: Rng) -> list[int]:
    if not _LEAST <= size <= _MOST:
        raise BadParameter(f"size must be from {_LEAST} to {_MOST}, not {size}")
    in_order = [*range(1, size**2), 0]
    tiles = in_order[:]
    while tiles == in_order:
        for place in range(size**2 - 1, 0, -1):
            other = rng.below(place + 1)
            tiles[place], tiles[other] = tiles[other], tiles[place]
        if not _can_be_solved(tiles):
            first, second = [cell for cell in range(3) if tiles[cell] != 0][:2]
            tiles[first], tiles[second] = tiles[second], tiles[first]
    return tiles


def _tiles_of(text: str) -> list[int]:
    """Return the tiles of a position that people wrote.

    Raises:
        BadParameter: if it is none, or cannot be solved.

    """
    rows = [line.split() for line in text.replace("/", "\n").splitlines() if line.strip()]
    size = len(rows)
    if not _LEAST <= size <= _MOST or any(len(row) != size for row in rows):
        raise BadParameter(
            f"position must be {_LEAST} to {_MOST} rows of as many numbers, such as 1 2/. 3, "
            f"not {text!r}"
        )
    marks = ["0" if mark == "." else mark for row in rows for mark in row]
    wanted = [str(tile) for tile in range(size**2)]
    if sorted(marks) != sorted(wanted):
        raise BadParameter(
            f"a position of {size} rows has each number from 1 to {size**2 - 1} once, and 0 or . "
            f"for the gap, not {text!r}"
        )
    tiles = [int(mark) for mark in marks]
    if not _can_be_solved(tiles):
        raise BadParameter(
            f"the position {text!r} cannot be solved; with any two of its tiles changed it can be"
        )
    return tiles


def _can_be_solved(tiles: list[int]) -> bool:
    """Return whether the tiles can be brought into order (Johnson and Story, 1879).

    Each move is one exchange with the gap: an even number of them for a gap that has gone an
    even way.
    """
    size = isqrt(len(tiles))
    row, column = divmod(tiles.index(0), size)
    way = 2 * (size - 1) - row - column
    order = [tile or len(tiles) for tile in tiles]
    swaps = sum(
        order[one] > order[two] for one in range(len(order)) for two in range(one + 1, len(order))
    )
    return (swaps + way) % 2 == 0
