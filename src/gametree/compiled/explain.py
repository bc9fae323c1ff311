"""Explains Numba's errors in one sentence: the method, the line, the reason and the remedy.

Numba tells the innermost fault first and then the way out to the outermost
function, all as text. So the sentence takes the reason that stands first and
the first line that is not within Numba.
"""

from __future__ import annotations

import os
import re
import traceback
import types as python_types
from collections.abc import Iterable, Iterator
from typing import Any

import numba
from numba.core.errors import TypingError

from ..compilable import Compilable, attributes
from ..primitives.state_forms import in_words

__all__ = ["Unsupported", "explain", "plain_type"]

_NUMBA = os.path.dirname(numba.__file__)
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "([^"\n]+)", line (\d+)|(?: at|Raised from) (/?[^"\n]+?) \((\d+)\)')
_MARK = "gametree: "

_NUMBERS_AND_SUCH = "use plain loops, arithmetic, tuples and NumPy arrays"

_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "invert": "~",
    "iadd": "+=", "isub": "-=", "imul": "*=", "iand": "&=", "ior": "|=", "ixor": "^=",
    "ilshift": "<<=", "irshift": ">>=", "itruediv": "/=", "ifloordiv": "//=", "imod": "%=",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "contains": "in",
    "neg": "-", "getitem": "indexing", "static_getitem": "indexing", "setitem": "setting an item",
    "delitem": "del",
}  # fmt: skip

_FEATURES = {
    "MATCH_": "match statement",
    "STORE_GLOBAL": "assignment to a global variable",
    "DELETE_": "del",
    "IMPORT_": "import within a method",
    "SUPER": "super()",
    "SEND": "await and no yield from",
    "LOAD_BUILD_CLASS": "class within a method",
    "WITH": "with statement",
}

_KINDS = {
    "builtin_function_or_method": "a function that compiled code lacks",
    "function": "a function that compiled code lacks",
}

# What to look for in Numba's words, the reason in ours, and how to mend it.
_REASONS: tuple[tuple[str, str, str], ...] = (
    (
        r"Cannot unify ([^\n]+) and ([^\n]+) for '([^'\n]+?)(?:\.\d+)*'",
        "the variable {2} is now {0:type}, now {1:type}",
        "give it one type on every path, for instance with int(...), float(...) or bits.u64(...)",
    ),
    (
        r"no cast from (list\([^\n]+) to (list\([^\n]+)",
        "it has lists of different types, {0:type} and {1:type}, for one",
        "keep to one type: [] is taken for a list of ints, and [0.0 for _ in range(0)] is one of "
        "floats",
    ),
    (
        r"Can't unify return type from the following types: ([^\n]+)",
        "it returns values of different types: {0:type}",
        "return one type on every path",
    ),
    (
        r"<intrinsic exception_match>",
        "it catches a certain kind of exception",
        "test for the condition with an if instead",
    ),
    (
        r">>> (and_|or_|xor|lshift|rshift|invert|i(?:and|or|xor|lshift|rshift))"
        r"\(([^\n]*float64[^\n]*)\)",
        "{0:operator} does not work on {1:types}: arithmetic on an int and a u64 makes a float",
        "keep boards in one of the two; bits.u64(...) makes an int a u64",
    ),
    (
        r">>> (?:static_)?getitem\((Tuple\([^\n]*\)), int64\)",
        "a tuple of mixed types, {0:type}, is indexed by a variable",
        "index it by a constant, or give its items one type",
    ),
    (
        r"Invalid use of getiter with parameters \(buffer",
        "it loops over the items of a buffer, such as the edges of a node",
        "count them, as in for place in range(node.count), and take edges[place]",
    ),
    (
        r">>> setitem\(buffer\(int64\), [^\n]*, float64\)",
        "it writes a float where an integer belongs",
        "write int(...)",
    ),
    (
        r">>> setitem\(buffer\([^\n]*\), slice|Unknown attribute '?\w+'? of type buffer",
        "it uses out as a list",
        "write out[0], out[1] and so on, and return how many",
    ),
    (
        r">>> (" + "|".join(_OPERATORS) + r")\(([^\n]*)\)",
        "{0:operator} does not work on {1:types}",
        _NUMBERS_AND_SUCH,
    ),
    (
        r">>> ([\w.]+)\(([^\n]*)\)",
        "compiled code cannot call {0} with ({1:type})",
        _NUMBERS_AND_SUCH,
    ),
    (
        r"(?:Untyped global name|Invalid use of[^\n]*) 'super'",
        "it calls super()",
        "call the method of the parent by the class's name: Parent.method(self, ...)",
    ),
    (
        r"Untyped \w+ (?:name|variable) '(any|all)':",
        "it calls {0}, which compiled code lacks",
        "write a loop",
    ),
    (
        r"Untyped \w+ (?:name|variable) '(\w+)':[^\n]*<class '(?:type|\w*\.?ABCMeta)'>",
        "it uses {0}, which is a class",
        "of classes of one's own, compiled code makes NamedTuples alone: class {0}(NamedTuple)",
    ),
    (
        r"Untyped \w+ (?:name|variable) '(\w+)':[^\n]*<class '(?:[\w.<>]+\.)?(\w+)'>",
        "it uses {0}, which is {1:kind}",
        "use numbers, tuples, NumPy arrays and plain functions",
    ),
    (
        r"NameError: name '(\w+)' is not defined",
        "the name {0} is not defined",
        "define or import it in the module",
    ),
    (
        r"Unknown attribute '_replace' of type",
        "it calls _replace of a NamedTuple",
        "make a new one with the class's name",
    ),
    (
        r"Unknown attribute 'add' of type [^\n]*iter|unsupported opcode \(SET_ADD\)",
        "it uses a set comprehension",
        "make the set of a list: set([...])",
    ),
    (
        r"Unknown attribute '?(\w+)'? (?:of|for) type ([^\n]+)",
        "compiled code knows no attribute {0} of {1:type}",
        _NUMBERS_AND_SUCH,
    ),
    (
        r"The use of a ([^\n]+?) type, assigned to variable '(\w+)' in globals",
        "it uses {1}, {0:type} at module level",
        "make it a tuple or a NumPy array",
    ),
    (
        r"imprecise type: (?:reflected )?(list|set)\(undefined\)",
        "it makes an empty {0}, and the type of what it would hold is unknown",
        "fill it, or make it empty with a type, as in [0 for _ in range(0)]",
    ),
    (
        r"compiler re-entrant to the same function signature",
        "it calls itself through self",
        "use a loop, or a recursive function at module level",
    ),
    (
        r"Cannot bind 'args=[^\n]*' to signature '\(([^\n]*?)\)' due to \"TypeError: ([^\n\"]*)\"",
        "it calls a function of the parameters ({0}) with others ({1})",
        "pass exactly what it takes, nothing by keyword only",
    ),
    (
        r"Int value is too large: (\d+)",
        "the integer {0} has more than 64 bits",
        "keep integers below 2**63, or 2**64 with bits.u64(...)",
    ),
    (
        r"use of yield in a closure",
        "it uses a generator expression",
        "write a loop; sum, min and max take a list comprehension too, as in sum([...])",
    ),
    (
        r"\*args in function call should be a tuple",
        "it passes a list as *arguments",
        "pass a tuple, or each argument by itself",
    ),
    (
        r"format spec in f-strings not supported",
        "it formats text, as {{x:3d}} in an f-string or %s does",
        "leave text to the methods that make text, such as state_to_text",
    ),
    (r"The 'with ", "compiled code knows no with statement", _NUMBERS_AND_SUCH),
    (r"unsupported opcode \((\w+)\)", "compiled code knows no {0:feature}", _NUMBERS_AND_SUCH),
)


class Unsupported(TypingError):  # type: ignore[misc]
    """An error of the package's own Numba types, with the reason and the remedy."""

    def __init__(self, reason: str, mend: str) -> None:
        super().__init__(f"{_MARK}{reason}; {mend}")


def explain(
    error: Exception, *objects: Compilable, method: str = "", functions: Iterable[Any] = ()
) -> str:
    """Return one sentence on why one of `objects` cannot be compiled.

    Args:
        error: what was raised.
        objects: whose methods were compiled.
        method: the one at fault, if it is known, of the first object.
        functions: those that may have been compiled: the fault is in one of them.

    """
    text = _COLOUR.sub("", str(error)) or _last_words(error)
    places = list(_places(text, getattr(error, "loc", None)))
    missing = _missing_field(error)
    owner, function = _asking(objects, missing) if missing else _owner(objects, method, places)
    inner = _function_at(places[0], functions) if places else None
    if places:
        path, line = places[0]
    elif function is not None:
        path, line = function.__code__.co_filename, function.__code__.co_firstlineno
    else:
        path, line = "", 0
    place = f" ({os.path.basename(path)}, line {line}" if line else ""
    if place:
        place += ")" if inner in (None, function) else f", in {_short_name(inner)})"
    reason, mend = _reason(text)
    if missing:
        reason = f"no node or edge has a field {missing!r}"
        mend = "a strategy names its own in node_fields and edge_fields"
    return f"{owner} cannot be compiled{place}: {reason}; {mend}"


def _last_words(error: Exception) -> str:
    """Return what the place within Numba tells of an error that has no words of its own."""
    frames = list(traceback.walk_tb(error.__traceback__))
    if not frames:
        return f"{type(error).__name__} in Numba"
    frame, _ = frames[-1]
    if {"fromty", "toty"} <= set(frame.f_locals):
        return f"no cast from {frame.f_locals['fromty']} to {frame.f_locals['toty']}"
    return f"{type(error).__name__} in Numba's {frame.f_code.co_name}"


def _missing_field(error: Exception) -> str:
    """Return the field that a record lacks, of which Numba says the name alone; or nothing."""
    return error.args[0] if isinstance(error, KeyError) and type(error.args[0]) is str else ""


def plain_type(numba_type: Any) -> str:
    """Return Numba's name of a type, or several, in words of Python."""
    text, before = str(numba_type), ""
    while text != before:  # what is nested comes out from within
        before = text
        for pattern, plain in _PLAIN:
            text = re.sub(pattern, plain, text)
    return " ".join(text.replace("Tuple(", "(").split())


def _of_one_type(found: re.Match[str]) -> str:
    name = "" if found[1] == "UniTuple" else found[1]
    return in_words([found[2]] * int(found[3]), name)


def _of_types(found: re.Match[str]) -> str:
    return in_words(re.split(_COMMA, found[1]))


def _array(found: re.Match[str]) -> str:
    dimensions = "" if found[2] == "1" else f" of {found[2]} dimensions"
    order = {"C": "", "F": " in Fortran order", "A": " of any layout"}[found[3]]
    return f"array of {found[1]}{dimensions}{order}"


_COMMA = r", (?![^(]*\))"  # not within parentheses
_INSIDE = r"\(((?:[^()]|\([^()]*\))+)\)"

_PLAIN: tuple[tuple[str, Any], ...] = (
    (r"<iv=[^>]*>|#[0-9a-f]{32}|reflected ", ""),
    (r"Literal\[int\]\((-?\d+)\)", r"\1"),
    (r"Literal\[str\]\((.*?)\)", r"'\1'"),
    (r"\b(int64|int32|intp)\b", "int"),
    (r"\buint64\b", "u64"),
    (r"\bfloat64\b", "float"),
    (r"\bunicode_type\b", "str"),
    (r"\bnone\b", "None"),
    (r"type\(CPUDispatcher\(<function [^>]*(<locals>[^>]*)?>\)\)", "a function"),
    (r"\brange_\w+", "range"),
    (r"\bslice<[^>]*>", "slice"),
    (r"\bDictType\[[^\]]*\]", "dict"),
    (r"\bRecord\(.*?;\d+;(?:True|False)\)", "record"),
    (r"\b(?:readonly )?bytes\([^)]*\)", "bytes"),
    (r"\barray\((\w+), (\d+)d, ([CFA])\)", _array),
    (r"\b(\w+)\(([^()]+) x (\d+)\)", _of_one_type),
    (rf"\bTuple{_INSIDE}", _of_types),
    (rf"\b(list|set|buffer){_INSIDE}", r"\1 of \2"),
    (rf"\bOptionalType{_INSIDE}", r"\1 or None"),
)


def _reason(text: str) -> tuple[str, str]:
    """Return the reason and the mend: our own, else those that stand first."""
    own = re.search(rf"{_MARK}([^\n]*?); ([^\n]*)", text)
    if own:
        return own[1], own[2]
    first = None
    for pattern, reason, mend in _REASONS:
        found = re.search(pattern, text)
        if found and (first is None or found.start() < first[0].start()):
            first = found, reason, mend
    if first:
        words = [_Word(group) for group in first[0].groups()]
        return first[1].format(*words), first[2].format(*words)
    told = [line.strip() for line in text.splitlines()]
    told = [
        line
        for line in told
        if line and not re.match(r"Failed in|During|File|- Resolution|None$|\[|\^", line)
    ]
    reason = plain_type(told[0].rstrip(" .")) if told else "Numba refuses it"
    return reason, "change that, or search with compiled=False"


class _Word(str):
    """A piece of Numba's text that a format, such as {0:type}, puts in plain words."""

    def __format__(self, kind: str) -> str:
        if kind == "type":
            return plain_type(self)
        if kind == "types":
            return " and ".join(re.split(_COMMA, plain_type(self)))
        if kind == "operator":
            return _OPERATORS[self]
        if kind == "kind":
            return _KINDS.get(self, f"of type {self}")
        if kind == "feature":
            names = (words for part, words in _FEATURES.items() if part in self)
            return next(names, f"{self}")
        return str(self)


def _places(text: str, location: Any) -> Iterator[tuple[str, int]]:
    """Yield (file, line) of what the error names outside Numba, innermost first."""
    found = [
        (path or other, line or other_line)
        for path, line, other, other_line in _PLACE.findall(text)
    ]
    if location is not None:
        found.append((location.filename, location.line))
    for path, line in found:
        full = os.path.abspath(path)
        if not full.startswith(_NUMBA):
            yield full, int(line)


def _owner(
    objects: tuple[Compilable, ...], method: str, places: list[tuple[str, int]]
) -> tuple[str, Any]:
    """Return the name and the function of the method that cannot be compiled."""
    if method:
        return f"{type(objects[0]).__name__}.{method}", getattr(type(objects[0]), method, None)
    for place in places:
        for owner in _with_nested(objects):
            methods = {name: getattr(type(owner), name, None) for name in dir(type(owner))}
            functions = [each for each in methods.values() if _is_function(each)]
            found = _function_at(place, functions)
            if found is not None:
                return f"{type(owner).__name__}.{found.__name__}", found
    own = [each for each in objects if not type(each).__module__.startswith("gametree.")]
    return " or ".join(type(each).__name__ for each in own or objects), None


def _asking(objects: tuple[Compilable, ...], name: str) -> tuple[str, Any]:
    """Return the name and the function of a user's method in which an attribute is named."""
    for owner in _with_nested(objects):
        for method in dir(type(owner)):
            function: Any = getattr(type(owner), method, None)
            if _is_function(function) and name in function.__code__.co_names:
                return f"{type(owner).__name__}.{method}", function
    return _owner(objects, "", [])


def _with_nested(objects: Iterable[Compilable]) -> Iterator[Compilable]:
    for each in objects:
        yield each
        yield from _with_nested(
            value for _, value in attributes(each) if isinstance(value, Compilable)
        )


def _function_at(place: tuple[str, int], functions: Iterable[Any]) -> Any:
    """Return the function, the shortest if there are several, whose source holds a line."""
    path, line = place
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
