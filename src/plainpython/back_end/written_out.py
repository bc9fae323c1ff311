"""Unroll short loops over constants: LLVM compiles each turn separately.

In a loop over constants, such as the directions of a board, each turn then has its own constant. So
LLVM knows the number that is added to a row, and whether it can overflow. On its own, LLVM does not
unroll loops within loops.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from llvmlite.ir import values

__all__ = ["keep_end", "mark_branches", "mark_loop"]

_MARK = "plainpython_written_out"


def mark_loop(builder: Any) -> None:
    """Let all runs of the loop that begins with the present block be written out."""
    setattr(builder.basic_block, _MARK, True)


def keep_end(builder: Any) -> None:
    """Keep the block after such a loop, where LLVM would join it with the end of a loop around it.

    The loop around it would then count as marked, and LLVM would print that it cannot unroll it.
    The call makes no machine code.
    """
    nothing = ir.FunctionType(ir.VoidType(), ())
    builder.call(builder.module.declare_intrinsic("llvm.sideeffect", fnty=nothing), ())


def mark_branches(module: Any) -> None:
    """Tell LLVM so, at the branches that lead back to the beginnings of these loops.

    One that leads there from outside may be the end of another loop, which would count as one
    to be written out.
    """
    for function in module.functions:
        for begins in function.blocks:
            if hasattr(begins, _MARK):
                loop = _loop(module)
                outside = _reached_without(function.blocks[0], begins)
                for block in function.blocks:
                    if block not in outside and begins in _targets(block):
                        block.terminator.set_metadata("llvm.loop", loop)


def _reached_without(entry: Any, left_out: Any) -> set[Any]:
    """Return the blocks of a function that can be reached without one of them."""
    reached = {entry} - {left_out}
    waiting = list(reached)
    while waiting:
        for target in _targets(waiting.pop()):
            if target is not left_out and target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached


def _targets(block: Any) -> list[Any]:
    """Return the blocks that may come next."""
    operands = () if block.terminator is None else block.terminator.operands
    return [each for each in operands if isinstance(each, values.Block)]


def _loop(module: Any) -> Any:
    """Return what tells a loop from all others, as LLVM wants it: it refers to itself first."""
    wish = module.add_metadata(["llvm.loop.unroll.full"])
    made = values.MDValue(module, (), name=str(len(module.metadata)))
    made.operands = (made, wish)
    return made
