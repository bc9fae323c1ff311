"""Lists as they are written down."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic

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


@intrinsic
def list_of(typing: Any, items: Any) -> Any:
    """Return the list of the items of a tuple."""
    item = joined_all(map(types.unliteral, items.types))
    if item is None:
        return None
    made = ListType(item)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        head = new_head(context, builder)
        span = Span.made(context, builder, item, constant(len(items)))
        for index, kind in enumerate(sig.args[0].types):
            member = builder.extract_value(args[0], index)
            span.set(item, constant(index), context.cast(builder, member, kind, item))
        put_span(builder, head, span.data, constant(len(items)))
        return head

    return made(items), generate
