"""States that change in place: copies for the search to play on."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar

from plainpython.compilable import native_twin

from .basic_rules import BasicRules, State

__all__ = ["ChangingStates", "fresh_state", "state_copy"]


def _native_copy(game: ChangingStates, state: State) -> Any:
    return state_copy(state)


class ChangingStates(BasicRules):
    """The methods of games whose states change in place."""

    states_change: ClassVar[bool] = False
    """Whether `next_state` may change the state that it is given and return it.
    The search then plays on copies: those of `copy`, which by default is
    `copy.deepcopy`. A class that defines `copy` need not say so."""

    @native_twin(_native_copy)
    def copy(self, state: State) -> State:
        """Return a state equal to `state` that can be changed apart from it."""
        return deepcopy(state) if self.states_change else state


def state_copy(state: State) -> State:
    """Return a state of a compiled game that can be changed apart from `state`."""
    return state


def fresh_state(game: ChangingStates, state: State, room: Any) -> State:
    """Return `state` itself where states are values, else a copy that may be changed.

    Compiled, a record is copied to `room`, an array of one record.
    """
    return game.copy(state) if game.states_change else state
