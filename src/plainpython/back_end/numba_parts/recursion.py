"""Recursive method calls: a method that calls itself, directly or through others.

Numba knows such calls of functions that are named at module level. A method is named on an object,
so its calls are typed here: by what is known of its result so far. They are made by name.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba.core import types
from numba.core.funcdesc import qualifying_prefix
from numba.core.typing.templates import signature

from ...reasons import Unsupported
from .failures import forget_failed_calls

__all__ = ["call", "call_type"]

_Key = tuple[Any, Any]

_under_way: dict[_Key, _UnderWay] = {}
_asked: list[Any] = []


class _UnderWay(NamedTuple):
    """A function that is being compiled, and what is known of it so far."""

    name: str
    unique: int
    returned: Any
    parameters: Any


def call_type(typing: Any, called: types.Dispatcher, args: Any, kws: Any) -> Any:
    """Return the signature of a call, of a function that may be under way.

    Raises:
        Unsupported: if it calls itself on every path that is known so far.

    """
    function = called.dispatcher
    if not function.is_compiling:
        return called.get_call_type(typing, args, kws)
    parameters, folded = function.fold_argument_types(args, kws)
    frame = typing.callstack.match(function.py_func, folded)
    if frame is not None:
        returned = _known_result(frame)
        forget_failed_calls(typing)  # what was not known there is known now
        frame.add_return_type(returned)
        identity = frame.func_id
        name = qualifying_prefix(identity.modname, identity.func_qualname)
        known = _UnderWay(name, identity.unique_id, returned, parameters)
        _under_way[function, folded] = known
    elif folded in function.overloads or (function, folded) not in _under_way:
        return called.get_call_type(typing, args, kws)
    else:  # its types are known, its code is not
        known = _under_way[function, folded]
    return signature(known.returned, *folded).replace(pysig=known.parameters)


def _known_result(frame: Any) -> Any:
    """Return the type that a function gives on the paths on which it does not call itself."""
    result = None
    if frame not in _asked:
        _asked.append(frame)
        try:
            result = frame.typeinfer.return_types_from_partial()
        finally:
            _asked.pop()
    if result is None:
        raise Unsupported(
            "it calls itself, and nothing says what it returns where it does not",
            "let it begin with the case in which it ends: if ...: return ...",
        )
    return result


def call(context: Any, builder: Any, called: types.Dispatcher, kinds: Any, args: Any) -> Any:
    """Return the type and the value of what a function gives for arguments of these types."""
    function = called.dispatcher
    if (function, kinds) in _under_way and kinds not in function.overloads:
        known = _under_way[function, kinds]
        name = context.mangler(known.name, kinds, uid=known.unique)
        found = signature(known.returned, *kinds)
        return known.returned, context.call_unresolved(builder, name, found, args)
    found = called.get_call_type(context.typing_context, kinds, {})
    code = context.get_function(called, found)
    context.add_linking_libs(getattr(code, "libs", ()))
    return found.return_type, code(builder, args)
