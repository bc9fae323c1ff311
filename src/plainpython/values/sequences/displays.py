"""Lists as they are written down."""

from __future__ import annotations

from typing import Any

from numba.core import types

from ...back_end.primitives import primitive
from ..heads import new_head, put_span
from ..kinds import joined_all
from ..memory import constant
from .sequences import ListType, Span

__all__ = ["empty_list", "list_of"]


@primitive(lambda: ListType(types.undefined))
def empty_list(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return an empty list."""
    return new_head(context, builder)


def _list_type(items: Any) -> Any:
    item = joined_all(map(types.unliteral, items.types))
    return None if item is None else ListType(item)


@primitive(_list_type)
def list_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the list of the items of a tuple."""
    item, kinds = sig.return_type.item, sig.args[0].types
    head = new_head(context, builder)
    span = Span.made(context, builder, item, constant(len(kinds)))
    for index, kind in enumerate(kinds):
        member = builder.extract_value(args[0], index)
        span.set(item, constant(index), context.cast(builder, member, kind, item))
    put_span(builder, head, span.data, constant(len(kinds)))
    return head
