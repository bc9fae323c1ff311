"""Othello on boards of even size up to 8x8."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import ClassVar

from ..bits import bit, lowest, nth, popcount, u64, without_lowest
from ..errors import BadParameter
from ..game import Game
from ..parameters import require
from ..rng import Rng

__all__ = ["Othello"]

State = tuple[int, int, int, int]


class Othello(Game):
    """Othello: a disc turns over the rows of enemy discs between it and its own; most discs win.

    Parameters: `size` of the board, 4, 6 or 8; `score`, either "winner", 1 for a win, -1 for
    a loss and 0 for a draw, or "discs", by how many discs one has more than the other.

    Players: black, X (0), moves first; white, O (1). Who cannot move passes; the game is over
    when neither can. Empty cells count for no one.

    State: (discs of the player to move, discs of the other, cells where the player to move may
    go, the player to move): three u64 boards and an integer.

    Action: the cell, row by row from the top left, or size * size to pass. In text `d3`, with
    `a1` at the top left, or `pass`.
    """

    # The cells of 8x8, one bit each:
    #
    #      a  b  c  d  e  f  g  h
    #   1  0  1  2  3  4  5  6  7     A step to the right is 1 bit, down `size` bits,
    #   2  8  9 10 11 12 13 14 15     diagonally size + 1 and size - 1. A row of enemy
    #      ...                        discs that goes sideways ends before the columns
    #   8 56 57 58 59 60 61 62 63     at the sides, as no own disc can lie beyond.

    pieces: ClassVar[tuple[str, ...]] = ("X", "O")

    def __init__(self, size: int = 8, score: str = "winner") -> None:
        require(int, size=size)
        if size not in (4, 6, 8):
            raise BadParameter(f"size must be 4, 6 or 8, not {size}")
        if score not in ("winner", "discs"):
            raise BadParameter(f'score must be "winner" or "discs", not {score!r}')
        self.size = size
        self.score = score
        self.max_actions = size * size - 4
        self._by_discs = score == "discs"
        self._pass = size * size
        self._cells = u64((1 << size * size) - 1)
        inner_row = (1 << size - 1) - 2
        self._inner = u64(sum(inner_row << row * size for row in range(size)))

    def initial_state(self) -> State:
        half = self.size // 2
        upper_left = (half - 1) * self.size + half - 1
        lower_left = upper_left + self.size
        black = bit(upper_left + 1) | bit(lower_left)
        white = bit(upper_left) | bit(lower_left + 1)
        return (black, white, self._moves(black, white), 0)

    def current_player(self, state: State) -> int:
        return state[3]

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        if not state[2]:
            return [self._pass]
        return [cell for cell in range(self._pass) if bit(cell) & state[2]]

    def next_state(self, state: State, action: int) -> State:
        mine, theirs, _, player = state
        if action != self._pass:
            disc = bit(action)
            turned = self._turned(disc, mine, theirs)
            mine = mine | disc | turned
            theirs = theirs ^ turned
        return (theirs, mine, self._moves(theirs, mine), 1 - player)

    def is_terminal(self, state: State) -> bool:
        mine, theirs, moves, _ = state
        return not moves and not self._moves(theirs, mine)

    def returns(self, state: State) -> tuple[float, float]:
        mine, theirs, _, player = state
        lead = popcount(mine) - popcount(theirs)
        if player == 1:
            lead = -lead
        if not self._by_discs:
            lead = min(max(lead, -1), 1)
        return (float(lead), float(-lead))

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        moves = state[2]
        if not moves:
            out[0] = self._pass
            return 1
        count = 0
        while moves:
            out[count] = lowest(moves)
            moves = without_lowest(moves)
            count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        moves = state[2]
        if not moves:
            return self._pass
        return nth(moves, rng.below(popcount(moves)))

    def _moves(self, mine: int, theirs: int) -> int:
        """Return the empty cells from which a row of `theirs` leads to one of `mine`."""
        size = self.size
        sideways = theirs & self._inner
        found = (
            _beyond(mine, sideways, 1)
            | _beyond(mine, theirs, size)
            | _beyond(mine, sideways, size - 1)
            | _beyond(mine, sideways, size + 1)
        )
        return found & (self._cells ^ (mine | theirs))

    def _turned(self, disc: int, mine: int, theirs: int) -> int:
        """Return the discs of `theirs` that a new disc turns over."""
        size = self.size
        sideways = theirs & self._inner
        return (
            _enclosed(disc, mine, sideways, 1)
            | _enclosed(disc, mine, theirs, size)
            | _enclosed(disc, mine, sideways, size - 1)
            | _enclosed(disc, mine, sideways, size + 1)
        )

    # For people.

    def state_to_text(self, state: State) -> str:
        mine, theirs, _, player = state
        black, white = (mine, theirs) if player == 0 else (theirs, mine)
        lines = [" ".join([" ", *"abcdefgh"[: self.size]])]
        for row in range(self.size):
            cells = []
            for cell in range(row * self.size, (row + 1) * self.size):
                stone = self.pieces[0] if black >> cell & 1 else self.pieces[1]
                cells.append(stone if (black | white) >> cell & 1 else ".")
            lines.append(" ".join([str(row + 1), *cells]))
        return "\n".join(lines)

    def action_to_text(self, state: State, action: int) -> str:
        if action == self._pass:
            return "pass"
        return f"{'abcdefgh'[action % self.size]}{action // self.size + 1}"


# Both functions follow rows of enemy discs along one line, both ways at once. They double
# the length of the stretch followed (1, 2, 4, 6 discs, the most there can be) instead of
# going disc by disc. Bits shifted past the board fall out at the next `& theirs`, or at the
# caller's mask.


def _beyond(mine: int, theirs: int, step: int) -> int:
    """Return the cells next to the far ends of rows of `theirs` that start beside `mine`."""
    up = theirs & (mine << step)
    down = theirs & (mine >> step)
    up |= theirs & (up << step)
    down |= theirs & (down >> step)
    pairs_up = theirs & (theirs << step)
    pairs_down = pairs_up >> step
    up |= pairs_up & (up << 2 * step)
    down |= pairs_down & (down >> 2 * step)
    up |= pairs_up & (up << 2 * step)
    down |= pairs_down & (down >> 2 * step)
    return (up << step) | (down >> step)


def _enclosed(disc: int, mine: int, theirs: int, step: int) -> int:
    """Return the rows of `theirs` between a new disc and `mine`."""
    up = theirs & (disc << step)
    down = theirs & (disc >> step)
    up |= theirs & (up << step)
    down |= theirs & (down >> step)
    pairs_up = theirs & (theirs << step)
    pairs_down = pairs_up >> step
    up |= pairs_up & (up << 2 * step)
    down |= pairs_down & (down >> 2 * step)
    up |= pairs_up & (up << 2 * step)
    down |= pairs_down & (down >> 2 * step)
    turned = up ^ up  # nothing, of the boards' own type
    if mine & (up << step):
        turned |= up
    if mine & (down >> step):
        turned |= down
    return turned
