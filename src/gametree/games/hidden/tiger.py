"""Tiger: listen for the tiger behind one of two doors before you open one."""

from __future__ import annotations

from typing import NamedTuple

from ...actors import CHANCE
from ...errors import BadParameter
from ...game import Game
from ...naming.parameters import require
from ...primitives.rng import Rng

__all__ = ["Tiger"]

_LISTEN = 0
_LEFT, _RIGHT = 0, 1
_HIDDEN, _TO_BE_PLACED = -1, -2
_RIGHT_TO_HEAR = 0.85  # the chance to hear the tiger at the door where it is
_SURE = 30  # after hearing it so much more often at one door nothing is left to learn


class State(NamedTuple):
    """A position. What the player knows is the same with the tiger and the total hidden."""

    tiger: int  # the door that it is behind; -2 before it is placed
    listens: bool  # whether the player is about to hear it
    heard: int  # how often at the left door, less how often at the right one
    step: int  # how many actions were taken
    total: float  # of all rewards so far, discounted


class Tiger(Game):
    """Tiger: one of two doors hides a tiger, the other one a treasure; listen, then open a door.

    To listen costs 1. You hear the tiger at the right door with a chance of 85 percent. If you
    open the door of the treasure, you get 10; if you open the other one, you lose 100. Then
    the tiger and the treasure get new doors. Each reward counts `discount` times as much as if you
    got it an action earlier. You learn your rewards at the end.

    Parameters: the number of `steps` after which it ends, and the `discount`.

    Players: one. Returns: the sum of the discounted rewards.

    State: see `State` in gametree/games/hidden/tiger.py.

    Action: 0 to listen, 1 to open the left door, 2 the right one; of chance 0 for left and 1 for
    right. In text `listen`, `open left`, `open right`, `left`, `right`.
    """

    players = 1
    max_actions = 3

    def __init__(self, steps: int = 20, discount: float = 0.95) -> None:
        require(int, steps=steps)
        if not 1 <= steps <= 1000:
            raise BadParameter(f"steps must be from 1 to 1000, not {steps}")
        if not 0.0 < discount <= 1.0:
            raise BadParameter(f"discount must be above 0 and at most 1, not {discount}")
        self.steps = steps
        self.discount = float(discount)
        self._weights = tuple([self.discount**step for step in range(steps + 1)])
        self.min_return = -100.0 * sum(self._weights[:steps])
        self.max_return = 10.0 * sum(self._weights[:steps])
        odds = [(_RIGHT_TO_HEAR / (1.0 - _RIGHT_TO_HEAR)) ** heard for heard in range(_SURE + 1)]
        self._sure = tuple([each / (1.0 + each) for each in odds])

    def initial_state(self) -> State:
        return State(_TO_BE_PLACED, False, 0, 0, 0.0)

    def current_player(self, state: State) -> int:
        return CHANCE if state.listens or state.tiger == _TO_BE_PLACED else 0

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        left = 0.5
        if state.listens:
            left = _RIGHT_TO_HEAR if state.tiger == _LEFT else 1.0 - _RIGHT_TO_HEAR
        return [(_LEFT, left), (_RIGHT, 1.0 - left)]

    def legal_actions(self, state: State) -> range:
        if self.current_player(state) == CHANCE:
            return range(2)
        return range(0 if self.is_terminal(state) else 3)

    def next_state(self, state: State, action: int) -> State:
        tiger, listens, heard, step, total = state
        if tiger == _TO_BE_PLACED:
            return State(action, False, 0, step, total)
        if listens:
            heard += 1 if action == _LEFT else -1
            return State(tiger, False, heard, step, total)
        total += self._weights[step] * self._reward(state, action)
        if action == _LISTEN:
            return State(tiger, True, heard, step + 1, total)
        following = _TO_BE_PLACED if step + 1 < self.steps else tiger
        return State(following, False, 0, step + 1, total)

    def is_terminal(self, state: State) -> bool:
        return state.step == self.steps and not state.listens

    def returns(self, state: State) -> tuple[float]:
        return (state.total,)

    def rewards(self, state: State, action: int) -> tuple[float]:
        chance = state.listens or state.tiger == _TO_BE_PLACED
        return (0.0 if chance else self._reward(state, action),)

    def _reward(self, state: State, action: int) -> float:
        if action == _LISTEN:
            return -1.0
        return -100.0 if action - 1 == state.tiger else 10.0

    # What the player knows: what they heard since the tiger was placed, and the total at the end.

    def information_state(self, state: State, player: int) -> State:
        tiger, listens, heard, step, total = state
        tiger = tiger if tiger == _TO_BE_PLACED else _HIDDEN
        total = total if self.is_terminal(state) else 0.0
        return State(tiger, listens, heard, step, total)

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        """Place the tiger with the chances that follow from what was heard.

        The total begins with 0: what was won or lost before changes no choice.
        """
        tiger, listens, heard, step, total = known
        if tiger == _HIDDEN:
            likely, other = (_LEFT, _RIGHT) if heard >= 0 else (_RIGHT, _LEFT)
            tiger = likely if rng.uniform() < self._sure[min(abs(heard), _SURE)] else other
        return State(tiger, listens, heard, step, total)

    # For people.

    def state_to_text(self, state: State) -> str:
        where = "-" if state.tiger < 0 else ("left", "right")[state.tiger]
        return f"tiger: {where}\ntotal: {state.total:.2f}\n{_heard_text(state)}"

    def information_to_text(self, known: State, player: int) -> str:
        return _heard_text(known)

    def action_to_text(self, state: State, action: int) -> str:
        if self.current_player(state) == CHANCE:
            return ("left", "right")[action]
        return ("listen", "open left", "open right")[action]


def _heard_text(state: State) -> str:
    door = "left" if state.heard >= 0 else "right"
    heard = f"heard {abs(state.heard)} times more often at the {door} door"
    return f"{heard}\nstep {state.step}"
