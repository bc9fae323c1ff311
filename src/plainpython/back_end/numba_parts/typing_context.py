"""Numba's typing context, with the types of ordinary Python added while plainpython compiles."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from numba.core import types
from numba.core.registry import cpu_target
from numba.core.typing import Context

__all__ = [
    "CONVERTING",
    "RESULTS",
    "UNIFYING",
    "UNPACKED_KINDS",
    "TypingContext",
    "typing_context",
]

UNIFYING: list[Callable[[Any, Any, Any], Any]] = []
"""Functions (typing, one, other) that return the type for values of two types, or None."""

CONVERTING: list[Callable[[Any, Any, Any], Any]] = []
"""Functions (typing, source, target) that return how values are converted, or None."""

UNPACKED_KINDS: list[Callable[[Any, int], Any]] = []
"""Functions (kind, count) that return the type of a value unpacked into `count`, or None."""

RESULTS: list[Callable[[Any], Any]] = []
"""Functions that return the type in which a function returns values of a type."""

_NUMBERS = (types.Number, types.Boolean)


class TypingContext(Context):  # type: ignore[misc]
    """Numba's typing context. It shares all that Numba's own one knows, or learns later."""

    plainpython_operators: dict[Any, Any]

    def knows(self, value: Any) -> bool:
        """Return whether Numba, or an overload, has a type for a function."""
        return self._lookup_global(value) is not None

    def unify_pairs(self, first: Any, second: Any) -> Any:
        if first != second:
            for unify in UNIFYING:
                found = unify(self, first, second)
                if found is not None:
                    return found
        return super().unify_pairs(first, second)

    def can_convert(self, fromty: Any, toty: Any) -> Any:
        found = super().can_convert(fromty, toty)
        for convert in CONVERTING:
            if found is not None:
                break
            found = convert(self, fromty, toty)
        return found

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call.

        Numba asks a dozen templates about each operator on numbers, some of them about ufuncs of
        NumPy. Here each is asked once. A function that gets another template is another type.
        """
        if kws or not all(isinstance(each, _NUMBERS) for each in args):
            return super().resolve_function_type(func, args, kws)
        function = func if isinstance(func, types.Type) else self._lookup_global(func)
        key = function, tuple(args)
        found = self.plainpython_operators.get(key)
        if found is None:
            found = super().resolve_function_type(func, args, kws)
            # The code of an overload, or inlined, may be different for other options.
            is_operator = isinstance(function, types.Function) and found is not None
            if is_operator and function.get_impl_key(found) is function.typing_key:
                self.plainpython_operators[key] = found
        return found


@lru_cache(maxsize=1)
def typing_context() -> TypingContext:
    """Return the typing context in which plainpython compiles."""
    made = TypingContext.__new__(TypingContext)
    made.__dict__ = cpu_target.typing_context.__dict__
    made.plainpython_operators = {}
    return made
