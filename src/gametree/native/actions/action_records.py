"""Edges in compiled code: records whose field `action` holds a packed action."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import lower_getattr, lower_setattr, models, register_model

from plainpython.back_end.buffers import register_records
from plainpython.values.memory import WORD

from ...primitives.actions import Packing
from .packed_kinds import kind_of_actions
from .packing import load_action, store_action

__all__ = ["ActionRecord"]


class ActionRecord(types.Record):  # type: ignore[misc]
    """The type of a record whose field `action` holds a packed action."""

    def __init__(self, record: Any, packing: Packing, kind: Any) -> None:
        fields = {name: field._asdict() for name, field in record.fields.items()}
        # Without a title Numba would take one such record for another of the same fields.
        fields["action"]["title"] = f"{packing!r} {kind}"
        super().__init__(list(fields.items()), record.size, record.aligned)
        self.plain = record
        self.packing = packing
        self.kind = kind
        self.name: str = f"{self.name[:-1]};{packing!r} {kind})"

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionRecord, (self.plain, self.packing, self.kind)

    @property
    def key(self) -> Any:
        return self.name, self.packing


@register_records
def _with_action(cls: type, plain: Any) -> Any:
    """Return the type of records whose class says how their actions are packed."""
    packing = getattr(cls, "packing", None)
    return None if packing is None else ActionRecord(plain, packing, kind_of_actions(packing))


register_model(ActionRecord)(models.RecordModel)


@infer_getattr
class _ActionOfEdge(AttributeTemplate):  # type: ignore[misc]
    key = ActionRecord

    def resolve_action(self, record: ActionRecord) -> Any:
        return record.kind


def _pointer(context: Any, builder: Any, record: ActionRecord, value: Any) -> Any:
    offset = record.fields["action"].offset
    width = min(record.packing.width, WORD.width)
    return cgutils.get_record_member(builder, value, offset, ir.IntType(width))


@lower_getattr(ActionRecord, "action")
def _get_action(context: Any, builder: Any, record: ActionRecord, value: Any) -> Any:
    pointer = _pointer(context, builder, record, value)
    return load_action(context, builder, record.packing, record.kind, pointer)


@lower_setattr(ActionRecord, "action")
def _put_action(context: Any, builder: Any, sig: Any, args: Any) -> None:
    record = sig.args[0]
    pointer = _pointer(context, builder, record, args[0])
    store_action(context, builder, record.packing, record.kind, args[1], pointer)
