"""The functions of `plainpython.bits` as machine instructions."""

from __future__ import annotations

import operator
from typing import Any, ClassVar

import llvmlite.binding
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from .. import bits
from ..values.operations import generated
from .functions import is_compiling

# Zen 1 and 2 have pdep in microcode, at some hundred cycles.
_HAS_FAST_PDEP = llvmlite.binding.get_host_cpu_features().get(
    "bmi2", False
) and llvmlite.binding.get_host_cpu_name() not in ("znver1", "znver2")


def _integers(*arguments: Any) -> bool:
    return all(isinstance(argument, types.Integer) for argument in arguments)


def _widened(context: Any, builder: Any, number: Any, kind: Any) -> Any:
    """Widen an integer to 64 bits, as the actions in the tree need."""
    return context.cast(builder, number, kind, _word(kind))


def _word(kind: Any) -> Any:
    return types.uint64 if kind == types.uint64 else types.int64


def _trailing_zeros(builder: Any, board: Any) -> Any:
    return builder.cttz(board, ir.Constant(ir.IntType(1), 1))


def _without_lowest(builder: Any, board: Any) -> Any:
    return builder.and_(board, builder.sub(board, ir.Constant(board.type, 1)))


def _of_board(function: Any, instruction: Any, result: Any = None) -> None:
    """Teach Numba a function of a board that is a few instructions; `result` is its type."""

    @generated(function)
    def typing(context: Any, board: Any) -> Any:
        if not _integers(board):
            return None

        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return instruction(builder, _widened(context, builder, args[0], board))

        return (result or _word(board))(board), generate


_of_board(bits.popcount, lambda builder, board: builder.ctpop(board), types.int64)
_of_board(bits.lowest, _trailing_zeros, types.int64)
_of_board(bits.without_lowest, _without_lowest)
_of_board(
    bits.bit,
    lambda builder, index: builder.shl(ir.Constant(ir.IntType(64), 1), index),
    types.uint64,
)
_of_board(bits.u64, lambda builder, value: value, types.uint64)


@generated(bits.nth)
def _nth(context: Any, board: Any, n: Any) -> Any:
    if not _integers(board, n):
        return None

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        found, count = (
            _widened(context, builder, *pair) for pair in zip(args, sig.args, strict=True)
        )
        rest = _from_nth(builder, found, count)
        return _trailing_zeros(builder, rest)

    return types.int64(board, n), generate


def _from_nth(builder: Any, board: Any, count: Any) -> Any:
    """Return a board whose lowest bit is the bit of `board` with `count` set bits below it."""
    word = ir.IntType(64)
    if _HAS_FAST_PDEP:  # it spreads the low bits of a word over the set bits of another
        pdep = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(word, [word, word])
        )
        return builder.call(pdep, [builder.shl(ir.Constant(word, 1), count), board])
    rest = cgutils.alloca_once_value(builder, board)
    with cgutils.for_range(builder, count):
        builder.store(_without_lowest(builder, builder.load(rest)), rest)
    return builder.load(rest)


class _BoardAndInt(AbstractTemplate):
    """`& | ^` of a u64 and an int: a u64, as it is interpreted.

    Numba makes a signed integer of them, and would drag bit 63 along in a
    shift to the right.
    """

    # More specific than Numba's own templates, so it is asked first.
    metadata: ClassVar[dict[str, str]] = {"target": "cpu"}

    def generic(self, args: Any, kws: Any) -> Any:
        if is_compiling() and len(args) == 2 and types.uint64 in args:
            if _integers(*args):
                return signature(types.uint64, types.uint64, types.uint64)
        return None


for _operator in ("and_", "or_", "xor", "iand", "ior", "ixor"):
    _key = getattr(operator, _operator)
    infer_global(_key)(type(f"_BoardAndInt_{_operator}", (_BoardAndInt,), {"key": _key}))
