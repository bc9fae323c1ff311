"""Functions behind the decorators that do not change what a function returns."""

from __future__ import annotations

import functools
import types as python_types
from typing import Any

__all__ = ["plain"]

_CACHED = type(functools.lru_cache(len))


def plain(value: Any) -> Any:
    """Return the function whose results `cache` or `lru_cache` keeps; any other value itself."""
    while isinstance(value, _CACHED):
        value = value.__wrapped__
    if isinstance(value, python_types.MethodType) and isinstance(value.__func__, _CACHED):
        return python_types.MethodType(plain(value.__func__), value.__self__)
    return value
