"""Iterators in the arena, which several variables, generators and functions advance together.

The state of an iterator lies in the frame of the function that made it, and a generator that takes
it keeps a copy. Where Python's generators would advance the same iterator, `shared` puts its state
into the arena.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import imputils, types
from numba.core.imputils import call_iternext
from numba.extending import lower_builtin, models, register_model

from ...reasons import Unsupported
from .. import arena
from ..memory import BYTES, constant, load, size_of, store
from ..operations import generated, python_code

__all__ = ["SharedIteratorType", "insist_shared", "returned", "shared"]


class SharedIteratorType(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of an iterator whose state lies in the arena."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        super().__init__(f"shared {inner}", inner.yield_type)

    @property
    def key(self) -> Any:
        """The type of the iterator."""
        return self.inner


@register_model(SharedIteratorType)
class _SharedIteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: SharedIteratorType) -> None:
        super().__init__(manager, kind, [("state", types.voidptr)])


@lower_builtin("iternext", SharedIteratorType)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    kind = sig.args[0].inner
    state = context.make_helper(builder, sig.args[0], value=args[0]).state
    iterator = load(context, builder, kind, state)
    found = call_iternext(context, builder, kind, iterator)
    store(context, builder, kind, iterator, state)
    result.set_valid(found.is_valid())
    with builder.if_then(found.is_valid()):
        result.yield_(found.yielded_value())


def _in_the_arena(kind: Any) -> Any:
    made = SharedIteratorType(kind)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        memory = arena.allocate(context, builder, constant(size_of(context, kind)))
        store(context, builder, kind, args[0], memory)
        iterator = context.make_helper(builder, made)
        iterator.state = builder.bitcast(memory, BYTES)
        return iterator._getvalue()

    return made(kind), generate


def _as_it_is(kind: Any) -> Any:
    return kind(kind), lambda context, builder, sig, args: args[0]


def _is_own(kind: Any) -> bool:
    return isinstance(kind, types.IteratorType) and not isinstance(kind, SharedIteratorType)


def shared(value: Any) -> Any:
    """Return an iterator whose state lies in the arena; any other value as it is."""
    return value


@generated(shared)
def _typed_shared(typing: Any, value: Any) -> Any:
    kind = types.unliteral(value)
    return _in_the_arena(kind) if _is_own(kind) else _as_it_is(kind)


def returned(value: Any) -> Any:
    """Return an iterator that a function may return: those of generators may as they are."""
    return value


@generated(returned)
def _typed_returned(typing: Any, value: Any) -> Any:
    """Move the state of an iterator into the arena, where it outlives the function."""
    kind = types.unliteral(value)
    frees = _is_own(kind) and not isinstance(kind, types.Generator)
    return _in_the_arena(kind) if frees else _as_it_is(kind)


def insist_shared(value: Any) -> Any:
    """Return what a generator takes; iterators that it would take a copy of are refused."""
    return value


@generated(insist_shared)
def _typed_insist_shared(typing: Any, value: Any) -> Any:
    kind = types.unliteral(value)
    if _is_own(kind):
        raise Unsupported(
            "a generator takes items of an iterator that other code may read, too",
            "pass a list of the items, or take them with next(...)",
        )
    return _as_it_is(kind)


@python_code(operator.contains, types.IteratorType)
def _typed_contains(values, item):
    return _comes(values, item)


def _comes(values: Any, item: Any) -> bool:
    for each in values:
        if each == item:
            return True
    return False
