"""The functions of `gametree.primitives.past` on lists: another head of the same items."""

from __future__ import annotations

from typing import Any

from plainpython.back_end.primitives import primitive
from plainpython.values.heads import KEPT, get_head, new_head, put_span, set_head
from plainpython.values.memory import constant
from plainpython.values.operations import operation, python_code
from plainpython.values.sequences.items import push
from plainpython.values.sequences.sequences import ListType, Span

from ...primitives.past import extended_past, shown_past


@python_code(shown_past, ListType)
def _shown_past(states):
    return _alike(states)


@primitive(lambda states: states)
def _alike(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a list of the same items that may not be changed, for as long as the other is not."""
    items = Span.of(context, builder, sig.args[0], args[0])
    head = new_head(context, builder)
    put_span(builder, head, items.data, items.size)
    set_head(builder, head, "copied_at", constant(KEPT))
    return head


@operation(extended_past)
def _extended_past(states, state):
    if isinstance(states, ListType) and states.item == state:
        return lambda states, state: _longer(states, state)
    return lambda states, state: [*states, state]


@primitive(lambda states, state: states)
def _longer(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a list of the same items and one more, in the capacity of the other if it has any.

    The capacity goes over to the new list, so a second longer list of the same items is a copy.
    """
    old, item = args
    items = Span.of(context, builder, sig.args[0], old)
    capacity = get_head(builder, old, "capacity")
    head = new_head(context, builder)
    put_span(builder, head, items.data, items.size, capacity)
    # A list that belongs to the game or to the first position has none, and is not written to.
    with builder.if_then(builder.icmp_signed(">", capacity, items.size)):
        set_head(builder, old, "capacity", items.size)
    push(context, builder, sig.args[0], head, item)
    return head
