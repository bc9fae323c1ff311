"""The types of dicts and sets: hash tables that keep the order of insertion.

As in CPython (Hettinger, 2012), entries lie one behind the other in the order in which they were
put in, and a table of small numbers leads from a hash to an entry. An entry that was taken out
stays as a dead one until the table grows.

The keys lie apart from the values, and a copy shares them, as objects of one class do there
(PEP 412): rules copy a board to set one cell of it. A table knows how many of the entries are its
own. Behind them either one of those that share may go on; the first to do so is the one whose
entries end where the keys do, and the others take a copy before they add a key, as does who takes
one out.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.typeconv import Conversion
from numba.extending import models, register_model

from ..heads import mark_copied, once
from ..memory import CopyScope, copied, holds_values
from ..sequences.sequences import ListType, RowType
from .generated_tables import Table, new_table
from .table_images import TableImages
from .table_layout import HEAD

__all__ = ["TableModel", "TableType", "is_refined"]


class TableType(TableImages):
    """The type of dicts and sets: keys, each with a value of a type, which sets have not (None).

    The keys of one into which nothing was put yet are of an undefined type.
    """

    mutable = True

    def with_kinds(self, key: Any, value: Any) -> TableType:
        """Return the type of the same class with other types of keys and values."""
        raise NotImplementedError

    def table(self, context: Any, builder: Any, head: Any) -> Table:
        """Return a table of this type in generated code."""
        return Table(context, builder, self, head)

    @property
    def parts(self) -> tuple[Any, ...]:
        """The types of what makes an entry, but for the hash."""
        return (self.key_kind,) if self.value_kind is None else (self.key_kind, self.value_kind)

    def is_like(self, other: Any) -> bool:
        """Return whether another type differs at most in the types of keys and values."""
        return type(self) is type(other) and self == other.with_kinds(
            self.key_kind, self.value_kind
        )

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        return Conversion.safe if is_refined(self, other) else None

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        if not self.is_like(other):
            return None
        if is_refined(self, other):
            return self
        return other if is_refined(other, self) else None

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        def move() -> Any:
            old = self.table(context, builder, value)
            head = new_table(context, builder)
            mark_copied(builder, value, head, copies)
            if copies.is_deep:
                old.write_deeply_to(head)
            else:
                old.clone_to(head)
            new = self.table(context, builder, head)
            if any(map(holds_values, self.parts)):
                with new.live_entries() as entry:
                    for index, kind in enumerate(self.parts):
                        part = new.part(entry, index)
                        new.set_part(entry, index, copied(context, builder, kind, part, copies))
            return head

        return once(builder, value, copies, move)


def is_refined(one: Any, other: Any) -> bool:
    """Return whether a type is another one, or says more of what was undefined in it."""
    if one == other or other is types.undefined:
        return True
    if isinstance(one, ListType) and one.is_like(other):
        return is_refined(one.item, other.item)
    if isinstance(one, RowType) and isinstance(other, RowType):
        return one.kind == other.kind and is_refined(one.item, other.item)
    if isinstance(one, TableType) and one.is_like(other):
        return all(map(is_refined, one.parts, other.parts))
    return False


@register_model(TableType)
class TableModel(models.PrimitiveModel):  # type: ignore[misc]
    """A pointer to the head."""

    def __init__(self, manager: Any, kind: TableType) -> None:
        super().__init__(manager, kind, HEAD.as_pointer())
