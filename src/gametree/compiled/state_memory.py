"""The functions of `gametree.primitives.state_memory` in compiled code.

They do something only where there may be values in the arena: where the states of a game lie there,
where its rules make any, or where a strategy of a user's may.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from ..primitives import state_memory
from .objects import ObjectType, makes_values
from .values.memory import forget, holds_values, keep, release, settle


def _concerned(game: ObjectType, state: Any) -> bool:
    return makes_values(game) or holds_values(state)


@overload(state_memory.forget_values)
def _forget_values(game, method, state):
    if _concerned(game, state) or makes_values(method):
        return lambda game, method, state: forget()
    return lambda game, method, state: None


@overload(state_memory.keep_values)
def _keep_values(game, state):
    return (lambda game, state: keep()) if _concerned(game, state) else lambda game, state: None


@overload(state_memory.release_values)
def _release_values(game, state, kept):
    if _concerned(game, state):
        return lambda game, state, kept: release(kept)
    return lambda game, state, kept: None


@overload(state_memory.settled)
def _settled(game, state):
    return (
        (lambda game, state: settle(state))
        if _concerned(game, state)
        else lambda game, state: state
    )
