"""Typing templates that Numba tries before its own ones.

To find Numba's own templates, Numba and SciPy load some hundred modules. A process that finds all
its code on disk does without them.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.registry import cpu_target

__all__ = ["put_all_first", "put_first"]

_waiting: list[tuple[Any, tuple[Any, ...]]] = []


def put_first(*functions: Any) -> Any:
    """Return the decorator of a template that is tried before those that there are by then."""

    def register(template: Any) -> Any:
        _waiting.append((template, functions))
        return template

    return register


def put_all_first() -> None:
    """Put all these templates before Numba's, in order: the last is tried before those before it.

    Numba has loaded its own by now.
    """
    typing = cpu_target.typing_context
    for template, functions in _waiting:
        for function in functions:
            named = type(template.__name__, (_AsItIs, template), {"key": function})
            first = types.Function(named)
            existing = typing._lookup_global(function)
            if existing is not None:
                first = first.augment(existing)
                typing._remove_global(function)
            typing._insert_global(function, first)
    _waiting.clear()


class _AsItIs:
    """A template that sees what may be None: Numba's own would try again as if it never were."""

    def apply(self, args: Any, kws: Any) -> Any:
        return self.generic(args, kws)  # type: ignore[attr-defined]
