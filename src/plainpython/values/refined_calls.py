"""The types of empty lists, dicts and sets, found from the functions that they are passed to."""

from __future__ import annotations

from typing import Any, NamedTuple

from numba.core import ir, types
from numba.core.errors import TypingError
from numba.core.typing.templates import signature

from ..back_end.functions import dispatcher
from .caught import caught
from .closures import closure
from .narrowed import narrowed
from .refinement import (
    definitions,
    is_open,
    learn,
    like,
    note_argument,
    refined,
    refuse,
    sources,
    want_where_it_lies,
)
from .sequences.sequences import ListType
from .wider_items import just_made, may_hold_more, rows_just_made

__all__ = ["Nones", "is_none_call", "learn_from_call", "want_for_call"]


class Nones(NamedTuple):
    """Variables that are set to what is `narrowed`, but is None wherever anything is known of it.

    In a loop more may be known later: so it counts as None once nothing else is left.
    """

    seen: set[str]
    known: set[str]


def is_none_call(call: Any, inference: Any, function: Any) -> bool:
    """Type a call that could not be typed, if it narrows what is None; return whether it does."""
    if getattr(function, "typing_key", None) is not narrowed:
        return False
    nones = _nones(inference)
    if call.target not in nones.known:
        nones.seen.add(call.target)
        return False
    call.signature = signature(types.none, types.none)
    function._impl_keys[call.signature.args] = narrowed
    inference.add_type(call.target, types.none, loc=call.loc)
    return True


def want_for_call(call: Any, inference: Any, function: Any) -> None:
    """Where a method cannot put something into a list, note that the list must be of more."""
    if not (isinstance(function, types.BoundFunction) and isinstance(function.this, ListType)):
        return
    given = [inference.typevars[each.name].getone() for each in call.args]
    needed = function.get_call_type(inference.context, given, {}) if not call.kws else None
    for value in definitions(inference).get(call.func, ()):
        if needed is not None and getattr(value, "op", "") == "getattr":
            want_where_it_lies(inference, value.value.name, needed.recvr)


def learn_from_call(call: Any, inference: Any, function: Any) -> None:
    """Learn the types of empty arguments from what a function puts into them."""
    typevars = inference.typevars
    _nones(inference).seen.discard(call.target)
    made = getattr(function, "typing_key", None) in (just_made, rows_just_made)
    if made and call.signature is not None:
        needed = typevars[call.target].getone()
        if may_hold_more(call.signature.args[0], needed):
            call.signature = signature(needed, *call.signature.args)
    if call.signature is None:
        return
    if isinstance(function, types.BoundFunction) and is_open(function.this):
        _note_methods(inference, call.func, call.signature.recvr)
    if getattr(function, "typing_key", None) in (caught, closure):
        _learn_passed(inference, call, function.typing_key is closure)
        return
    called, before = _called(function)
    if called is None:
        return
    given = (*before, *call.signature.args)
    for index, learnt in refined.get(called, {}).get(given, {}).items():
        name, kind = _given_there(call, typevars, called, index, len(before), learnt)
        is_new = learnt != given[index]
        if is_new and isinstance(call.signature.return_type, types.Generator):
            _learn_again(inference, name, kind)
        else:
            learn(inference, name, kind)


def _note_methods(inference: Any, name: str, receiver: Any) -> None:
    """Note which method of which type a function is to be given, after it called one."""
    kind = inference.typevars[name].getone()
    for each in sources(inference, name):
        if isinstance(each, ir.Arg) and receiver is not None and receiver != kind.this:
            note_argument(inference, each, kind.copy(this=receiver))


def _given_there(
    call: Any, typevars: Any, function: Any, index: int, before: int, kind: Any
) -> tuple[str, Any]:
    """Return the variable that gives a parameter, and its type if the parameter is of `kind`."""
    names = function.__code__.co_varnames
    for name, passed in dict(call.kws).items():
        if names[index] == name:
            return passed.name, kind
    index -= before
    if 0 <= index < len(call.args):
        return call.args[index].name, kind
    rest = typevars[call.vararg.name].getone() if call.vararg is not None else types.Tuple(())
    index -= len(call.args)
    if not 0 <= index < len(rest):
        refuse()
    members = list(rest.types)
    members[index] = kind
    return call.vararg.name, like(rest, members)


def _learn_passed(inference: Any, call: Any, is_closure: bool) -> None:
    """Learn from a call within `try`, or of a function as a value: a tuple holds its arguments."""
    function, passed = call.signature.args
    members = list(passed.types)
    for given, learnt in refined.get(function.dispatcher.py_func, {}).items():
        if given == passed.types or (is_closure and given[: len(passed)] == passed.types):
            for index, kind in learnt.items():
                if index < len(members):
                    members[index] = kind
    if members != list(passed.types):
        learn_now = _learn_again if is_closure else learn
        learn_now(inference, call.args[1].name, like(passed, members))


def _learn_again(inference: Any, name: str, kind: Any) -> None:
    """Find all types of a function once more, and let a variable be of this one from the start.

    Types that are named after it, of a generator or a function as a value, cannot change.
    """
    inference.plainpython_again = True
    learn(inference, name, kind)
    raise TypingError("the types are found once more")


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


def _nones(inference: Any) -> Nones:
    return getattr(inference.func_ir, "plainpython_nones", None) or Nones(set(), set())
