"""Random programs in both modes: the same values of the same types, or the same error."""

from __future__ import annotations

import ast
import copy
import enum
import itertools
import linecache
import math
import re
import sys
import warnings
from contextlib import contextmanager
from functools import cached_property
from random import Random
from types import ModuleType

import numpy as np
from numba.core import types

from gametree.native import build  # noqa: F401  (teaches Numba)
from plainpython.back_end.explain import explain
from plainpython.back_end.functions import compiled_functions, compiling, dispatcher
from plainpython.call_frames import with_room_for_calls
from plainpython.machine_errors import MachineChangeError
from plainpython.values import arena
from plainpython.values.kinds import MOST_MEMBERS, kind_of
from plainpython.values.known_kinds import let_know
from plainpython.values.observation import observed
from plainpython.values.seen_kinds import SeenKinds

from . import (
    boards_of_numpy,
    control,
    joined_numbers,
    late,
    members,
    mixed,
    narrow_numbers,
    nones,
    objects,
    sets,
    unset,
)
from .judge import insist
from .programs import CASES, HEADER, Writer
from .trials import Outcome

_ERRORS = (
    ArithmeticError,
    AssertionError,
    LookupError,
    NameError,
    RuntimeError,
    StopIteration,
    ValueError,
)
_REFUSED = "refused while it runs"
_OF_LARGE_NUMBERS = ("raises MachineOverflowError", "raises ZeroDivisionError")
"""What may be raised instead where a number has more than 64 bits, or where NumPy only warns."""
_MOST_STEPS = 20_000
_MOST_ITEMS = 2_000
_numbers = itertools.count()


class TooLong(Exception):
    """A program takes too many steps, or makes values that are too large."""


class _Watching(ast.NodeTransformer):
    """Lets what a program works out pass through a function."""

    def visit_AugAssign(self, node):
        """Look at what was assigned, too; what the target is part of is worked out once."""
        self.generic_visit(node)
        parts = []
        for name in ("value", "slice"):
            part = getattr(node.target, name, None)
            if isinstance(part, ast.expr) and not isinstance(part, ast.Slice):
                parts.append(ast.Assign([ast.Name(f"held_{name}", ast.Store())], part))
                setattr(node.target, name, ast.Name(f"held_{name}", ast.Load()))
        result = copy.deepcopy(node.target)
        result.ctx = ast.Load()
        return [*parts, node, ast.Expr(self._watched(result))]

    def visit_Match(self, node):
        node.subject = self.visit(node.subject)
        for case in node.cases:  # patterns stay: they call nothing
            case.guard = case.guard and self.visit(case.guard)
            case.body = [made for each in case.body for made in _listed(self.visit(each))]
        return node

    def generic_visit(self, node):
        super().generic_visit(node)
        read = isinstance(getattr(node, "ctx", None), ast.Load)
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Call) or (
            isinstance(node, ast.Name) and read
        ):
            return self._watched(node)
        return node

    @staticmethod
    def _watched(node):
        return ast.Call(func=ast.Name(id="watched", ctx=ast.Load()), args=[node], keywords=[])


def _listed(made):
    return made if isinstance(made, list) else [made]


class Program:
    """The source of a module with a function `play`, and the cases that show its objects."""

    def __init__(self, source: str, seen: tuple = CASES) -> None:
        self.source, self._seen = source, seen
        self._name = f"<program {next(_numbers)}>"
        linecache.cache[self._name] = (len(source), None, source.splitlines(True), self._name)

    @cached_property
    def _code(self):
        return self._as_code(self.source)

    @cached_property
    def _watching(self):
        return self._as_code(ast.fix_missing_locations(_Watching().visit(ast.parse(self.source))))

    def _as_code(self, source):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # of (None)[3]
            return compile(source, self._name, "exec", dont_inherit=True)

    @staticmethod
    def _loaded(code, **names):
        module = sys.modules["program"] = ModuleType("program")
        vars(module).update(names)
        exec(code, vars(module))
        return vars(module)["play"]

    def interpreted(self):
        return self._loaded(self._code)

    def exceeds(self, case) -> bool:
        """Tell whether a number beyond 64 bits occurs when it is played.

        Raises:
            TooLong: if there are too many steps or items.

        """
        steps, beyond = 0, False

        def watched(value):
            nonlocal steps, beyond
            steps += 1
            if type(value) is int and not -(2**63) <= value < 2**63:
                beyond = True
                if abs(value) >> 4000:
                    raise TooLong
            size = len(value) if isinstance(value, tuple | list | dict | set | str) else 0
            if steps > _MOST_STEPS or size > _MOST_ITEMS:
                raise TooLong
            return value

        def watched_sum(values, start=0):
            for each in values:
                start = watched(start + each)
            return start

        try:
            with np.errstate(all="raise"):
                result = self._loaded(self._watching, watched=watched, sum=watched_sum)(*case)
        except FloatingPointError:  # NumPy warns
            return True
        except _ERRORS:
            return beyond
        return beyond or any(type(each) is int and abs(each) >> 63 for each in result)

    @with_room_for_calls
    def compiled(self):
        """Return `play` compiled, or the sentence that says why it is refused."""
        arena.provide()
        play = self.interpreted()
        seen = SeenKinds(MOST_MEMBERS)
        with _unchanged(vars(sys.modules[play.__module__])):
            for _ in observed((outcome(play, case) for case in self._seen), seen.see_object):
                pass
        try:
            let_know(types.undefined, seen.objects, types.undefined)
            with compiling():
                entry = dispatcher(play, entry=True).compile(tuple(map(kind_of, CASES[0])))
        except Exception as error:
            return str(explain(error, functions=compiled_functions()))

        def call(*arguments):
            arena.enter()
            return entry(*arguments)

        return call


@contextmanager
def _unchanged(names):
    """Give the lists, dicts, sets and arrays of a module what they held before."""
    before = [
        (held, copy.deepcopy(held))
        for name, held in names.items()
        if type(held) in (list, dict, set, np.ndarray) and not name.startswith("__")
    ]
    yield
    for held, items in before:
        if isinstance(held, list | np.ndarray):
            held[:] = items
        else:
            held.clear()
            held.update(items)


_LONG = 10_000
"""Items of a list that are compared; of longer ones, as many are taken from all over it."""


def told(value) -> str:
    """Return a text that is the same for values of the same types that are equal."""
    if isinstance(value, set | frozenset):
        return f"{type(value).__name__}{sorted(map(told, value))}"
    if isinstance(value, tuple | list):
        long = "" if len(value) <= _LONG else f" of {len(value)}, among them "
        shown = value[:: -(-len(value) // _LONG)] if long else value
        return f"{type(value).__name__}{long}({', '.join(map(told, shown))})"
    if isinstance(value, dict):
        return f"dict({', '.join(f'{told(key)}: {told(each)}' for key, each in value.items())})"
    if isinstance(value, enum.Enum):
        return str(value)
    if isinstance(value, np.ndarray):
        return f"array of {value.dtype} {value.shape}: {told(value.tolist())}"
    if isinstance(value, np.generic):
        return told(value.item())
    if isinstance(value, float) and math.isnan(value):
        return "nan"
    if hasattr(value, "__dict__"):
        return f"{type(value).__name__} with {told(dict(sorted(vars(value).items())))}"
    return f"{type(value).__name__} {value!r}"


def told_as_floats(value) -> str:
    """Return a text as `told`, the same for 1 and 1.0: compiled, a list of floats holds no ints."""
    return re.sub(r"int (-?\d+)", lambda found: f"float {float(found[1])}", told(value)).replace(
        "float -0.0", "float 0.0"
    )


def told_as_numbers(value) -> str:
    """Return a text as `told`, the same for True, 1 and 1.0: compiled, they are of one type."""
    plain = re.sub(
        r"bool (True|False)", lambda found: f"int {int(found[1] == 'True')}", told(value)
    )
    return re.sub(
        r"float (-?[\d.]+(?:e[+-]?\d+)?)", lambda found: _told_exactly(float(found[1])), plain
    )


def _told_exactly(number: float) -> str:
    return f"int {int(number)}" if number.is_integer() else f"float {number!r}"


_LOOSE = (told_as_floats, told_as_numbers)


def outcome(function, case, told=told) -> str:
    try:
        with np.errstate(all="ignore"):
            return told(function(*case))
    except (NotImplementedError, MachineChangeError):
        return _REFUSED
    except (*_ERRORS, TypeError, MemoryError) as error:
        return f"raises {type(error).__name__}"


def compare(source: str, told=told, seen=CASES) -> str:
    """Return what came of a program: the same, refused, or too long; differences are failures."""
    program = Program(source, seen)
    beyond = []
    for case in CASES:
        try:
            beyond.append(program.exceeds(case))
        except TooLong:
            return "too long"
        except (SyntaxError, TypeError, AttributeError) as error:
            return f"no program: {error}"  # texts within texts have no syntax before Python 3.12
    compiled = program.compiled()
    if isinstance(compiled, str):
        return f"refused: {_general(compiled)}"
    for case, large in zip(CASES, beyond, strict=True):
        expected = outcome(program.interpreted(), case, told)  # anew: what it names may change
        found = outcome(compiled, case, told)
        if found == _REFUSED or (large and found in _OF_LARGE_NUMBERS):
            continue
        if large and told in _LOOSE:  # beyond 64 bits floats go on, and are rounded
            continue
        insist(
            found == expected,
            "{!r}: {} interpreted, {} compiled\n{}",
            case,
            expected,
            found,
            source.removeprefix(HEADER),
        )
    return "the same"


def _general(sentence: str) -> str:
    """Return a reason without what differs from program to program."""
    sentence = re.sub(r"\bv\d+\b", "v", sentence)
    return re.sub(r"line \d+|<program \d+>", "", sentence)[:300]


FAMILIES = {
    "expressions": (1, 1),
    "programs": (3, 2),
    "control": (4, 1, (control.FEATURE,)),
    "objects": (4, 1, (objects.FEATURE,)),
    "arrays": (4, 1, (boards_of_numpy.FEATURE,)),
    "mixed": (4, 1, (mixed.FEATURE,)),
    "narrow": (4, 1, (narrow_numbers.FEATURE,)),
    "joined": (4, 1, (joined_numbers.FEATURE,)),
    "members": (4, 1, (members.FEATURE,)),
    "nones": (4, 1, (nones.FEATURE,)),
    "unset": (4, 1, (unset.FEATURE, control.FEATURE)),
    "closures": (4, 1, (late.CLOSURES, control.FEATURE)),
    "iterators": (4, 1, (late.ITERATORS,)),
    "sets": (4, 1, (sets.FEATURE,)),
    "all": (4, 1, (control.FEATURE, objects.FEATURE, boards_of_numpy.FEATURE, unset.FEATURE)),
}
"""How many statements a program has at most, how deep expressions are, and what it has besides."""

SHARES = {
    "expressions": 20, "programs": 15, "control": 20, "objects": 20, "arrays": 20, "mixed": 10,
    "narrow": 10, "joined": 15, "members": 10, "nones": 20, "unset": 20,
    "closures": 15, "iterators": 15, "sets": 20, "all": 5,
}  # fmt: skip


_TOLD = {"mixed": told_as_floats, "joined": told_as_numbers}
_SEEN = {"nones": CASES[:1]}
"""The cases that show the types of objects, where these are not all."""


def attempt(family: str, seed: str) -> Outcome:
    """Write a program, and compare the modes."""
    writer = Writer(Random(f"{family} {seed}"), *FAMILIES[family])
    return Outcome(compare(writer.program(), _TOLD.get(family, told), _SEEN.get(family, CASES)))
