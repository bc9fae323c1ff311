"""Puts entries into the slots of a hash table, and all of them into a larger one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import cgutils

from ..memory import BYTES, WORD, constant
from .table_layout import DEAD, INDEX, USED_SIZE, WORDS

__all__ = ["copy_bytes", "endless_loop", "enter", "rebuilding"]


def copy_bytes(builder: Any, to: Any, of: Any, length: Any) -> None:
    """Copy so many bytes from an address to another."""
    places = (builder.inttoptr(each, BYTES) for each in (to, of))
    cgutils.raw_memcpy(builder, *places, length, 1)


@contextmanager
def endless_loop(builder: Any) -> Iterator[Any]:
    """Generate a loop; what is yielded goes on with it, and leaves it."""
    begin = builder.append_basic_block("loop")
    end = builder.append_basic_block("loop.end")
    builder.branch(begin)
    builder.position_at_end(begin)
    yield (lambda: builder.branch(begin)), (lambda: builder.branch(end))
    builder.position_at_end(end)


def enter(builder: Any, table: Any, mask: Any, number: Any, entry: Any) -> None:
    """Let the first free slot of a hash lead to an entry."""
    slot = cgutils.alloca_once(builder, WORD)
    builder.store(builder.and_(number, mask), slot)
    with endless_loop(builder) as (test, leave):
        at = builder.load(slot)
        pointer = builder.gep(table, [at], inbounds=True)
        index = builder.load(pointer)
        with builder.if_then(builder.icmp_signed("<", index, ir.Constant(INDEX, 0))):
            builder.store(builder.trunc(entry, INDEX), pointer)
            leave()
        builder.store(builder.and_(builder.add(at, constant(1)), mask), slot)
        test()


def rebuilding(module: Any) -> Any:
    """Return the function that fills a table that has got new memory, of entries in the old one.

    It is the same for all types: only the widths of keys and values differ.
    """
    name = "plainpython_rebuild_table"
    known = module.globals.get(name)
    if known is not None:
        return known
    pointer = WORD.as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [pointer, *[WORD] * 5])
    function = ir.Function(module, kind, name)
    function.linkage = "linkonce_odr"
    function.attributes.add("noinline")
    head, old, old_values, width, value_width, numbered = function.args
    builder = ir.IRBuilder(function.append_basic_block("entry"))

    def place(name: str) -> Any:
        return builder.gep(head, [constant(WORDS.index(name))], inbounds=True)

    mask, address, data, values, count = (
        builder.load(place(each)) for each in ("mask", "table", "data", "values", "size")
    )
    keep_dead = builder.icmp_signed("!=", numbered, constant(0))
    slots = builder.add(mask, constant(1))
    table = builder.inttoptr(address, INDEX.as_pointer())
    cgutils.memset(builder, builder.bitcast(table, BYTES), builder.mul(slots, constant(4)), 0xFF)
    done = cgutils.alloca_once_value(builder, constant(0))
    with cgutils.for_range(builder, count) as loop:

        def copy(new: Any, old: Any, width: Any) -> None:
            copy_bytes(
                builder,
                builder.add(new, builder.mul(entry, width)),
                builder.add(old, builder.mul(loop.index, width)),
                width,
            )

        start = builder.add(old, builder.mul(loop.index, width))
        number = builder.load(builder.inttoptr(start, pointer))
        alive = builder.icmp_signed("!=", number, constant(DEAD))
        with builder.if_then(builder.or_(alive, keep_dead)):
            entry = builder.load(done)
            with builder.if_then(alive):
                enter(builder, table, mask, number, entry)
            copy(data, old, width)
            with builder.if_then(builder.icmp_signed("!=", values, old_values)):
                copy(values, old_values, value_width)
            builder.store(builder.add(entry, constant(1)), done)
    used = builder.inttoptr(builder.sub(data, constant(USED_SIZE)), pointer)
    for each in (place("size"), used):
        builder.store(builder.load(done), each)
    builder.ret_void()
    return function
