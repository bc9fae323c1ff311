"""2048: tiles that slide and merge, a new one after each move."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from plainpython.bits import lowest, nth, popcount, u64, without_lowest

from ..actors import CHANCE
from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import View

__all__ = ["Game2048"]

State = tuple[int, int, int]

_UP, _RIGHT, _DOWN, _LEFT = range(4)
_NAMES = ("up", "right", "down", "left")

_TWO, _FOUR = 0.9, 0.1  # how often a new tile is one of these
_REACHED = -1  # in the place of the tiles to come

_EACH = 0x1111_1111_1111_1111  # 1 in each cell
_NOT_FIRST = 0x1110_1110_1110_1110  # in all but the left column
_NOT_LAST = 0x0111_0111_0111_0111  # in all but the right one
_NOT_LOWEST = 0x0000_1111_1111_1111  # in all but the lowest row
_ROW = 0xFFFF
_HIGHEST = 15  # what four bits hold: a tile of 32768


def _pushed() -> np.ndarray[Any, Any]:
    """Return each row after a push to the left, and a quarter of what that scores in higher bits.

    All rows at once: one by one, they would take a third of a second.
    """
    rows = np.arange(1 << 16)
    tiles = np.array([rows >> 4 * place & 15 for place in range(4)])
    for _ in range(3):
        for place in range(3):
            _close(tiles, place, tiles[place] == 0)
    score = np.zeros_like(rows)
    for place in range(3):
        one, next_one = tiles[place], tiles[place + 1]
        merged = (one == next_one) & (one > 0) & (one < _HIGHEST)
        tiles[place] += merged
        score += (merged << tiles[place]).astype(np.int64)
        _close(tiles, place + 1, merged)
    pushed: np.ndarray[Any, Any] = score // 4 << 16
    for place in range(4):
        pushed |= tiles[place] << 4 * place
    return pushed


def _close(tiles: np.ndarray[Any, Any], place: int, where: np.ndarray[Any, Any]) -> None:
    """Move the tiles behind a place one to the left, in some rows."""
    tiles[place:3, where] = tiles[place + 1 :, where]
    tiles[3, where] = 0


_PUSHED = _pushed().astype(np.int64)


class Game2048(Game):
    """2048: slide all tiles in one direction; two equal ones that meet become one of their sum.

    A tile goes as far as it can, and merges once a move. Each merge brings the sum as points. Then
    a 2 (with probability 0.9) or a 4 appears in a random empty cell; so do two before the first
    move. A move must change something. The game is over when no move is left, or with a tile of
    `goal`.

    Parameters: `goal`, a power of 2 from 8 to 32768.

    Players: one (0). Returns: the sum of all tiles made by merging.

    State: (the tiles, the score so far, how many tiles are to come before the next move; -1
    once there is a tile of `goal`).

    Action: 0 up, 1 right, 2 down, 3 left, in text by these names. Of chance, 2 * cell for a 2 and
    2 * cell + 1 for a 4, cells row by row from the top left one; in text `b3=2`, as `a1` is at
    the top left.
    """

    # Four bits a cell hold the power of two of its tile, 0 if it is empty:
    #
    #        a      b      c      d
    #   1   3-0    7-4   11-8   15-12     A push to the left looks each row up in a table; one in
    #   2  19-16  23-20  27-24  31-28     another direction turns the board before and after.
    #   3  35-32  39-36  43-40  47-44
    #   4  51-48  55-52  59-56  63-60

    title = "2048"
    players = 1
    max_actions = 32
    min_return = 0.0

    def __init__(self, goal: int = 1 << _HIGHEST) -> None:
        require(int, goal=goal)
        if not 8 <= goal <= 1 << _HIGHEST or goal & goal - 1:
            raise BadParameter(f"goal must be a power of 2 from 8 to 32768, not {goal}")
        self.goal = goal
        self._highest = goal.bit_length() - 1
        # A tile 2**k has scored at most 2**k * (k - 1). A merge that makes the goal leaves
        # fourteen others at most, each of half the goal.
        self.max_return = float(goal * (self._highest - 1) + 7 * goal * (self._highest - 2))

    def initial_state(self) -> State:
        return (u64(0), 0, 2)

    def current_player(self, state: State) -> int:
        return CHANCE if state[2] > 0 else 0

    def legal_actions(self, state: State) -> list[int]:
        if state[2] > 0:
            empty = _empty(state[0])
            cells = [cell for cell in range(16) if empty >> 4 * cell & 1]
            return [2 * cell + four for cell in cells for four in range(2)]
        if state[2] < 0:
            return []
        moves = _moves(state[0])
        return [move for move in range(4) if moves >> move & 1]

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        empty = _empty(state[0])
        share = 1.0 / popcount(empty)
        outcomes = []
        while empty:
            cell = lowest(empty) >> 2
            outcomes.append((2 * cell, _TWO * share))
            outcomes.append((2 * cell + 1, _FOUR * share))
            empty = without_lowest(empty)
        return outcomes

    def next_state(self, state: State, action: int) -> State:
        board, score, coming = state
        if coming > 0:
            tile = u64(1 + (action & 1)) << 4 * (action >> 1)
            return (board | tile, score, coming - 1)
        upright = action in (_UP, _DOWN)
        backwards = action in (_RIGHT, _DOWN)
        turned = _transposed(board) if upright else board
        if backwards:
            turned = _mirrored(turned)
        after = board & 0  # an empty board
        gained = 0
        for place in range(0, 64, 16):
            pushed = int(_PUSHED[int(turned >> place & _ROW)])
            after |= u64(pushed & _ROW) << place
            gained += pushed >> 16
        reached = gained > 0 and _has(after, self._highest)
        if backwards:
            after = _mirrored(after)
        if upright:
            after = _transposed(after)
        return (after, score + 4 * gained, _REACHED if reached else 1)

    def is_terminal(self, state: State) -> bool:
        if state[2] != 0:
            return state[2] < 0
        return _moves(state[0]) == 0

    def returns(self, state: State) -> tuple[float]:
        return (float(state[1]),)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        count = 0
        if state[2] > 0:
            empty = _empty(state[0])
            while empty:
                cell = lowest(empty) >> 2
                out[count] = 2 * cell
                out[count + 1] = 2 * cell + 1
                empty = without_lowest(empty)
                count += 2
        elif state[2] == 0:
            moves = _moves(state[0])
            while moves:
                out[count] = lowest(moves)
                moves = without_lowest(moves)
                count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        moves = _moves(state[0])
        return nth(moves, rng.below(popcount(moves)))

    # For people.

    def state_to_text(self, state: State) -> str:
        tiles = _tiles(state[0])
        width = max(5, 1 + max([len(str(tile)) for tile in tiles]))
        lines = []
        for row in range(4):
            shown = [str(tile) if tile else "." for tile in tiles[4 * row : 4 * row + 4]]
            lines.append(f"{row + 1} " + "".join([text.rjust(width) for text in shown]))
        names = "".join([letter.rjust(width) for letter in "abcd"])
        return "\n".join([*lines, f"  {names}", f"score {state[1]}"])

    def view(self, state: State) -> View:
        from ..views import Label, grid

        tiles = [str(tile) if tile else "" for tile in _tiles(state[0])]
        board = grid([tiles[4 * row : 4 * row + 4] for row in range(4)])
        points = Label(2.5, 4.75, f"{state[1]} points", 0.3)
        return replace(board, height=5.0, texts=(*board.texts, points))

    def action_to_text(self, state: State, action: int) -> str:
        if state[2] > 0:
            row, column = divmod(action >> 1, 4)
            return f"{'abcd'[column]}{row + 1}={2 + 2 * (action & 1)}"
        return _NAMES[action]


def _filled(board: int) -> int:
    """Return 1 in each cell that holds something."""
    return (board | board >> 1 | board >> 2 | board >> 3) & _EACH


def _empty(board: int) -> int:
    """Return 1 in each cell that is empty."""
    return _filled(board) ^ _EACH


def _has(board: int, power: int) -> bool:
    """Return whether there is a tile of a power of two."""
    return _empty(board ^ power * _EACH) != 0


def _moves(board: int) -> int:
    """Return the legal moves as bits: a tile has an empty cell, or an equal one, beside it."""
    tiles = _filled(board)
    empty = tiles ^ _EACH
    along = tiles & _NOT_LAST & _empty(board ^ board >> 4)
    across = tiles & _NOT_LOWEST & _empty(board ^ board >> 16)
    moves = 0
    if across | tiles & empty << 16:
        moves |= 1 << _UP
    if along | tiles & empty >> 4 & _NOT_LAST:
        moves |= 1 << _RIGHT
    if across | tiles & empty >> 16:
        moves |= 1 << _DOWN
    if along | tiles & empty << 4 & _NOT_FIRST:
        moves |= 1 << _LEFT
    return moves


def _mirrored(board: int) -> int:
    """Return the board with its columns in the other order."""
    inner, outer = 0x00F0_00F0_00F0_00F0, 0x000F_000F_000F_000F
    far = (board & outer) << 12 | board >> 12 & outer
    return far | (board & inner) << 4 | board >> 4 & inner


def _transposed(board: int) -> int:
    """Return the board with rows for columns: two rounds of swaps, of cells and of quarters."""
    swap = (board ^ board >> 12) & 0x0000_F0F0_0000_F0F0
    board = board ^ swap ^ swap << 12
    swap = (board ^ board >> 24) & 0x0000_0000_FF00_FF00
    return board ^ swap ^ swap << 24


def _tiles(board: int) -> list[int]:
    """Return the tiles, cell by cell; 0 for none."""
    powers = [int(board) >> 4 * cell & 15 for cell in range(16)]
    return [1 << power if power else 0 for power in powers]
