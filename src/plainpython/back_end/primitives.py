"""Functions of compiled code whose machine code Python writes, and how Numba finds their types."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import update_wrapper
from typing import Any

from numba.core.typing.templates import Signature, signature
from numba.extending import intrinsic

__all__ = ["primitive"]

_Generate = Callable[[Any, Any, Any, Any], Any]
"""What writes the machine code of a call: of Numba's context, a builder, signature and values."""


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
            found = returns(*args)
            if found is None:
                return None
            return found if isinstance(found, Signature) else signature(found, *args), _whole

        def _whole(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            made = generate(context, builder, sig, args)
            return context.get_dummy_value() if made is None else made

        update_wrapper(typing, generate)
        parameters = inspect.signature(returns).parameters.values()
        context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        typing.__signature__ = inspect.Signature([context, *parameters])  # type: ignore[attr-defined]
        return intrinsic(prefer_literal=literal)(typing)

    return decorate
