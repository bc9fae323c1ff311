"""Change the item type of new lists and dicts to one that also holds the items put in later.

`points = [0, 0]`, and then `points[winner] += 0.5`: the variable needs a list of floats, but the
display creates a list of ints. The same happens to `steps = [(None, cell) for cell in empty]` if
another path has `[(stone, cell) for ...]`. No other variable holds a list or dict that an
expression has just created, so its items can be converted.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types

from ..back_end.primitives import machine_code
from .heads import put_span
from .sequences.sequences import ListType, Span, widened
from .tables.dicts import DictType
from .tables.generated_tables import Table

__all__ = ["just_made", "may_hold_more", "rows_just_made"]


def just_made(values: Any) -> Any:
    """Return a list or dict that was just made, of the type that it is needed."""
    return values


def rows_just_made(values: Any) -> Any:
    """Return a list of lists that were all just made, of the type that it is needed."""
    return values


def may_hold_more(kind: Any, other: Any) -> bool:
    """Return whether a list or dict of another type can hold all that one holds, and more."""
    if kind == other:
        return False
    if isinstance(kind, ListType):
        return kind.is_like(other) and widened(kind.item, other.item) == other.item
    if isinstance(kind, DictType) and kind.is_like(other):
        values = kind.value_kind, other.value_kind
        return kind.key_kind == other.key_kind and values == (types.int64, types.float64)
    return False


@machine_code(just_made, rows_just_made, of=(types.Type,), returns=lambda values: values)
def _just_made(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    target, source = sig.return_type, sig.args[0]
    if not may_hold_more(source, target):
        return context.cast(builder, args[0], source, target)
    make = _wider_dict if isinstance(source, DictType) else _wider_list
    return make(context, builder, source, target, args[0])


def _wider_list(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """Let the items be of another type, those of lists in the list, too."""
    old = Span.of(context, builder, source, value)
    if isinstance(source.item, ListType):
        with cgutils.for_range(builder, old.size) as loop:
            row = old.get(source.item, loop.index)
            _wider_list(context, builder, source.item, target.item, row)
        return value
    new = Span.made(context, builder, target.item, old.size)
    with cgutils.for_range(builder, old.size) as loop:
        item = old.get(source.item, loop.index)
        new.set(target.item, loop.index, context.cast(builder, item, source.item, target.item))
    put_span(builder, value, new.data, new.size)
    return value


def _wider_dict(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """Convert the values to floats in place: ints are of the same size."""
    old, new = (Table(context, builder, kind, value) for kind in (source, target))
    with old.live_entries() as entry:
        number = context.cast(builder, old.part(entry, 1), types.int64, types.float64)
        new.set_part(entry, 1, number)
    return value
