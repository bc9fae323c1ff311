"""Pass structures to functions whole, not member by member.

Numba passes each member as a separate argument. A search has a tree and buffers with some fifty
members. Numba took them apart and put them together at each call, which made a third of the code
that LLVM read, only to remove it after inlining the calls.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import models, register_model

__all__ = ["StructMembers", "WholeModel", "WholeTuple"]


class WholeModel(models.StructModel):  # type: ignore[misc]
    """How values of a type are made of members that stay together."""

    def get_argument_type(self) -> Any:
        return self.get_value_type()

    def as_argument(self, builder: Any, value: Any) -> Any:
        return value

    def from_argument(self, builder: Any, value: Any) -> Any:
        return value


class StructMembers:
    """Reads members of a structure, each with one instruction.

    Numba's proxy of a structure writes it to memory and reads members from there.
    """

    def __init__(self, context: Any, builder: Any, kind: Any, value: Any) -> None:
        self._model = context.data_model_manager[kind]
        self._builder = builder
        self._value = value

    def __getattr__(self, name: str) -> Any:
        index = self._model.get_field_position(name)
        return self._builder.extract_value(self._value, index)


class WholeTuple(types.NamedTuple):  # type: ignore[misc]
    """The type of a NamedTuple that is passed so: what a search is given beside its objects."""


@register_model(WholeTuple)
class _WholeTupleModel(WholeModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [(f"f{index}", each) for index, each in enumerate(kind)])
