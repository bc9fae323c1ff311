"""Compile one of the search's functions for the game and the strategies it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import typeof
from numba.core import types
from numba.core.errors import NumbaError

from ..compilable import Compilable
from ..errors import NotCompilable
from ..game import Game, State
from . import cache
from .buffers import BufferType, buffer_type
from .explain import explain
from .functions import compiling, dispatcher
from .objects import type_of

__all__ = ["compile_function", "compile_search"]

# Numba's entry points convert arguments without a look at their types, which
# is what we want: a Python int becomes whichever integer the state has.
_EntryPoint = Callable[..., Any]


def compile_function(function: Any, *arguments: Any) -> _EntryPoint:
    """Return `function` compiled for arguments such as these."""
    with compiling():
        return _compile(function, tuple(_argument_type(argument) for argument in arguments))


def compile_search(
    function: Any,
    game: Game,
    rule: Compilable,
    evaluation: Compilable,
    state: State,
    *others: Any,
    rehearsal: Callable[[Game, State], None],
) -> _EntryPoint:
    """Return `function(game, rule, evaluation, state, *others)` compiled.

    The first time for a kind of game, `rehearsal(game, state)` is called
    before anything is compiled: plain faults of the rules are told plainly.

    Raises:
        NotCompilable: with one sentence that names the method, the line and the reason.
    """
    with compiling():
        game_type = type_of(game)
        rest = tuple(_argument_type(other) for other in others)
        state_type = _remembered_state_type(game_type, state)
        if state_type is None:
            rehearsal(game, state)
            state_type = _checked_state_type(game, game_type, state)
        signature = (game_type, type_of(rule), type_of(evaluation), state_type, *rest)
        try:
            return _compile(function, signature)
        except NumbaError as error:
            raise NotCompilable(explain(error, game, rule, evaluation)) from error


def _compile(function: Any, signature: tuple[Any, ...]) -> _EntryPoint:
    kernel = dispatcher(function)
    if not isinstance(kernel._cache, cache.DiskCache):
        kernel._cache = cache.DiskCache(f"{function.__module__}.{function.__qualname__}")
    return kernel.compile(signature)  # type: ignore[no-any-return]


def _argument_type(argument: Any) -> Any:
    if isinstance(argument, Compilable):
        return type_of(argument)
    if isinstance(argument, tuple):
        return types.NamedTuple([buffer_type(array) for array in argument], type(argument))
    if isinstance(argument, np.ndarray):
        return buffer_type(argument)
    return typeof(argument)


def _remembered_state_type(game_type: Any, state: State) -> Any:
    """Return the type of the game's states if it is known without compiling."""
    if isinstance(state, np.void):
        return typeof(state)
    return cache.load(f"state of {game_type.name}")


def _checked_state_type(game: Game, game_type: Any, state: State) -> Any:
    """Compile the methods one by one; return the type of the game's states.

    Done once for each kind of game: it costs nothing extra, since the search
    links the very same code, and it shows which method is at fault.
    """

    def result_of(method: str, *argument_types: Any) -> Any:
        function = getattr(type(game), method)
        compiled = dispatcher(function)
        try:
            compiled.compile((game_type, *argument_types))
        except NumbaError as error:
            raise NotCompilable(explain(error, game, method=method)) from error
        result = compiled.overloads[(game_type, *argument_types)].signature.return_type
        return types.unliteral(result)

    def insist(ok: bool, method: str, problem: str) -> None:
        if not ok:
            raise NotCompilable(f"{type(game).__name__}.{method} cannot be compiled: {problem}")

    is_record = isinstance(state, np.void)
    state_type = typeof(state) if is_record else result_of("initial_state")
    insist(
        isinstance(state_type, (types.BaseTuple, types.Number, types.Boolean, types.Record)),
        "initial_state",
        f"it returns a state of type {state_type}; compiled states are tuples or NamedTuples of "
        "numbers, or NumPy records",
    )
    action_type = types.int64
    successor = result_of("next_state", state_type, action_type)
    insist(
        successor == state_type,
        "next_state",
        f"it returns a state of type {successor}, but initial_state one of type {state_type}; "
        "make both the same (u64(...) marks unsigned constants, int(...) and float(...) convert)",
    )
    player = result_of("current_player", state_type)
    insist(
        isinstance(player, (types.Integer, types.Boolean)),
        "current_player",
        f"it returns {player}, not an integer",
    )
    finished = result_of("is_terminal", state_type)
    insist(
        isinstance(finished, (types.Boolean, types.Integer)),
        "is_terminal",
        f"it returns {finished}, not True or False",
    )
    if type(game).fill_legal_actions is Game.fill_legal_actions:
        actions = result_of("legal_actions", state_type)
        item = getattr(actions, "dtype", getattr(actions, "yield_type", None))
        insist(
            isinstance(item, types.Integer),
            "legal_actions",
            f"it returns {actions}; compiled actions are integers, in a list, range, tuple or array",
        )
    count = result_of("fill_legal_actions", state_type, BufferType(types.int64))
    insist(
        isinstance(count, types.Integer),
        "fill_legal_actions",
        f"it returns {count}, not the number of actions",
    )
    values = result_of("returns", state_type)
    insist(
        isinstance(values, (types.UniTuple, types.List, types.Array))
        and isinstance(values.dtype, (types.Number, types.Boolean)),
        "returns",
        f"it returns {values}; it must return a tuple of {game.players} numbers of one type, "
        "such as (1.0, -1.0)",
    )
    if not is_record:
        cache.store(f"state of {game_type.name}", state_type)
    return state_type
