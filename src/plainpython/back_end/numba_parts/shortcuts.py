"""Faster versions of slow steps of Numba's compiler."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import ffi
from numba.core import base, ir

__all__ = ["llvm_untimed"]


@contextmanager
def llvm_untimed() -> Iterator[None]:
    """Let Numba not time each call of LLVM within this context.

    It keeps a clock for each of the functions that are being compiled, one within the other.
    """
    known = getattr(ffi.lib._lock, "_cblist", ())  # a list of LLVM's, not of Numba's
    timers = [pair for pair in known if pair[0].__module__ == base.__name__]
    for pair in timers:
        ffi.unregister_lock_callback(*pair)
    try:
        yield
    finally:
        for pair in timers:
            ffi.register_lock_callback(*pair)


# The variables of an instruction: Numba asks for them six times, to find how long they live.

_list_other = ir.Inst._rec_list_vars
_WITHOUT = frozenset({str, int, float, bool, type(None), ir.Loc})


def _list_vars(self: Any, val: Any) -> list[Any]:
    kind = type(val)
    if kind is ir.Var:
        return [val]
    if kind is dict:
        val = val.values()
    elif kind is not list and kind is not tuple:
        return [] if kind in _WITHOUT else _list_other(self, val)
    found = []
    for each in val:
        kind = type(each)
        if kind is ir.Var:
            found.append(each)
        elif kind not in _WITHOUT:
            found += _list_vars(self, each)
    return found


ir.Inst._rec_list_vars = _list_vars
