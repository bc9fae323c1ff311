"""Plain Python functions as compiled ones.

Rules call helpers at module level, and the search is itself made of such
functions; none carries a decorator. While plainpython compiles, Numba is taught
that a plain function is a compiled one (`typeof`), so that calls of it
resolve; at all other times Numba is as it was.
"""

from __future__ import annotations

import types as python_types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import njit
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import typeof_impl

from ..compilable import fingerprint_function
from ..front_end.decorated import plain as undecorated
from ..front_end.rewriting import rewritten
from ..libraries import is_of_library, is_trusted, is_users
from ..reasons import Unsupported
from .collector import collected_later
from .interrupts import ctrl_c_kept
from .joined_numbers import let_states_join
from .numba_parts.failures import forget_failures
from .numba_parts.passes import lives_found_later
from .numba_parts.pipeline import Pipeline
from .numba_parts.shortcuts import llvm_untimed, types_checked_plainly
from .numba_parts.typing_context import typing_context

__all__ = [
    "compile_for",
    "compiled_functions",
    "compiling",
    "dispatcher",
    "is_compiling",
    "is_ours",
    "most_turns",
    "most_turns_of",
    "turn_of_compiling",
]

_world = ""
_like_users: tuple[str, ...] = ()

_dispatchers: dict[tuple[python_types.FunctionType, str], Any] = {}
_refused: list[python_types.FunctionType] = []
_depth = 0
_turn = 0
_most_turns = 0


def compile_for(world: str, like_users: tuple[str, ...] = ()) -> None:
    """Keep apart what is compiled from now on from what was compiled for another `world`.

    In it, functions of the modules whose names begin with one of `like_users` are compiled as
    users' functions are.

    The same function, called with the same types, may return another one in another game: the types
    of its records are found from its states.
    """
    global _world, _like_users
    _world, _like_users = world, like_users


@contextmanager
def _faster() -> Iterator[None]:
    """Let Numba leave out what nobody here reads; it is nested as contexts are."""
    if _depth:
        yield
        return
    with llvm_untimed(), lives_found_later(), types_checked_plainly():
        yield


@contextmanager
def compiling(most_turns: int = 0) -> Iterator[None]:
    """Let plain functions resolve as compiled ones within this context, one thread at a time.

    Loops of users' functions that may never end raise `MachineLoopError` after `most_turns`, unless
    that is 0.
    """
    global _depth, _turn, _most_turns
    with ctrl_c_kept(), global_compiler_lock, collected_later(), _faster():
        if _depth == 0:
            _turn += 1
            _most_turns = most_turns
        _depth += 1
        try:
            yield
        finally:
            _depth -= 1
            if _depth == 0:
                let_states_join(())
                forget_failures(_dispatchers.values())


def is_compiling() -> bool:
    """Return True while plainpython compiles."""
    return _depth > 0


def turn_of_compiling() -> int:
    """Return the number of the context of `compiling` that is open; 0 if there is none.

    What users defined stays as it is within one.
    """
    return _turn if _depth > 0 else 0


def most_turns() -> int:
    """Return how often loops of users' functions may go round; 0 for any number."""
    return _most_turns


def most_turns_of(function: Any) -> int:
    """Return how often loops of a function may go round; 0 for any number."""
    return 0 if is_of_library(str(function.__module__)) else _most_turns


def is_ours(function: Any) -> bool:
    """Return True if plainpython compiles a function, not Numba or another library."""
    return is_compiling() and any(function is each for each, _ in _dispatchers)


def dispatcher(function: Any, *, entry: bool = False, inlined: bool = False) -> Any:
    """Return the Numba dispatcher of a function, or of its native twin.

    Python can call what it compiles only if it has been asked for as an `entry`.
    All else is linked into such a one, and does without the code that takes
    Python's objects: with it a search would take twice as long to compile.

    What a strategy does is `inlined`, as our own functions are; rules are not, which are large.

    In users' functions and in the rules of games, an index out of bounds and
    a division by zero raise, as they do interpreted.
    """
    function = undecorated(getattr(function, "__native_twin__", function))
    # The fingerprint tells apart one function before and after a helper that
    # it calls was defined anew, as happens in notebooks.
    key = (function, f"{fingerprint_function(function)}{_world} {_most_turns}")
    found = _dispatchers.get(key)
    if found is None or (entry and found.targetoptions["no_cpython_wrapper"]):
        trusted = is_trusted(str(function.__module__))
        module = str(function.__module__)
        is_rewritten = is_users(module) or module.startswith(_like_users)
        plain = _rewritten(function, most_turns_of(function)) if is_rewritten else function
        found = _dispatchers[key] = njit(
            nogil=True,
            boundscheck=not trusted,
            error_model="numpy" if trusted else "python",
            no_cpython_wrapper=not entry,
            no_cfunc_wrapper=True,
            pipeline_class=Pipeline,
            forceinline=(trusted or inlined) and not entry,
        )(plain)
    return found


def _rewritten(function: python_types.FunctionType, most_turns: int) -> python_types.FunctionType:
    try:
        return rewritten(function, most_turns)
    except Unsupported:
        _refused.append(function)
        raise


def compiled_functions() -> list[python_types.FunctionType]:
    """Return the functions that have a dispatcher, or were refused one."""
    return [*(function for function, _ in _dispatchers), *_refused]


@typeof_impl.register(python_types.FunctionType)
def _typeof_function(value: python_types.FunctionType, context: Any) -> Any:
    if not _depth or typing_context().knows(value):
        return None  # Numba, or an overload, knows what to do with it
    return types.Dispatcher(dispatcher(value))
