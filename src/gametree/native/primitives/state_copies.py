"""Copies of states, which the search asks for before rules may change one."""

from __future__ import annotations

from typing import Any

from numba.core import types

from plainpython.reasons import Unsupported
from plainpython.values.memory import copied_record, deep_copy, holds_values
from plainpython.values.operations import generated, operation, python_code

from ... import game
from ...primitives import records
from ...primitives.state_memory import own_state


@generated(game.state_copy)
def _state_copy(context: Any, state: Any) -> Any:
    if isinstance(state, types.Record):
        raise Unsupported(
            "a record is not copied by itself", "define copy(state): return state.copy()"
        )
    if holds_values(state):
        return None
    return state(state), lambda context, builder, sig, args: args[0]


@generated(records.copied_record)
def _copied_record(context: Any, record: Any) -> Any:
    if not isinstance(record, types.Record):
        return None
    return record(record), lambda context, builder, sig, args: copied_record(
        context, builder, record, args[0]
    )


@python_code(game.state_copy, holds_values)
def _copied_value(state):
    return deep_copy(state)


@generated(game.fresh_state)
def _fresh_state(context: Any, game: Any, state: Any, room: Any) -> Any:
    if holds_values(state) or isinstance(state, types.Record):
        return None
    return state(game, state, room), lambda context, builder, sig, args: args[1]


@operation(game.fresh_state)
def _fresh_value(game, state, room):
    if holds_values(state):

        def fresh(game, state, room):
            return game.copy(state) if game.states_change else own_state(game, state)

        return fresh

    def copy_record(game, state, room):
        room[0] = state
        return room[0]

    return copy_record
