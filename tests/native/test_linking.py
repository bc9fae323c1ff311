"""Functions that call each other: linked once, in whatever way they do."""

from __future__ import annotations

from textwrap import dedent

import numpy as np
import pytest
from numba import njit
from numba.core.codegen import JITCodeLibrary

import gametree as gt
from gametree.native.build import compile_function
from plainpython.back_end.numba_parts.linking import PartLibrary


def doubled(number):
    return 2 * number


def odd_after(number):
    return doubled(number) + 1


def of_two_more(number):
    return odd_after(number) + doubled(number)


@njit
def applied(function, number):
    return function(number) + 100


def within_numbas(number):
    return applied(odd_after, number) + doubled(number)


def refused(number):
    if number > 5:
        raise ValueError("too many")
    return number


def refuses(number):
    return refused(number) + 1


def test_machine_code_is_made_once(fresh_cache, monkeypatch):
    made = []
    original = JITCodeLibrary._finalize_specific

    def finalize(library):
        made.append(library.name)
        original(library)

    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", finalize)
    assert compile_function(of_two_more, 3)(3) == of_two_more(3) == 13
    assert [name for name in made if name not in ("nrt", "wrapper")] == ["of_two_more"]


def test_a_function_compiled_by_numba_may_call_them(fresh_cache):
    assert compile_function(within_numbas, 3)(3) == 7 + 100 + 6


def test_what_an_error_says_is_found_in_a_function_that_others_call(fresh_cache):
    native = compile_function(refuses, 3)
    assert native(3) == 4
    with pytest.raises(ValueError, match="too many"):
        native(6)


class Pair(gt.Compilable):
    def __init__(self):
        self.first = 1.0
        self.second = 2.0


def first_of(pair, numbers):
    same = pair
    return numbers[0] if same.first < 2.0 else 0


def first_number(pair):
    return first_of(pair, np.full(2, 3))


def test_values_without_references_are_not_taken_apart_to_count_them(fresh_cache, monkeypatch):
    written = []
    original = PartLibrary.add_ir_module

    def add(library, module):
        written.append(str(module))
        original(library, module)

    monkeypatch.setattr(PartLibrary, "add_ir_module", add)
    assert compile_function(first_number, Pair())(Pair()) == 3
    text = "".join(written)
    assert text.count("extractvalue {double, double}") <= 1  # to read `first`


CIRCLES = dedent(
    """
    from numba import njit

    def even(number):
        if number == 0:
            return True
        return odd(number - 1)

    def odd(number):
        if number == 0:
            return False
        return even(number - 1)

    def down(number):
        return 0 if number <= 0 else 1 + down(number - 1)

    def answer(number):
        return even(number), odd(number), down(5), down(number)

    @njit
    def even_of_numba(number):
        if number == 0:
            return True
        return odd_of_numba(number - 1)

    @njit
    def odd_of_numba(number):
        if number == 0:
            return False
        return even_of_numba(number - 1)

    def answer_of_numba(number):
        return even_of_numba(number), odd_of_numba(number)

    print(compile_function(answer, 7)(7))
    print(compile_function(answer_of_numba, 7)(7))
    """
)


RULES = dedent(
    """
    def first(number):
        made = {"a": number, "b": 2}
        return list(made)

    def second(number):
        made = {"b": number, "a": 2}
        return list(made)
    """
)
ASK = dedent(
    """
    import sys
    sys.path.insert(0, ".")
    import rules
    from gametree.native.build import compile_function
    from plainpython.values import arena

    for name in NAMES:
        arena.provide()
        entry_point = compile_function(getattr(rules, name), 1)
        arena.enter()
        print(entry_point(1))
    """
)


def test_what_other_processes_made_is_read_from_disk(run_python, fresh_cache, tmp_path):
    """What calls itself or each other in a circle, and what is not to count as another's.

    Each process counts again by what functions of one name, which are made here, are distinguished.
    What makes the two dicts is such a pair: in the second process the first one is read.

    A constant as argument makes a kind of the function that calls another kind. A circle of
    Numba's own is compiled in each process: it goes by addresses, which are those of one process.
    """
    (tmp_path / "rules.py").write_text(RULES)
    one, other = "['a', 'b']\n", "['b', 'a']\n"
    circles = "(False, True, 5, 7)\n(False, True)\n"
    assert run_python(f"NAMES = ['first']\n{ASK}{CIRCLES}") == one + circles
    assert list(fresh_cache.iterdir())
    assert run_python(f"NAMES = ['first', 'second']\n{ASK}{CIRCLES}") == one + other + circles
