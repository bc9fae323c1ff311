"""The kind of an object identifies its machine code.

No Numba here. Each case builds two objects from source text and asks whether
they are of one kind. "Edits" change one thing that compiled code depends on.
"""

from __future__ import annotations

import enum
import functools
import random
import subprocess
import sys
import types
from array import array
from collections import Counter, defaultdict, deque

import numpy as np
import pytest

import gametree as gt
from plainpython.compilable import (
    attributes,
    fingerprint,
    fingerprint_class,
    fingerprint_function,
    native_twin,
    runtime_fields,
)


class Box(gt.Compilable):
    def __init__(self, **values):
        vars(self).update(values)


class Plain:
    def __init__(self, value):
        self.value = value


class Pair(Plain):
    pass


class Cached(gt.Compilable):
    @functools.cached_property
    def lines(self):
        return [1, 2]


class Other(gt.Compilable):
    def __init__(self, **values):
        vars(self).update(values)


def kind(**values):
    return fingerprint(Box(**values))


# Values of attributes


def test_equal_objects_are_of_one_kind():
    assert kind(a=1, b="x", c=(1, 2.0), d=np.arange(3)) == kind(
        d=np.arange(3), c=(1, 2.0), b="x", a=1
    )
    assert len(kind()) == 32


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (1, 2),
        (1, True),
        (0, False),
        (1, gt.bits.u64(1)),
        (1, None),
        (1, "1"),
        ("a", "b"),
        ((1, 2), (1, 3)),
        ((1, 2), (1, 2.0)),
        ((1, 2), (1, 2, 0)),
        ((1, 2), (1, True)),
        ((1, (2, 3)), ((1, 2), 3)),
        ((0.0,), (-0.0,)),
        (np.array([1, 2]), np.array([1, 3])),
        (np.array([1, 2]), np.array([1, 2], np.int32)),
        (np.array([1, 2]), np.array([[1, 2]])),
        (np.int64(1), np.int32(1)),
        (np.int64(1), 1),
        (np.dtype("i4"), np.dtype("i8")),
        (np.int32, np.int64),
        (np.sin, np.cos),
        (len, abs),
        (slice(1), slice(2)),
        (range(8), range(9)),
        ([1, 2], [1, 3]),
        ([1, 2], (1, 2)),
        ([1, 2], [1, 2.0]),
        ([[1], [2]], [[1, 2], []]),
        ({1: 2}, {1: 3}),
        ({1: 2, 3: 4}, {3: 4, 1: 2}),
        ({1, 2}, {1, 3}),
        ({1, 2}, frozenset({1, 2})),
        ([len, {"a": [np.int8(1)]}], [len, {"a": [np.int8(2)]}]),
        (deque([1, 2]), deque([2, 1])),
        (defaultdict(int, {1: 2}), defaultdict(list, {1: 2})),
        (Counter("aab"), Counter("abb")),
        (functools.partial(max, 1), functools.partial(max, 2)),
        (np.array([[1], None], object), np.array([[2], None], object)),
        (Plain(1), Plain(2)),
        (Plain([1]), Plain([2])),
        (Plain(1), Pair(1)),
        (1, 1.0),  # a float is no constant but a field
    ],
    ids=lambda value: type(value).__name__,
)
def test_other_constants_are_another_kind(one, two):
    assert kind(value=one) != kind(value=two)
    assert kind(value=(one,)) != kind(value=(two,))


def test_the_value_of_a_float_does_not_matter():
    assert kind(c=1.0) == kind(c=-2.5) == kind(c=np.float64(3.0))


def test_the_name_of_an_attribute_matters():
    assert kind(a=1, b=2) != kind(a=2, b=1)
    assert kind(a=1.0) != kind(b=1.0)
    assert kind(a=1) != kind(a=1, b=1)


def test_the_class_matters():
    assert fingerprint(Box(a=1)) != fingerprint(Other(a=1))


def test_nested_objects_matter_by_their_kind():
    assert kind(part=Box(c=1.0)) == kind(part=Box(c=2.0))
    assert kind(part=Box(n=1)) != kind(part=Box(n=2))
    assert kind(part=Box(n=1)) != kind(part=Other(n=1))


def test_contents_of_run_time_arrays_do_not_matter_but_their_items_type_does():
    assert fingerprint(gt.Rng(1)) == fingerprint(gt.Rng(2))
    unusual = gt.Rng(1)
    unusual.state = array("d", [0.0])
    assert fingerprint(unusual) != fingerprint(gt.Rng(1))


def test_opaque_attributes_matter_by_their_type_only():
    """They cannot be compiled, so they must not cost a compilation either."""
    assert kind(notes=object()) == kind(notes=object())
    assert kind(notes=random.Random(1)) == kind(notes=random.Random(2))


def test_equal_containers_are_of_one_kind():
    """However often their parts are held elsewhere, in whatever order a set was filled."""
    text, shared = "".join(["a", "b"]), [1.5, None]
    held = [text, shared, shared, {3, 1, 2}, {"k": (1, 2)}]
    assert kind(table=held) == kind(
        table=["ab", [1.5, None], [1.5, None], {2, 3, 1}, {"k": (1, 2)}]
    )
    assert kind(part=Plain([1])) == kind(part=Plain([1]))


def test_containers_and_objects_that_hold_themselves_have_an_identity():
    circle = [1]
    circle.append(circle)
    part = Plain(circle)
    part.own = part
    assert kind(table=circle, part=part) == kind(table=circle, part=part)


def test_what_a_cached_property_keeps_is_no_attribute():
    described = Cached()
    before = fingerprint(described)
    assert described.lines == [1, 2]
    assert fingerprint(described) == before
    assert dict(attributes(described)) == {}


def test_containers_matter_by_their_contents():
    """Compiled code folds them: other contents are other code."""
    for container in (list, set, lambda items: dict.fromkeys(items, 1)):
        assert kind(notes=container(["a"])) == kind(notes=container(["a"]))
        assert kind(notes=container(["a"])) != kind(notes=container(["b"]))


class Slotted(gt.Compilable):
    __slots__ = ("count", "rate")

    def __init__(self, count, rate):
        self.count = count
        self.rate = rate


def test_slots_are_attributes():
    assert dict(attributes(Slotted(3, 0.5))) == {"count": 3, "rate": 0.5}
    assert list(runtime_fields(Slotted(3, 0.5))) == [("rate", 0.5)]
    assert fingerprint(Slotted(3, 0.5)) != fingerprint(Slotted(4, 0.5))
    assert fingerprint(Slotted(3, 0.5)) == fingerprint(Slotted(3, 0.25))


class Described(gt.Compilable):
    def __init__(self, width, name="x"):
        self.width = width
        self.name = name
        self._area = width * width


def test_repr_reads_like_the_call_of_the_constructor():
    assert repr(Described(3)) == "Described(width=3, name='x')"


# Sources

PARENT = """
import gametree as gt

class Parent(gt.Compilable):
    def inherited(self, x):
        return x + 1
"""
HELPERS = """
import math
def shared(x):
    return x + 2
def deep(x):
    return shared(x) * 1
"""
USER = """
import enum
from math import sin as wave
from typing import NamedTuple
import numpy as np
import parent_module
import package.helpers
import package.helpers as helpers
from package.helpers import deep
from parent_module import Parent

LIMIT = 3
SIZES = (1, 2)
TABLE = np.array([1, 2, 3])
TYPE = np.int32
PART = slice(0, 2)

class Colour(enum.Enum):
    RED = 1

class Point(NamedTuple):
    x: int
    y: int = 7

def near(x, step=1):
    return x + step

def far(x, *, step=2):
    return near(x) + step

def make(step):
    def inner(x):
        return x + step
    return inner

inner = make(4)

def unused(x):
    return x

class Rules(Parent):
    factor = 2
    def __init__(self):
        self.count = 5
        self.function = near
        self._point = Point(1, 2)
    def play(self, x, most=9):
        return [far(x) for _ in range(LIMIT + SIZES[0] + TABLE[0] + most)]
    def more(self, x):
        return deep(x) + helpers.deep(x) + package.helpers.deep(x) + inner(x) + wave(x) + TYPE(x)
    def records(self, x):
        return Point(x), Colour.RED, PART, Parent.inherited(self, x)
    @staticmethod
    def fixed(x):
        return x + 6
    @classmethod
    def of_class(cls, x):
        return x + 8
    @property
    def shown(self):
        return 10
"""

MODULES = {"parent_module": PARENT, "package.helpers": HELPERS, "user_rules": USER}

EDITS = {
    "method": ("user_rules", "range(LIMIT", "range(1 + LIMIT"),
    "class attribute": ("user_rules", "factor = 2", "factor = 3"),
    "constructor": ("user_rules", "self.count = 5", "self.count = 6"),
    "default argument": ("user_rules", "most=9", "most=10"),
    "default of a helper": ("user_rules", "step=1", "step=3"),
    "keyword-only default": ("user_rules", "step=2", "step=3"),
    "module constant": ("user_rules", "LIMIT = 3", "LIMIT = 4"),
    "type of a module constant": ("user_rules", "LIMIT = 3", "LIMIT = True"),
    "module tuple": ("user_rules", "SIZES = (1, 2)", "SIZES = (1, 3)"),
    "module array": ("user_rules", "np.array([1, 2, 3])", "np.array([1, 2, 4])"),
    "NumPy type": ("user_rules", "np.int32", "np.int64"),
    "slice": ("user_rules", "slice(0, 2)", "slice(0, 3)"),
    "member of an enumeration": ("user_rules", "RED = 1", "RED = 2"),
    "fields of a NamedTuple": ("user_rules", "x: int\n", "z: int\n"),
    "default of a NamedTuple": ("user_rules", "y: int = 7", "y: int = 8"),
    "built-in function": ("user_rules", "sin as wave", "cos as wave"),
    "helper": ("user_rules", "near(x) + step", "near(x) - step"),
    "helper of a helper": (
        "user_rules",
        "return x + step\n\ndef far",
        "return x - step\n\ndef far",
    ),
    "closure": ("user_rules", "make(4)", "make(5)"),
    "static method": ("user_rules", "x + 6", "x + 7"),
    "class method": ("user_rules", "x + 8", "x + 9"),
    "parent class": ("parent_module", "x + 1", "x + 2"),
    "helper's helper in another module": ("package.helpers", "x + 2", "x + 3"),
    "helper in another module": ("package.helpers", "* 1", "* 2"),
}


@pytest.fixture
def rules(monkeypatch):
    """Return an object whose sources are `MODULES` after some edits."""

    def make(*edits):
        sources = dict(MODULES)
        for module, old, new in edits:
            assert old in sources[module]
            sources[module] = sources[module].replace(old, new)
        package = types.ModuleType("package")
        monkeypatch.setitem(sys.modules, "package", package)
        for name in ("package.helpers", "parent_module", "user_rules"):
            module = types.ModuleType(name)
            monkeypatch.setitem(sys.modules, name, module)
            if name == "package.helpers":
                package.helpers = module
            exec(compile(sources[name], f"{name}.py", "exec"), vars(module))
        return sys.modules["user_rules"].Rules()

    return make


def test_the_same_sources_are_one_kind(rules):
    assert fingerprint(rules()) == fingerprint(rules())


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_an_edit_makes_another_kind(rules, edit):
    assert fingerprint(rules(edit)) != fingerprint(rules())


@pytest.mark.parametrize(
    "only",
    [
        "package.helpers.deep(x)",
        "helpers.deep(x)",
        "deep(x)",
    ],
)
def test_a_helper_is_found_however_it_is_named(rules, only):
    every = "deep(x) + helpers.deep(x) + package.helpers.deep(x)"
    one_way = ("user_rules", every, only)
    edited = ("package.helpers", "x + 2", "x + 3")
    assert fingerprint(rules(one_way, edited)) != fingerprint(rules(one_way))


def test_what_no_method_names_does_not_matter(rules):
    edit = ("user_rules", "def unused(x):\n    return x", "def unused(x):\n    return -x")
    assert fingerprint(rules(edit)) == fingerprint(rules())


def test_comments_and_blank_lines_do_not_matter(rules):
    edit = ("user_rules", "LIMIT = 3", "# how many\n\n\nLIMIT = 3")
    assert fingerprint(rules(edit)) == fingerprint(rules())


def test_a_users_module_may_have_the_name_of_one_of_pythons(monkeypatch):
    """`code`, `random`, `select` are names that a game's file may well have."""

    def made(number):
        module = types.ModuleType("code")
        module.__file__ = "/home/user/code.py"
        monkeypatch.setitem(sys.modules, "code", module)
        exec(f"def helper(x):\n    return x + {number}", vars(module))
        return fingerprint_function(module.helper)

    assert made(1) != made(2)


def test_another_value_in_the_module_is_seen_at_once(rules, monkeypatch):
    """As in a notebook, where a cell is run again: the class stays, what it names changes."""
    made = rules()
    before = fingerprint(made)
    monkeypatch.setattr(sys.modules["user_rules"], "LIMIT", 4)
    changed = fingerprint(made)
    monkeypatch.setattr(sys.modules["user_rules"], "LIMIT", 3)
    assert changed != before == fingerprint(made)


def test_a_method_put_in_later_is_seen(monkeypatch):
    before = kind()
    monkeypatch.setattr(Box, "late", lambda self: 1, raising=False)
    assert kind() != before


# Functions


def count_down(n):
    return 0 if n == 0 else count_down(n - 1)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def test_functions_that_call_themselves_or_each_other_have_an_identity():
    assert fingerprint_function(count_down) == fingerprint_function(count_down)
    assert fingerprint_function(even) != fingerprint_function(odd)


def test_the_native_twin_belongs_to_a_function():
    def build(number):
        def twin():
            return number

        @native_twin(twin)
        def function():
            return 0

        return function

    assert fingerprint_function(build(1)) != fingerprint_function(build(2))


def test_the_identity_is_the_same_in_every_process():
    """Hash seeds, and with them the order of sets, differ between processes."""
    script = (
        "import gametree as gt\n"
        "from gametree.games import Othello, Nim\n"
        "from plainpython.compilable import fingerprint\n"
        "print([fingerprint(x) for x in (Othello(), Nim(), gt.UCB1(), gt.Playout())])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_flags_that_were_put_together_leave_the_fingerprint_of_their_class():
    class Sides(enum.Flag):
        NORTH = enum.auto()
        EAST = enum.auto()

    before = fingerprint_class(Sides)
    assert (Sides.NORTH | Sides.EAST).value == 3
    assert fingerprint_class(Sides) == before


def test_what_only_draws_beside_the_rules_is_not_looked_into(monkeypatch):
    """Rules with a method that draws would else be told by all of the library that draws."""

    def module_of(name, text):
        module = types.ModuleType(name)
        exec(text, vars(module))
        monkeypatch.setitem(sys.modules, name, module)
        return module

    def told(library):
        fingerprints = []
        for answer in (1, 2):
            other = module_of(library, f"def draw(board):\n    return {answer}\n")
            rules = module_of("drawn_rules", "def shown(board):\n    return draw(board)\n")
            rules.draw = other.draw
            fingerprints.append(fingerprint_function(rules.shown))
        return fingerprints

    same, different = told("pygame"), told("helpers_of_the_rules")
    assert same[0] == same[1]
    assert different[0] != different[1]
