"""Lets lists of tuples hold None at a place where another list of the same name holds a value.

`steps = [(None, cell) for cell in empty]`, and on another path `[(stone, cell) for ...]`: the types
of the two lists differ, and that of the variable has optional members. A list that a display or a
comprehension has just made nobody else has got, so it can be made anew with such items.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from .sequences import ListType, Span, new_head, put_span, with_none

__all__ = ["just_made", "may_hold_none"]


def just_made(values: Any) -> Any:
    """Return a list that a display or a comprehension has made, of the type that it is needed."""
    return values


def may_hold_none(kind: Any, other: Any) -> bool:
    """Return whether a list of another type can hold all that one holds, and None besides."""
    return (
        isinstance(kind, ListType)
        and kind != other
        and kind.is_like(other)
        and with_none(kind.item, other.item) == other.item
    )


@infer_global(just_made)
class _TypeOfMade(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], ListType):
            return signature(args[0], args[0])
        return None


@lower_builtin(just_made, ListType)
def _just_made(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    target, source = sig.return_type, sig.args[0]
    if not may_hold_none(source, target):
        return context.cast(builder, args[0], source, target)
    old = Span.of(context, builder, source, args[0])
    new = Span.made(context, builder, target.item, old.size)
    with cgutils.for_range(builder, old.size) as loop:
        item = old.get(source.item, loop.index)
        new.set(target.item, loop.index, context.cast(builder, item, source.item, target.item))
    head = new_head(context, builder)
    put_span(builder, head, new.data, new.size)
    return head
