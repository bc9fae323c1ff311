"""The functions of `gametree.primitives.state_parts` on the types of compiled states."""

from __future__ import annotations

from typing import Any

from numba.core import types

from plainpython.reasons import Unsupported
from plainpython.values.objects.instances import InstanceType
from plainpython.values.operations import function_of_text, operation, python_code
from plainpython.values.sequences.sequences import SequenceType
from plainpython.values.tables.text_keys import field_of_key

from ...primitives import state_parts


def _typed_part(name: str, index: int) -> Any:
    def typed(state: Any) -> Any:
        if isinstance(state, InstanceType):
            for field in (name, field_of_key(name)):  # of an object, and of a dict
                if any(field == each for each, _ in state.fields):
                    return function_of_text("part", f"def part(state): return state.{field}")
        if name in getattr(state, "fields", ()):  # a NamedTuple
            return function_of_text("part", f"def part(state): return state.{name}")
        if isinstance(state, types.BaseTuple) and len(state) == 2:
            return function_of_text("part", f"def part(state): return state[{index}]")
        if isinstance(state, SequenceType):
            return function_of_text(
                "part",
                "def part(state):\n"
                "    if len(state) != 2:\n"
                "        raise ValueError('a state is no pair')\n"
                f"    return state[{index}]\n",
            )
        raise Unsupported(
            f"the {name} of a state is read that is neither a pair nor an object",
            f"read it by a function of your own, such as state['{name}'] of a dict",
        )

    return typed


operation(state_parts.content_part)(_typed_part(state_parts.CONTENT, 0))
operation(state_parts.mover_part)(_typed_part(state_parts.MOVER, 1))


@python_code(state_parts.state_pair)
def _typed_pair(content, player_just_moved):
    return (content, player_just_moved)
