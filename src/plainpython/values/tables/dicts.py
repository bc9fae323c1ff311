"""Dicts, with `defaultdict` and `Counter`: their types, and how they are written down."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable
from typing import Any

from numba.core import types
from numba.extending import models, register_model

from ...back_end.primitives import machine_code, primitive
from ...forms import OtherForm
from ...reasons import Unsupported
from ...type_names import plain_type
from ..kinds import common_kind, joined, joined_all, kind_of, register_join, register_kind
from ..memory import Value
from .generated_tables import Table, new_table
from .key_hashes import is_hashable
from .tables import TableModel, TableType

__all__ = [
    "COUNTER",
    "FACTORIES",
    "ORDERED",
    "DictType",
    "EntryIteratorType",
    "ViewType",
    "dict_of",
    "empty_dict",
    "kind_of_dict",
    "new_dict",
]


class DictType(TableType, types.IterableType):  # type: ignore[misc]
    """The type of dicts of a class: dict, Counter, or defaultdict with a factory."""

    def __init__(self, key: Any, value: Any, family: str = "dict") -> None:
        self.key_kind = key
        self.value_kind = value
        self.family = family
        super().__init__(name=f"{family} of {key} to {value}")

    def __reduce__(self) -> tuple[Any, ...]:
        return DictType, (self.key_kind, self.value_kind, self.family)

    @property
    def iterator_type(self) -> Any:
        return EntryIteratorType(ViewType(self, "keys"))

    def with_kinds(self, key: Any, value: Any) -> DictType:
        return DictType(key, value, self.family)

    def unify(self, typing: Any, other: Any) -> Any:
        found = super().unify(typing, other)
        if found is not None or not self.is_like(other):
            return found
        keys = {self.key_kind, other.key_kind} - {types.undefined}
        values = {self.value_kind, other.value_kind}
        if len(keys) > 1 or values != {types.int64, types.float64}:
            return None
        return self.with_kinds(keys.pop() if keys else types.undefined, types.float64)

    def items_of(self, value: Any) -> Iterable[tuple[Any, ...]]:
        if not isinstance(value, dict) or _family(value) != self.family:
            raise OtherForm
        return value.items()

    def made_of(self, entries: list[tuple[Any, ...]]) -> Any:
        if self.family == COUNTER:
            return Counter(dict(entries))
        if self.family in FACTORIES:
            return defaultdict(FACTORIES[self.family], entries)
        return OrderedDict(entries) if self.family == ORDERED else dict(entries)


COUNTER = "Counter"
ORDERED = "OrderedDict"
_ONE_TYPE = "give them all one type, or make it a dataclass with a field for each key"

FACTORIES: dict[str, Any] = {
    f"defaultdict({each.__name__})": each for each in (int, float, bool, list, set)
}


def _family(value: Any) -> str:
    """Return the class of a dict, with the factory of its defaults."""
    cls = type(value)
    if cls in (dict, Counter, OrderedDict):
        return cls.__name__
    if cls is defaultdict:
        name = f"defaultdict({getattr(value.default_factory, '__name__', '')})"
        if FACTORIES.get(name) is value.default_factory:
            return name
        raise Unsupported(
            "there is a defaultdict of another factory than int, float, bool, list and set",
            "use d.setdefault(key, ...) of a plain dict",
        )
    raise Unsupported(f"there is a {cls.__name__}", "use a plain dict")


def kind_of_dict(value: dict[Any, Any]) -> Any:
    """Return the type of a dict as a table. Raises as `kind_of` does."""
    family = _family(value)
    key, kind = (common_kind(each) for each in (value, value.values()))
    if key is None or kind is None:
        which = "keys" if key is None else "values"
        raise Unsupported(f"a dict has {which} of different types", _ONE_TYPE)
    if key is not types.undefined and not is_hashable(key):
        raise Unsupported(f"{plain_type(key)} is a key of a dict", "use numbers, texts or tuples")
    if kind is types.undefined and family in FACTORIES:
        kind = kind_of(FACTORIES[family]())
    return DictType(key, kind, family)


register_kind(lambda cls: issubclass(cls, dict), kind_of_dict)


def _joined_dicts(one: Any, other: Any) -> Any:
    if not (isinstance(one, DictType) and isinstance(other, DictType)):
        return None
    if one.family != other.family:
        return None
    key, value = (joined(*pair) for pair in zip(one.parts, other.parts, strict=True))
    return None if None in (key, value) else DictType(key, value, one.family)


register_join(_joined_dicts)
register_model(DictType)(TableModel)


# What loops over dicts.


class ViewType(Value, types.IterableType):  # type: ignore[misc]
    """The type of keys(), values() and items() of a dict."""

    def __init__(self, kind: DictType, which: str) -> None:
        self.dict_kind = kind
        self.which = which
        super().__init__(name=f"{which} of {kind}")

    def __reduce__(self) -> tuple[Any, ...]:
        return ViewType, (self.dict_kind, self.which)

    @property
    def item(self) -> Any:
        """The type of the items."""
        parts = self.dict_kind.parts
        return {"keys": parts[0], "values": parts[1]}.get(self.which, types.Tuple(parts))

    @property
    def iterator_type(self) -> Any:
        return EntryIteratorType(self)


register_model(ViewType)(TableModel)


class EntryIteratorType(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of what a loop over a dict advances."""

    def __init__(self, view: ViewType) -> None:
        self.view = view
        super().__init__(f"iterator of {view}", view.item)

    @property
    def key(self) -> Any:
        """The type of what is looped over."""
        return self.view


@register_model(EntryIteratorType)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: EntryIteratorType) -> None:
        members = [
            ("entry", types.EphemeralPointer(types.intp)),
            ("live", types.intp),
            ("table", kind.view.dict_kind),
        ]
        super().__init__(manager, kind, members)


# How a dict is written down, for the front end.


def empty_dict() -> Any:
    """Return an empty dict."""
    return {}


def dict_of(items: Any) -> Any:
    """Return the dict of the keys and values in a tuple of pairs."""
    return dict(items)


@primitive(lambda kind: getattr(kind, "instance_type", kind))
def new_dict(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return an empty dict of a type."""
    return new_table(context, builder)


@machine_code(empty_dict, of=(), returns=lambda: DictType(types.undefined, types.undefined))
def _empty_dict(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return new_table(context, builder)


def _type_of_display(pairs: Any) -> DictType:
    columns = zip(*(pair.types for pair in pairs.types), strict=True)
    parts = [joined_all(map(types.unliteral, each)) for each in columns]
    for part, which in zip(parts, ("keys", "values"), strict=True):
        if part is None:
            raise Unsupported(f"a dict has {which} of different types", _ONE_TYPE)
    if not is_hashable(parts[0]):
        raise Unsupported(
            f"{plain_type(parts[0])} is a key of a dict", "use numbers, texts or tuples"
        )
    return DictType(*parts)


@machine_code(dict_of, of=(types.BaseTuple,), returns=_type_of_display)
def _dict_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    table = Table(context, builder, sig.return_type, new_table(context, builder))
    for index, pair in enumerate(sig.args[0].types):
        members = (builder.extract_value(args[0], (index, part)) for part in range(2))
        table.put(
            *(
                context.cast(builder, member, kind, part)
                for member, kind, part in zip(
                    members, pair.types, sig.return_type.parts, strict=True
                )
            )
        )
    return table.head
