"""The function of `gametree.primitives.past` on lists: another head of the same items."""

from __future__ import annotations

from typing import Any

from numba.extending import intrinsic

from plainpython.values.heads import KEPT, new_head, put_span, set_head
from plainpython.values.memory import constant
from plainpython.values.operations import operation
from plainpython.values.sequences.sequences import ListType, Span

from ...primitives.past import shown_past


@operation(shown_past)
def _shown_past(states):
    return (lambda states: _alike(states)) if isinstance(states, ListType) else None


@intrinsic
def _alike(typing: Any, states: Any) -> Any:
    """Return a list of the same items that may not be changed, for as long as the other is not."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        items = Span.of(context, builder, sig.args[0], args[0])
        head = new_head(context, builder)
        put_span(builder, head, items.data, items.size)
        set_head(builder, head, "copied_at", constant(KEPT))
        return head

    return states(states), generate
