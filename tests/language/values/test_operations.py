"""Functions that are taught as generated code."""

from __future__ import annotations

from numba.core import types
from numba.core.event import install_recorder

from plainpython import bits
from plainpython.back_end.primitives import machine_code, primitive
from plainpython.values.operations import python_code

from ..both_modes import compiled


def counted(board):
    return bits.popcount(board) + bits.nth(board, 2) - bits.lowest(bits.without_lowest(board))


def test_what_is_a_few_instructions_is_not_compiled_by_itself():
    with install_recorder("numba:run_pass") as recorder:
        made = compiled(counted, 0)
    lowered = [
        event.data["qualname"]
        for _, event in recorder.buffer
        if event.is_start and event.data["name"].startswith("lower_python")
    ]
    assert lowered == ["counted"]
    assert made(0b110110) == counted(0b110110) == 6


def sort_of(value, other=0):
    """Return 1 for an int and an int, 2 for a float, and 3 for what a test of types finds."""
    raise NotImplementedError


@python_code(sort_of, types.Integer, types.Integer | types.Omitted | int)
def _of_ints(value, other=0):
    return 1


@python_code(sort_of, lambda kind: isinstance(kind, types.Float))
def _of_a_float(value, other=0):
    return 2


@python_code(sort_of, when=lambda value, other: isinstance(value, types.BaseTuple))
def _of_a_tuple(value, other=0):
    return 3


def sorts(number):
    return sort_of(number), sort_of(number, 1), sort_of(float(number)), sort_of((number, 1.5))


def test_python_code_is_chosen_by_the_types_of_its_arguments():
    assert compiled(sorts, 7)(7) == (1, 1, 2, 3)


def halved(number):
    raise NotImplementedError


@machine_code(halved, of=(types.Integer,), returns=lambda number: types.int64(types.int64))
def _half_of_int(context, builder, sig, args):
    return builder.ashr(args[0], args[0].type(1))


@machine_code(halved, of=(types.Float,), returns=lambda number: number)
def _half_of_float(context, builder, sig, args):
    return builder.fmul(args[0], args[0].type(0.5))


@primitive(lambda number: None if isinstance(number, types.Float) else types.void)
def ignored(context, builder, sig, args):
    """Do nothing with an int; what writes no result gives None."""


def halves(number):
    return halved(number), halved(float(number)), ignored(number) is None


def test_machine_code_is_chosen_by_the_types_of_its_arguments():
    assert compiled(halves, 7)(7) == (3, 3.5, True)
