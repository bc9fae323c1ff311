"""The functions of `gametree.bits` as machine instructions, and the copying of records."""

from __future__ import annotations

from typing import Any

import llvmlite.binding
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from .. import bits, game

# Zen 1 and 2 have pdep in microcode, at some hundred cycles.
_HAS_FAST_PDEP = llvmlite.binding.get_host_cpu_features().get(
    "bmi2", False
) and llvmlite.binding.get_host_cpu_name() not in ("znver1", "znver2")


@intrinsic
def _count(context: Any, board: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(board), generate


@intrinsic
def _trailing_zeros(context: Any, board: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(board), generate


@intrinsic
def _without_lowest(context: Any, board: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.sub(args[0], ir.Constant(args[0].type, 1)))

    return board(board), generate


@intrinsic
def _bit(context: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.shl(ir.Constant(ir.IntType(64), 1), args[0])

    return types.uint64(index), generate


@intrinsic
def _deposit(context: Any, source: Any, mask: Any) -> Any:
    """Spread the low bits of `source` over the set bits of `mask` (pdep)."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        function = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(word, [word, word])
        )
        return builder.call(function, args)

    return types.uint64(source, mask), generate


def _is_board(board: Any) -> bool:
    return isinstance(board, types.Integer) and board.bitwidth == 64


@overload(bits.popcount)
def _popcount(board):
    return (lambda board: _count(board)) if _is_board(board) else None


@overload(bits.lowest)
def _lowest(board):
    return (lambda board: _trailing_zeros(board)) if _is_board(board) else None


@overload(bits.without_lowest)
def _drop_lowest(board):
    return (lambda board: _without_lowest(board)) if _is_board(board) else None


@overload(bits.bit)
def _one_bit(index):
    return (lambda index: _bit(types.int64(index))) if isinstance(index, types.Integer) else None


@overload(bits.nth)
def _nth(board, n):
    if not (_is_board(board) and isinstance(n, types.Integer)):
        return None
    if _HAS_FAST_PDEP:
        return lambda board, n: _trailing_zeros(_deposit(_bit(types.int64(n)), board))

    def clear_and_find(board: Any, n: Any) -> Any:
        for _ in range(n):
            board = _without_lowest(board)
        return _trailing_zeros(board)

    return clear_and_find


@overload(bits.u64)
def _u64(value):
    return (lambda value: types.uint64(value)) if isinstance(value, types.Integer) else None


@overload(game.fresh_state)
def _fresh_state(game, state, room):
    if not isinstance(state, types.Record):
        return lambda game, state, room: state

    def copy_record(game, state, room):
        room[0] = state
        return room[0]

    return copy_record
