"""The functions of `primitives.bits` as machine instructions; copies of records."""

from __future__ import annotations

import operator
from typing import Any, ClassVar

import llvmlite.binding
from llvmlite import ir
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, overload

from .. import game
from ..primitives import bits
from .functions import is_compiling
from .reasons import Unsupported
from .values.memory import deep_copy, holds_values

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


@intrinsic
def _word(context: Any, board: Any) -> Any:
    """Widen an integer to 64 bits, as the actions in the tree need."""
    word = types.uint64 if board == types.uint64 else types.int64

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], board, word)

    return word(board), generate


def _integers(*arguments: Any) -> bool:
    return all(isinstance(argument, types.Integer) for argument in arguments)


@overload(bits.popcount)
def _popcount(board):
    return (lambda board: _count(_word(board))) if _integers(board) else None


@overload(bits.lowest)
def _lowest(board):
    return (lambda board: _trailing_zeros(_word(board))) if _integers(board) else None


@overload(bits.without_lowest)
def _drop_lowest(board):
    return (lambda board: _without_lowest(_word(board))) if _integers(board) else None


@overload(bits.bit)
def _one_bit(index):
    return (lambda index: _bit(_word(index))) if _integers(index) else None


@overload(bits.nth)
def _nth(board, n):
    if not _integers(board, n):
        return None
    if _HAS_FAST_PDEP:
        return lambda board, n: _trailing_zeros(_deposit(_bit(_word(n)), _word(board)))

    def clear_and_find(board, n):  # Numba wants the very signature of _nth
        rest = _word(board)
        for _ in range(n):
            rest = _without_lowest(rest)
        return _trailing_zeros(rest)

    return clear_and_find


@overload(bits.u64)
def _u64(value):
    return (lambda value: types.uint64(value)) if _integers(value) else None


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


@overload(game.state_copy)
def _state_copy(state):
    if isinstance(state, types.Record):
        raise Unsupported(
            "a record is not copied by itself", "define copy(state): return state.copy()"
        )
    if holds_values(state):
        return lambda state: deep_copy(state)
    return lambda state: state


@overload(game.fresh_state)
def _fresh_state(game, state, room):
    if holds_values(state):

        def fresh(game, state, room):
            return game.copy(state) if game.states_change else state

        return fresh
    if not isinstance(state, types.Record):
        return lambda game, state, room: state

    def copy_record(game, state, room):
        room[0] = state
        return room[0]

    return copy_record
