"""Iterators over sequences in generated code, from the first item and from the last."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, imputils, types
from numba.extending import lower_builtin, register_model

from ...back_end.primitives import primitive
from ..memory import constant
from .sequences import IteratorModel, IteratorType, ListType, SequenceType, Span

__all__ = ["advance", "backwards_through", "begin"]

_EXHAUSTED = 2**62


def begin(context: Any, builder: Any, kind: IteratorType, sequence: Any) -> Any:
    """Return what a loop over a sequence advances."""
    made = context.make_helper(builder, kind)
    made.index = cgutils.alloca_once_value(builder, constant(0))
    made.sequence = sequence
    return made._getvalue()


def advance(context: Any, builder: Any, kind: IteratorType, value: Any, result: Any) -> None:
    """Yield the next item of a loop over a sequence, if there is one."""
    iterator = context.make_helper(builder, kind, value=value)
    span = Span.of(context, builder, kind.sequence, iterator.sequence)
    index = builder.load(iterator.index)
    more = builder.icmp_signed("<", index, span.size)
    result.set_valid(more)
    with builder.if_else(more) as (one, none):
        with one:
            result.yield_(span.got(kind.sequence, index))
            builder.store(builder.add(index, constant(1)), iterator.index)
        with none:  # it stays so if the list grows
            builder.store(constant(_EXHAUSTED), iterator.index)


@lower_builtin("getiter", SequenceType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return begin(context, builder, sig.return_type, args[0])


@lower_builtin("iternext", IteratorType)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    advance(context, builder, sig.args[0], args[0], result)


class ReversedIteratorType(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of what goes through a list from its end."""

    def __init__(self, sequence: ListType) -> None:
        self.sequence = sequence
        super().__init__(f"reversed iterator of {sequence}", sequence.got)

    @property
    def key(self) -> Any:
        """The type of the list."""
        return self.sequence


register_model(ReversedIteratorType)(IteratorModel)


@primitive(lambda values: ReversedIteratorType(values))
def backwards_through(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return an iterator from the last item of a list to the first."""
    span = Span.of(context, builder, sig.args[0], args[0])
    made = begin(context, builder, sig.return_type, args[0])
    iterator = context.make_helper(builder, sig.return_type, value=made)
    builder.store(builder.sub(span.size, constant(1)), iterator.index)
    return made


@lower_builtin("iternext", ReversedIteratorType)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def _iternext_backwards(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    kind = sig.args[0]
    iterator = context.make_helper(builder, kind, value=args[0])
    span = Span.of(context, builder, kind.sequence, iterator.sequence)
    index = builder.load(iterator.index)
    more = builder.icmp_unsigned("<", index, span.size)  # -1 is none
    result.set_valid(more)
    builder.store(constant(-1), iterator.index)
    with builder.if_then(more):
        result.yield_(span.got(kind.sequence, index))
        builder.store(builder.sub(index, constant(1)), iterator.index)
