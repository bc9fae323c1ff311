"""Functions as people write them give the same in both modes, or are refused with one sentence.

All of them are compiled as one: each search or call of its own would cost a second.
"""

from __future__ import annotations

import pytest

import written
from gametree.native.build import compile_function
from plainpython.front_end.rewriting import rewritten
from plainpython.reasons import Unsupported

from ..values.both_modes import assert_plays_alike


@pytest.fixture(scope="module")
def everything():
    return compile_function(written.everything, 5)


@pytest.mark.parametrize("n", [2, 3, 5, 6])
def test_every_function_gives_what_it_gives_interpreted(everything, n):
    for function, given, wanted in zip(
        written.EVERYTHING, everything(n), written.everything(n), strict=True
    ):
        assert given == wanted, function.__name__


def test_what_a_handler_does_not_catch_is_raised_again():
    function = compile_function(written.raised_again, 0)
    for n, wanted in ((0, -3), (2, 2), (1, KeyError), (3, IndexError)):
        if isinstance(wanted, int):
            assert function(n) == wanted == written.raised_again(n)
        else:
            for each in (function, written.raised_again):
                with pytest.raises(wanted):
                    each(n)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (written.prints, "it prints elsewhere or at once; leave file= and flush="),
        (written.uses_with, "it uses with; write what it does before"),
        (written.sets_global, "it sets the global variable CELLS; keep what changes"),
        (written.defines_class, "it defines a class, Inner; define it at module level"),
        (written.takes_keywords, "a function takes \\*\\*keywords; name its parameters"),
        (written.large, "the integer 18446744073709551616000 has more than 64 bits"),
        (written.keeps_functions, "it keeps functions in a dict; make it once, in the module"),
        (written.uses_caught, "it uses the exception error that it catches"),
        (written.two_variables, "the function other has a variable x of its own, and read"),
        (written.changing_closure, "the function kept made in line 337 reads k when it is used"),
    ],
)
def test_what_compiled_code_cannot_do_is_refused(function, told):
    with pytest.raises(Unsupported, match=told):
        rewritten(function)


def test_functions_without_a_source_stay_as_they_are():
    namespace = {}
    exec("def f(n):\n    return [k for k in range(n)]", namespace)
    assert rewritten(namespace["f"]) is namespace["f"]


def test_lines_are_those_of_the_file():
    code = rewritten(written.tries).__code__
    lines = {line for _, _, line in code.co_lines() if line}
    first = written.tries.__code__.co_firstlineno
    assert first <= min(lines)
    assert max(lines) <= first + 16


def test_a_game_of_ordinary_methods_is_played_alike_in_both_modes():
    """super(), a property, a method of the class, methods with a cache, `yield`."""
    assert_plays_alike(written.Child())
