"""Kalah with any number of pits and seeds."""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any

from plainpython.bits import lowest, nth, popcount, without_lowest

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import View

__all__ = ["Kalah"]

State = tuple[int, int, int]

_SCALE = 6.0  # a lead of this many seeds promises 0.7
_TEMPERATURE = 0.125


class Kalah(Game):
    """Kalah: sow seeds around the board; whoever has more of them in the end wins.

    Take all seeds of one of your pits and sow them one by one into the next pits, counter-
    clockwise. Your own store gets a seed, too; the other store is left out. If the last seed falls
    into your store, you move again. If it falls into an empty pit of yours, and the pit opposite
    has seeds, both go to your store. The game is over when a player has no seeds in their pits; the
    other then keeps those in theirs.

    Parameters: `pits` of each player, and `seeds` in each pit at the beginning.

    Players: 0 moves first, 1. Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: (pits and store of the player to move, those of the other, the player to move).

    Action: the pit, from 0, in the direction of sowing. In text it counts from 1.
    """

    # The seeds of a pit are a field of bits, one field after the other, so that 6 pits and 4
    # seeds look like this; the topmost bit of a field is always empty, see `_filled`:
    #
    #    store    6     5     4     3     2     1
    #   0000000 00100 00100 00100 00100 00100 00100

    def __init__(self, pits: int = 6, seeds: int = 4) -> None:
        require(int, pits=pits, seeds=seeds)
        if pits < 1 or seeds < 1:
            raise BadParameter(f"pits and seeds must be 1 or more, not {pits} and {seeds}")
        bits = (2 * pits * seeds).bit_length() + 1
        if (pits + 1) * bits > 63:
            raise BadParameter(
                f"{pits} pits with {seeds} seeds each need {(pits + 1) * bits} bits; there are 63"
            )
        self.pits = pits
        self.seeds = seeds
        self.max_actions = pits
        self._bits = bits
        self._field = (1 << bits) - 1
        self._in_each_pit = sum(1 << pit * bits for pit in range(pits))
        self._ones = self._in_each_pit | 1 << pits * bits  # one in the store, too
        self._in_pits = self._in_each_pit * self._field
        self._topmost = self._in_each_pit << bits - 1
        # For each pit, and each number of seeds that is less than a lap: the own row and the
        # other's with the seeds that were sown.
        self._sown = tuple(
            [self._sowing(pit, number) for pit in range(pits) for number in range(2 * pits + 1)]
        )

    def initial_state(self) -> State:
        row = self._in_each_pit * self.seeds
        return (row, row, 0)

    def current_player(self, state: State) -> int:
        return state[2]

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        return [pit for pit in range(self.pits) if self._in(state[0], pit)]

    def next_state(self, state: State, action: int) -> State:
        mine, theirs, player = state
        pits = self.pits
        seeds = self._in(mine, action)
        around = 2 * pits + 1
        laps = seeds // around
        rest = seeds - laps * around
        to_mine, to_theirs = self._sown[action * around + rest]
        mine += laps * self._ones + to_mine
        mine -= seeds << action * self._bits
        theirs += laps * self._in_each_pit + to_theirs
        last = action + rest
        if last >= around:
            last -= around
        if last == pits:
            return (mine, theirs, player)
        if last < pits and self._in(mine, last) == 1:
            opposite = pits - 1 - last
            caught = self._in(theirs, opposite)
            if caught:
                theirs -= caught << opposite * self._bits
                mine -= 1 << last * self._bits
                mine += caught + 1 << pits * self._bits
        return (theirs, mine, 1 - player)

    def is_terminal(self, state: State) -> bool:
        return state[0] & self._in_pits == 0 or state[1] & self._in_pits == 0

    def returns(self, state: State) -> tuple[float, float]:
        lead = 0
        for place in range(self.pits + 1):
            lead += self._in(state[0], place) - self._in(state[1], place)
        if lead == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if (lead > 0) == (state[2] == 0) else (-1.0, 1.0)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        filled = self._filled(state[0])
        count = 0
        while filled:
            out[count] = lowest(filled) // self._bits
            filled = without_lowest(filled)
            count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        filled = self._filled(state[0])
        return nth(filled, rng.below(popcount(filled))) // self._bits

    def _sowing(self, pit: int, seeds: int) -> tuple[int, int]:
        mine = theirs = 0
        around = 2 * self.pits + 1
        for place in range(pit + 1, pit + 1 + seeds):
            if self.pits < place % around:
                theirs += 1 << (place % around - self.pits - 1) * self._bits
            else:
                mine += 1 << place % around * self._bits
        return (mine, theirs)

    def _in(self, row: int, place: int) -> int:
        """Return the seeds in a pit, or in the store behind the last one."""
        return row >> place * self._bits & self._field

    def _filled(self, row: int) -> int:
        """Return the topmost bit of each pit with seeds: all ones below, added, carry there."""
        return (row & self._in_pits) + self._topmost - self._in_each_pit & self._topmost

    # What a position promises.

    def heuristic(self, state: State) -> tuple[float, float]:
        """Estimate the returns from the seeds in the stores, by how many a player leads."""
        lead = self._in(state[0], self.pits) - self._in(state[1], self.pits)
        score = lead / _SCALE
        value = score / math.sqrt(1.0 + score * score)
        if state[2] == 1:
            value = -value
        return (value, -value)

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_heuristic

        return with_heuristic(_TEMPERATURE)

    # For people.

    def state_to_text(self, state: State) -> str:
        first, second = (state[0], state[1]) if state[2] == 0 else (state[1], state[0])
        width = 2 + len(str(2 * self.pits * self.seeds))
        near = "".join([str(self._in(first, pit)).rjust(width) for pit in range(self.pits)])
        far = "".join(
            [str(self._in(second, pit)).rjust(width) for pit in reversed(range(self.pits))]
        )
        names = "".join([str(pit + 1).rjust(width) for pit in range(self.pits)])
        mirrored = "".join([str(pit + 1).rjust(width) for pit in reversed(range(self.pits))])
        left = str(self._in(second, self.pits)).rjust(width)
        right = str(self._in(first, self.pits)).rjust(width * (self.pits + 1))
        margin = " " * width
        return "\n".join(
            [
                f"{margin}{mirrored}  player 2",
                f"{margin}{far}",
                f"{left}{right}",
                f"{margin}{near}",
                f"{margin}{names}  player 1",
                f"player {state[2] + 1} to move",
            ]
        )

    def view(self, state: State) -> View:
        from ..views import pits

        rows = (state[0], state[1]) if state[2] == 0 else (state[1], state[0])
        return pits(
            [[self._in(row, pit) for pit in range(self.pits)] for row in rows],
            [self._in(row, self.pits) for row in rows],
            [str(pit + 1) for pit in range(self.pits)],
            self.current_player(state),
            self.legal_actions(state),
        )

    def action_to_text(self, state: State, action: int) -> str:
        return str(action + 1)
