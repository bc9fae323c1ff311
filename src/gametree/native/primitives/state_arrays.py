"""The functions of `gametree.primitives.state_arrays` in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types

from plainpython.values.memory import holds_values
from plainpython.values.operations import operation

from ...primitives import state_arrays as plain


@operation(plain.store_state)
def _store_state(rows, row, state):
    if isinstance(state, types.Record):

        def store_record(rows, row, state):
            rows[row] = state

        return store_record
    if holds_values(state):
        return lambda rows, row, state: None  # they are found again from the moves
    return _for_members(list(_members("state", state)))


def _members(name: str, member: Any) -> Any:
    """Yield an expression for each number in a state."""
    if isinstance(member, types.BaseTuple):
        for index, inner in enumerate(member):
            yield from _members(f"{name}[{index}]", inner)
    elif isinstance(member, types.Float):
        yield f"np.float64({name}).view(np.int64)"
    else:
        yield f"np.int64({name})"


def _for_members(members: list[str]) -> Any:
    lines = ["def store(rows, row, state):"]
    lines += [
        f"    rows[{len(members)} * row + {index}] = {member}"
        for index, member in enumerate(members)
    ]
    namespace = {"np": np}
    exec("\n".join(lines), namespace)
    return namespace["store"]
