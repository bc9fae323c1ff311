"""Functions compiled as for a game whose states hold ints of more than 64 bits."""

from __future__ import annotations

from contextlib import contextmanager

from gametree.native import teaching  # noqa: F401  # it teaches Numba by being loaded
from plainpython.back_end.functions import compile_for, compiling, dispatcher
from plainpython.values import arena, images
from plainpython.values.kinds import kind_of
from plainpython.values.numbers.long_ints import are_seen

FULL = 0xFFFF_FFFF_FFFF_FFFF
LAST = 1 << 63
MOST = 1 << 127


@contextmanager
def long_game():
    """Compile as for a game whose states hold such ints."""
    with are_seen():
        compile_for("a game of long ints")
        yield
    compile_for("")


def compiled(function, *examples):
    """Return a function compiled for the types of arguments such as these, and for no others."""
    arena.provide()
    with compiling():
        entry = dispatcher(function, entry=True).compile(tuple(map(kind_of, examples)))

    def call(*arguments):
        arena.enter()
        images.begin(images.Loan())
        return entry(*arguments)

    return call
