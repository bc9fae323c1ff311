"""The disk cache of one function, in the form that Numba expects."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from llvmlite.binding import address_of_symbol
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys

from ...compilable import fingerprint_function
from ..cache import cache_folder, load, store

__all__ = ["use_disk_cache"]


def use_disk_cache(dispatcher: Any, function: FunctionType, how: str) -> None:
    """Let a dispatcher keep what it compiles of a function on disk; `how` says in which way."""
    if not isinstance(dispatcher._cache, _DiskCache):
        dispatcher._cache = _DiskCache(function, how)


def _needed(library: Any) -> list[str]:
    """Return the names of all that machine code finds outside itself."""
    module = library._final_module
    return [
        each.name
        for each in (*module.functions, *module.global_variables)
        if each.is_declaration and not each.name.startswith("llvm.")
    ]


class _DiskCache(_Cache):
    def __init__(self, function: FunctionType, how: str) -> None:
        name = f"{function.__module__}.{function.__qualname__}"
        self._name = f"{name} {fingerprint_function(function)} {how}"

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def _key(self, signature: Any) -> str:
        return f"{self._name} {signature}"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        found = load(self._key(signature))
        if found is None:
            return None
        needed, payload = found
        rtsys.initialize(target_context)
        if any(address_of_symbol(name) is None for name in needed):
            target_context.refresh()  # a module of Numba's provides it, and they are slow to load
        if any(address_of_symbol(name) is None for name in needed):
            return None  # a function that calls itself with other types is in another process only
        return CompileResult._rebuild(target_context, *payload)

    def save_overload(self, signature: Any, result: Any) -> None:
        if result.library.lasts:
            store(self._key(signature), (_needed(result.library), result._reduce()))

    def enable(self) -> None:
        """Do nothing: the cache is always on."""

    def disable(self) -> None:
        """Do nothing: the cache is always on."""

    def flush(self) -> None:
        """Do nothing: stale code is never asked for."""
