"""Ordinary Python functions and classes, compiled to native code through Numba.

Nothing heavy is loaded before `compile` is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import CannotCompile

if TYPE_CHECKING:
    from .back_end.entry import compile

__all__ = ["CannotCompile", "compile"]


def __getattr__(name: str) -> Any:
    if name == "compile":
        from .back_end.numba_parts.required import numba_loaded

        with numba_loaded():
            from .back_end.entry import compile

        return compile
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
