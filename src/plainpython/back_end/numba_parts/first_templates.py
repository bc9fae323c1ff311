"""Typing templates that Numba tries before its own ones, or after them.

To find Numba's own templates, Numba and SciPy load some hundred modules. A process that finds all
its code on disk does without them.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.registry import cpu_target

__all__ = ["put_all_templates", "put_first", "put_last"]

_first: list[tuple[Any, tuple[Any, ...]]] = []
_last: list[tuple[Any, tuple[Any, ...]]] = []


def put_first(*functions: Any) -> Any:
    """Return the decorator of a template that is tried before those that there are by then."""

    def register(template: Any) -> Any:
        _first.append((template, functions))
        return template

    return register


def put_last(*functions: Any) -> Any:
    """Return the decorator of a template that is tried where no other one takes the arguments."""

    def register(template: Any) -> Any:
        _last.append((template, functions))
        return template

    return register


def put_all_templates() -> None:
    """Put all these templates before and after those that Numba has loaded by now.

    Of the first ones, the one put last is tried before those before it.
    """
    typing = cpu_target.typing_context
    for waiting, before in ((_first, True), (_last, False)):
        for template, functions in waiting:
            for function in functions:
                named = type(template.__name__, (_AsItIs, template), {"key": function})
                kind = types.Function(named)
                existing = typing._lookup_global(function)
                if existing is not None:
                    kind = kind.augment(existing) if before else existing.augment(kind)
                    typing._remove_global(function)
                typing._insert_global(function, kind)
        waiting.clear()


class _AsItIs:
    """A template that sees what may be None: Numba's own would try again as if it never were."""

    def apply(self, args: Any, kws: Any) -> Any:
        return self.generic(args, kws)  # type: ignore[attr-defined]
