"""Loops of a few runs that LLVM writes out one after the other.

Where a loop goes through constants, such as the directions of a board, each run is then made for
its own constant: what is added to a row is a number that is known, and so is whether it can
overflow. LLVM by itself leaves loops within loops as they are.
"""

from __future__ import annotations

from typing import Any

from llvmlite.ir import values

__all__ = ["mark_branches", "mark_loop"]

_MARK = "gametree_written_out"


def mark_loop(builder: Any) -> None:
    """Let all runs of the loop that begins with the present block be written out."""
    setattr(builder.basic_block, _MARK, True)


def mark_branches(module: Any) -> None:
    """Tell LLVM so, at the branches that lead to the loops of a module."""
    told: dict[int, Any] = {}
    for function in module.functions:
        for block in function.blocks:
            if block.terminator is not None:
                for target in block.terminator.operands:
                    if hasattr(target, _MARK):
                        if id(target) not in told:
                            told[id(target)] = _loop(module)
                        block.terminator.set_metadata("llvm.loop", told[id(target)])


def _loop(module: Any) -> Any:
    """Return what tells a loop from all others, as LLVM wants it: it refers to itself first."""
    wish = module.add_metadata(["llvm.loop.unroll.full"])
    made = values.MDValue(module, (), name=str(len(module.metadata)))
    made.operands = (made, wish)
    return made
