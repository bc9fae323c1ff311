"""Explanations and remedies for Numba's error messages."""

from __future__ import annotations

import re

from numba.core.errors import TypingError

from .type_names import plain_type, plain_types

__all__ = ["Unsupported", "reason_of"]

_MARK = "plainpython: "

_NUMBERS_AND_SUCH = "write it with loops, arithmetic, tuples, lists and NumPy arrays"
_IN_A_FILE = "keep the code in a file, where it compiles"  # see front_end.source

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
        r"use load_from_data_pointer\(\) instead",
        "Numba fails at something that it calls, and does not say at what",
        "leave out what draws or prints, or search with compiled=False",
    ),
    (
        r"Illegal IR, del found at: del (\w+)",
        "it deletes the variable {0}",
        f"{_IN_A_FILE}, or leave the del out",
    ),
    (
        r"Cannot unify [\w.<>]+:(\w+)\b[^\s(]*\([^\n]* and [\w.<>]+:(?!\1\b)(\w+)\b[^\s(]*\("
        r"[^\n]* for '",
        "an object of the class {0} stands where another time one of the class {1} does",
        "make one class of the two, with a field that tells which of them it is",
    ),
    (
        r"Cannot unify ([^\n]+) and ([^\n]+) for '\$",
        "a value is now {0:type}, now {1:type}",
        "give it one type on every path, for instance with int(...), float(...) or bits.u64(...)",
    ),
    (
        r"Cannot unify ([^\n]+) and ([^\n]+) for '([^'\n]+?)(?:\.\d+)*'",
        "the variable {2} is now {0:type}, now {1:type}",
        "give it one type on every path, for instance with int(...), float(...) or bits.u64(...)",
    ),
    (
        r"Cannot cast ([^\n]+) to none\b",
        "what was None in all examples becomes {0:type}",
        "annotate it in a class, as in last: int | None = None",
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
        r"Can't unify yield type from the following types: ([^\n]+)",
        "a generator yields values of different types: {0:type}",
        "yield one type on every path",
    ),
    (
        r"Cannot refine type ([^\n]+) to ([^\n]+)",
        "a value is now {0:type}, now {1:type}",
        "give it one type on every path",
    ),
    (
        r"Type of variable '([A-Za-z]\w*)(?:\.\d+)*' cannot be determined|"
        r"Cannot infer the type of variable '([A-Za-z]\w*)(?:\.\d+)*'[^\n]*undefined\b(?!\))",
        "nothing says of which type the variable {0}{1} is",
        "set it before it is used, or leave the code out that nothing reaches",
    ),
    (
        r"Cannot determine Numba type of <class 'wrapper_descriptor'>",
        "it uses a method of one of Python's own classes as a value, such as list.__len__",
        "call it of a value, as in len(items)",
    ),
    (
        r">>> \w+\([^\n]*\bundefined\b|types\.misc\.Undefined",
        "it makes something empty, and nothing says of which type its items would be",
        "put an item of the right type in, or leave it out",
    ),
    (
        r"<intrinsic exception_match>",
        "it catches a certain kind of exception",
        f"{_IN_A_FILE}, or test for the condition with an if instead",
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
        r"Invalid use of getiter with parameters \(([^\n]+)\)",
        "it loops over {0:type}, which has no items",
        "loop over a list, a tuple, a dict, a set or a range",
    ),
    (
        r"No type info available for ([^\n]+) as a callable",
        "it calls {0:type}, which is not always a function",
        "test it first, and call the function by its name",
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
        r"Cannot determine Numba type of <class 'mappingproxy'>",
        "it takes the __dict__ of an object",
        "name each attribute, as in new.board = old.board[:]",
    ),
    (
        r">>> bool\(BoundFunction\(\((?:'plainpython\.method'|<class '[^']*'>), '(\w+)'\)",
        "it asks whether the method {0} is true, which methods always are",
        "call it: {0}()",
    ),
    (
        r"Cannot resolve setattr: \(([^\n]+)\)\.(?:plainpython_set_)?(\w+) = ([^\n]+)",
        "it gives {0:type}.{1} {2:type}, and the examples have another type there",
        "give it values of one type, or annotate it in the class, as in {1}: int | None = None",
    ),
    (
        r">>> len\((iterator of [^\n]*)\)",
        "it takes the items of a list of iterators, or the number of items of one ({0:type})",
        "give each iterator a name, as in zip(items, items), or make a list of its items",
    ),
    (
        r"Invalid use of BoundFunction\(plainpython\.(?:\w+\.)*(\w+) for ([^\n]+)\) "
        r"with parameters \(([^\n]*)\)",
        "compiled code cannot call {0} of {1:type} with ({2:type})",
        _NUMBERS_AND_SUCH,
    ),
    (
        r">>> (?!caught\()_?([\w.]+)\(([^\n]*)\)",
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
        f"{_IN_A_FILE}, or write a loop",
    ),
    (
        r"Untyped \w+ (?:name|variable) '(\w+)':[^\n]*<class '(?:type|\w*\.?ABCMeta)'>",
        "it uses {0}, which is a class",
        _IN_A_FILE,
    ),
    (
        r"Untyped \w+ (?:name|variable) '(\w+)':[^\n]*<class '(?:[\w.<>]+\.)?(\w+)'>",
        "it uses {0}, which is {1:kind}",
        f"{_IN_A_FILE}, or use numbers, tuples, NumPy arrays and plain functions",
    ),
    (
        r"NameError: name '(\w+)' is not defined",
        "the name {0} is not defined",
        "define or import it in the module",
    ),
    (
        r"Unknown attribute 'add' of type [^\n]*iter|unsupported opcode \(SET_ADD\)",
        "it uses a set comprehension",
        f"{_IN_A_FILE}, or make the set of a list: set([...])",
    ),
    (
        r"Unknown attribute '?(\w+)'? (?:of|for) type Module\(<module '([\w.]+)'[^\n]+",
        "it uses {1}.{0}, which compiled code lacks",
        "write it with loops, lists and NumPy arrays",
    ),
    (
        r"Unknown attribute '?(\w+)'? (?:of|for) type ([^\n]+)",
        "compiled code knows no attribute {0} of {1:type}",
        _NUMBERS_AND_SUCH,
    ),
    (
        r"The use of a ([^\n]+?) type, assigned to variable '(\w+)' in globals",
        "it uses {1}, {0:type} at module level",
        f"{_IN_A_FILE}, or make it a tuple or a NumPy array",
    ),
    (
        r"imprecise type: (?:reflected )?(list|set)\(undefined\)",
        "it makes an empty {0}, and the type of what it would hold is unknown",
        f"{_IN_A_FILE}, or make it empty with a type, as in [0 for _ in range(0)]",
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
        f"{_IN_A_FILE}, or write a list comprehension, as in sum([...])",
    ),
    (
        r"\*args in function call should be a tuple",
        "it passes a list as *arguments",
        "pass a tuple, or each argument by itself",
    ),
    (
        r"format spec in f-strings not supported",
        "an f-string says how a value is written, in another way than {{x:3d}} or {{s:<4}}",
        "leave such text to the methods that make text, such as state_to_text",
    ),
    (
        r"generator: it does not yield any value",
        "a generator function yields nothing",
        "let it yield something, or leave it out",
    ),
    (
        r"(\w+) in Numba's \w+",
        "Numba fails here, and does not say why ({0})",
        "write it another way, or run it interpreted",
    ),
    (r"The 'with ", "compiled code knows no with statement", _NUMBERS_AND_SUCH),
    (r"unsupported opcode \((\w+)\)", "compiled code knows no {0:feature}", _NUMBERS_AND_SUCH),
)


class Unsupported(TypingError):  # type: ignore[misc]
    """An error of the package's own Numba types, with the reason and the remedy."""

    def __init__(self, reason: str, mend: str, location: str = "") -> None:
        super().__init__(f"{_MARK}{reason}; {mend}{location}")
        self.reason, self.mend, self._place = reason, mend, location

    def at(self, file: str, line: int) -> Unsupported:
        """Return the error with file and line of the code that it is about, if it has none yet."""
        return Unsupported(self.reason, self.mend, self._place or f'\nFile "{file}", line {line}')


def reason_of(text: str) -> tuple[str, str]:
    """Return the reason in an error's text and the remedy: our own, else the first known one."""
    own = re.search(rf"{_MARK}([^\n]*?); ([^\n]*)", text)
    if own:
        return own[1], own[2]
    first = None
    for pattern, reason, mend in _REASONS:
        found = re.search(pattern, text)
        if found and (first is None or found.start() < first[0].start()):
            first = found, reason, mend
    if first:
        words = [_Word(group or "") for group in first[0].groups()]
        return first[1].format(*words), first[2].format(*words)
    parts = [line.strip() for line in text.splitlines()]
    parts = [
        line
        for line in parts
        if line and not re.match(r"Failed in|During|File|- Resolution|None$|\[|\^", line)
    ]
    reason = plain_type(parts[0].rstrip(" .")) if parts else "Numba refuses it"
    return reason, "change that, or run it interpreted"


class _Word(str):
    """A piece of Numba's text that a format, such as {0:type}, puts in plain words."""

    def __format__(self, kind: str) -> str:
        if kind == "type":
            return plain_type(self)
        if kind == "types":
            return " and ".join(plain_types(self))
        if kind == "operator":
            return _OPERATORS[self]
        if kind == "kind":
            return _KINDS.get(self, f"of type {self}")
        if kind == "feature":
            names = (words for part, words in _FEATURES.items() if part in self)
            return next(names, f"{self}")
        return str(self)
