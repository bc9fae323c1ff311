"""Raise an exception in generated code where a condition holds."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils

__all__ = ["raise_if"]


def raise_if(
    context: Any, builder: Any, condition: Any, error: type[BaseException], *arguments: Any
) -> None:
    """Generate code that raises an error with constant arguments, and hardly ever does."""
    with cgutils.if_unlikely(builder, condition):
        context.call_conv.return_user_exc(builder, error, arguments)
