"""Othello on boards of even size up to 8x8."""

from __future__ import annotations

import math
from collections.abc import Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import bit, lowest, nth, popcount, u64, without_lowest

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import Piece, View

__all__ = ["Othello"]

State = tuple[int, int, int, int]

_LETTERS = "abcdefgh"

# How much each of `Othello.features` weighs in the opening, when _MIDDLE of the cells are
# filled, and at the end; between them in proportion. Fitted to games that the search played
# against itself by benchmarks/fit_heuristics.py, as is _LEAD_SCALE.
_OPENING_WEIGHTS = (0.0, -0.02, -0.164, -0.026, 0.237, -0.292, -0.424, 0.171, 0.027, -0.006)
_MIDDLE_WEIGHTS = (-0.143, -0.043, 0.289, -0.001, 0.305, -0.333, -0.013, 0.129, -0.07, 0.051)
_END_WEIGHTS = (-0.114, 0.323, 4.612, -0.213, 0.113, 0.033, 0.006, 0.06, 0.134, -0.031)
_OPENING = 0.2
_MIDDLE = 0.6
_LEAD_SCALE = 0.169


class Othello(Game):
    """Othello: enclose enemy discs to turn them over; most discs win.

    Put a disc so that enemy discs lie in a straight line between it and another disc of yours,
    without a gap. All discs that you enclose turn to your colour, and you must turn at least one. A
    player who cannot passes. The game is over when neither can move.

    Parameters: `size` of the board, 4, 6 or 8; `score`, either "winner", 1 for a win, -1 for
    a loss and 0 for a draw, or "discs", by how many discs one has more than the other. As in
    tournaments, cells left empty count for the winner then.

    Players: black, X (0), moves first; white, O (1). Who cannot move passes; the game is over
    when neither can.

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
        if score == "discs":
            self.min_return, self.max_return = -float(size * size), float(size * size)
        self._pass = size * size
        self._cells = u64((1 << size * size) - 1)
        left = sum(1 << row * size for row in range(size))
        right = left << size - 1
        self._inner = u64(self._cells & ~(left | right))
        self._left = u64(left)
        self._right = u64(right)
        ends = (1 << size) - 1 | (1 << size) - 1 << size * (size - 1)
        self._sides = u64(left | right)
        self._ends = u64(ends)
        self._rim = u64(ends | left | right)
        self._corners = u64((left | right) & ends)
        beside = left << 1 | right >> 1
        second = (ends << size | ends >> size) & self._cells
        self._beside_corners = u64(beside & ends | (left | right) & second)
        self._before_corners = u64(beside & second & ~(ends | left | right))
        third = (left | right | beside) ^ self._cells
        self._centre = u64(third & ~(ends | second))

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
        if not self._by_discs:
            lead = min(max(lead, -1), 1)
        elif lead > 0:
            lead = self._pass - 2 * popcount(theirs)
        elif lead < 0:
            lead = 2 * popcount(mine) - self._pass
        if player == 1:
            lead = -lead
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

    # What a position promises.

    def heuristic(self, state: State) -> tuple[float, float]:
        """Estimate the returns from mobility, frontier, corners and what they make stable.

        The sum of weighted features, squashed to -1..1; for `score="discs"` to the number of
        cells.
        """
        mine, theirs, _, player = state
        features = self.features(state)
        filled = popcount(mine | theirs) / self._pass
        if filled < _MIDDLE:
            share = max(0.0, (filled - _OPENING) / (_MIDDLE - _OPENING))
            score = _mixed(_OPENING_WEIGHTS, _MIDDLE_WEIGHTS, share, features)
        else:
            share = (filled - _MIDDLE) / (1.0 - _MIDDLE)
            score = _mixed(_MIDDLE_WEIGHTS, _END_WEIGHTS, share, features)
        worth = 1.0
        if self._by_discs:
            score *= _LEAD_SCALE
            worth = float(self._pass)
        value = worth * score / math.sqrt(1.0 + score * score)
        if player == 1:
            value = -value
        return (value, -value)

    def features(self, state: State) -> tuple[float, ...]:
        """Return what the player to move has more than the other: numbers that are weighted.

        The turn; 1 if an odd number of cells is empty, so that who moves now may move last,
        else -1; moves to choose from, as a share; discs beside empty cells; corners; discs
        diagonally before an empty corner, and beside one; discs that can never be turned as
        far as corners tell; discs; discs in the centre.
        """
        mine, theirs, moves, _ = state
        size = self.size
        free = self._cells ^ (mine | theirs)
        my_moves = popcount(moves)
        their_moves = popcount(self._moves(theirs, mine))
        open_corners = free & self._corners
        before = self._before_corners & (
            open_corners << size + 1 | open_corners >> size + 1
            | open_corners << size - 1 | open_corners >> size - 1
        )  # fmt: skip
        beside = self._beside_corners & (
            (open_corners & self._left) << 1 | (open_corners & self._right) >> 1
            | open_corners << size | open_corners >> size
        )  # fmt: skip
        return (
            1.0,
            1.0 if popcount(free) & 1 else -1.0,
            (my_moves - their_moves) / (my_moves + their_moves + 2),
            float(_more(mine, theirs, self._neighbours(free))),
            float(_more(mine, theirs, self._corners)),
            float(_more(mine, theirs, before)),
            float(_more(mine, theirs, beside)),
            float(popcount(self.stable_discs(mine)) - popcount(self.stable_discs(theirs))),
            float(popcount(mine) - popcount(theirs)),
            float(_more(mine, theirs, self._centre)),
        )

    def _neighbours(self, cells: int) -> int:
        """Return the cells beside some of `cells`, in eight directions, and those themselves."""
        size = self.size
        row = cells | (cells & ~self._right) << 1 | (cells & ~self._left) >> 1
        return row | row << size | row >> size

    def stable_discs(self, discs: int) -> int:
        """Return the discs that no move can turn, found outwards from the corners.

        A disc is stable if on each of its four lines it lies at the rim or beside a stable one.
        """
        size = self.size
        stable = discs & self._corners
        found = stable ^ stable
        while stable != found:
            found = stable
            stable = (
                discs
                & (found << 1 | found >> 1 | self._sides)
                & (found << size | found >> size | self._ends)
                & (found << size + 1 | found >> size + 1 | self._rim)
                & (found << size - 1 | found >> size - 1 | self._rim)
            )
        return stable

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_heuristic

        if self.size != 8:
            return None
        return with_heuristic(0.25 if self.score == "winner" else 4.0)

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

    def view(self, state: State) -> View:
        from ..views import Piece, grid

        rows = [line.split()[1:] for line in self.state_to_text(state).splitlines()[1:]]
        return grid(rows, {"X": Piece("stone", 0), "O": Piece("stone", 1)})

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> State:
        discs: list[int] = [u64(0), u64(0)]
        for name, piece in pieces.items():
            assert piece.player is not None
            cell = (int(name[1:]) - 1) * self.size + _LETTERS.index(name[0])
            discs[piece.player] |= bit(cell)
        mine, theirs = discs[player], discs[1 - player]
        return (mine, theirs, self._moves(mine, theirs), player)

    def action_to_text(self, state: State, action: int) -> str:
        if action == self._pass:
            return "pass"
        return f"{'abcdefgh'[action % self.size]}{action // self.size + 1}"


def _more(mine: int, theirs: int, where: int) -> int:
    """Return how many more of `mine` than of `theirs` there are somewhere."""
    return popcount(mine & where) - popcount(theirs & where)


def _mixed(
    first: tuple[float, ...], second: tuple[float, ...], share: float, features: tuple[float, ...]
) -> float:
    """Return the features weighted by the first weights, and the second to a share."""
    by_first = 0.0
    by_second = 0.0
    for index in range(len(features)):
        by_first += first[index] * features[index]
        by_second += second[index] * features[index]
    return by_first + share * (by_second - by_first)


# Both functions follow rows of enemy discs along one line, in both directions. The length of the
# stretch doubles (1, 2, 4, 6 discs, the most possible) instead of growing disc by disc. Bits that
# are shifted past the board are cleared by the next `& theirs`, or the caller's mask. As a function
# that both call, this cost 4 % of the interpreted speed of a search.


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
