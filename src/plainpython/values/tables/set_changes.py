"""Loops over sets, and methods that change a set: add, update, pop."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, imputils, types
from numba.core.typing.templates import AttributeTemplate, bound_function, infer_getattr, signature
from numba.extending import lower_builtin

from ...back_end.primitives import primitive
from ...back_end.raising import raise_if
from ..kinds import joined
from ..memory import constant
from ..operations import operation
from ..sequences.items import check_changeable, item_of
from .dicts import DictType
from .set_algebra import Algebra, common_set, grown_for
from .sets import SetIteratorType, SetType, insist_hashable, put_in

__all__ = ["popped", "put_all"]


@lower_builtin("getiter", SetType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.return_type.kind
    made = context.make_helper(builder, sig.return_type)
    made.slot = cgutils.alloca_once_value(builder, constant(0))
    made.set = args[0]
    made.live = kind.table(context, builder, args[0])["live"]
    return made._getvalue()


@lower_builtin("iternext", SetIteratorType)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    table = sig.args[0].kind.table(context, builder, iterator.set)
    changed = builder.icmp_signed("!=", iterator.live, table["live"])
    raise_if(context, builder, changed, RuntimeError, "Set changed size during iteration")
    entry = table.following_slot(iterator.slot)
    more = builder.icmp_signed(">=", entry, constant(0))
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(table.part(entry, 0))


@infer_getattr
class _Methods(AttributeTemplate):  # type: ignore[misc]
    key = SetType

    @bound_function("plainpython.set.add")
    def resolve_add(self, kind: SetType, args: Any, kws: Any) -> Any:
        if kws or len(args) != 1 or kind.family != "set":
            return None
        item = joined(kind.key_kind, insist_hashable(types.unliteral(args[0])))
        if item is None:
            return None
        return signature(types.none, item).replace(recvr=SetType(item))

    @bound_function("plainpython.set.update")
    def resolve_update(self, kind: SetType, args: Any, kws: Any) -> Any:
        if kws or len(args) != 1 or kind.family != "set":
            return None
        other = args[0]
        if not isinstance(other, SetType):
            item = item_of(other)
            if item is None:
                return None
            other = SetType(item if item is types.undefined else insist_hashable(item))
        made = common_set(kind, other)
        if made is None or kind.key_kind not in (types.undefined, made.key_kind):
            return None
        return signature(types.none, args[0]).replace(recvr=made)


@lower_builtin("plainpython.set.add", SetType, types.Any)
def _add(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    sig.args[0].table(context, builder, args[0]).put(args[1])
    return context.get_dummy_value()


@lower_builtin("plainpython.set.update", SetType, types.Any)
def _update(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    check_changeable(context, builder, args[0])
    if isinstance(sig.args[1], SetType):
        Algebra(context, builder, sig.args, args).add()
        return context.get_dummy_value()
    function = context.typing_context.resolve_value_type(put_all)
    putting = function.get_call_type(context.typing_context, sig.args, {})
    put = context.get_function(function, putting)
    context.add_linking_libs(getattr(put, "libs", ()))
    put(builder, args)
    return context.get_dummy_value()


def put_all(items: Any, values: Any) -> None:
    """Add to a set what can be iterated, one after the other."""
    items.update(values)


@operation(put_all)
def _put_all(items, values):
    if items.key_kind is types.undefined or item_of(values) is types.undefined:
        return lambda items, values: None

    def change(items, values):
        for each in values:
            put_in(items, each)

    def change_at_once(items, values):
        grown_for(items, len(values))
        for each in values:
            put_in(items, each)

    # CPython grows a set at once for the keys of a dict, but not of those of its subclasses.
    return change_at_once if isinstance(values, DictType) else change


@primitive(lambda items: items.key_kind)
def popped(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Take an item out of a set, of which there is one, and return it."""
    check_changeable(context, builder, args[0])
    return sig.args[0].table(context, builder, args[0]).pop()
