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
from typing import Any, NamedTuple

from numba.core import ir, types
from numba.core import typed_passes as _typed_passes
from numba.core import typeinfer as _typeinfer
from numba.core.errors import TypingError
from numba.core.types import BoundFunction as _Method
from numba.core.typing.templates import signature

from ..back_end.functions import dispatcher
from ..reasons import Unsupported
from .caught import caught
from .closures import closure
from .kinds import joined
from .known_kinds import want
from .narrowed import narrowed
from .numbers.either_numbers import marking
from .numbers.numpy_numbers import is_of_numpy
from .objects.instances import InstanceType
from .sequences.displays import empty_list
from .sequences.sequences import ListType, never_becomes
from .tables.tables import TableType
from .tables.text_keys import field_of_key
from .wider_items import just_made, may_hold_more, rows_just_made

__all__: list[str] = []

_IN_PLACE = (operator.ior, operator.iand, operator.isub)

_refine_target = _typeinfer.SetItemRefinement._refine_target_type
_add_refine_map = _typeinfer.CallConstraint._add_refine_map
_refine_attribute = _typeinfer.GetAttrConstraint.refine
_set_attribute = _typeinfer.SetAttrConstraint.__call__
_resolve = _typeinfer.CallConstraint.resolve
_unify = _typeinfer.TypeInferer.unify
_build = _typeinfer.TypeInferer.build_constraint
_find_types = _typed_passes.type_inference_stage
_propagate = _typeinfer.Propagate.__call__
_refine_source = _typeinfer.Propagate.refine
_unify_methods = _Method.unify

# Of functions that are given what is empty: by the types given, what it is known to be afterwards.
_refined: dict[Any, dict[tuple[Any, ...], dict[int, Any]]] = {}
# The variables whose types are being found out.
_learning: list[str] = []


def _learn(inference: Any, name: str, kind: Any) -> None:
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
    if known.defined and known.getone() != kind and not (widens or _is_open(known.getone())):
        _want_where_it_lies(inference, name, kind)
        if isinstance(kind, TableType) and kind.is_like(known.getone()):
            raise never_becomes(known.getone(), kind)
        return
    if widens:
        if _is_just_made(inference, name, known.getone()):
            _wider_ones(inference)[name] = kind
        elif not _is_taken_out(inference, name):
            raise never_becomes(known.getone(), kind)
    _learning.append(name)
    try:
        if not known.locked:
            inference.add_type(name, kind, loc=None)
            kind = inference.typevars[name].getone()
            if hasattr(inference, "plainpython_again"):
                _wider_ones(inference)[name] = kind
        for value in _definitions(inference).get(name, ()):
            _learn_of(inference, value, kind)
    finally:
        _learning.pop()


def _wider_ones(inference: Any) -> dict[str, Any]:
    """Return variables of a function that turned out to be of wider types than they were made."""
    return getattr(inference.func_ir, "plainpython_wider", {})


def _want_where_it_lies(inference: Any, name: str, kind: Any) -> None:
    """Note that the field of an object, which a variable is taken from, must be of a wider type."""
    for value in _definitions(inference).get(name, ()):
        if isinstance(value, ir.Var):
            _want_where_it_lies(inference, value.name, kind)
        op = getattr(value, "op", "")
        if op not in ("getattr", "static_getitem"):
            continue
        owner = inference.typevars[value.value.name]
        field = value.attr if op == "getattr" else value.index
        if owner.defined and isinstance(owner.getone(), InstanceType) and isinstance(field, str):
            found = owner.getone()
            place = field_of_key(field) if found.dict_keys else field
            known = found.field_type(place)  # none: a property gives it
            if known is not None and joined(known, kind) == kind:
                want(found.with_field(place, kind))


def _is_taken_out(inference: Any, name: str) -> bool:
    """Return whether a variable is set to nothing but items of lists, which may be wider then."""
    values = _definitions(inference).get(name, ())
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


def _is_just_made(inference: Any, name: str, kind: Any) -> bool:
    """Return whether all that a variable is set to is a list that has no other name yet.

    Or another such variable: of which this is asked in its turn. If its items are lists, they have
    no names either.
    """
    holds_lists = isinstance(kind, ListType) and isinstance(kind.item, ListType)
    makers = (empty_list, rows_just_made if holds_lists else just_made)
    if holds_lists and isinstance(kind.item.item, ListType):
        return False
    for value in _definitions(inference).get(name, ()):
        if isinstance(value, ir.Var) or getattr(value, "op", "") in ("cast", "phi"):
            continue
        if getattr(value, "op", "") == "inplace_binop" and value.fn is operator.iadd:
            continue
        if getattr(value, "op", "") != "call":
            return False
        for function in _sources(inference, value.func.name):
            if getattr(function, "value", None) not in makers:
                return False
    return True


def _is_open(kind: Any) -> bool:
    """Return whether a type leaves open what items or keys are."""
    if kind is types.undefined:
        return True
    if isinstance(kind, types.BaseTuple):
        return any(map(_is_open, kind.types))
    if isinstance(kind, types.BoundFunction):
        return _is_open(kind.this)
    if isinstance(kind, ListType):
        return kind.item == types.none or _is_open(kind.item)
    if isinstance(kind, TableType):
        return any(map(_is_open, kind.parts))
    return False


def _definitions(inference: Any) -> dict[str, list[Any]]:
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
        _learn(inference, value.name, kind)
    elif isinstance(value, ir.Arg):
        _note_argument(inference, value, kind)
    elif isinstance(value, ir.Expr):
        if value.op == "cast":
            _learn(inference, value.value.name, kind)
        elif value.op == "phi":
            for each in value.incoming_values:
                if isinstance(each, ir.Var):
                    _learn(inference, each.name, kind)
        elif value.op == "build_tuple":
            for each, member in zip(value.items, kind.types, strict=True):
                _learn(inference, each.name, member)
        elif value.op == "inplace_binop" and value.fn is operator.iadd:
            _learn(inference, value.lhs.name, kind)
        elif value.op == "binop" and isinstance(kind, types.BaseTuple):
            _learn_parts(inference, value, kind)
        elif value.op == "exhaust_iter":
            if isinstance(kind, types.BaseTuple):
                _learn_whole(inference, value.value.name, kind)
        elif value.op in ("static_getitem", "getitem"):
            _learn_owner(inference, value.value.name, _index(inference, value), kind)
        elif value.op == "getattr" and isinstance(kind, types.BoundFunction):
            _learn(inference, value.value.name, kind.this)
        elif value.op == "getattr":
            _learn_field(inference, value.value.name, value.attr, kind)
        elif value.op == "pair_first":
            _learn_looped(inference, value, kind)
        elif value.op == "call" and _calls(inference, value, narrowed):
            _learn(inference, value.args[0].name, kind)
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
        _learn(inference, name, _like(known.getone(), kind.types))


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
        _learn(inference, name, _like(owner, members))
    elif isinstance(owner, ListType):
        if not isinstance(index, slice | types.SliceType):  # which is another list
            _learn(inference, name, owner.of(kind))
    elif isinstance(owner, TableType):
        _learn(inference, name, owner.with_kinds(owner.key_kind, kind))
    else:
        _refuse_if_open(owner)


def _like(kind: Any, members: Any) -> Any:
    return types.BaseTuple.from_types(list(members), getattr(kind, "instance_class", None))


def _learn_field(inference: Any, name: str, field: str, kind: Any) -> None:
    known = inference.typevars[name]
    owner = known.getone() if known.defined else None
    if isinstance(owner, types.BaseNamedTuple) and field in owner.fields:
        _learn_owner(inference, name, owner.fields.index(field), kind)
    elif isinstance(owner, InstanceType):
        _want_field(owner, field, kind)


def _want_field(owner: InstanceType, field: str, kind: Any) -> None:
    """Insist that a field is of a type: if it is not, a game may be compiled anew where it is."""
    known = owner.field_type(field)
    if known is None or known == kind or not (_is_open(known) or may_hold_more(known, kind)):
        return
    want(owner.with_field(field, kind))
    _refuse()


def _learn_looped(inference: Any, value: ir.Expr, kind: Any) -> None:
    """Let what a loop is over hold items of a type."""
    for name in _loops_of(inference, value):
        known = inference.typevars[name]
        if known.defined and isinstance(known.getone(), ListType):
            _learn(inference, name, known.getone().of(kind))
        elif known.defined:
            _refuse_if_open(known.getone())


def _loops_of(inference: Any, value: ir.Expr) -> Iterator[str]:
    """Yield the variables of what the loops are over that give a value."""
    for step in _definitions(inference).get(value.value.name, ()):
        if getattr(step, "op", "") == "iternext":
            for loop in _sources(inference, step.value.name):
                if getattr(loop, "op", "") == "getiter":
                    yield loop.value.name


def _sources(inference: Any, name: str) -> Iterator[Any]:
    for each in _definitions(inference).get(name, ()):
        if isinstance(each, ir.Var):
            yield from _sources(inference, each.name)
        else:
            yield each


def _calls(inference: Any, call: ir.Expr, function: Any) -> bool:
    called = _sources(inference, call.func.name)
    return any(getattr(each, "value", None) is function for each in called)


def _owner_of_default(inference: Any, call: ir.Expr) -> str:
    """Return the variable of the dict of which a call of setdefault gives an item."""
    for each in _definitions(inference).get(call.func.name, ()):
        if getattr(each, "op", "") == "getattr" and each.attr == "setdefault":
            return str(each.value.name)
    return ""


def _refuse_if_open(kind: Any) -> None:
    item = getattr(kind, "item", types.none)
    if _is_open(kind) or _is_open(item):
        _refuse()


def _refuse() -> None:
    raise Unsupported(
        "it puts the first item into a list or dict, of which nothing says what it holds where it "
        "is made",
        "make it so that its type is known, such as [0 for _ in range(0)] for a list of ints",
    )


# Functions that are given what is empty.


def _note_argument(inference: Any, argument: ir.Arg, kind: Any) -> None:
    given = tuple(inference.typevars[name].getone() for name in _in_order(inference.arg_names))
    noted = _refined.setdefault(inference.func_id.func, {}).setdefault(given, {})
    noted[argument.index] = kind


def _in_order(names: dict[int, str]) -> list[str]:
    return [names[place] for place in sorted(names)]


def _after_call(self: Any, typeinfer: Any, typevars: Any, fnty: Any) -> None:
    """Type a call; what the function puts into an empty argument tells the type of that."""
    nones = _nones(typeinfer)
    try:
        _resolve(self, typeinfer, typevars, fnty)
    except TypingError:
        if getattr(fnty, "typing_key", None) is narrowed:
            if self.target in nones.known:
                self.signature = signature(types.none, types.none)
                fnty._impl_keys[self.signature.args] = narrowed
                typeinfer.add_type(self.target, types.none, loc=self.loc)
                return
            nones.seen.add(self.target)
        _want_for_method(self, typeinfer, fnty)
        raise
    nones.seen.discard(self.target)
    made = getattr(fnty, "typing_key", None) in (just_made, rows_just_made)
    if made and self.signature is not None:
        needed = typevars[self.target].getone()
        if may_hold_more(self.signature.args[0], needed):
            self.signature = signature(needed, *self.signature.args)
    if self.signature is None:
        return
    if isinstance(fnty, types.BoundFunction) and _is_open(fnty.this):
        _note_methods(typeinfer, self.func, self.signature.recvr)
    if getattr(fnty, "typing_key", None) in (caught, closure):
        _learn_passed(typeinfer, self, fnty.typing_key is closure)
        return
    function, before = _called(fnty)
    if function is None:
        return
    given = (*before, *self.signature.args)
    for place, learnt in _refined.get(function, {}).get(given, {}).items():
        name, kind = _given_there(self, typevars, function, place, len(before), learnt)
        is_new = learnt != given[place]
        if is_new and isinstance(self.signature.return_type, types.Generator):
            _learn_again(typeinfer, name, kind)
        else:
            _learn(typeinfer, name, kind)


def _note_methods(inference: Any, name: str, receiver: Any) -> None:
    """Note which method of which type a function is to be given, after it called one."""
    kind = inference.typevars[name].getone()
    for each in _sources(inference, name):
        if isinstance(each, ir.Arg) and receiver is not None and receiver != kind.this:
            _note_argument(inference, each, kind.copy(this=receiver))


def _given_there(
    call: Any, typevars: Any, function: Any, place: int, before: int, kind: Any
) -> tuple[str, Any]:
    """Return the variable that gives a parameter, and its type if the parameter is of `kind`."""
    names = function.__code__.co_varnames
    for name, passed in dict(call.kws).items():
        if names[place] == name:
            return passed.name, kind
    place -= before
    if 0 <= place < len(call.args):
        return call.args[place].name, kind
    rest = typevars[call.vararg.name].getone() if call.vararg is not None else types.Tuple(())
    place -= len(call.args)
    if not 0 <= place < len(rest):
        _refuse()
    members = list(rest.types)
    members[place] = kind
    return call.vararg.name, _like(rest, members)


def _learn_passed(inference: Any, call: Any, is_closure: bool) -> None:
    """Learn from a call within `try`, or of a function as a value: a tuple holds its arguments."""
    function, passed = call.signature.args
    members = list(passed.types)
    for given, learnt in _refined.get(function.dispatcher.py_func, {}).items():
        if given == passed.types or (is_closure and given[: len(passed)] == passed.types):
            for place, kind in learnt.items():
                if place < len(members):
                    members[place] = kind
    if members != list(passed.types):
        learn = _learn_again if is_closure else _learn
        learn(inference, call.args[1].name, _like(passed, members))


def _learn_again(inference: Any, name: str, kind: Any) -> None:
    """Find all types of a function once more, and let a variable be of this one from the start.

    Types that are named after it, of a generator or a function as a value, cannot change.
    """
    inference.plainpython_again = True
    _learn(inference, name, kind)
    raise TypingError("the types are found once more")


def _want_for_method(self: Any, inference: Any, kind: Any) -> None:
    """Where a method cannot put something into a list, note that the list must be of more."""
    if not (isinstance(kind, types.BoundFunction) and isinstance(kind.this, ListType)):
        return
    given = [inference.typevars[each.name].getone() for each in self.args]
    needed = kind.get_call_type(inference.context, given, {}) if not self.kws else None
    for value in _definitions(inference).get(self.func, ()):
        if needed is not None and getattr(value, "op", "") == "getattr":
            _want_where_it_lies(inference, value.value.name, needed.recvr)


def _called(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the function that is called, and the types of the arguments that it has already."""
    if isinstance(kind, types.Dispatcher):
        return kind.dispatcher.py_func, ()
    if isinstance(kind, types.BoundFunction):
        captured = getattr(kind.this, "captured", None)
        if captured is not None:
            return kind.this.function.dispatcher.py_func, tuple(captured.types)
        function = getattr(kind.template, "_overload_func", None)
        if function is not None and getattr(kind.template, "plainpython_method", False):
            return dispatcher(function).py_func, (kind.this,)
    return None, ()


# What is known of a function when types are looked for once more.


class _Nones(NamedTuple):
    """Variables that are set to what is `narrowed`, but is None wherever anything is known of it.

    In a loop more may be known later: so it is taken for None once nothing else is left.
    """

    seen: set[str]
    known: set[str]


def _nones(inference: Any) -> _Nones:
    return getattr(inference.func_ir, "plainpython_nones", None) or _Nones(set(), set())


def _types_found(typing: Any, target: Any, function: Any, *rest: Any, **options: Any) -> Any:
    """Find the types of a function; anew, if variables turned out to be wider on the way.

    What was made of them before, an iterator say, is of the type that they had then.
    """
    wider = function.__dict__.setdefault("plainpython_wider", {})
    nones = function.__dict__.setdefault("plainpython_nones", _Nones(set(), set()))
    while True:
        known = dict(wider)
        nones.seen.clear()
        try:
            with marking(getattr(target, "marks_joined", False)):
                found = _find_types(typing, target, function, *rest, **options)
        except TypingError:
            if wider == known and nones.seen <= nones.known:
                raise
            nones.known.update(nones.seen)
            continue
        narrow = _narrow_returns(function, found[0], found[1])
        if narrow.items() <= wider.items():
            return found
        wider.update(narrow)


def _narrow_returns(function: Any, kinds: dict[str, Any], returned: Any) -> dict[str, Any]:
    """Return variables that hold lists just made of a narrower type than the function returns."""
    found: dict[str, Any] = {}
    if not isinstance(returned, ListType | TableType):
        return found
    place = SimpleNamespace(blocks=function.blocks)
    for block in function.blocks.values():
        for each in block.find_insts(ir.Return):
            names = _other_names(place, each.value.name)
            narrow = [name for name in names if may_hold_more(kinds[name], returned)]
            if narrow and all(_is_just_made(place, name, kinds[name]) for name in narrow):
                found |= dict.fromkeys(narrow, returned)
    return found


def _other_names(place: Any, name: str) -> list[str]:
    """Return a variable, and those that it is set to, as long as they are set once."""
    names = [name]
    for each in names:
        values = _definitions(place).get(each, [])
        for value in values if len(values) == 1 else []:
            before = value.value if getattr(value, "op", "") == "cast" else value
            if isinstance(before, ir.Var):
                names.append(before.name)
    return names


def _begin(self: Any) -> None:
    for name, kind in _wider_ones(self).items():
        self.add_type(name, kind, loc=None)
    _build(self)


# What Numba calls when something is put in.


def _of_target(self: Any, inference: Any, target: Any, index: Any, value: Any, sig: Any) -> None:
    """After `target[index] = value`."""
    if isinstance(target, TableType | ListType) and sig.args[0] != target:
        _learn(inference, self.target.name, sig.args[0])
    else:
        _refine_target(self, inference, target, index, value, sig)


def _of_set_attribute(self: Any, inference: Any) -> None:
    """After `target.name = value`: the objects of the game may have a wider list there."""
    _set_attribute(self, inference)
    owner, value = (inference.typevars[each.name] for each in (self.target, self.value))
    if owner.defined and value.defined and isinstance(owner.getone(), InstanceType):
        kind = owner.getone().field_type(self.attr)
        if kind is not None and is_of_numpy(value.getone()):
            joined(kind, types.unliteral(value.getone()))  # refuses those of few bits
        if kind is not None and may_hold_more(value.getone(), kind):
            _learn(inference, self.value.name, kind)


def _of_attribute(self: Any, inference: Any, kind: Any) -> None:
    """After a call of a method that tells more of the value whose method it is."""
    if isinstance(kind, types.BoundFunction) and isinstance(kind.this, TableType | ListType):
        _learn(inference, self.value.name, kind.this)
    else:
        _refine_attribute(self, inference, kind)


def _note(self: Any, inference: Any, typevars: Any, sig: Any) -> None:
    """After `target = function(...)`: whether it tells more of an argument."""
    if self.func in _IN_PLACE and isinstance(sig.args[0], TableType):
        _learn(inference, self.args[0].name, sig.args[0])
    if self.func is operator.getitem and isinstance(sig.args[0], TableType):
        _learn(inference, self.args[0].name, sig.args[0])
    _add_refine_map(self, inference, typevars, sig)


def _of_assignment(self: Any, inference: Any) -> None:
    """After `target = source`."""
    _propagate(self, inference)
    source, target = inference.typevars[self.src], inference.typevars[self.dst]
    if source.defined and target.defined and may_hold_more(source.getone(), target.getone()):
        _learn(inference, self.src, target.getone())


def _of_source(self: Any, inference: Any, kind: Any) -> None:
    """After more is known of `target` in `target = source`."""
    source = inference.typevars[self.src]
    if source.defined and may_hold_more(source.getone(), kind):
        _learn(inference, self.src, kind)
    else:
        _refine_source(self, inference, kind)


def _unify_bound(self: Any, typing: Any, other: Any) -> Any:
    """Return the method of the value of the type that serves for both, as found for that type."""
    unified = _unify_methods(self, typing, other)
    for each in (self, other):
        if unified is not None and each.this == unified.this:
            return each
    return unified


def _of_all(self: Any, raise_errors: bool = True) -> Any:
    """At the end of typing a function."""
    if raise_errors and hasattr(self, "plainpython_refused"):
        raise self.plainpython_refused
    return _unify(self, raise_errors)


_typeinfer.SetItemRefinement._refine_target_type = _of_target
_typeinfer.GetAttrConstraint.refine = _of_attribute
_typeinfer.SetAttrConstraint.__call__ = _of_set_attribute
_typeinfer.CallConstraint._add_refine_map = _note
_typeinfer.CallConstraint.resolve = _after_call
_typeinfer.Propagate.__call__ = _of_assignment
_typeinfer.Propagate.refine = _of_source
_Method.unify = _unify_bound
_typeinfer.TypeInferer.unify = _of_all
_typeinfer.TypeInferer.build_constraint = _begin
_typed_passes.type_inference_stage = _types_found
