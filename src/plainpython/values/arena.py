"""Memory for the values that compiled code makes: two halves for each thread.

They are filled from the front, and nothing is ever freed by itself. A search says when only the
present state is still needed (`primitives.state_memory`); what belongs to it is then copied to the
other half, and the first one is empty again. So a value costs the addition that takes its memory,
and no references are counted.

The memory is reserved once for each thread; the system provides pages as they are written to.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba.core import cgutils

from ..back_end.raising import raise_if

__all__ = [
    "GETTER",
    "HALF",
    "POISONED",
    "SETTLED",
    "allocate",
    "arena_pointer",
    "enter",
    "field",
    "in_use",
    "poison",
    "set_field",
]

HALF = 1 << (27 if sys.maxsize > 1 << 32 else 22)
"""Bytes of one half. A single move of a game may use as many."""

_FIELDS = ("top", "end", "base", "other", "epoch", "settle_at", "floor", "other_floor", "depth")
_EPOCH = _FIELDS.index("epoch")
SETTLED = 1 << 18
"""Bytes used after which the present state moves to the other half; they stay in a cache."""

POISONED = os.environ.get("GAMETREE_POISONED_MEMORY") == "1"
"""True for tests only: memory that holds no values is filled with a pattern.

It is filled when a half is handed out, and again when values in it are given up. So a read of
memory that was not written, or that was left, gives nonsense or ends the process.
"""
_PATTERN = 0xA5

GETTER = "plainpython_arena"
"""The name of the function that compiled code calls to find its arena."""

_KEY = "plainpython_arena_key"
_WORD = ir.IntType(64)
_BYTE_POINTER = ir.IntType(8).as_pointer()


class Arena:
    """The two halves of one thread, and the words that say how far they are used."""

    def __init__(self) -> None:
        self._halves = [np.empty(HALF, np.int8) for _ in range(2)]
        self._words = np.ones(len(_FIELDS), np.int64)
        self.address: int = self._words.ctypes.data
        first, second = (half.ctypes.data for half in self._halves)
        self._emptied = np.array(
            [first, first + HALF, first, second, 0, first + SETTLED, first, second, 0], np.int64
        )
        self.empty()

    def empty(self) -> None:
        """Forget all values."""
        words = self._words
        if POISONED:
            self._poison()
        epoch = words[_EPOCH]
        words[:] = self._emptied
        words[_EPOCH] = epoch + 1  # what was noted before means nothing now

    def _poison(self) -> None:
        """Fill what was used of both halves; all of them the first time."""
        top, other_floor = (
            int(self._words[_FIELDS.index(each)]) for each in ("top", "other_floor")
        )
        for half in self._halves:
            first = half.ctypes.data
            used = max(
                (each - first for each in (top, other_floor) if 0 <= each - first <= HALF),
                default=0,
            )
            half[: HALF if top == 1 else used] = np.int8(_PATTERN - 256)

    @property
    def used(self) -> int:
        """Bytes in use in the present half."""
        return int(self._words[0] - self._words[2])


class _Threads(threading.local):
    arena: Arena | None = None


_threads = _Threads()
_lock = threading.Lock()
_native: Any = None


class _Native:
    """The system's storage for each thread: one key for all threads of this process."""

    def __init__(self) -> None:
        self.key = ctypes.c_uint32()
        if sys.platform == "win32":
            system = ctypes.windll.kernel32
            self.key.value = system.TlsAlloc()
            self._set, getter = system.TlsSetValue, system.TlsGetValue
        else:
            system = ctypes.CDLL(None)
            if system.pthread_key_create(ctypes.byref(self.key), None) != 0:
                raise MemoryError("the system has no more storage for threads")
            self._set, getter = system.pthread_setspecific, system.pthread_getspecific
        self._set.argtypes = [ctypes.c_uint32, ctypes.c_void_p]
        llvmlite.binding.add_symbol(_KEY, ctypes.addressof(self.key))
        llvmlite.binding.add_symbol(GETTER, ctypes.cast(getter, ctypes.c_void_p).value or 0)

    def put(self, address: int) -> None:
        """Let this thread's compiled code find its arena."""
        self._set(self.key, address)


def provide() -> None:
    """Make the arena's symbols known to the linker; to be called before code is linked."""
    global _native
    with _lock:
        if _native is None:
            _native = _Native()


def enter() -> Arena:
    """Give the calling thread an empty arena; its compiled code finds it from now on."""
    arena = _threads.arena
    if arena is None:
        provide()
        arena = _threads.arena = Arena()
        _native.put(arena.address)
    arena.empty()
    return arena


def in_use() -> int:
    """Return how many bytes of the calling thread's arena are in use."""
    return 0 if _threads.arena is None else _threads.arena.used


# What follows generates code.


def arena_pointer(builder: Any) -> Any:
    """Return the pointer to the words of this thread's arena."""
    module = builder.module
    getter = cgutils.get_or_insert_function(
        module, ir.FunctionType(_BYTE_POINTER, [ir.IntType(32)]), GETTER
    )
    # A thread keeps its arena, so one look is enough for a whole function.
    for attribute in ("nounwind", "readnone"):
        getter.attributes.add(attribute)
    key = module.globals.get(_KEY)
    if key is None:
        key = ir.GlobalVariable(module, ir.IntType(32), _KEY)
        key.global_constant = True  # else a load that LLVM moves counts as another one
    number = builder.load(key)
    number.set_metadata("invariant.load", module.add_metadata([]))
    return builder.bitcast(builder.call(getter, [number]), _WORD.as_pointer())


def _pointer(builder: Any, arena: Any, name: str) -> Any:
    return builder.gep(arena, [ir.Constant(_WORD, _FIELDS.index(name))], inbounds=True)


def field(builder: Any, arena: Any, name: str) -> Any:
    """Return one of the words.

    The half in use lies from base to end; below floor is what is kept, from top on it is free.
    Depth is how many calls of functions by themselves are under way.
    """
    return builder.load(_pointer(builder, arena, name))


def set_field(builder: Any, arena: Any, name: str, value: Any) -> None:
    """Set one of the words."""
    builder.store(value, _pointer(builder, arena, name))


def poison(builder: Any, first: Any, end: Any) -> None:
    """Fill memory that values were in, from one address up to another, where tests ask for it."""
    if POISONED:
        size = builder.sub(end, first)
        there = builder.icmp_signed(">", size, ir.Constant(_WORD, 0))
        with builder.if_then(there):
            cgutils.memset(builder, builder.inttoptr(first, _BYTE_POINTER), size, _PATTERN)


def allocate(context: Any, builder: Any, size: Any) -> Any:
    """Return a pointer to so many bytes (an integer of 64 bits) of the arena.

    Raises MemoryError in compiled code where the half is full.
    """
    arena = arena_pointer(builder)
    start = field(builder, arena, "top")
    rounded = builder.and_(builder.add(size, ir.Constant(_WORD, 7)), ir.Constant(_WORD, -8))
    top = builder.add(start, rounded)
    # As numbers without sign: a size that no memory has is refused as well.
    free = builder.sub(field(builder, arena, "end"), start)
    too_many = builder.icmp_unsigned(">", rounded, free)
    message = "one call makes more values than there is memory for"
    raise_if(context, builder, too_many, MemoryError, message)
    set_field(builder, arena, "top", top)
    return builder.inttoptr(start, _BYTE_POINTER)
