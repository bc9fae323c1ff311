"""The types of empty lists, dicts and sets, found from what is put into them.

Numba looks for the type of a variable in what is put into it. Here the way goes on from there: to
other names of the same list, to the tuple or list that it lies in, and to the functions that were
given it. Otherwise one name would be of an empty list, and another of what is in it. So it goes on
from a list of ints into which a float is put, too: see `wider_items`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from numba.core import ir, types
from numba.core.errors import TypingError

from ..reasons import Unsupported
from .kinds import joined
from .known_kinds import want
from .narrowed import narrowed
from .objects.instances import InstanceType
from .sequences.displays import empty_list
from .sequences.sequences import ListType, never_becomes
from .tables.tables import TableType
from .tables.text_keys import field_of_key
from .wider_items import just_made, may_hold_more, rows_just_made

__all__ = [
    "definitions",
    "is_just_made",
    "is_open",
    "learn",
    "like",
    "note_argument",
    "refined",
    "refuse",
    "sources",
    "want_where_it_lies",
    "wider_ones",
]

# Of functions that are given what is empty: by the types given, what it is known to be afterwards.
refined: dict[Any, dict[tuple[Any, ...], dict[int, Any]]] = {}
# The variables whose types are being found out.
_learning: list[str] = []


def learn(inference: Any, name: str, kind: Any) -> None:
    """Let a variable be of a type that says more, and what it came from as well."""
    if name in _learning:
        return
    try:
        _learn_anew(inference, name, kind)
    except TypingError as error:  # Numba tries again, and would not get here
        inference.plainpython_refused = error
        raise


def _learn_anew(inference: Any, name: str, kind: Any) -> None:
    known = inference.typevars[name]
    widens = known.defined and may_hold_more(known.getone(), kind)
    if known.defined and known.getone() != kind and not (widens or is_open(known.getone())):
        want_where_it_lies(inference, name, kind)
        if isinstance(kind, TableType) and kind.is_like(known.getone()):
            raise never_becomes(known.getone(), kind)
        return
    if widens:
        if is_just_made(inference, name, known.getone()):
            wider_ones(inference)[name] = kind
        elif not _is_taken_out(inference, name):
            raise never_becomes(known.getone(), kind)
    _learning.append(name)
    try:
        if not known.locked:
            inference.add_type(name, kind, loc=None)
            kind = inference.typevars[name].getone()
            if hasattr(inference, "plainpython_again"):
                wider_ones(inference)[name] = kind
        for value in definitions(inference).get(name, ()):
            _learn_of(inference, value, kind)
    finally:
        _learning.pop()


def wider_ones(inference: Any) -> dict[str, Any]:
    """Return variables of a function that turned out to be of wider types than they were made."""
    return getattr(inference.func_ir, "plainpython_wider", {})


def want_where_it_lies(inference: Any, name: str, kind: Any) -> None:
    """Note that the field of an object, which a variable is taken from, must be of a wider type."""
    for value in definitions(inference).get(name, ()):
        if isinstance(value, ir.Var):
            want_where_it_lies(inference, value.name, kind)
        op = getattr(value, "op", "")
        if op not in ("getattr", "static_getitem"):
            continue
        owner = inference.typevars[value.value.name]
        field = value.attr if op == "getattr" else value.index
        if owner.defined and isinstance(owner.getone(), InstanceType) and isinstance(field, str):
            found = owner.getone()
            member = field_of_key(field) if found.dict_keys else field
            known = found.field_type(member)  # none: a property gives it
            if known is not None and joined(known, kind) == kind:
                want(found.with_field(member, kind))


def _is_taken_out(inference: Any, name: str) -> bool:
    """Return whether a variable is set to nothing but items of lists, which may be wider then."""
    values = definitions(inference).get(name, ())
    owners = [_list_of_item(inference, each) for each in values]
    return bool(owners) and all(
        owner and isinstance(inference.typevars[owner].getone(), ListType) for owner in owners
    )


def _list_of_item(inference: Any, value: Any) -> str:
    """Return the variable of the list that an item is taken from, or that a loop is over, or ""."""
    op = getattr(value, "op", "")
    if op in ("getitem", "static_getitem"):
        is_part = isinstance(_index(inference, value), slice | types.SliceType)
        return "" if is_part else str(value.value.name)
    loops = [] if op != "pair_first" else [*_loops_of(inference, value)]
    return loops[0] if len(loops) == 1 else ""


def is_just_made(inference: Any, name: str, kind: Any) -> bool:
    """Return whether all that a variable is set to is a list that has no other name yet.

    Or another such variable: of which this is asked in its turn. If its items are lists, they have
    no names either.
    """
    holds_lists = isinstance(kind, ListType) and isinstance(kind.item, ListType)
    makers = (empty_list, rows_just_made if holds_lists else just_made)
    if holds_lists and isinstance(kind.item.item, ListType):
        return False
    for value in definitions(inference).get(name, ()):
        if isinstance(value, ir.Var) or getattr(value, "op", "") in ("cast", "phi"):
            continue
        if getattr(value, "op", "") == "inplace_binop" and value.fn is operator.iadd:
            continue
        if getattr(value, "op", "") != "call":
            return False
        for function in sources(inference, value.func.name):
            if getattr(function, "value", None) not in makers:
                return False
    return True


def is_open(kind: Any) -> bool:
    """Return whether a type leaves open what items or keys are."""
    if kind is types.undefined:
        return True
    if isinstance(kind, types.BaseTuple):
        return any(map(is_open, kind.types))
    if isinstance(kind, types.BoundFunction):
        return is_open(kind.this)
    if isinstance(kind, ListType):
        return kind.item == types.none or is_open(kind.item)
    if isinstance(kind, TableType):
        return any(map(is_open, kind.parts))
    return False


def definitions(inference: Any) -> dict[str, list[Any]]:
    """Return what each variable of a function is set to."""
    if not hasattr(inference, "plainpython_definitions"):
        found: dict[str, list[Any]] = {}
        for block in inference.blocks.values():
            for each in block.find_insts(ir.Assign):
                found.setdefault(each.target.name, []).append(each.value)
        inference.plainpython_definitions = found
    return inference.plainpython_definitions  # type: ignore[no-any-return]


def _learn_of(inference: Any, value: Any, kind: Any) -> None:
    """Let what a variable is set to be of a type."""
    if isinstance(value, ir.Var):
        learn(inference, value.name, kind)
    elif isinstance(value, ir.Arg):
        note_argument(inference, value, kind)
    elif isinstance(value, ir.Expr):
        if value.op == "cast":
            learn(inference, value.value.name, kind)
        elif value.op == "phi":
            for each in value.incoming_values:
                if isinstance(each, ir.Var):
                    learn(inference, each.name, kind)
        elif value.op == "build_tuple":
            for each, member in zip(value.items, kind.types, strict=True):
                learn(inference, each.name, member)
        elif value.op == "inplace_binop" and value.fn is operator.iadd:
            learn(inference, value.lhs.name, kind)
        elif value.op == "binop" and isinstance(kind, types.BaseTuple):
            _learn_parts(inference, value, kind)
        elif value.op == "exhaust_iter":
            if isinstance(kind, types.BaseTuple):
                _learn_whole(inference, value.value.name, kind)
        elif value.op in ("static_getitem", "getitem"):
            _learn_owner(inference, value.value.name, _index(inference, value), kind)
        elif value.op == "getattr" and isinstance(kind, types.BoundFunction):
            learn(inference, value.value.name, kind.this)
        elif value.op == "getattr":
            _learn_field(inference, value.value.name, value.attr, kind)
        elif value.op == "pair_first":
            _learn_looped(inference, value, kind)
        elif value.op == "call" and _calls(inference, value, narrowed):
            learn(inference, value.args[0].name, kind)
        elif value.op == "call" and isinstance(kind, types.BaseTuple) and value.args:
            if _calls(inference, value, tuple):
                _learn_whole(inference, value.args[0].name, kind)
        elif value.op == "call":
            owner = _owner_of_default(inference, value)
            if owner:
                _learn_owner(inference, owner, None, kind)


def _learn_parts(inference: Any, value: ir.Expr, kind: Any) -> None:
    """Let two tuples be of types that together are of a type."""
    left = inference.typevars[value.lhs.name]
    if left.defined and isinstance(left.getone(), types.BaseTuple):
        count = len(left.getone())
        _learn_whole(inference, value.lhs.name, SimpleNamespace(types=kind.types[:count]))
        _learn_whole(inference, value.rhs.name, SimpleNamespace(types=kind.types[count:]))


def _index(inference: Any, value: ir.Expr) -> Any:
    """Return the index of an item as far as it is known: a number, a text or a type."""
    if value.op == "static_getitem":
        return value.index
    known = inference.typevars[value.index.name]
    return known.getone() if known.defined else None


def _learn_whole(inference: Any, name: str, kind: Any) -> None:
    """Let a tuple that is unpacked be of a type, if it is one."""
    known = inference.typevars[name]
    if known.defined and isinstance(known.getone(), types.BaseTuple):
        learn(inference, name, like(known.getone(), kind.types))


def _learn_owner(inference: Any, name: str, index: Any, kind: Any) -> None:
    """Let the items of a tuple, list or dict be of a type, one of which was taken."""
    known = inference.typevars[name]
    if not known.defined:
        return
    owner = known.getone()
    if isinstance(owner, InstanceType):
        if isinstance(index, str):
            _want_field(owner, field_of_key(index), kind)
    elif isinstance(owner, types.BaseTuple):
        if not isinstance(index, int):
            _refuse_if_open(owner)
            return
        members = list(owner.types)
        members[index] = kind
        learn(inference, name, like(owner, members))
    elif isinstance(owner, ListType):
        if not isinstance(index, slice | types.SliceType):  # which is another list
            learn(inference, name, owner.of(kind))
    elif isinstance(owner, TableType):
        learn(inference, name, owner.with_kinds(owner.key_kind, kind))
    else:
        _refuse_if_open(owner)


def like(kind: Any, members: Any) -> Any:
    """Return the type of tuples like those of a type, with members of other types."""
    return types.BaseTuple.from_types(list(members), getattr(kind, "instance_class", None))


def _learn_field(inference: Any, name: str, field: str, kind: Any) -> None:
    known = inference.typevars[name]
    owner = known.getone() if known.defined else None
    if isinstance(owner, types.BaseNamedTuple) and field in owner.fields:
        _learn_owner(inference, name, owner.fields.index(field), kind)
    elif isinstance(owner, InstanceType):
        _want_field(owner, field, kind)


def _want_field(owner: InstanceType, field: str, kind: Any) -> None:
    """Insist that a field is of a type: if it is not, a game may be recompiled where it is."""
    known = owner.field_type(field)
    if known is None or known == kind or not (is_open(known) or may_hold_more(known, kind)):
        return
    want(owner.with_field(field, kind))
    refuse()


def _learn_looped(inference: Any, value: ir.Expr, kind: Any) -> None:
    """Let what a loop is over hold items of a type."""
    for name in _loops_of(inference, value):
        known = inference.typevars[name]
        if known.defined and isinstance(known.getone(), ListType):
            learn(inference, name, known.getone().of(kind))
        elif known.defined:
            _refuse_if_open(known.getone())


def _loops_of(inference: Any, value: ir.Expr) -> Iterator[str]:
    """Yield the variables of what the loops are over that give a value."""
    for step in definitions(inference).get(value.value.name, ()):
        if getattr(step, "op", "") == "iternext":
            for loop in sources(inference, step.value.name):
                if getattr(loop, "op", "") == "getiter":
                    yield loop.value.name


def sources(inference: Any, name: str) -> Iterator[Any]:
    """Yield what a variable is set to, also through other variables."""
    for each in definitions(inference).get(name, ()):
        if isinstance(each, ir.Var):
            yield from sources(inference, each.name)
        else:
            yield each


def _calls(inference: Any, call: ir.Expr, function: Any) -> bool:
    called = sources(inference, call.func.name)
    return any(getattr(each, "value", None) is function for each in called)


def _owner_of_default(inference: Any, call: ir.Expr) -> str:
    """Return the variable of the dict of which a call of setdefault gives an item."""
    for each in definitions(inference).get(call.func.name, ()):
        if getattr(each, "op", "") == "getattr" and each.attr == "setdefault":
            return str(each.value.name)
    return ""


def _refuse_if_open(kind: Any) -> None:
    item = getattr(kind, "item", types.none)
    if is_open(kind) or is_open(item):
        refuse()


def refuse() -> None:
    """Refuse to put a first item into something whose maker cannot learn of it."""
    raise Unsupported(
        "it puts the first item into a list or dict, of which nothing says what it holds where it "
        "is made",
        "make it so that its type is known, such as [0 for _ in range(0)] for a list of ints",
    )


def note_argument(inference: Any, argument: ir.Arg, kind: Any) -> None:
    """Note for callers of a function that an argument must be of a type."""
    given = tuple(inference.typevars[name].getone() for name in _in_order(inference.arg_names))
    noted = refined.setdefault(inference.func_id.func, {}).setdefault(given, {})
    noted[argument.index] = kind


def _in_order(names: dict[int, str]) -> list[str]:
    return [names[index] for index in sorted(names)]
