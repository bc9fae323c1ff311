"""The functions of `gametree.primitives.state_memory` in compiled code.

They do something only where there may be values in the arena: where the states of a game lie there,
where its rules make any, or where a strategy of a user's may.
"""

from __future__ import annotations

from typing import Any

from numba.core import types

from ..primitives import state_memory
from .objects import ObjectType, makes_values
from .values.memory import forget, holds_values, keep, release, settle
from .values.operations import generated, operation


def _concerned(game: ObjectType, state: Any) -> bool:
    return makes_values(game) or holds_values(state)


def _nothing(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.get_dummy_value()


@generated(state_memory.forget_values)
def _no_values(context: Any, game: Any, method: Any, state: Any) -> Any:
    if _concerned(game, state) or makes_values(method):
        return None
    return types.none(game, method, state), _nothing


@operation(state_memory.forget_values)
def _forget_values(game, method, state):
    return lambda game, method, state: forget()


@generated(state_memory.keep_values)
def _none_to_keep(context: Any, game: Any, state: Any) -> Any:
    return None if _concerned(game, state) else (types.none(game, state), _nothing)


@operation(state_memory.keep_values)
def _keep_values(game, state):
    return lambda game, state: keep()


@generated(state_memory.release_values)
def _none_to_release(context: Any, game: Any, state: Any, kept: Any) -> Any:
    return None if _concerned(game, state) else (types.none(game, state, kept), _nothing)


@operation(state_memory.release_values)
def _release_values(game, state, kept):
    return lambda game, state, kept: release(kept)


@generated(state_memory.settled)
def _at_rest(context: Any, game: Any, state: Any) -> Any:
    if _concerned(game, state):
        return None
    return state(game, state), lambda context, builder, sig, args: args[1]


@operation(state_memory.settled)
def _settled(game, state):
    return lambda game, state: settle(state)
