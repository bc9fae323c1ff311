"""Numba's errors in one sentence: the method, the line, the reason, and how to mend it."""

from __future__ import annotations

import re

from ..compilable import Compilable

__all__ = ["explain"]

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')

# What to look for in Numba's words, the reason in ours, and the mend. First match wins.
_REASONS: tuple[tuple[str, str, str], ...] = (
    (
        r"(\w+\.\w+ is a property[^;\n]*); ([^\n]+)",
        "{0}",
        "{1}",
    ),
    (
        r"(\w+\.\w+ is a (?:list|dict|set), which compiled code cannot use); ([^\n]+)",
        "{0}",
        "{1}",
    ),
    (r"(\w+ has no attribute '\w+')", "{0}", "set it in __init__ or in the class"),
    (
        r"Cannot unify ([^\n]+?) and ([^\n]+?) for '([^']+?)(?:\.\d+)?'",
        "the variable {2} is now {0}, now {1}",
        "give it one type on every path, for instance with int(...) or float(...)",
    ),
    (
        r"Can't unify return type from the following types: ([^\n]+)",
        "it returns values of different types ({0})",
        "return one type on every path, for instance (1.0, -1.0) and never (1, -1.0)",
    ),
    (
        r"Function\(<built-in function (\w+)>\) found for signature:\s*>>> \w+\(([^\n]*"
        r"(?:uint64[^\n]*int64|int64[^\n]*uint64|float64)[^\n]*)\)",
        "{0} does not work on ({1}): int64 mixed with uint64 makes a float",
        "keep boards in one of the two; write unsigned constants as bits.u64(...)",
    ),
    (
        r"No implementation of function Function\(<(?:built-in )?\w+ ([\w.]+)[^\n]*?>\) found for "
        r"signature:\s*>>> ([^\n]+)",
        "compiled code cannot call {1}",
        "use plain loops, arithmetic, tuples and NumPy arrays",
    ),
    (
        r"Untyped global name '(\w+)':[^\n]*?(?:type|of) (<class '[^']+'>|[^\n]+)",
        "it names {0}, which compiled code cannot use",
        "use numbers, tuples, NumPy arrays and plain functions",
    ),
    (
        r"NameError: name '(\w+)' is not defined",
        "the name {0} is not defined",
        "define or import it in the module",
    ),
    (
        r"Unknown attribute '(\w+)' of type ([^\n]+)",
        "compiled code knows no attribute {0} of {1}",
        "use plain loops, arithmetic, tuples and NumPy arrays",
    ),
    (
        r"Invalid use of (?:type\(CPUDispatcher\()?<function (\w+)",
        "its call of {0} does not fit",
        "look at the arguments' types",
    ),
    (
        r"(?:Use of unsupported opcode|unsupported opcode|op_[A-Z_]+|Use of unknown opcode)[^\n]*",
        "it uses a feature of Python that compiled code lacks",
        "avoid try, with, yield from, comprehensions of dicts and sets, and nested classes",
    ),
)


def explain(error: Exception, *objects: Compilable, method: str | None = None) -> str:
    """Return one sentence on why one of `objects` cannot be compiled."""
    text = _COLOUR.sub("", str(error))
    reason, mend = _reason(text)
    owner = _owner(objects, method, text)
    place = _place(error, text)
    return f"{owner} cannot be compiled{place}: {reason}; {mend}"


def _reason(text: str) -> tuple[str, str]:
    for pattern, reason, mend in _REASONS:
        found = re.search(pattern, text)
        if found:
            return reason.format(*found.groups()), mend.format(*found.groups())
    lines = [line.strip() for line in text.splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "During", "File"))]
    return (told[0] if told else "Numba gave no reason"), "or search it with compiled=False"


def _owner(objects: tuple[Compilable, ...], method: str | None, text: str) -> str:
    if method is not None:
        return f"{type(objects[0]).__name__}.{method}"
    for candidate in objects:
        for name in vars(type(candidate)):
            if re.search(rf"\bdef {name}\(", text):
                return f"{type(candidate).__name__}.{name}"
    return " or ".join(type(candidate).__name__ for candidate in objects)


def _place(error: Exception, text: str) -> str:
    """Return the innermost source line that the error names."""
    location = getattr(error, "loc", None)
    if location is not None:
        return f" ({location.filename}, line {location.line})"
    places = _PLACE.findall(text)
    return f" ({places[0][0]}, line {places[0][1]})" if places else ""


