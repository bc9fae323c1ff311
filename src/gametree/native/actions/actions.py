"""Buffers of packed actions in compiled code: who reads an item gets the action."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, lower_builtin, register_model, typeof_impl
from numba.np.numpy_support import from_dtype

from plainpython.back_end.buffers import BufferType, check_index
from plainpython.back_end.primitives import primitive
from plainpython.back_end.whole_structs import StructMembers, WholeModel
from plainpython.hashing import key_of_state
from plainpython.values.numbers.long_ints import LONG
from plainpython.values.objects.enums import EnumType
from plainpython.values.objects.instances import InstanceType
from plainpython.values.operations import operation
from plainpython.values.unions import UnionType

from ...primitives import actions as plain
from ...primitives.actions import PackedActions, Packing
from .action_records import ActionRecord
from .packed_kinds import is_packable, kind_of_actions
from .packing import load_action, store_action

__all__ = ["ActionsType", "all_integers", "listed"]


class ActionsType(BufferType):
    """The type of a buffer of packed actions."""

    def __init__(self, packing: Packing, item: Any) -> None:
        super().__init__(types.int64)
        self.packing = packing
        self.item = item
        self.name = f"actions({packing!r} {item})"

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionsType, (self.packing, self.item)

    @property
    def key(self) -> Any:
        return self.packing, self.item

    @property
    def array_type(self) -> Any:
        if self.packing.words == 1:
            return super().array_type
        return types.Array(from_dtype(np.dtype([("words", self.packing.kind)])), 1, "C")

    def stored_kind(self, typing: Any, value: Any) -> Any:
        if is_packable(self.packing.part, value):
            return types.unliteral(value)
        return super().stored_kind(typing, value)


@typeof_impl.register(PackedActions)
def _typeof_actions(value: PackedActions, context: Any) -> ActionsType:
    return ActionsType(value.packing, kind_of_actions(value.packing))


@register_model(ActionsType)
class _ActionsModel(WholeModel):
    def __init__(self, manager: Any, buffer: ActionsType) -> None:
        members = [("data", types.CPointer(types.int64)), ("size", types.intp)]
        super().__init__(manager, buffer, members)


@lower_builtin(operator.getitem, ActionsType, types.intp)
def _action(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    pointer = _pointer(context, builder, sig.args[0], *args)
    return load_action(context, builder, sig.args[0].packing, sig.args[0].item, pointer)


def _pointer(context: Any, builder: Any, buffer: ActionsType, value: Any, index: Any) -> Any:
    """Return the pointer to the first word of an action."""
    struct = StructMembers(context, builder, buffer, value)
    if context.enable_boundscheck:
        check_index(context, builder, index, struct.size)
    place = builder.mul(index, ir.Constant(index.type, buffer.packing.words))
    return builder.gep(struct.data, [place], inbounds=True)


@lower_builtin(operator.setitem, ActionsType, types.intp, types.Any)
def _set_action(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    buffer = sig.args[0]
    pointer = _pointer(context, builder, buffer, *args[:2])
    store_action(context, builder, buffer.packing, sig.args[2], args[2], pointer)
    return context.get_dummy_value()


# What `front_end.listed_actions` makes of a list.


@intrinsic
def listed(typing: Any, out: Any, count: Any, action: Any, counts: Any) -> Any:
    """Write an action behind `count` others if it fits; return how many there are then.

    `counts` tells whether it is one at all: half the conditions of a game half over are true, and
    no processor guesses which, so a number is written in any case.
    """
    setting = typing.resolve_function_type(operator.setitem, (out, types.intp, action), {})
    if setting is None:
        return None

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        target, index, value, counts = args
        size = StructMembers(context, builder, out, target).size
        fits = builder.icmp_signed("<", index, size)
        if isinstance(out, ActionsType):  # what is no action may have no code
            fits = builder.and_(fits, counts)
        with builder.if_then(fits):
            unchecked = context.subtarget(enable_boundscheck=False)
            unchecked.get_function(operator.setitem, setting)(builder, (target, index, value))
        return builder.add(index, builder.zext(counts, index.type))

    return types.intp(out, types.intp, setting.args[2], types.boolean), generate


@primitive(lambda values: types.boolean)
def all_integers(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return whether all members of a tuple are integers, by their types."""
    return cgutils.bool_t(all(isinstance(each, types.Integer) for each in sig.args[0].types))


@operation(plain.holds)
def _holds(edge, action):
    if isinstance(edge, ActionRecord):
        return lambda edge, action: True
    return lambda edge, action: edge.action == action


@primitive(lambda action: types.int64)
def _low_word(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the lowest 64 bits of an int of 128 bits."""
    return builder.extract_value(args[0], 0)


@operation(plain.number_of)
def _number_of(action):
    if isinstance(action, UnionType):
        return None  # see `mixed_actions`
    if isinstance(action, (types.Integer, types.Boolean)):
        return lambda action: np.int64(action)
    if isinstance(action, EnumType) and action.is_int:
        return lambda action: np.int64(int(action))
    if action == LONG:
        return lambda action: _low_word(action)
    return lambda action: np.int64(key_of_state(plain.contents(action)))


@operation(plain.contents)
def _contents(action):
    if isinstance(action, InstanceType):
        members = [f"action.{name}" for name, _ in action.fields]
    elif isinstance(action, types.BaseTuple):
        members = [f"action[{index}]" for index in range(len(action))]
    else:
        return lambda action: action
    held = "".join(f"contents({each}), " for each in members)
    names = {"contents": plain.contents, "__name__": __name__}
    return eval(f"lambda action: ({held})", names)
