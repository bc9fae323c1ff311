"""Oware (Abapa) with any number of houses and seeds."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

from plainpython.bits import ALL, lowest, nth, popcount, u64, without_lowest

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import View

__all__ = ["Oware"]

State = tuple[int, int, int, int, int]

_KEYS = (u64(0x9E37_79B9_7F4A_7C15), u64(0xD1B5_4A32_D192_ED03), u64(0xAEF1_7502_108E_F2D9))

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Oware(Game):
    """Oware: sow seeds around the board; more than half of them win (rules of Abapa).

    Take all seeds of one of your houses and sow them one by one into the next houses, counter-
    clockwise; the house itself is left out. If the last seed falls into an enemy house that then
    has 2 or 3 seeds, you capture them, and so on backwards as long as the enemy houses before have
    2 or 3. A move that would capture all enemy seeds captures nothing. If you can, you must leave
    the other player seeds to play with. If you cannot, or if a position comes back, each player
    keeps the seeds of their own houses, and the game is over.

    Parameters: `houses` of each player, and `seeds` in each house at the beginning.

    Players: 0 moves first, 1. Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: (houses of the player to move, those of the other, captured seeds of the player to
    move, of the other, the player to move).

    Action: the house, from 0, in the direction of sowing. In text `a` to `f`.
    """

    # The seeds of a house are a field of bits, one field after the other, the first house
    # lowest; the topmost bit of a field is always empty, see `_movable`:
    #
    #       f       e       d       c       b       a
    #   0000100 0000100 0000100 0000100 0000100 0000100

    repetition = "own"

    def __init__(self, houses: int = 6, seeds: int = 4) -> None:
        require(int, houses=houses, seeds=seeds)
        if not 1 <= houses <= len(_LETTERS) or seeds < 1:
            raise BadParameter(
                f"houses must be from 1 to {len(_LETTERS)} and seeds 1 or more, not {houses} and "
                f"{seeds}"
            )
        bits = (2 * houses * seeds).bit_length() + 1
        if houses * bits > 63:
            raise BadParameter(
                f"{houses} houses with {seeds} seeds each need {houses * bits} bits; there are 63"
            )
        self.houses = houses
        self.seeds = seeds
        self.max_actions = houses
        self._bits = bits
        self._field = (1 << bits) - 1
        self._half = houses * seeds
        self._ones = sum(1 << house * bits for house in range(houses))
        self._topmost = self._ones << bits - 1
        # For each house, and each number of seeds that stays within a lap: the own row and the
        # other's with the seeds that were sown.
        self._sown = tuple(
            [
                self._sowing(house, number)
                for house in range(houses)
                for number in range(1, 2 * houses)
            ]
        )
        # What carries to the topmost bit of a house from which the other's row is reached.
        reaching = sum(houses - house << house * bits for house in range(houses))
        self._reaching = self._topmost - reaching

    def initial_state(self) -> State:
        row = self._ones * self.seeds
        return (row, row, 0, 0, 0)

    def current_player(self, state: State) -> int:
        return state[4]

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        movable = self._movable(state[0], state[1])
        return [house for house in range(self.houses) if self._in(movable, house)]

    def next_state(self, state: State, action: int) -> State:
        mine, theirs, captured, others, player = state
        houses = self.houses
        seeds = self._in(mine, action)
        around = 2 * houses - 1
        laps = (seeds - 1) // around
        # From here on as if the seeds of whole laps were sown first.
        last = action + seeds - laps * around
        to_mine, to_theirs = self._sown[action * around + last - action - 1]
        mine += laps * (self._ones - (1 << action * self._bits)) + to_mine
        mine -= seeds << action * self._bits
        theirs += laps * self._ones + to_theirs
        if houses <= last <= around:
            left, taken = theirs, 0
            house = last - houses
            while house >= 0 and 2 <= self._in(left, house) <= 3:
                taken += self._in(left, house)
                left -= self._in(left, house) << house * self._bits
                house -= 1
            if left:
                captured += taken
                theirs = left
        if self._movable(theirs, mine) == 0:
            captured += self._total(mine)
            others += self._total(theirs)
            mine = theirs = 0
        return (theirs, mine, others, captured, 1 - player)

    def is_terminal(self, state: State) -> bool:
        most = max(state[2], state[3])
        return most > self._half or state[2] + state[3] == 2 * self._half

    def returns(self, state: State) -> tuple[float, float]:
        return self._shared_out(state, state[2] - state[3])

    def returns_after_repetition(
        self, state: State, player: int, plies: int
    ) -> tuple[float, float]:
        in_houses = self._total(state[0]) - self._total(state[1])
        return self._shared_out(state, state[2] - state[3] + in_houses)

    def key(self, state: State) -> int:
        # A multilinear hash. What the other has captured follows from the rest.
        mine, theirs, captured, _, player = state
        return (mine * _KEYS[0] + theirs * _KEYS[1] + captured * _KEYS[2] + player) & ALL

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        movable = self._movable(state[0], state[1])
        count = 0
        while movable:
            out[count] = lowest(movable) // self._bits
            movable = without_lowest(movable)
            count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        movable = self._movable(state[0], state[1])
        return nth(movable, rng.below(popcount(movable))) // self._bits

    def _sowing(self, house: int, seeds: int) -> tuple[int, int]:
        mine = theirs = 0
        for place in range(house + 1, house + 1 + seeds):
            one = 1 << place % self.houses * self._bits
            if place // self.houses == 1:
                theirs += one
            else:
                mine += one
        return (mine, theirs)

    def _movable(self, mine: int, theirs: int) -> int:
        """Return the topmost bit of each house that may be sown.

        It may if it has seeds, or enough of them to reach the other's row if that is empty.
        """
        if theirs == 0:
            return mine + self._reaching & self._topmost
        return mine + self._topmost - self._ones & self._topmost

    def _in(self, row: int, house: int) -> int:
        return row >> house * self._bits & self._field

    def _total(self, row: int) -> int:
        total = 0
        for house in range(self.houses):
            total += self._in(row, house)
        return total

    def _shared_out(self, state: State, lead: int) -> tuple[float, float]:
        """Return the returns if the player to move has this many seeds more than the other."""
        if lead == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if (lead > 0) == (state[4] == 0) else (-1.0, 1.0)

    # For people.

    def state_to_text(self, state: State) -> str:
        turned = state[4] == 1
        rows = (state[1], state[0]) if turned else (state[0], state[1])
        captured = (state[3], state[2]) if turned else (state[2], state[3])
        near = [str(self._in(rows[0], house)).rjust(4) for house in range(self.houses)]
        far = [str(self._in(rows[1], house)).rjust(4) for house in range(self.houses)]
        names = [letter.rjust(4) for letter in _LETTERS[: self.houses]]
        lines = ["".join(row) for row in (names[::-1], far[::-1], near, names)]
        lines[0] += f"  player 2, captured {captured[1]}"
        lines[3] += f"  player 1, captured {captured[0]}"
        return "\n".join([*lines, f"player {state[4] + 1} to move"])

    def view(self, state: State) -> View:
        from ..views import pits

        turned = state[4] == 1
        rows = (state[1], state[0]) if turned else (state[0], state[1])
        return pits(
            [[self._in(row, house) for house in range(self.houses)] for row in rows],
            (state[3], state[2]) if turned else (state[2], state[3]),
            _LETTERS[: self.houses],
            self.current_player(state),
            self.legal_actions(state),
        )

    def action_to_text(self, state: State, action: int) -> str:
        return _LETTERS[action]
