"""Dicts, with `defaultdict` and `Counter`: types, items, iteration."""

from __future__ import annotations

import operator
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable
from typing import Any

from numba.core import cgutils, imputils, types
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    bound_function,
    infer,
    infer_getattr,
    infer_global,
    signature,
)
from numba.extending import intrinsic, lower_builtin, models, register_model

from ...primitives.state_forms import OtherForm
from ..reasons import Unsupported
from ..type_names import plain_type
from .constants import Constant
from .items import check_changeable, item_of
from .key_hashes import is_hashable
from .kinds import common_kind, joined, joined_all, kind_of, register_join, register_kind
from .memory import Value, constant
from .sequences import TEXT, ListType, new_head
from .table_operations import entry_of, sought
from .tables import Table, TableModel, TableType, new_table

__all__ = [
    "FACTORIES",
    "ORDERED",
    "DictType",
    "ViewType",
    "as_ordered",
    "default_of",
    "dict_of",
    "empty_dict",
    "kind_of_dict",
    "made_dict",
    "mapping_of",
    "merged",
    "new_dict",
    "put_into",
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

    def items_of(self, value: Any) -> Iterable[tuple[Any, ...]]:
        if not isinstance(value, dict) or _family(value) != self.family:
            raise OtherForm
        return value.items()

    def made_of(self, entries: list[tuple[Any, ...]]) -> Any:
        if self.family == "Counter":
            return Counter(dict(entries))
        if self.family in FACTORIES:
            return defaultdict(FACTORIES[self.family], entries)
        return OrderedDict(entries) if self.family == ORDERED else dict(entries)


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


# How a dict is written down, for the front end.


def empty_dict() -> Any:
    """Return an empty dict."""
    return {}


def dict_of(items: Any) -> Any:
    """Return the dict of the keys and values in a tuple of pairs."""
    return dict(items)


@intrinsic
def new_dict(typing: Any, kind: Any) -> Any:
    """Return an empty dict of a type."""
    made = getattr(kind, "instance_type", kind)
    return made(kind), lambda context, builder, sig, args: new_table(context, builder)


@infer_global(empty_dict)
class _TypeOfEmpty(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(DictType(types.undefined, types.undefined))


@lower_builtin(empty_dict)
def _empty_dict(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return new_table(context, builder)


@infer_global(dict_of)
class _TypeOfDisplay(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        columns = zip(*(pair.types for pair in args[0].types), strict=True)
        parts = [joined_all(map(types.unliteral, each)) for each in columns]
        for part, which in zip(parts, ("keys", "values"), strict=True):
            if part is None:
                raise Unsupported(f"a dict has {which} of different types", _ONE_TYPE)
        if not is_hashable(parts[0]):
            raise Unsupported(
                f"{plain_type(parts[0])} is a key of a dict", "use numbers, texts or tuples"
            )
        return signature(DictType(*parts), *args)


@lower_builtin(dict_of, types.BaseTuple)
def _dict_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    table = Table(context, builder, sig.return_type, new_table(context, builder))
    for place, pair in enumerate(sig.args[0].types):
        members = (builder.extract_value(args[0], (place, part)) for part in range(2))
        table.put(
            *(
                context.cast(builder, member, kind, part)
                for member, kind, part in zip(
                    members, pair.types, sig.return_type.parts, strict=True
                )
            )
        )
    return table.head


# Items.


def default_of(kind: DictType) -> bool:
    """Return whether reading a key that is not there gives a value."""
    return kind.family not in ("dict", ORDERED)


@infer_global(operator.getitem)
class _TypeOfItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not isinstance(args[0], DictType):
            return None
        kind = args[0]
        if kind.value_kind is types.undefined:
            return None
        key = sought(self.context, kind, args[1])
        if kind.family in FACTORIES:
            key = widened(self.context, kind.key_kind, args[1])
            if key is None:
                return None
            kind = DictType(key, kind.value_kind, kind.family)
        return None if key is None else signature(kind.value_kind, kind, key)


def widened(typing: Any, key: Any, other: Any) -> Any:
    """Return the type of keys into which one of another type is put; None if there is none."""
    other = types.unliteral(other)
    if not is_hashable(other):
        raise Unsupported(f"{plain_type(other)} is a key of a dict", "use a tuple or a frozenset")
    return joined(key, other)


@lower_builtin(operator.getitem, DictType, types.Any)
def _getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    table = Table(context, builder, kind, args[0])
    number = table.hashed(sig.args[1], args[1])
    entry = table.find(sig.args[1], args[1], number)
    missing = builder.icmp_signed("<", entry, constant(0))
    if not default_of(kind):
        with cgutils.if_unlikely(builder, missing):
            refuse_key(context, builder)
        return table.part(entry, 1)
    result = cgutils.alloca_once(builder, context.get_value_type(kind.value_kind))
    with builder.if_else(missing) as (absent, there):
        with absent:
            value = _default(context, builder, kind.value_kind)
            if kind.family != "Counter":
                check_changeable(context, builder, args[0])
                table.add(number, args[1], value)
            builder.store(value, result)
        with there:
            builder.store(table.part(entry, 1), result)
    return builder.load(result)


def refuse_key(context: Any, builder: Any) -> None:
    """Raise KeyError."""
    context.call_conv.return_user_exc(builder, KeyError, ("there is no such key in the dict",))


def _default(context: Any, builder: Any, kind: Any) -> Any:
    if isinstance(kind, ListType):
        return new_head(context, builder)
    if isinstance(kind, TableType):
        return new_table(context, builder)
    return context.get_constant_null(kind)


@infer_global(operator.setitem)
class _TypeOfSetItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 3 or not isinstance(args[0], DictType):
            return None
        kind = put_into(self.context, *args)
        return None if kind is None else signature(types.none, kind, *kind.parts)


def put_into(typing: Any, kind: DictType, key: Any, value: Any) -> Any:
    """Return the type of a dict into which such a key and value are put, or None."""
    key = widened(typing, kind.key_kind, key)
    value = joined(kind.value_kind, types.unliteral(value))
    if key is None or value is None:
        return None
    return DictType(key, value, kind.family)


@lower_builtin(operator.setitem, DictType, types.Any, types.Any)
def _setitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    Table(context, builder, sig.args[0], args[0]).put(*args[1:])
    return context.get_dummy_value()


# Texts by which something is looked up stay Numba's: they may name the fields of records.


@infer
class _TypeOfItemOfText(AbstractTemplate):  # type: ignore[misc]
    key = "static_getitem"

    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], DictType) and isinstance(args[1], str):
            found = self.context.resolve_function_type(operator.getitem, (args[0], TEXT), {})
            if found is not None:
                return signature(found.return_type, found.args[0], types.literal(args[1]))
        return None


@lower_builtin("static_getitem", DictType, types.StringLiteral)
def _getitem_of_text(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, key = sig.args
    text = context.get_constant_generic(builder, TEXT, Constant(key.literal_value))
    found = signature(sig.return_type, kind, TEXT)
    return _getitem(context, builder, found, (args[0], text))


@infer
class _TypeOfSetItemOfText(AbstractTemplate):  # type: ignore[misc]
    key = "static_setitem"

    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], DictType) and isinstance(args[1], str):
            kind = put_into(self.context, args[0], TEXT, args[2])
            if kind is not None and kind.key_kind == TEXT:
                return signature(types.none, kind, types.literal(args[1]), kind.value_kind)
        return None


@lower_builtin("static_setitem", DictType, types.StringLiteral, types.Any)
def _setitem_of_text(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    text = context.get_constant_generic(builder, TEXT, Constant(sig.args[1].literal_value))
    Table(context, builder, sig.args[0], args[0]).put(text, args[2])
    return context.get_dummy_value()


@infer_global(operator.delitem)
class _TypeOfDelItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[0], DictType):
            key = sought(self.context, *args)
            return None if key is None else signature(types.none, args[0], key)
        return None


@lower_builtin(operator.delitem, DictType, types.Any)
def _delitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    check_changeable(context, builder, args[0])
    entry = entry_of(context, builder, sig, args)
    with cgutils.if_unlikely(builder, builder.icmp_signed("<", entry, constant(0))):
        refuse_key(context, builder)
    Table(context, builder, sig.args[0], args[0]).remove(entry)
    return context.get_dummy_value()


# Methods that tell of which types a dict is, or that are called often.


@infer_getattr
class _Methods(AttributeTemplate):  # type: ignore[misc]
    key = DictType

    @bound_function("gametree.dict.get")
    def resolve_get(self, kind: DictType, args: Any, kws: Any) -> Any:
        if kws or not 1 <= len(args) <= 2 or kind.value_kind is types.undefined:
            return None
        key = sought(self.context, kind, args[0])
        if key is None:
            return None
        if len(args) == 1:
            result = joined(kind.value_kind, types.none)
            return signature(result, key)
        result = joined(kind.value_kind, types.unliteral(args[1]))
        return None if result is None else signature(result, key, result)

    @bound_function("gametree.dict.setdefault")
    def resolve_setdefault(self, kind: DictType, args: Any, kws: Any) -> Any:
        if kws or len(args) != 2:
            return None
        refined = put_into(self.context, kind, *args)
        if refined is None:
            return None
        return signature(refined.value_kind, *refined.parts).replace(recvr=refined)

    @bound_function("gametree.dict.update")
    def resolve_update(self, kind: DictType, args: Any, kws: Any) -> Any:
        if kws or len(args) != 1:
            return None
        if kind.family == "Counter":
            return self._counted(kind, args[0])
        other = args[0] if isinstance(args[0], DictType) else _converted(self.context, args[0])
        refined = None if other is None else updated(self.context, kind, other)
        if refined is None:
            return None
        return signature(types.none, args[0]).replace(recvr=refined)

    def _counted(self, kind: DictType, values: Any) -> Any:
        item = values.key_kind if isinstance(values, DictType) else item_of(values)
        if item is None or item is types.undefined:
            return None
        refined = put_into(self.context, kind, item, types.int64)
        return None if refined is None else signature(types.none, values).replace(recvr=refined)

    @bound_function("gametree.dict.keys")
    def resolve_keys(self, kind: DictType, args: Any, kws: Any) -> Any:
        return signature(ViewType(kind, "keys"))

    @bound_function("gametree.dict.values")
    def resolve_values(self, kind: DictType, args: Any, kws: Any) -> Any:
        return signature(ViewType(kind, "values"))

    @bound_function("gametree.dict.items")
    def resolve_items(self, kind: DictType, args: Any, kws: Any) -> Any:
        return signature(ViewType(kind, "items"))


@lower_builtin("gametree.dict.get", DictType, types.Any)
@lower_builtin("gametree.dict.get", DictType, types.Any, types.Any)
def _get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    table = Table(context, builder, sig.args[0], args[0])
    entry = entry_of(context, builder, sig, args)
    if len(args) == 3:
        default = args[2]
    else:
        default = context.cast(builder, context.get_dummy_value(), types.none, sig.return_type)
    result = cgutils.alloca_once_value(builder, default)
    with builder.if_then(builder.icmp_signed(">=", entry, constant(0))):
        value = table.part(entry, 1)
        value = context.cast(builder, value, sig.args[0].value_kind, sig.return_type)
        builder.store(value, result)
    return builder.load(result)


@lower_builtin("gametree.dict.setdefault", DictType, types.Any, types.Any)
def _setdefault(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    check_changeable(context, builder, args[0])
    table = Table(context, builder, sig.args[0], args[0])
    number = table.hashed(sig.args[1], args[1])
    entry = table.find(sig.args[1], args[1], number)
    found = cgutils.alloca_once_value(builder, entry)
    with builder.if_then(builder.icmp_signed("<", entry, constant(0))):
        builder.store(table.add(number, *args[1:]), found)
    return table.part(builder.load(found), 1)


# Merging.


def made_dict(values: Any = ()) -> Any:
    """Return dict(values); see `dict_operations`."""
    return dict(values)


def merged(one: Any, other: Any) -> Any:
    """Return a dict of the entries of two, where those of the second count."""
    return {**one, **other}


def _making(typing: Any, pairs: Any) -> Any:
    """Return the function that makes a dict of pairs, and its signature."""
    function = typing.resolve_value_type(made_dict)
    return function, function.get_call_type(typing, (pairs,), {})


def _converted(typing: Any, pairs: Any) -> Any:
    made = _making(typing, pairs)[1]
    return None if made is None else made.return_type


def updated(typing: Any, kind: DictType, other: DictType) -> Any:
    """Return the type of a dict into which the entries of another are put, or None."""
    if other.key_kind is types.undefined:
        return kind
    return put_into(typing, kind, *other.parts)


def _put_all(
    context: Any, builder: Any, kind: DictType, head: Any, other_kind: DictType, other: Any
) -> None:
    check_changeable(context, builder, head)
    if other_kind.key_kind is types.undefined:
        return
    table = Table(context, builder, kind, head)
    others = Table(context, builder, other_kind, other)
    with others.live_entries() as entry:
        table.put(
            *(
                context.cast(builder, others.part(entry, place), *kinds)
                for place, kinds in enumerate(zip(other_kind.parts, kind.parts, strict=True))
            )
        )


@lower_builtin("gametree.dict.update", DictType, types.Any)
def _update(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, head = sig.args[1], args[1]
    if sig.args[0].family == "Counter":
        count = _count_entries if isinstance(kind, DictType) else _count_items
        context.compile_internal(builder, count, sig, args)
        return context.get_dummy_value()
    if not isinstance(kind, DictType):
        function, making = _making(context.typing_context, kind)
        make = context.get_function(function, making)
        context.add_linking_libs(getattr(make, "libs", ()))
        kind, head = making.return_type, make(builder, [head])
    _put_all(context, builder, sig.args[0], args[0], kind, head)
    return context.get_dummy_value()


def _count_items(counts: Any, values: Any) -> None:
    for each in values:
        counts[each] += 1


def _count_entries(counts: Any, others: Any) -> None:
    for key, count in others.items():
        counts[key] += count


@intrinsic
def as_ordered(typing: Any, values: Any) -> Any:
    """Return a fresh dict as an OrderedDict."""
    made = DictType(values.key_kind, values.value_kind, ORDERED)
    return made(values), lambda context, builder, sig, args: args[0]


@infer_global(operator.ior)
class _TypeOfUpdate(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not all(isinstance(each, DictType) for each in args):
            return None
        kind = None if args[0].family == "Counter" else updated(self.context, *args)
        return None if kind is None else signature(kind, kind, args[1])


@lower_builtin(operator.ior, DictType, DictType)
def _ior(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    _put_all(context, builder, sig.args[0], args[0], sig.args[1], args[1])
    return args[0]


@infer_global(merged)
@infer_global(operator.or_)
class _TypeOfMerged(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not all(isinstance(each, DictType) for each in args):
            return None
        if self.key is operator.or_ and not args[0].family == args[1].family == "dict":
            return None
        kinds = [joined(*pair) for pair in zip(args[0].parts, args[1].parts, strict=True)]
        return None if None in kinds else signature(DictType(*kinds), *args)


@lower_builtin(merged, DictType, DictType)
@lower_builtin(operator.or_, DictType, DictType)
def _merged(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made, head = sig.return_type, new_table(context, builder)
    if sig.args[0].parts == made.parts:
        Table(context, builder, sig.args[0], args[0]).write_to(head)
    else:
        _put_all(context, builder, made, head, sig.args[0], args[0])
    _put_all(context, builder, made, head, sig.args[1], args[1])
    return head


# Iteration.


@intrinsic
def mapping_of(typing: Any, view: Any) -> Any:
    """Return the dict of its keys, values or items."""
    return view.dict_kind(view), lambda context, builder, sig, args: args[0]


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


@lower_builtin("gametree.dict.keys", DictType)
@lower_builtin("gametree.dict.values", DictType)
@lower_builtin("gametree.dict.items", DictType)
def _view(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return args[0]


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


@lower_builtin("getiter", DictType)
@lower_builtin("getiter", ViewType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    view = sig.return_type.view
    made = context.make_helper(builder, sig.return_type)
    made.entry = cgutils.alloca_once_value(builder, constant(0))
    made.table = args[0]
    made.live = Table(context, builder, view.dict_kind, args[0])["live"]
    return made._getvalue()


@lower_builtin("iternext", EntryIteratorType)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    view = sig.args[0].view
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    table = Table(context, builder, view.dict_kind, iterator.table)
    with cgutils.if_unlikely(builder, builder.icmp_signed("!=", iterator.live, table["live"])):
        context.call_conv.return_user_exc(
            builder, RuntimeError, ("dictionary changed size during iteration",)
        )
    entry = table.following(builder.load(iterator.entry))
    more = builder.icmp_signed("<", entry, table["size"])
    result.set_valid(more)
    with builder.if_then(more):
        if view.which == "items":
            pair = [table.part(entry, place) for place in range(2)]
            result.yield_(context.make_tuple(builder, view.item, pair))
        else:
            result.yield_(table.part(entry, int(view.which == "values")))
        builder.store(builder.add(entry, constant(1)), iterator.entry)


@infer_global(len)
class _TypeOfLen(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], ViewType):
            return signature(types.intp, args[0])
        return None


@lower_builtin(len, ViewType)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Table(context, builder, sig.args[0].dict_kind, args[0])["live"]
