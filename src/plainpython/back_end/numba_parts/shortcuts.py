"""Faster versions of slow steps of Numba's compiler."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import FunctionType
from typing import Any

from llvmlite.binding import ffi
from numba.core import base, ir, types, utils
from numba.core.target_extension import target_registry
from numba.core.typing import context as typing_contexts

__all__ = ["llvm_untimed", "types_checked_plainly"]


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


@contextmanager
def types_checked_plainly() -> Iterator[None]:
    """Let `isinstance` ask for no virtual subclasses of Numba's types within this context.

    Numba has none, and asks two hundred thousand times while it compiles a search.
    """
    metaclass: Any = type(types.Type)
    metaclass.__instancecheck__ = type.__instancecheck__
    metaclass.__subclasscheck__ = type.__subclasscheck__
    try:
        yield
    finally:
        del metaclass.__instancecheck__, metaclass.__subclasscheck__


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


# Whether a function that generates code takes `loc`: Numba asks for each call that it generates, by
# an object for the signature of the function.

_has_loc_by_signature = base._has_loc


def _has_loc(fn: Any) -> bool:
    if type(fn) is not FunctionType or fn.__dict__.keys() & {
        "__wrapped__",
        "__signature__",
    }:
        return _has_loc_by_signature(fn)  # type: ignore[no-any-return]
    code = fn.__code__
    variadic = (inspect.CO_VARARGS, inspect.CO_VARKEYWORDS)
    taken = code.co_argcount + code.co_kwonlyargcount
    taken += sum(bool(code.co_flags & each) for each in variadic)
    return "loc" in code.co_varnames[:taken]


base._has_loc = _has_loc


# The templates of a function that are for a target: Numba looks all of them up for each call.

_order = utils.order_by_target_specificity


@lru_cache(maxsize=256)
def _rank(target: Any, name: str) -> int:
    """Return how far a target is from one of which it is a kind; -1 if it is none of that kind."""
    kind = target_registry[name]
    return target.__mro__.index(kind) if target.inherits_from(kind) else -1


def _order_by_target(target: Any, templates: Any, fnkey: Any = "") -> Any:
    ranks = []
    for each in templates:
        name = getattr(each, "metadata", _NO_METADATA).get("target", "generic")
        ranks.append(-1 if name is None else _rank(target, name))
    if len(ranks) != 0 and ranks[0] != -1 and ranks.count(ranks[0]) == len(ranks):
        return list(templates)
    return _order(target, templates, fnkey)


_NO_METADATA: dict[str, str] = {}

utils.order_by_target_specificity = _order_by_target
typing_contexts.order_by_target_specificity = _order_by_target
