"""Functions of compiled code whose machine code Python writes, and how Numba finds their types."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import update_wrapper
from types import UnionType
from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate, Signature, infer_global, signature
from numba.extending import intrinsic, lower_builtin

from .numba_parts.first_templates import put_first

__all__ = ["is_of", "machine_code", "primitive"]

_Generate = Callable[[Any, Any, Any, Any], Any]
"""A function that writes the code of a call, of Numba's context, builder, signature and values."""


def primitive(returns: Callable[..., Any], *, literal: bool = False) -> Callable[[_Generate], Any]:
    """Return the decorator of a function for compiled code alone, as Numba's `intrinsic`.

    The decorated function writes the machine code of a call. If it returns nothing, the call
    returns None.

    Args:
        returns: a function of the types of the arguments, whose parameters are those of the call.
            It gives the type of the result. If the arguments are to be converted, it gives a
            signature. None means that these types are not supported.
        literal: pass the types of numbers in the source with their values.

    """

    def decorate(generate: _Generate) -> Any:
        def typing(context: Any, *args: Any) -> Any:
            found = _signature(returns, args)
            return None if found is None else (found, _with_result(generate))

        update_wrapper(typing, generate)
        parameters = inspect.signature(returns).parameters.values()
        context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        typing.__signature__ = inspect.Signature([context, *parameters])  # type: ignore[attr-defined]
        return intrinsic(prefer_literal=literal)(typing)

    return decorate


def machine_code(
    *functions: Any, of: tuple[Any, ...], returns: Callable[..., Any], first: bool = False
) -> Callable[[_Generate], _Generate]:
    """Return the decorator of the machine code of functions and operators for some types.

    Args:
        functions: functions and operators of Python that this code does.
        of: what the types of the arguments must be, as for `is_of`; `types.Type` means any type.
        returns: a function of these types, as for `primitive`.
        first: decide before Numba's own code does, also for numbers whose values are known.

    """

    def decorate(generate: _Generate) -> _Generate:
        class Typing(AbstractTemplate):  # type: ignore[misc]
            prefer_literal = first

            def generic(self, args: Any, kws: Any) -> Any:
                if kws or len(args) != len(of) or not all(map(is_of, args, of)):
                    return None
                return _signature(returns, args)

        class First(Typing):
            def get_impl_key(self, sig: Any) -> Any:
                return generate

        classes = [
            each if isinstance(each, type) and each is not types.Type else types.Any for each in of
        ]
        lowered = _with_result(generate)
        if first:
            put_first(*functions)(First)
            lower_builtin(generate, *classes)(lowered)
        else:
            for function in functions:
                infer_global(function)(Typing)
                lower_builtin(function, *classes)(lowered)
        return generate

    return decorate


def _signature(returns: Callable[..., Any], args: Any) -> Any:
    found = returns(*args)
    return found if found is None or isinstance(found, Signature) else signature(found, *args)


def _with_result(generate: _Generate) -> _Generate:
    """Return the same code with a result: None where it gives nothing."""

    def whole(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        made = generate(context, builder, sig, args)
        return context.get_dummy_value() if made is None else made

    return whole


def is_of(kind: Any, wanted: Any) -> bool:
    """Check a type: `wanted` is a class or a union of classes, a type, or a function that tells."""
    if isinstance(wanted, type | UnionType):
        return isinstance(kind, wanted)
    return kind == wanted if isinstance(wanted, types.Type) else bool(wanted(kind))
