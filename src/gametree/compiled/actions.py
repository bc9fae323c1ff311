"""Buffers of packed actions in compiled code: who reads an item gets the action."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import lower_builtin, models, overload, register_model, typeof_impl

from ..primitives import actions as plain
from ..primitives.actions import PackedActions, Packing
from ..primitives.hashing import key_of_state
from .buffers import BufferType, item_pointer
from .packing import ActionRecord, kind_of_actions, pack, unpack

__all__ = ["ActionsType"]


class ActionsType(BufferType):
    """The type of a buffer of packed actions."""

    def __init__(self, packing: Packing) -> None:
        super().__init__(types.int64)
        self.packing = packing
        self.item = kind_of_actions(packing)
        self.name = f"actions({packing!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionsType, (self.packing,)

    @property
    def key(self) -> Any:
        return self.packing


@typeof_impl.register(PackedActions)
def _typeof_actions(value: PackedActions, context: Any) -> ActionsType:
    return ActionsType(value.packing)


@register_model(ActionsType)
class _ActionsModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, buffer: ActionsType) -> None:
        members = [("data", types.CPointer(types.int64)), ("size", types.intp)]
        super().__init__(manager, buffer, members)


@lower_builtin(operator.getitem, ActionsType, types.intp)
def _action(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    code = builder.load(item_pointer(context, builder, sig.args[0], *args))
    return unpack(context, builder, sig.args[0].packing, code)


@lower_builtin(operator.setitem, ActionsType, types.intp, types.Any)
def _set_action(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    buffer = sig.args[0]
    code = pack(context, builder, buffer.packing, args[2])
    builder.store(code, item_pointer(context, builder, buffer, *args[:2]))
    return context.get_dummy_value()


@overload(plain.holds)
def _holds(edge, action):  # as Numba wants it: without annotations
    if isinstance(edge, ActionRecord):
        return lambda edge, action: True
    return lambda edge, action: edge.action == action


@overload(plain.number_of)
def _number_of(action):
    if isinstance(action, (types.Integer, types.Boolean)):
        return lambda action: np.int64(action)
    return lambda action: np.int64(key_of_state(action))
