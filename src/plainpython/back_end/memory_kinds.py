"""Tell LLVM which kinds of memory never overlap: a write to one kind changes nothing in another.

Without this, compiled code would load the address and size of a board again after each action that
it writes to the list of actions.
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
