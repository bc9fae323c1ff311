"""Overloads that are compiled once for all callers.

Numba compiles an overload for every set of options that its callers have. The options of ours are
all set but one.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.targetconfig import ConfigStack
from numba.core.typing.templates import _OverloadFunctionTemplate, make_overload_template

__all__ = ["shared_overload"]


class _Shared(_OverloadFunctionTemplate):  # type: ignore[misc]
    _impl_cache: dict[Any, Any]

    def _get_impl(self, args: Any, kws: Any) -> Any:
        key = self._key(tuple(args), tuple(kws.items()))
        return self._impl_cache.get(key) or self._build_impl(key, args, kws)

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature of a call.

        Where the last arguments are left out, Numba looks for the code of the call, and later for
        that of a call with the defaults: it would compile it twice.
        """
        found = super().generic(args, kws)
        if found is None or kws:
            return found
        given, left_out = found.args[: len(args)], found.args[len(args) :]
        omitted = left_out and all(isinstance(each, types.Omitted) for each in left_out)
        if omitted and given == tuple(args):
            made = self._impl_cache.get(self._key(given, ()))
            if made is not None:
                self._impl_cache.setdefault(self._key(found.args, ()), (made[0], found.args))
        return found

    def _key(self, args: Any, kws: Any) -> Any:
        options = ConfigStack.top_or_none()
        return args, kws, options if options and options.fastmath else None


def shared_overload(
    function: Any, typing: Any, options: dict[str, Any], *, literal: bool = False
) -> Any:
    """Return the template of an overload, as Numba's `make_overload_template` does."""
    plain = make_overload_template(function, typing, options, False, "never", literal)
    return type(plain.__name__, (_Shared, plain), {})
