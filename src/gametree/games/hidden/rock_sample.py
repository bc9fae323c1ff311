"""RockSample: a rover finds out from afar which rocks are worth a visit."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

from ...actors import CHANCE
from ...errors import BadParameter
from ...game import Game
from ...naming.parameters import require
from ...primitives.rng import Rng

__all__ = ["RockSample"]

_NORTH, _EAST, _SOUTH, _WEST, _SAMPLE, _CHECK = 0, 1, 2, 3, 4, 5
_MOVES = ("north", "east", "south", "west", "sample")
_GOOD, _BAD = 1, 0
_HALF_DISTANCE = 20.0  # at which the sensor is right in 3 of 4 checks
_REWARD = 10.0
_NOTHING, _TO_BE_PLACED = -1, -2
# The rocks of the problem in the article, and where the rover starts.
_FOUR_ROCKS = ((3, 1), (2, 1), (1, 3), (1, 0))


class State(NamedTuple):
    """A position. What the player knows is the same with all rocks bad, and no total."""

    x: int
    y: int
    rocks: int  # those that are good, as bits
    chances: tuple[float, ...]  # that each rock is good, by all checks
    checked: int  # the rock that the sensor is about to report on, -1 for none, -2 at the start
    step: int
    total: float  # of all rewards so far, discounted
    left: bool  # whether the rover has left the map


class RockSample(Game):
    """RockSample: drive to the good rocks, take samples, and leave the map in the east.

    Some rocks are good, the others bad, each with a chance of a half. You know where they are. To
    check a rock costs nothing but time: the sensor says whether it is good, and is right more
    often the nearer you are. A sample of a good rock brings 10, and makes it bad; a sample of
    a bad one costs 10. To leave the map in the east brings 10. Each reward counts `discount`
    times as much as if you got it an action earlier. You learn your rewards at the end.

    Parameters: the `size` of the map and the number of `rocks`; the `seed` of the places of the
    rocks, where size and rocks are not 4 and 4; the number of `steps` after which it ends; the
    `discount`.

    Players: one. Returns: the sum of the discounted rewards.

    State: see `State` in gametree/games/hidden/rock_sample.py.

    Action: 0 to 3 to drive north, east, south or west, 4 to sample, 5 and more to check a rock; of
    chance 1 for good and 0 for bad, or the set of good rocks as bits. In text `north`,
    `sample`, `check 2`, `good`, `rocks 5`.
    """

    players = 1

    def __init__(
        self, size: int = 4, rocks: int = 4, seed: int = 1, steps: int = 40, discount: float = 0.95
    ) -> None:
        require(int, size=size, rocks=rocks, seed=seed, steps=steps)
        if not 2 <= size <= 15:
            raise BadParameter(f"size must be from 2 to 15, not {size}")
        if not 1 <= rocks <= min(12, size * size):
            raise BadParameter(f"rocks must be from 1 to 12 and fit the map, not {rocks}")
        if not 1 <= steps <= 1000:
            raise BadParameter(f"steps must be from 1 to 1000, not {steps}")
        if not 0.0 < discount <= 1.0:
            raise BadParameter(f"discount must be above 0 and at most 1, not {discount}")
        self.size = size
        self.rocks = rocks
        self.seed = seed
        self.steps = steps
        self.discount = float(discount)
        self.max_actions = max(_CHECK + rocks, 1 << rocks)
        self.max_return = _REWARD * (rocks + 1)
        self._weights = tuple([self.discount**step for step in range(steps + 1)])
        self.min_return = -_REWARD * sum(self._weights[:steps])
        cells = [(x, y) for x in range(size) for y in range(size)]
        drawn = random.Random(seed).sample(cells, rocks)
        self._places = _FOUR_ROCKS if size == rocks == 4 else tuple(drawn)
        # For each rock the chance that the sensor is right, by the cell of the rover.
        self._right = tuple(
            [
                tuple([_chance_to_be_right(math.dist(place, (x, y))) for x, y in cells])
                for place in self._places
            ]
        )

    def initial_state(self) -> State:
        chances = tuple([0.5 for _ in range(self.rocks)])
        return State(0, self.size // 2, 0, chances, _TO_BE_PLACED, 0, 0.0, False)

    def current_player(self, state: State) -> int:
        return 0 if state.checked == _NOTHING else CHANCE

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        if state.checked == _TO_BE_PLACED:
            sets = 1 << self.rocks
            return [(rocks, 1.0 / sets) for rocks in range(sets)]
        right = self._right[state.checked][state.x * self.size + state.y]
        good = right if state.rocks >> state.checked & 1 else 1.0 - right
        outcomes = [(_BAD, 1.0 - good), (_GOOD, good)]
        return [(outcome, share) for outcome, share in outcomes if share > 0.0]

    def legal_actions(self, state: State) -> list[int]:
        if state.checked != _NOTHING:
            return [outcome for outcome, _ in self.chance_outcomes(state)]
        if self.is_terminal(state):
            return []
        actions = [_EAST]
        if state.y + 1 < self.size:
            actions.append(_NORTH)
        if state.y > 0:
            actions.append(_SOUTH)
        if state.x > 0:
            actions.append(_WEST)
        if self._rock_at(state.x, state.y) >= 0:
            actions.append(_SAMPLE)
        return sorted(actions) + [_CHECK + rock for rock in range(self.rocks)]

    def next_state(self, state: State, action: int) -> State:
        x, y, rocks, chances, checked, step, total, left = state
        if checked == _TO_BE_PLACED:
            return State(x, y, action, chances, _NOTHING, step, total, left)
        if checked != _NOTHING:
            right = self._right[checked][x * self.size + y]
            good = chances[checked] * (right if action == _GOOD else 1.0 - right)
            bad = (1.0 - chances[checked]) * (1.0 - right if action == _GOOD else right)
            chances = _changed(chances, checked, good / (good + bad))
            return State(x, y, rocks, chances, _NOTHING, step, total, left)
        total += self._weights[step] * self._reward(state, action)
        if action == _NORTH:
            y += 1
        elif action == _SOUTH:
            y -= 1
        elif action == _WEST:
            x -= 1
        elif action == _EAST:
            left = x + 1 == self.size
            x = x if left else x + 1
        elif action == _SAMPLE:
            rock = self._rock_at(x, y)
            rocks &= ~(1 << rock)
            chances = _changed(chances, rock, 0.0)
        else:
            checked = action - _CHECK
        return State(x, y, rocks, chances, checked, step + 1, total, left)

    def is_terminal(self, state: State) -> bool:
        return state.left or (state.step == self.steps and state.checked == _NOTHING)

    def returns(self, state: State) -> tuple[float]:
        return (state.total,)

    def rewards(self, state: State, action: int) -> tuple[float]:
        return (self._reward(state, action) if state.checked == _NOTHING else 0.0,)

    def _reward(self, state: State, action: int) -> float:
        if action == _SAMPLE:
            good = state.rocks >> self._rock_at(state.x, state.y) & 1
            return _REWARD if good else -_REWARD
        leaves = action == _EAST and state.x + 1 == self.size
        return _REWARD if leaves else 0.0

    def _rock_at(self, x: int, y: int) -> int:
        for rock, place in enumerate(self._places):
            if place[0] == x and place[1] == y:
                return rock
        return _NOTHING

    # What the player knows: everything but which rocks are good, and the total before the end.

    def information_state(self, state: State, player: int) -> State:
        return self._with(state, 0, state.total if self.is_terminal(state) else 0.0)

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        """Draw the good rocks with the chances that follow from all checks.

        The total begins with 0: what was won or lost before changes no choice.
        """
        rocks = 0
        if known.checked != _TO_BE_PLACED:
            for rock, chance in enumerate(known.chances):
                if rng.uniform() < chance:
                    rocks |= 1 << rock
        return self._with(known, rocks, known.total)

    def _with(self, state: State, rocks: int, total: float) -> State:
        x, y, _, chances, checked, step, _, left = state
        return State(x, y, rocks, chances, checked, step, total, left)

    # For people.

    def state_to_text(self, state: State) -> str:
        return self._map_text(
            state, ["g" if state.rocks >> rock & 1 else "b" for rock in range(12)]
        )

    def information_to_text(self, known: State, player: int) -> str:
        rows = self._map_text(known, [f"{rock + 1}"[-1] for rock in range(12)])
        chances = " ".join(f"{chance:.2f}" for chance in known.chances)
        return f"{rows}\ngood by the checks: {chances}\nstep {known.step}"

    def action_to_text(self, state: State, action: int) -> str:
        if state.checked == _TO_BE_PLACED:
            return f"rocks {action}"
        if state.checked != _NOTHING:
            return ("bad", "good")[action]
        return _MOVES[action] if action < _CHECK else f"check {action - _CHECK + 1}"

    def _map_text(self, state: State, rocks: list[str]) -> str:
        """Return the map with the rover as `r` and a character for each rock."""
        lines = []
        for y in reversed(range(self.size)):
            cells = []
            for x in range(self.size):
                rock = self._rock_at(x, y)
                here = not state.left and state.x == x and state.y == y
                cells.append("r" if here else rocks[rock] if rock >= 0 else ".")
            lines.append(" ".join(cells))
        return "\n".join(lines)


def _chance_to_be_right(distance: float) -> float:
    return 0.5 * (1.0 + math.pow(2.0, -distance / _HALF_DISTANCE))


def _changed(chances: tuple[float, ...], index: int, chance: float) -> tuple[float, ...]:
    return chances[:index] + (chance,) + chances[index + 1 :]
