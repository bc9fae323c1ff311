"""The functions of `gametree.primitives.semaphores` as calls of the C library."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from plainpython.back_end.whole_structs import StructMembers
from plainpython.values.operations import generated

from ...primitives import semaphores


def _teach(function: Any, name: str) -> None:
    """Teach Numba a function that hands the address of a semaphore to one of the library's."""

    @generated(function)
    def call(context: Any, words: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = StructMembers(context, builder, words, args[0]).data
            word = ir.IntType(64)
            place = builder.mul(
                context.cast(builder, args[1], index, types.int64),
                ir.Constant(word, semaphores.WORDS),
            )
            pointer = builder.bitcast(builder.gep(data, [place]), cgutils.voidptr_t)
            kind = ir.FunctionType(ir.IntType(32), [cgutils.voidptr_t])
            outside = cgutils.get_or_insert_function(builder.module, kind, name)
            return context.cast(builder, builder.call(outside, [pointer]), types.int32, types.int64)

        return types.int64(words, index), generate


_teach(semaphores.acquire, "sem_wait")
_teach(semaphores.release, "sem_post")
