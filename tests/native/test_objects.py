"""Methods of a `Compilable` do the same compiled as interpreted.

Each test compiles a function of a line or two, not a search: that is quick,
and the rules of a game go through the very same machinery.
"""

from __future__ import annotations

import enum
import math
import sys
import threading
import types
from functools import partial
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError

import gametree as gt
from gametree.native.build import compile_function
from plainpython import bits
from plainpython.back_end.functions import compiling


def ask(obj):
    return obj.answer()


def compiled_answer(obj):
    return compile_function(ask, obj)(obj)


class Asked(gt.Compilable):
    """Answers with its attribute `value`."""

    def __init__(self, value=None):
        self.value = value

    def answer(self):
        return self.value


# Attributes


class Size(NamedTuple):
    width: int
    height: int


class Colour(enum.IntEnum):
    RED = 5


VALUES = {
    "whole": 5,
    "negative": -(2**62),
    "truth": True,
    "real": 0.5,
    "infinite": math.inf,
    "text": "text",
    "nothing": None,
    "mixed": (1, 2.5, True),
    "nested": ((1, 2), (3.0,)),
    "named": Size(3, 4),
    "board": bits.u64(2**64 - 1),
    "real_of_numpy": np.float64(1.5),
    "whole_of_numpy": np.int64(7),
}


class Several(gt.Compilable):
    """Answers with all of its attributes: each of the `VALUES`."""

    def __init__(self):
        vars(self).update(VALUES)

    def answer(self):
        return (
            (self.whole, self.negative, self.truth, self.real, self.infinite, self.text)
            + (self.nothing, self.mixed, self.nested, self.named, self.board)
            + (self.real_of_numpy, self.whole_of_numpy)
        )


def test_values_that_compiled_code_returns_as_they_are():
    for answer, value in zip(compiled_answer(Several()), VALUES.values(), strict=True):
        assert answer == value
        assert isinstance(answer, bool) == isinstance(value, bool)


class Sums(gt.Compilable):
    """Adds up what each of its attributes holds."""

    def __init__(self):
        self.whole = np.arange(5)
        self.small = np.arange(3, dtype=np.int32)
        self.row = (1, 2, 3)
        self.real = np.arange(4.0)

    def answer(self):
        total = 0
        for index in range(len(self.row)):
            total += self.row[index]
        return added(self.whole), added(self.small), total, added(self.real)


def added(values):
    total = 0
    for index in range(len(values)):
        total += values[index]
    return total


def test_sequences_are_constants():
    assert compiled_answer(Sums()) == Sums().answer() == (10, 3, 6, 6.0)


class Reads(gt.Compilable):
    name = "class"
    table = np.array([[1, 2], [3, 4]])
    colour = Colour.RED

    def __init__(self):
        self.part = Asked(3)
        self.other = Asked(0.25)

    def answer(self):
        named = 1 if self.name == "class" else 0
        return named, self.table[1, 0], self.part.answer(), self.other.value, self.colour == 5


def test_class_attributes_and_nested_objects():
    assert compiled_answer(Reads()) == Reads().answer() == (1, 3, 3, 0.25, True)


class Private(gt.Compilable):
    runtime_arrays = ("_array",)

    def __init__(self):
        self._number = 0.25
        self._part = Asked(0.5)
        self._array = np.arange(3)
        self.__secret = 1.0

    def answer(self):
        return self._number, self._part.answer(), self._array[2], self.__secret


def test_fields_with_names_that_begin_with_an_underscore():
    assert compiled_answer(Private()) == Private().answer() == (0.25, 0.5, 2, 1.0)


def test_a_float_is_read_anew_at_each_call():
    obj = Asked(0.5)
    native = compile_function(ask, obj)
    assert native(obj) == 0.5
    obj.value = -2.0
    assert native(obj) == -2.0
    assert compile_function(ask, Asked(7.5)) is native


def test_a_field_of_a_nested_object_is_read_anew_at_each_call():
    obj = Reads()
    native = compile_function(ask, obj)
    obj.other.value = 0.75
    assert native(obj)[3] == 0.75


def test_a_field_that_is_no_number_any_more_is_an_error():
    obj = Asked(0.5)
    native = compile_function(ask, obj)
    obj.value = "text"
    with pytest.raises(TypeError):
        native(obj)


def ask_later(obj):
    return obj.later()


class Later(Asked):
    """Its second method is compiled when the first object has long changed."""

    def answer(self):
        return added(self.value)

    def later(self):
        return 10 * self.value[0] + self.count

    def __init__(self, value, count=1):
        super().__init__(value)
        self.count = count


def test_another_constant_is_other_code():
    """Also once an object has changed: its kind of before keeps its meaning."""
    first = Asked(3)
    assert compiled_answer(first) == 3
    first.value = 4
    assert compiled_answer(first) == 4
    assert compiled_answer(Asked(3)) == 3


@pytest.mark.parametrize("array", [np.array([1, 2]), (1, 2)], ids=["array", "number"])
def test_an_object_that_changes_later_leaves_its_kind_as_it_was(array):
    obj = Later(array)
    assert compiled_answer(obj) == 3
    if isinstance(array, tuple):
        obj.count = 5
    else:
        array[0] = 7
    same = Later(type(array)((1, 2)) if isinstance(array, tuple) else np.array([1, 2]))
    assert compile_function(ask_later, same)(same) == same.later() == 11
    assert compile_function(ask_later, obj)(obj) == obj.later() != 11


class Slotted(gt.Compilable):
    __slots__ = ("number", "rate")

    def __init__(self, number, rate):
        self.number = number
        self.rate = rate

    def answer(self):
        return self.number, self.rate


def test_slots():
    assert compiled_answer(Slotted(3, 0.5)) == (3, 0.5)
    assert compiled_answer(Slotted(4, 0.25)) == (4, 0.25)


def double(x):
    return 2 * x


class Calls(gt.Compilable):
    def __init__(self, function):
        self.function = function

    def answer(self):
        return self.function(8)


class CallsMany(gt.Compilable):
    def __init__(self):
        self.plain = double
        self.lambda_ = lambda x: x + 1
        self.built_in = abs
        self.of_math = math.sqrt
        self.of_bits = bits.popcount
        self.of_numpy = np.sqrt
        self.of_numba = njit(lambda x: x - 1)

    def answer(self):
        return (self.plain(8), self.lambda_(8), self.built_in(8), self.of_math(8)) + (
            self.of_bits(8),
            self.of_numpy(8),
            self.of_numba(8),
        )


def test_functions_as_attributes():
    obj = CallsMany()
    assert compiled_answer(obj) == obj.answer() == (16, 9, 8, 8**0.5, 1, 8**0.5, 7)


def test_functions_as_attributes_are_told_apart():
    assert compiled_answer(Calls(lambda x: x + 1)) == 9
    assert compiled_answer(Calls(lambda x: x + 2)) == 10


class Quiet(Asked):
    def __init__(self):
        super().__init__(5)
        self.notes = ["anything"]
        self.partial = partial(double, 3)
        self.mapping = {"a": object()}

    @property
    def shown(self):
        return str(self.notes)


def test_opaque_attributes_are_allowed_as_long_as_they_are_not_used():
    assert compiled_answer(Quiet()) == 5


# Methods


class Parent(gt.Compilable):
    STEP = 10
    SIZES = (1, 2)

    def inherited(self):
        return self.base() + 1

    def base(self):
        return 100

    def overridden(self, x, y=2):
        return x * y


class Child(Parent):
    def base(self):
        return 200

    def overridden(self, x, y=2):
        return Parent.overridden(self, x, y=y) + 5

    @staticmethod
    def static(x, y=1):
        return x - y

    @classmethod
    def of_class(cls, x):
        return cls.STEP + x

    def answer(self):
        return (
            self.inherited(),
            self.overridden(3),
            self.overridden(3, 4),
            self.overridden(y=5, x=3),
            self.static(3),
            self.static(3, y=2),
            Child.static(4),
            self.of_class(1),
            Parent.base(self),
            Parent.STEP,
            Child.SIZES[1],
        )


def test_methods_inherited_overridden_static_and_called_by_the_class():
    assert compiled_answer(Child()) == Child().answer()


def countdown(n):
    return 0 if n <= 0 else 1 + countdown(n - 1)


class Inner(gt.Compilable):
    def __init__(self, c):
        self.c = c

    def scaled(self, obj, x):
        return obj.offset() + self.c * x


class Outer(gt.Compilable):
    def __init__(self, c=0.5):
        self.inner = Inner(c)

    def offset(self):
        return 1.0

    def answer(self):
        add = lambda x: x + 1  # noqa: E731
        pairs = [(n, n * n) for n in range(4) if n != 2]
        last = pairs[-1]
        return self.inner.scaled(self, 4.0), countdown(5), add(1), last, math.floor(2.5)


def test_objects_as_arguments_and_what_else_python_offers():
    assert compiled_answer(Outer()) == Outer().answer() == (3.0, 5, 2, (3, 9), 2)


class Generates(gt.Compilable):
    def actions(self, most):
        for action in range(most):
            if action % 2:
                yield action

    def answer(self):
        total = 0
        for action in self.actions(6):
            total += action
        return total


def test_generators():
    assert compiled_answer(Generates()) == Generates().answer() == 9


class Small(gt.Compilable):
    """A rule of ten lines calls a helper of another module by the module's name."""

    def answer(self):
        return helpers_module.helper(1) + helpers_module.OFFSET


helpers_module = types.ModuleType("helpers_module")
exec("OFFSET = 5\ndef deep(x): return x + 1\ndef helper(x): return deep(x)", vars(helpers_module))


@pytest.fixture
def _helpers(monkeypatch):
    monkeypatch.setitem(sys.modules, "helpers_module", helpers_module)


@pytest.mark.usefixtures("_helpers")
def test_what_is_defined_anew_in_the_session_is_used(monkeypatch):
    """As in a notebook: the class stays, a helper or a constant is redefined."""
    assert compiled_answer(Small()) == 7
    monkeypatch.setattr(helpers_module, "deep", lambda x: x + 10)
    assert compiled_answer(Small()) == Small().answer() == 16
    monkeypatch.setattr(helpers_module, "OFFSET", 50)
    assert compiled_answer(Small()) == Small().answer() == 61
    monkeypatch.undo()
    assert compiled_answer(Small()) == Small().answer() == 7


def test_a_class_defined_anew_under_its_name_is_another_class():
    def cell(number):
        names = {"gt": gt, "__name__": __name__}
        exec(
            "class Game(gt.Compilable):\n"
            f"    def helper(self): return {number}\n"
            "    def answer(self): return self.helper()\n",
            names,
        )
        return names["Game"]()

    assert [compiled_answer(cell(number)) for number in (1, 2, 1)] == [1, 2, 1]


# Checks


class Divides(gt.Compilable):
    table = np.array([1, 2, 3])

    def __init__(self, by):
        self.by = by

    def answer(self):
        return self.table[int(self.by)] + divided(12, int(self.by)) + 6 / self.by


def divided(x, y):
    return x // y + x % y


@pytest.mark.parametrize(
    ("by", "error"),
    [(1.0, None), (2.0, None), (0.0, ZeroDivisionError), (3.0, IndexError), (1e9, IndexError)],
)
def test_divisions_and_indices_are_checked_as_in_python(by, error):
    obj = Divides(by)
    if error is None:
        assert compiled_answer(obj) == obj.answer()
        return
    for answer in (compiled_answer, Divides.answer):
        with pytest.raises(error):
            answer(obj)


class Fills(gt.Compilable):
    def __init__(self, index):
        self.index = index

    def fill(self, out):
        out[int(self.index)] = 9
        return len(out), out[1]


def fill(obj, out):
    return obj.fill(out)


@pytest.mark.parametrize("index", [-1.0, 4.0, 1e6, -1e12])
def test_a_write_past_the_buffer_raises_and_changes_nothing(index):
    around = np.zeros(12, np.int64)
    buffer = around[4:8]
    obj = Fills(index)
    native = compile_function(fill, obj, buffer)
    with pytest.raises(IndexError, match="out of bounds"):
        native(obj, buffer)
    assert not around.any()
    assert native(Fills(1.0), buffer) == (4, 9)
    assert around.tolist() == [0] * 5 + [9] + [0] * 6


def test_buffers_are_lent_not_kept():
    buffer = np.zeros(4, np.int64)
    obj = Fills(1.0)
    native = compile_function(fill, obj, buffer)
    native(obj, buffer)
    before = sys.getrefcount(buffer), sys.getrefcount(obj)
    for _ in range(1000):
        native(obj, buffer)
    assert (sys.getrefcount(buffer), sys.getrefcount(obj)) == before


def test_a_buffer_of_another_type_is_refused():
    obj = Fills(1.0)
    native = compile_function(fill, obj, np.zeros(4, np.int64))
    with pytest.raises(TypeError):
        native(obj, np.zeros(4, np.int16))


# Numba as others use it


def test_numba_is_otherwise_as_it_was():
    """Only while gametree compiles is a plain function a compiled one, and u64 & int a u64."""
    compiled_answer(Asked(1))

    def user(x):
        return double(x)

    with pytest.raises(TypingError, match="double"):
        njit(user)(1)

    @njit
    def mixed(a, b):
        return a & b

    mixed(np.uint64(3), np.int64(1))
    assert str(mixed.nopython_signatures[0].return_type) != "uint64"


def test_others_who_compile_meanwhile_see_numba_as_it_was():
    told = []

    def other():
        try:
            told.append(njit(lambda x: double(x))(1))
        except TypingError:
            told.append("refused")

    thread = threading.Thread(target=other)
    with compiling():
        thread.start()
        thread.join(timeout=0.5)  # it waits until gametree is done
    thread.join()
    assert told == ["refused"]


def test_threads_compile_at_the_same_time():
    answers = {}

    def work(number):
        answers[number] = [compiled_answer(Asked((number, index))) for index in range(3)]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1000, 1004)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {
        number: [(number, index) for index in range(3)] for number in range(1000, 1004)
    }
