"""Explains Numba's errors in one sentence: the method, the line, the reason and the remedy.

Numba tells the innermost fault first and then the way out to the outermost
function, all as text. So the sentence takes the reason that stands first and
the first line that is not within Numba.
"""

from __future__ import annotations

import linecache
import os
import re
import sys
import traceback
import types as python_types
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numba

from ..compilable import Compilable, attributes, runtime_fields
from ..errors import CannotCompile
from ..front_end.decorated import plain
from ..libraries import is_of_library, registered, words_for_missing_field
from ..reasons import reason_of
from .functions import compiled_functions

__all__ = ["explain", "explaining", "explaining_function"]

_NUMBA = os.path.dirname(numba.__file__)
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "([^"\n]+)", line (\d+)|(?: at|Raised from) (/?[^"\n]+?) \((\d+)\)')


@contextmanager
def explaining(*objects: Compilable, method: str = "") -> Iterator[None]:
    """Turn whatever goes wrong while compiling into `CannotCompile`.

    Numba raises errors of many kinds for code that it does not know, not only
    its own: a search must then run interpreted, not break off. The fault may lie in what
    `objects` hold as well.
    """
    try:
        yield
    except Exception as error:
        parts = _with_parts(objects)
        refusal = explain(error, *parts, method=method, functions=compiled_functions())
        raise refusal from error


@contextmanager
def explaining_function(function: python_types.FunctionType) -> Iterator[None]:
    """Turn whatever goes wrong while a function alone is compiled into `CannotCompile`."""
    try:
        yield
    except Exception as error:
        raise explain(error, function=function, functions=compiled_functions()) from error


def _with_parts(objects: Iterable[Compilable]) -> Iterator[Compilable]:
    """Yield the objects, each followed by those that it holds."""
    for each in objects:
        yield each
        held = (value for _, value in runtime_fields(each))
        yield from _with_parts(value for value in held if isinstance(value, Compilable))


def explain(
    error: Exception,
    *objects: Compilable,
    method: str = "",
    function: Any = None,
    functions: Iterable[Any] = (),
) -> CannotCompile:
    """Return the error that says in one sentence why code cannot be compiled.

    Args:
        error: what was raised.
        objects: whose methods were compiled.
        method: the one at fault, if it is known, of the first object.
        function: the one that was compiled, where that is no method of an object.
        functions: those that may have been compiled: the fault is in one of them.

    """
    text = _COLOUR.sub("", str(error)) or _last_words(error)
    places = list(_places(text, getattr(error, "loc", None)))
    library = _library_of(places[0][0]) if places else ""
    places.sort(key=lambda each: bool(_library_of(each[0])))  # the user's line is before those
    missing = _missing_field(error)
    if function is not None:
        owner = function.__qualname__
    else:
        owner, function = _asking(objects, missing) if missing else _owner(objects, method, places)
    function = plain(function)
    inner = _function_at(places[0], functions) if places else None
    if places:
        path, line = places[0]
    elif function is not None:
        path, line = function.__code__.co_filename, function.__code__.co_firstlineno
    else:
        path, line = "", 0
    location = f" ({os.path.basename(path)}, line {line}" if line else ""
    if location:
        location += ")" if inner in (None, function) else f", in {_short_name(inner)})"
    reason, mend = reason_of(text)
    if missing:
        reason, mend = words_for_missing_field(missing)
    if library and function is not None and not _library_of(path):
        called = _call_of(library, path, line, function.__globals__)
        reason = f"it calls {called}, and compiled code cannot run what is in {library}"
        mend = "write it with loops, lists and NumPy arrays"
    if missing == "copy":  # of a record that is a state: no strategy has such a field
        reason = "it copies a record of NumPy"
        mend = "change the state in place, with def copy(self, state): return state.copy()"
    why = f"{reason}; {mend}"
    file = os.path.abspath(path) if path else ""
    return CannotCompile(f"{owner} cannot be compiled{location}: {why}", why, file, line)


def _last_words(error: Exception) -> str:
    """Return a reason for an error without a text, by where in Numba it was raised."""
    frames = list(traceback.walk_tb(error.__traceback__))
    if not frames:
        return f"{type(error).__name__} in Numba"
    frame, _ = frames[-1]
    named = frame.f_locals
    if {"fromty", "toty"} <= set(named):
        return f"no cast from {named['fromty']} to {named['toty']}"
    called = getattr(getattr(named.get("self"), "key", None), "__name__", "")
    if called and {"args", "kws"} <= set(named):  # Numba 0.61 asserts that kws are none
        passed = [*map(str, named["args"]), *(f"{name}={of}" for name, of in named["kws"].items())]
        return f">>> {called}({', '.join(passed)})\n{_call_under_way(frames)}"
    return f"{type(error).__name__} in Numba's {frame.f_code.co_name}"


def _call_under_way(frames: list[tuple[Any, int]]) -> str:
    """Return the location of the call whose type Numba was looking for, as Numba writes it."""
    for frame, _ in reversed(frames):
        location = getattr(frame.f_locals.get("self"), "loc", None)
        if location is not None:
            return f'File "{location.filename}", line {location.line}'
    return ""


def _missing_field(error: Exception) -> str:
    """Return the field that a record lacks, of which Numba says the name alone; or nothing."""
    return error.args[0] if isinstance(error, KeyError) and type(error.args[0]) is str else ""


def _places(text: str, location: Any) -> Iterator[tuple[str, int]]:
    """Yield (file, line) of what the error names outside Numba, innermost first.

    What stands in for operations of Python comes last: it is part of the compiler.
    """
    found = [
        (path or other, line or other_line)
        for path, line, other, other_line in _PLACE.findall(text)
    ]
    if location is not None:
        found.append((location.filename, location.line))
    named = [(os.path.abspath(path), int(line)) for path, line in found]
    outside = [each for each in named if not each[0].startswith(_NUMBA)]
    yield from sorted(outside, key=lambda each: _stands_in(each[0]) or _is_made(each[0]))


def _library_of(path: str) -> str:
    """Return the name of the installed library that a file is of; empty for other files."""
    found = re.search(r"[/\\](?:site|dist)-packages[/\\](\w+)", path)
    return found[1] if found and not _stands_in(path) else ""


def _stands_in(path: str) -> bool:
    """Return whether a file has functions that compiled code calls in place of operations."""
    names = [each.stand_ins for each in registered() if each.stand_ins]
    folders = [
        os.path.dirname(str(sys.modules[name].__file__)) for name in names if name in sys.modules
    ]
    return path.startswith((_OURS, *map(os.path.abspath, folders)))


def _call_of(library: str, path: str, line: int, names: dict[str, Any]) -> str:
    """Return what a line calls of a library, as it is written there."""
    for written in re.findall(r"([A-Za-z_][\w.]*)\(", linecache.getline(path, line)):
        root, *attributes = written.split(".")
        value = names.get(root)
        for each in attributes:
            value = getattr(value, each, None)
        if str(getattr(value, "__module__", "")).split(".")[0] == library:
            return str(written)
    return library


def _is_made(path: str) -> bool:
    """Return whether code is from no file: what makes objects of a class, for instance."""
    return os.path.basename(path) == "<string>"


def _owner(
    objects: tuple[Compilable, ...], method: str, places: list[tuple[str, int]]
) -> tuple[str, Any]:
    """Return the name and the function of the method that cannot be compiled."""
    if method:
        return _called(objects[0], method), getattr(type(objects[0]), method, None)
    for location in places:
        for owner in _with_nested(objects):
            methods = {name: getattr(type(owner), name, None) for name in dir(type(owner))}
            functions = [each for each in methods.values() if _is_function(each)]
            found = _function_at(location, functions)
            if found is not None:
                return _called(owner, found.__name__), found
    own = [each for each in objects if not is_of_library(type(each).__module__)]
    return " or ".join(type(each).__name__ for each in own or objects), None


def _asking(objects: tuple[Compilable, ...], name: str) -> tuple[str, Any]:
    """Return the name and the function of the method in which an attribute is named."""
    for owner in _with_nested(objects):
        for method in dir(type(owner)):
            function: Any = getattr(type(owner), method, None)
            if _is_function(function) and name in function.__code__.co_names:
                return _called(owner, method), function
    return _owner(objects, "", [])


def _called(owner: Compilable, method: str) -> str:
    """Return the name of a method, or of the user's that an adapter calls for it."""
    methods: dict[str, str] = getattr(owner, "users_methods", {})
    return f"{getattr(owner, 'users_class', type(owner).__name__)}.{methods.get(method, method)}"


def _with_nested(objects: Iterable[Compilable]) -> Iterator[Compilable]:
    for each in objects:
        yield each
        yield from _with_nested(
            value for _, value in attributes(each) if isinstance(value, Compilable)
        )


def _function_at(location: tuple[str, int], functions: Iterable[Any]) -> Any:
    """Return the function, the shortest if there are several, whose source holds a line."""
    path, line = location
    found: list[tuple[int, int, Any]] = []
    for function in functions:
        code = function.__code__
        lines = [each for _, _, each in code.co_lines() if each is not None]
        if os.path.abspath(code.co_filename) == path and min(lines) <= line <= max(lines):
            found.append((max(lines) - min(lines), len(found), function))
    return min(found)[2] if found else None


def _is_function(value: Any) -> bool:
    return isinstance(value, python_types.FunctionType)


def _short_name(function: Any) -> str:
    return str(function.__qualname__).rpartition("<locals>.")[2]
