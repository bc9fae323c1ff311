"""Tells LLVM which memory is not the same: what is written to one kind changes nothing in another.

Else it would load the place and size of a board again after each action that is written down.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

__all__ = ["BUFFERS", "HEADS", "marked"]

HEADS = "plainpython head"
"""The first words of a list, a dict or an object: where its items are, and how many."""

BUFFERS = "plainpython buffer"
"""The items of a buffer that Python lends."""


def marked(builder: Any, access: Any, kind: str) -> Any:
    """Return a load or a store, marked as one of a kind of memory.

    All else may be any memory.
    """
    add = builder.module.add_metadata
    described = add([kind, add(["plainpython"])])
    access.set_metadata("tbaa", add([described, described, ir.Constant(ir.IntType(64), 0)]))
    return access
