"""Compiles a function that Python calls, for arguments such as it is given."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import typeof

from ..call_frames import with_room_for_calls
from ..compilable import Compilable
from ..errors import CannotCompile
from ..forms import OtherForm, TooWide, type_in_words
from ..machine_errors import MachineOverflowError
from ..values import arena, images
from ..values.kinds import kind_of, noting_joins
from . import teaching  # noqa: F401  # it teaches Numba by being loaded
from .buffers import buffer_type
from .explain import explaining_function
from .functions import compiling, dispatcher, most_turns
from .joined_numbers import let_states_join
from .numba_parts.disk_cache import use_disk_cache
from .objects import type_of
from .value_forms import form_of_type
from .whole_structs import WholeTuple

__all__ = ["argument_type", "compile", "compiled_entry", "with_arena"]

# Numba's entry points convert arguments without a look at their types, which is what we want: a
# Python int becomes whichever integer the function takes.
EntryPoint = Callable[..., Any]


@with_room_for_calls
def compile(function: FunctionType, *examples: Any) -> EntryPoint:
    """Return a function compiled for arguments of the types of the examples.

    Arguments may be numbers, texts, None, tuples, lists, dicts, sets, NumPy arrays, and objects of
    classes, within each other. They are read only: a function that changes a list, dict or object
    which it was given raises MachineChangeError. What is returned is new.

    Raises:
        CannotCompile: with one sentence that names the function, the line, the reason and a remedy.
        TypeError: if it is no Python function.

    The function that is returned raises what the function itself would raise; a TypeError for
    arguments of other types than the examples; and one of the errors in `machine_errors` where
    compiled code cannot go on as Python would.

    """
    if not isinstance(function, FunctionType):
        raise TypeError(f"expected a Python function to compile, got {type_in_words(function)}")
    arena.provide()
    try:
        with compiling(), explaining_function(function):
            joins: set[str] = set()
            with noting_joins(joins):
                kinds = tuple(map(kind_of, examples))
            let_states_join(joins)
            forms = [form_of_type(*pair) for pair in zip(kinds, examples, strict=True)]
            entry = compiled_entry(function, kinds)
    except CannotCompile as error:
        raise error.with_traceback(None) from None
    name, run = function.__qualname__, with_arena(entry)

    def call(*arguments: Any) -> Any:
        if len(arguments) != len(forms):
            raise TypeError(
                f"{name} was compiled for {len(forms)} arguments, and got {len(arguments)}"
            )
        taken = []
        for number, (form, argument) in enumerate(zip(forms, arguments, strict=True), start=1):
            try:
                taken.append(form.taken(argument))
            except TooWide:
                raise MachineOverflowError(
                    f"argument {number} of {name} has an int of more bits than compiled code has: "
                    "64; keep ints below 2**63"
                ) from None
            except OtherForm:
                raise TypeError(
                    f"argument {number} of {name} is {type_in_words(argument)}, but it was "
                    f"compiled for {form}: compile it for an example of this type as well"
                ) from None
        return run(*taken)

    return call


def argument_type(argument: Any) -> Any:
    """Return the type in which compiled code takes an argument such as this one."""
    if isinstance(argument, Compilable):
        return type_of(argument)
    if isinstance(argument, tuple):
        return WholeTuple([argument_type(part) for part in argument], type(argument))
    if isinstance(argument, np.ndarray):
        return buffer_type(argument)
    return typeof(argument)


def compiled_entry(function: Any, signature: tuple[Any, ...]) -> EntryPoint:
    """Return a function compiled for arguments of these types, which Python can call."""
    kernel = dispatcher(function, entry=True)
    use_disk_cache(kernel, function, f"{most_turns()} turns")
    return kernel.compile(signature)  # type: ignore[no-any-return]


@lru_cache(maxsize=1024)
def with_arena(entry: EntryPoint) -> EntryPoint:
    """Return a compiled function that begins with an empty arena."""

    def call(*arguments: Any) -> Any:
        arena.enter()
        images.begin(images.Loan())
        return entry(*arguments)

    return call
