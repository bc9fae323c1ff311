"""Programs that random ones led to: the modes differed, or they were refused without need."""

from __future__ import annotations

from attack import modes
from attack.programs import HEADER

ARRAYS = """
import numpy as np

def at(array, flags):
    try:
        return array[flags]
    except IndexError:
        return array[:0]

def play(n, x, row, flag):
    numbers = np.array([0.5, x, -1.0, 2.0])
    places = (int(np.argmax(numbers)), int(numbers.argmin()))
    ordered = (np.sort(numbers), np.argsort(numbers, kind="stable"))
    chosen = (at(numbers, np.array([True])), at(numbers, np.ones(4, dtype=bool)))
    return (numbers.max(), numbers.min(), places, ordered, chosen)
"""

FUNCTIONS = """
def counted(a, b):
    for each in range(a, a + 4):
        if each != 3:
            yield each % 7 * b

def play(n, x, row, flag):
    several = (lambda a, b=3: n)(n), (lambda a, b=-3: n % 9 + b)(n), (lambda a, b=-3: n + b)(1, 2)
    each = n % 5
    own = [2 * each for each in range(each)], {each for each in row[:each]}, sum(
        each for each in range(each)), tuple(each for each in (each, 2)), {
        each: 1 for each in range(each)}, [each for each in (v for v in (each, 3)) if each]
    return (several, next(counted(2, 3)), next(counted(7, n % 5), 9), repr(n), repr(flag), own)
"""

DEFAULTS = """
K = 3

def play(n, x, row, flag):
    def several(a, b=-1, c=-2.5, d=~0, e=True):
        return (a, b, c, d, e)
    def made(a, b=(1, -2), c=-K, d=-n % 7, e=--4):
        return (a, b, c, d, e)
    def by_name(a, /, b=-4, *, c=-5, d=K):
        return (a, b, c, d)
    def within(a=-1):
        def inner(b=-a, c=-2):
            return (b, c)
        return inner() + inner(1)
    named = lambda a, b=-3: (a, b)
    listed = list(map(lambda a, b=-9: a + b, [1, 2]))
    return (several(1), several(1, 2), made(1), made(1, e=0), by_name(1), by_name(1, d=-6),
            within(), within(5), named(1), named(1, 2), listed)
"""

STEPS = """
from typing import NamedTuple

class Step(NamedTuple):
    row: int
    column: int = 2
    def worth(self):
        return self.row * {factor}

def play(n, x, row, flag):
    steps = {{Step(n % 9): 5, Step(2, 2): n}}
    steps[Step(n % 9)] = 3
    listed = [Step(2)]
    listed.append(Step(1))
    return (steps, listed, sum(each.worth() for each in listed))
"""


UNPACKED = """
from typing import NamedTuple

class Step(NamedTuple):
    row: int
    column: int = 2

def play(n, x, row, flag):
    found = 5
    try:
        column, found = (ROW[n % 9], n)
    except IndexError:
        found = 3
    empty = {}
    same = (TABLE == {}, {n: 1} != {}, {} == {}, empty == {n: 1}, len(empty))
    return (tuple(Step(found)), Step(found), same)
"""

WITHIN = """
def play(n, x, row, flag):
    largest = max(row, key=lambda v: max(row, key=lambda w: w * v))
    smallest = min([n, 3], key=lambda v: min(TABLE.values()))
    return (largest, smallest, sorted(row, key=lambda v: sorted(row, key=lambda w: w * v)[0]))
"""

NOTED = """
def noted(log, value):
    log.append(value)
    return value

def play(n, x, row, flag):
    log = [0]
    noted_dict = {noted(log, 1): noted(log, n), **{4: 5}, noted(log, 6): noted(log, 7)}
    collected = {noted(log, each): noted(log, -each) for each in row}
    noted_set = {noted(log, 9), noted(log, n)}
    log[noted(log, 1)] = noted(log, 4)
    log[noted(log, 0)] += noted(log, 5)
    return (noted_dict, collected, noted_set, log)
"""

ANOTHER_NAME = """
def play(n, x, row, flag):
    bare, table, group = [], {}, set()
    listed = bare if n % 2 else [(None, 1)]
    listed.append((None, 5))
    numbers = []
    other = numbers or ([2, 1] if flag else numbers)
    other.append(7)
    known = table if n % 2 else {2: 1}
    known[7] = 4
    if n % 2:
        chosen = group
    else:
        chosen = {2}
    chosen.add(7)
    found = (7 in numbers, 7 in table, 7 in group, len(table), tuple(numbers), bare == listed)
    return (bare, listed, numbers, other, table, known, group, chosen, found, sum(numbers))
"""


def test_a_key_function_may_call_what_it_is_the_key_of():
    assert modes.compare(HEADER + WITHIN) == "the same"


def test_keys_and_values_are_worked_out_in_turn():
    assert modes.compare(HEADER + NOTED) == "the same"
    failing = "def play(n, x, row, flag):\n    return ({n: n // 0, len(LINES[n + 9]): 1},)\n"
    assert modes.compare(HEADER + failing) == "the same"


def test_tuples_of_named_tuples_and_dicts_without_entries():
    assert modes.compare(HEADER + UNPACKED) == "the same"


def test_nan_in_arrays_and_masks_of_another_shape():
    assert modes.compare(HEADER + ARRAYS) == "the same"


def test_functions_within_functions():
    assert modes.compare(HEADER + FUNCTIONS) == "the same"


def test_defaults_that_are_negative_or_worked_out():
    assert modes.compare(HEADER + DEFAULTS) == "the same"


def test_classes_of_one_name_are_not_taken_for_each_other():
    for factor in (1, 3):
        program = STEPS.format(factor=factor)
        assert modes.compare(HEADER + program) == "the same"


def test_texts_of_what_has_none_are_refused():
    program = "def play(n, x, row, flag):\n    return (repr({n}),)\n"
    assert "it makes a text of set of int" in modes.compare(HEADER + program)


def test_what_a_program_does_to_its_module_is_refused():
    program = (
        "def play(n, x, row, flag):\n    if n in ITEMS:\n        ITEMS[n] = 5\n    return (n,)\n"
    )
    assert "it changes ITEMS, which belongs to the module" in modes.compare(HEADER + program)


def test_an_item_that_may_be_none_is_refused_in_a_list_of_ints():
    program = (
        "def play(n, x, row, flag):\n    values = [1, 2]\n"
        "    place = 1 if len(row) >= 0 else None\n"
        "    values[place] = {}\n    return (values[0],)\n"
    )
    said = modes.compare(HEADER + program.format("10 if flag else None"))
    assert "setting an item does not work on list of ints" in said
    assert modes.compare(HEADER + program.format("n")) == "the same"


def test_an_empty_list_dict_or_set_is_filled_by_another_name():
    assert modes.compare(HEADER + ANOTHER_NAME) == "the same"
