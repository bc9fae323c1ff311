"""Plain functions as compiled ones: what Python calls, and what is linked into it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.errors import NumbaExperimentalFeatureWarning

from gametree.native.build import compile_function
from plainpython.back_end.functions import compiling, dispatcher


def plus_one(number):
    return number + 1


def plus_two(number):
    return number + 2


def doubled(number):
    return 2 * plus_one(number)


def fibonacci(number):
    return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)


def chosen(number):
    step = plus_one if number > 5 else plus_two
    return step(number)


def wrappers(function):
    """Return how many functions in its code take Python's objects."""
    with compiling():
        (compiled,) = dispatcher(function).overloads.values()
    names = [each.name for each in compiled.library.get_defined_functions()]
    return sum(name.startswith(("_ZN7cpython", "cfunc.")) for name in names)


def test_only_what_python_calls_takes_its_objects(fresh_cache):
    assert compile_function(doubled, 3)(3) == 8
    assert (wrappers(doubled), wrappers(plus_one)) == (1, 0)
    # What was a part can be called as well, once that is asked for.
    assert compile_function(plus_one, 3)(3) == 4
    assert wrappers(plus_one) == 1


def test_what_python_calls_may_call_itself(fresh_cache):
    assert compile_function(fibonacci, 10)(10) == 55


def test_a_function_may_be_chosen_at_run_time(fresh_cache):
    with pytest.warns(NumbaExperimentalFeatureWarning):
        native = compile_function(chosen, 3)
    assert [native(number) for number in (5, 6)] == [7, 7]


def test_a_function_may_be_chosen_in_code_that_is_not_optimised(tmp_path):
    program = "from native.test_functions import *; print(compile_function(chosen, 3)(6))"
    folder = Path(__file__).parents[1]
    given = {**os.environ, "NUMBA_OPT": "0", "PLAINPYTHON_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-W", "ignore", "-c", program]
    ended = subprocess.run(command, cwd=folder, env=given, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "7\n"), ended.stderr
