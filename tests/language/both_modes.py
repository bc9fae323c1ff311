"""Small functions, called interpreted and compiled."""

from __future__ import annotations

import numpy as np

from plainpython.back_end import teaching  # noqa: F401  # it teaches Numba by being loaded
from plainpython.back_end.functions import compiling, dispatcher
from plainpython.call_frames import with_room_for_calls
from plainpython.values import arena
from plainpython.values.kinds import kind_of


@with_room_for_calls
def compiled(function, *examples):
    """Return a function compiled for arguments such as these."""
    arena.provide()
    with compiling():
        made = dispatcher(function, entry=True)
        made.compile(tuple(map(kind_of, examples)))

    def call(*arguments):
        arena.enter()
        return made(*arguments)

    return call


def outcome(function, *arguments):
    """Return the text of what a function gives, or the class of what it raises."""
    try:
        return repr(function(*arguments))
    except (ArithmeticError, LookupError, ValueError, TypeError) as error:
        return type(error).__name__


def assert_same(function, *cases):
    """Compare the answers of both modes: to no arguments, or to each of some cases."""
    cases = cases or ((),)
    made = compiled(function, *cases[0])
    for case in cases:
        assert outcome(made, *case) == outcome(function, *case), case


def assert_same_arrays(function, *arguments):
    """Compare the arrays and numbers in the tuple that both modes answer, each with its dtype."""
    results = compiled(function, *arguments)(*arguments)
    for place, (one, other) in enumerate(zip(results, function(*arguments), strict=True)):
        if np.isscalar(other):
            assert one == other, place
        else:
            assert repr(one) == repr(other), place
