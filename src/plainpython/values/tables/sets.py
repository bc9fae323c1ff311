"""Sets and frozen sets: their types and items, and where a loop over one may be in any order.

A set of ints, or of tuples of them, is iterated in the order in which CPython iterates it: see
`set_tables`. The order of other sets, such as those of texts, is another one in each process. Loops
over these compile only where the front end has found that no order changes what they do.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model

from ...back_end.primitives import machine_code, primitive
from ...forms import OtherForm
from ...reasons import Unsupported
from ...type_names import plain_type
from ..heads import new_head, put_span
from ..images import layout, read, size, words_at
from ..kinds import common_kind, joined, joined_all, register_join, register_kind
from ..memory import constant
from ..sequences.sequences import ListType, Span
from .generated_tables import Table, new_table
from .key_hashes import hashed, is_hashable, of_unordered
from .python_hashes import has_python_hash
from .python_sets import DUMMY, EMPTY, Slots, is_known, slots_of, with_slots
from .set_tables import LEAST_MASK, SetTable
from .table_images import TableLayout
from .table_layout import DEAD, NOWHERE, WORDS
from .tables import TableModel, TableType

__all__ = [
    "SetIteratorType",
    "SetType",
    "addend",
    "comparand",
    "insist_hashable",
    "items_of",
    "made_set",
    "new_set",
    "of_kind",
    "place_in",
    "put_in",
    "set_of",
    "summands",
    "unordered",
]


class SetType(TableType, types.IterableType):  # type: ignore[misc]
    """The type of sets, or of frozen ones."""

    def __init__(self, item: Any, family: str = "set") -> None:
        self.key_kind = item
        self.family = family
        super().__init__(name=f"{family} of {item}")

    def __reduce__(self) -> tuple[Any, ...]:
        return SetType, (self.key_kind, self.family)

    @property
    def in_python_order(self) -> bool:
        """True if the items lie as in CPython's sets, in whose order they are iterated."""
        return has_python_hash(self.key_kind) and is_known()

    def table(self, context: Any, builder: Any, head: Any) -> Table:
        """Return a set of this type in generated code."""
        made = SetTable if self.in_python_order else Table
        return made(context, builder, self, head)

    @property
    def iterator_type(self) -> Any:
        if self.in_python_order:
            return SetIteratorType(self)
        floats = isinstance(self.key_kind, types.Float)
        raise Unsupported(
            "it takes the items of a set in an order that "
            + ("may be another with Python" if floats else "differs from one run to the next"),
            "keep the floats in a list" if floats else "use sorted(...) of the set",
        )

    def with_kinds(self, key: Any, value: Any) -> SetType:
        return SetType(key, self.family)

    def slots_at(self, address: int) -> Slots:
        """Return the slots of the set to which an address leads."""
        words = dict(zip(WORDS, words_at(words_at(address, 1)[0], len(WORDS)), strict=True))
        slots: list[Any] = [EMPTY] * ((words["mask"] or LEAST_MASK) + 1)
        if words["size"]:
            width, start = size(self._entry), layout(self._entry)[1]
            indices = (ctypes.c_int32 * len(slots)).from_address(words["table"])
            for slot, index in enumerate(indices):
                if 0 <= index < words["size"]:
                    entry = words["data"] + index * width
                    dead = words_at(entry, 1)[0] == DEAD
                    slots[slot] = DUMMY if dead else read(entry + start, self.key_kind)
        return Slots(slots, words["values"])

    @property
    def hashable(self) -> bool:
        """True if such a set can be an item of another, or a key."""
        return self.family == "frozenset"

    def taken_in(self, context: Any, builder: Any, value: Any, key: Any) -> Any:
        """Return the hash of what came before and the set."""
        table = self.table(context, builder, value)
        total = cgutils.alloca_once_value(builder, constant(0))
        with table.live_entries() as entry:
            number = table.hash_at(entry)
            if self.in_python_order:  # such hashes are too regular to be added up
                number = hashed(context, builder, self.key_kind, table.part(entry, 0))
            builder.store(builder.add(builder.load(total), number), total)
        return of_unordered(builder, key, table["live"], builder.load(total))

    def items_of(self, value: Any) -> Iterable[tuple[Any, ...]]:
        if type(value).__name__ != self.family:
            raise OtherForm
        return [(each,) for each in value]

    def made_of(self, entries: list[tuple[Any, ...]]) -> Any:
        cls = set if self.family == "set" else frozenset
        return cls(item for (item,) in entries)

    def layout_of(self, value: Any) -> TableLayout:
        known = self.key_kind is not types.undefined
        if (known and not self.in_python_order) or not is_known():
            return super().layout_of(value)
        if type(value).__name__ != self.family:
            raise OtherForm
        found = slots_of(value)
        indices = np.full(len(found.slots), NOWHERE, np.int32)
        made = TableLayout([], [], indices, 0, -1, found.finger)
        if known:
            for slot, item in enumerate(found.slots):
                if item is not EMPTY:
                    indices[slot] = len(made.entries)
                    made.entries.append(None if item is DUMMY else (item,))
                    made.hashes.append(DEAD if item is DUMMY else hash(item))
                    made.live += item is not DUMMY
        return made

    def read(self, address: int) -> Any:
        if not self.in_python_order:
            return super().read(address)
        return with_slots(self.family, self.slots_at(address))


def _kind_of_set(value: Any) -> Any:
    item = common_kind(value)
    if item is None:
        raise Unsupported("a set holds items of different types", "give them all one type")
    if item is not types.undefined:
        insist_hashable(item)
    return SetType(item, type(value).__name__)


def insist_hashable(item: Any) -> Any:
    """Return the type of an item; refuse one that cannot be in a set."""
    if not is_hashable(item):
        raise Unsupported(f"{plain_type(item)} is an item of a set", "use a tuple or a frozenset")
    return item


register_kind(lambda cls: cls in (set, frozenset), _kind_of_set)


def _joined_sets(one: Any, other: Any) -> Any:
    if not (isinstance(one, SetType) and isinstance(other, SetType)):
        return None
    item = joined(one.key_kind, other.key_kind)
    return None if item is None or one.family != other.family else SetType(item, one.family)


register_join(_joined_sets)
register_model(SetType)(TableModel)


class SetIteratorType(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of what a loop over a set advances."""

    def __init__(self, kind: SetType) -> None:
        self.kind = kind
        super().__init__(f"iterator of {kind}", kind.key_kind)

    @property
    def key(self) -> Any:
        """The type of what is looped over."""
        return self.kind


@register_model(SetIteratorType)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: SetIteratorType) -> None:
        members = [
            ("slot", types.EphemeralPointer(types.intp)),
            ("live", types.intp),
            ("set", kind.kind),
        ]
        super().__init__(manager, kind, members)


def set_of(items: Any) -> Any:
    """Return the set of the members of a tuple."""
    return set(items)


def _type_of_display(members: Any) -> SetType:
    item = joined_all(map(types.unliteral, members.types))
    if item is None:
        raise Unsupported("a set holds items of different types", "give them all one type")
    return SetType(insist_hashable(item))


@machine_code(set_of, of=(types.BaseTuple,), returns=_type_of_display)
def _set_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made = sig.return_type
    table = made.table(context, builder, new_table(context, builder))
    for index, kind in enumerate(sig.args[0].types):
        member = builder.extract_value(args[0], index)
        table.put(context.cast(builder, member, kind, made.key_kind))
    return table.head


@primitive(lambda kind: getattr(kind, "instance_type", kind))
def new_set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return an empty set of a type."""
    return new_table(context, builder)


@primitive(lambda items: ListType(items.key_kind))
def items_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the items of a set as a list, in an order that nobody is to see."""
    return _listed(context, builder, sig.args[0], args[0])


def _listed(context: Any, builder: Any, kind: SetType, items: Any) -> Any:
    head = new_head(context, builder)
    if kind.key_kind is types.undefined:
        return head
    table = Table(context, builder, kind, items)  # in the order of the entries
    span = Span.made(context, builder, kind.key_kind, table["live"])
    place = cgutils.alloca_once_value(builder, constant(0))
    with table.live_entries() as entry:
        at = builder.load(place)
        span.set(kind.key_kind, at, table.part(entry, 0))
        builder.store(builder.add(at, constant(1)), place)
    put_span(builder, head, span.data, table["live"])
    return head


@primitive(lambda items, kind: getattr(kind, "instance_type", kind))
def of_kind(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a fresh set as one of another type: as a frozen one, or as one that can change."""
    return args[0]


@primitive(lambda items, item: types.void(items, items.key_kind))
def put_in(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Add an item of the very type, whether or not the set is frozen."""
    sig.args[0].table(context, builder, args[0]).put(args[1])


def made_set(values: Any = ()) -> Any:
    """Return set(values); see `set_operations`."""
    return set(values)


# Loops of which no order can change the result.


def unordered(values: Any) -> Any:
    """Return what such a loop is over."""
    return values


def summands(values: Any) -> Any:
    """Return what is summed or compared: as `unordered`, but of floats the order is seen."""
    return values


def addend(value: Any, *sources: Any) -> Any:
    """Return a part of a sum, or what is compared, over sources, of which sets have no order."""
    return value


def place_in(owner: Any, source: Any) -> None:
    """Say that a loop over a source sets places of a value: of a dict, it may add keys."""


def _type_of_place(owner: Any, source: Any) -> Any:
    if isinstance(source, SetType) and not source.in_python_order and _holds_tables(owner):
        raise Unsupported(
            "it sets items of a dict in a loop over a set, in an order that differs from one "
            "run to the next, and the dict keeps that order",
            "use sorted(...) of the set",
        )
    return types.none


def _holds_tables(kind: Any) -> bool:
    return isinstance(kind, TableType) or any(
        _holds_tables(each) for each in (getattr(kind, "item", None),) if each is not None
    )


@machine_code(place_in, of=(types.Type, types.Type), returns=_type_of_place)
def _place_in(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    pass


def _has_floats(kind: Any) -> bool:
    kind = types.unliteral(kind)
    return isinstance(kind, types.Float) or (
        isinstance(kind, types.BaseTuple) and any(map(_has_floats, kind.types))
    )


def comparand(value: Any, *sources: Any) -> Any:
    """Return what is compared with others that are made of sources, of which sets have no order."""
    return value


@infer_global(addend)
@infer_global(comparand)
class _TypeOfAddend(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        in_no_order = any(
            isinstance(each, SetType) and not each.in_python_order for each in args[1:]
        )
        counts = isinstance(args[0], types.Integer | types.Boolean)
        compares = type(self).key is comparand and not _has_floats(args[0])
        if in_no_order and not (counts or compares):
            raise Unsupported(
                "it sums or compares what it makes of a set, whose order decides how sums of "
                "floats are rounded and where nan is",
                "use sorted(...) of the set",
            )
        return signature(args[0], *args)


@lower_builtin(addend, types.VarArg(types.Any))
@lower_builtin(comparand, types.VarArg(types.Any))
def _addend(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return args[0]


@infer_global(unordered)
@infer_global(summands)
class _TypeOfUnordered(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        is_summands = type(self).key is summands
        if not isinstance(args[0], SetType) or (args[0].in_python_order and not is_summands):
            return signature(args[0], *args)
        if is_summands and _has_floats(args[0].key_kind):
            raise Unsupported(
                "it sums, compares or sorts a set of floats, whose order decides how sums are "
                "rounded and where nan is",
                "keep the floats in a list",
            )
        return signature(ListType(args[0].key_kind), *args)


@lower_builtin(unordered, types.Any)
@lower_builtin(summands, types.Any)
def _unordered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if sig.return_type != sig.args[0]:
        return _listed(context, builder, sig.args[0], args[0])
    return args[0]
