"""The functions of `gametree.primitives.state_memory` in compiled code.

They do something only where there may be values in the arena: where the states of a game lie there,
where its rules make any, or where a strategy of a user's may.
"""

from __future__ import annotations

from typing import Any

from numba.core import types

from plainpython.back_end.numba_parts.linking import calls
from plainpython.back_end.objects import ObjectType
from plainpython.values import arena
from plainpython.values.memory import (
    apart,
    forget,
    give_up,
    holds_values,
    keep,
    made_so_far,
    release,
    settle,
)
from plainpython.values.operations import generated, python_code
from plainpython.values.sequences.sequences import RowType

from ...primitives import state_memory
from ..game_objects import guesses_of, makes_values


def _concerned(game: ObjectType, state: Any) -> bool:
    return makes_values(game) or holds_values(state)


def _nothing(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.get_dummy_value()


@generated(state_memory.forget_values)
def _no_values(context: Any, game: Any, method: Any, state: Any) -> Any:
    if _concerned(game, state) or makes_values(method):
        return None
    return types.none(game, method, state), _nothing


@python_code(state_memory.forget_values)
def _forget_values(game, method, state):
    return forget()


@generated(state_memory.keep_values)
def _none_to_keep(context: Any, game: Any, state: Any) -> Any:
    return None if _concerned(game, state) else (types.none(game, state), _nothing)


@python_code(state_memory.keep_values)
def _keep_values(game, state):
    return keep()


def _can_change(kind: Any) -> bool:
    """Return whether rules may put other values into one of a type, or into what it leads to."""
    if isinstance(kind, types.BaseTuple):
        return any(map(_can_change, kind.types))
    if isinstance(kind, RowType):
        return _can_change(kind.item)
    if isinstance(kind, types.Optional):
        return _can_change(kind.type)
    return holds_values(kind)


@generated(state_memory.own_state)
def _none_to_copy(context: Any, game: Any, state: Any) -> Any:
    if _can_change(state):
        return None
    return state(game, state), lambda context, builder, sig, args: args[1]


@python_code(state_memory.own_state)
def _own_state(game, state):
    return apart(state)


@generated(state_memory.release_values)
def _none_to_release(context: Any, game: Any, state: Any, kept: Any) -> Any:
    return None if _concerned(game, state) else (types.none(game, state, kept), _nothing)


@python_code(state_memory.release_values)
def _release_values(game, state, kept):
    return release(kept)


def _makes_guesses_of_values(game: ObjectType, state: Any, function: Any) -> bool:
    """Return whether a heuristic, which is compiled for that, makes values that may be given up."""
    if _concerned(game, state):
        return False
    if isinstance(function, types.NoneType):
        found = guesses_of(game, state)
    elif isinstance(function, types.Dispatcher):
        function.dispatcher.compile((game, state))
        found = [function.dispatcher.overloads[game, state]]
    else:
        return True
    return any(calls(each.library, arena.GETTER) for each in found)


@generated(state_memory.before_guess)
def _no_guess(context: Any, game: Any, state: Any, function: Any) -> Any:
    if _makes_guesses_of_values(game, state, function):
        return None
    return types.none(game, state, function), _nothing


@python_code(state_memory.before_guess)
def _before_guess(game, state, function):
    return made_so_far()


@generated(state_memory.after_guess)
def _none_to_give_up(context: Any, game: Any, state: Any, function: Any, begun: Any) -> Any:
    if _makes_guesses_of_values(game, state, function):
        return None
    return types.none(game, state, function, begun), _nothing


@python_code(state_memory.after_guess)
def _after_guess(game, state, function, begun):
    return give_up(begun)


@generated(state_memory.settled)
def _at_rest(context: Any, game: Any, state: Any) -> Any:
    if _concerned(game, state):
        return None
    return state(game, state), lambda context, builder, sig, args: args[1]


@python_code(state_memory.settled)
def _settled(game, state):
    return settle(state)
