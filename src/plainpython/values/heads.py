"""Heads of lists and objects: the address of their items, and marks for copied and frozen ones."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils

from ..back_end.memory_kinds import HEADS, marked
from . import arena
from .memory import WORD, CopyScope, constant

__all__ = [
    "FROZEN",
    "HEAD",
    "HEAD_SIZE",
    "KEPT",
    "LENT",
    "get_head",
    "is_frozen",
    "mark_copied",
    "new_head",
    "once",
    "put_span",
    "set_head",
]

# The head of a list: when it was copied last, or that it may not be changed; where to; its items.
# What Python lends is not changed, but a copy of it is noted as that of anything else, as a
# negative number, so that two names of one object get one copy. Parts of the program note nothing.
_HEAD = ("copied_at", "copy", "data", "size", "capacity")
HEAD = ir.LiteralStructType([WORD, WORD, WORD, WORD, WORD])
HEAD_SIZE = 8 * len(_HEAD)
FROZEN = -1
LENT = -2
KEPT = -(1 << 62)  # an action that the tree has: its copies may not be changed either


def head_place(builder: Any, head: Any, name: str) -> Any:
    """Return the pointer to a word of the head of a list, or of an object."""
    words = builder.bitcast(head, WORD.as_pointer())
    return builder.gep(words, [constant(_HEAD.index(name))], inbounds=True)


def get_head(builder: Any, head: Any, name: str) -> Any:
    """Return a word of the head of a list."""
    return marked(builder, builder.load(head_place(builder, head, name)), HEADS)


def set_head(builder: Any, head: Any, name: str, word: Any) -> None:
    """Set a word of the head of a list."""
    marked(builder, builder.store(word, head_place(builder, head, name)), HEADS)


def new_head(context: Any, builder: Any) -> Any:
    """Return the head of a new, empty list."""
    head = arena.allocate(context, builder, constant(HEAD_SIZE))
    for name in _HEAD:
        set_head(builder, head, name, constant(0))
    return builder.bitcast(head, HEAD.as_pointer())


def put_span(builder: Any, head: Any, data: Any, size: Any, capacity: Any = None) -> None:
    """Let a list have these items."""
    set_head(builder, head, "data", builder.ptrtoint(data, WORD))
    set_head(builder, head, "size", size)
    set_head(builder, head, "capacity", size if capacity is None else capacity)


def is_frozen(builder: Any, head: Any) -> Any:
    """Return whether something may not be changed."""
    return builder.icmp_signed("<", get_head(builder, head, "copied_at"), constant(0))


def mark_copied(builder: Any, head: Any, copy: Any, copies: CopyScope) -> None:
    """Note on what can change that it has been copied."""
    before = get_head(builder, head, "copied_at")
    with builder.if_then(builder.icmp_signed("!=", before, constant(FROZEN))):
        lent = builder.icmp_signed("<", before, constant(0))
        now = builder.select(lent, builder.not_(copies.epoch), copies.epoch)
        set_head(builder, head, "copied_at", now)
        set_head(builder, head, "copy", builder.ptrtoint(copy, WORD))


def once(builder: Any, value: Any, copies: CopyScope, move: Any) -> Any:
    """Return the copy of something that can change, made by `move` if there is none yet."""
    result = cgutils.alloca_once_value(builder, value)
    with builder.if_then(copies.concerns(builder, value)):
        at = get_head(builder, value, "copied_at")
        done = builder.or_(
            builder.icmp_signed("==", at, copies.epoch),
            builder.icmp_signed("==", at, builder.not_(copies.epoch)),
        )
        with builder.if_else(done) as (again, first):
            with again:
                copy = builder.inttoptr(get_head(builder, value, "copy"), value.type)
                builder.store(copy, result)
            with first:
                builder.store(move(), result)
    return builder.load(result)
