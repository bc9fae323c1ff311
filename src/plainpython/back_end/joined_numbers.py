"""Bools put among ints, and ints among floats: refused where a program shows the difference.

Compiled code has one type for all that a list, a field or a result holds: an int stands for a bool
as well, a float for an int. Arithmetic, comparisons and truth are as in Python then. A text,
`isinstance` and `is` are not. So each function notes where it puts one type among the other, and
where it asks for the difference. A program that does both is refused when it is linked.

Floats round what needs more than 53 bits, where ints do not. In a program that puts ints among
floats, arithmetic on floats raises there. All others do without this check: whether there is one
is a constant that is known when a program is linked, before LLVM optimises it.
"""

from __future__ import annotations

import builtins
import math
import operator
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from llvmlite.binding import parse_assembly
from numba.core import cgutils, types

from ..machine_errors import MachineLimitError
from ..reasons import Unsupported
from .certain_numbers import (
    ARITHMETIC,
    certain_floats,
    certain_ints,
    result_is_float,
    returns_ints,
)
from .raising import raise_if

__all__ = [
    "NumberNotes",
    "exact_where_joined",
    "insist_exact",
    "insist_exact_result",
    "insist_shown_rightly",
    "joins_of_states",
    "let_states_join",
    "note_stand_ins",
    "noted_expression",
    "noted_instruction",
    "say_whether_joined",
    "shows",
    "works_out",
]

_LARGEST = 2**53
_ROUNDED = "an int of more than 53 bits stands where floats do: write float(...) or int(...) there"
_ROUNDED_RESULT = "a number that may be an int has more than 53 bits, as a float has: use int(...)"
_SIGNS = (operator.is_, operator.is_not)

# Functions of numbers whose result is none of their arguments.
_WORK_OUT = {
    abs, bool, builtins.bin, chr, complex, divmod, float, builtins.hex, int, len, builtins.oct, pow,
    range, round,
}  # fmt: skip

_shows: dict[Any, Callable[[Any], str]] = {}


def shows(function: Any, holder: Callable[[Any], str]) -> None:
    """Note that `function` gives another result for 1, True and 1.0.

    `holder` returns "int" if that concerns an argument of a type because it may stand for a bool,
    "float" if it may stand for an int, and else "".
    """
    _shows[function] = holder


def note_stand_ins(stand_ins: dict[Any, Any]) -> None:
    """Note the functions that replace Python's, some of which work out numbers."""
    for function, made in stand_ins.items():
        if function in _WORK_OUT or function.__module__ == math.__name__:
            _WORK_OUT.add(made)
            returns_ints([made])


def works_out(*functions: Any) -> None:
    """Note that the results of functions of numbers are none of their arguments."""
    _WORK_OUT.update(functions)


class NumberNotes:
    """The use of numbers of two types in one function: for "int" and "float", the first lines."""

    def __init__(self) -> None:
        self.joins: dict[str, str] = {}
        self.asks: dict[str, str] = {}
        self.location: Any = None
        """The function that is compiled just now, and the location in its source."""
        self.works_out = False
        """True while arguments of arithmetic are cast, which joins nothing."""
        self.floats: frozenset[str] | None = None
        """The float variables that are never an int, once they are known."""
        self.ints: frozenset[str] | None = None
        """The int variables that are never a bool, once they are known."""
        self.of_certain = False
        """True while arithmetic is written whose result is never an int."""

    def see_cast(self, source: Any, target: Any) -> None:
        """Note that a value takes another type."""
        if not self.works_out:
            holder = _joined_in(source, target)
            if holder:
                self.joins.setdefault(holder, _in_words(*self.location) if self.location else "")


def _joined_in(source: Any, target: Any) -> str:
    """Return which type holds numbers of two types after a cast; or ""."""
    if isinstance(target, types.Boolean) or _may_be_bool(target):
        return ""
    if isinstance(target, types.Float):
        return "float" if isinstance(source, types.Integer | types.Boolean) else ""
    if not isinstance(target, types.Integer):
        return ""
    if isinstance(source, types.Boolean) or _may_be_bool(source):
        return "int"
    return "named" if _has_other_repr(source) and not _has_other_repr(target) else ""


def _has_other_repr(kind: Any) -> bool:
    """Return whether ints of a type are written by repr() in another way than Python's.

    These are those of NumPy, and members of an IntEnum: see `numpy_numbers` and `enums`.
    """
    return (isinstance(kind, types.Integer) and hasattr(kind, "plain")) or (
        getattr(kind, "is_int", False) is True
    )


def _may_be_bool(kind: Any) -> bool:
    """Return whether values are a bool on one path, and an int on another: see `either_numbers`."""
    return getattr(kind, "may_be_bool", False)


_of_states: set[str] = set()


def let_states_join(holders: Iterable[str]) -> None:
    """Note which types hold numbers of two types in the states and objects of a game."""
    _of_states.clear()
    _of_states.update(holders)


def joins_of_states() -> frozenset[str]:
    """Return what `let_states_join` noted."""
    return frozenset(_of_states)


def insist_shown_rightly(all_notes: Iterable[NumberNotes | None]) -> None:
    """Refuse a program that joins numbers of two types, and asks of which of them they are."""
    notes = [each for each in all_notes if each is not None]
    for holder, (one, other) in _HOLDERS.items():
        joins = _places_of_joins(notes, holder)
        asks = [each.asks[holder] for each in notes if holder in each.asks]
        if joins and asks:
            joined, asked = (
                min(each, key=lambda where: (not where, where)) for each in (joins, asks)
            )
            raise Unsupported(
                f"it puts {one} among {other}s{joined}, and asks{asked} which of them a number is, "
                "as text, by isinstance or by is",
                f"write {other}(...) where it is put in",
            )


def _places_of_joins(notes: list[NumberNotes], holder: str) -> list[str]:
    joins = [each.joins[holder] for each in notes if holder in each.joins]
    return joins + [" in a value or an object that it is given"] * (holder in _of_states)


# What may be put among what.
_HOLDERS = {
    "int": ("a bool", "int"),
    "float": ("an int", "float"),
    "named": ("a number of NumPy or a member of an IntEnum", "int"),
}


def _place_of(lower: Any) -> tuple[Any, Any]:
    return lower.func_ir.func_id, lower.loc


def _in_words(function: Any, location: Any) -> str:
    """Return a location in words; "" within the compiler itself."""
    if str(function.modname).startswith("plainpython."):
        return ""
    name = function.func_qualname.partition(".<locals>")[0]
    return f" ({os.path.basename(location.filename)}, line {location.line}, in {name})"


# The arguments of arithmetic are cast, which joins nothing.


@contextmanager
def noted_instruction(lower: Any, inst: Any) -> Iterator[None]:
    """Note what an instruction does with numbers, while it is written within this context."""
    notes = lower.context.notes
    before = notes.location, notes.works_out
    notes.location, notes.works_out = _place_of(lower), _fills_array(lower, inst)
    try:
        yield
    finally:
        notes.location, notes.works_out = before


def _fills_array(lower: Any, inst: Any) -> bool:
    """Return whether an instruction sets cells of an array, which have a dtype in Python too."""
    return hasattr(inst, "index") and hasattr(lower.typeof(inst.target.name), "ndim")


@contextmanager
def noted_expression(lower: Any, kind: Any, expr: Any) -> Iterator[None]:
    """Note what an expression of a type does with numbers, while it is written in this context."""
    notes = lower.context.notes
    _see_question(lower, notes, expr)
    works_out = _works_out(lower, expr)
    if works_out:
        given = lower.fndesc.calltypes.get(expr)
        if given is not None:
            notes.see_cast(given.return_type, kind)
    before = notes.works_out, notes.of_certain
    notes.works_out, notes.of_certain = works_out, _is_of_certain(lower, notes, kind, expr)
    try:
        yield
    finally:
        notes.works_out, notes.of_certain = before


def _is_of_certain(lower: Any, notes: NumberNotes, kind: Any, expr: Any) -> bool:
    if kind != types.float64 or expr.op not in ("binop", "inplace_binop"):
        return False
    return result_is_float(expr, _floats(lower, notes))


def _floats(lower: Any, notes: NumberNotes) -> frozenset[str]:
    if notes.floats is None:
        notes.floats = certain_floats(lower.func_ir, lower.fndesc.typemap)
    return notes.floats


def _ints(lower: Any, notes: NumberNotes) -> frozenset[str]:
    if notes.ints is None:
        notes.ints = certain_ints(lower.func_ir, lower.fndesc.typemap)
    return notes.ints


def _works_out(lower: Any, expr: Any) -> bool:
    """Return whether an expression makes another number of those that it is given."""
    if expr.op in ("binop", "inplace_binop"):
        return all(_is_number(lower.typeof(each.name)) for each in (expr.lhs, expr.rhs))
    if expr.op == "unary":
        return _is_number(lower.typeof(expr.value.name))
    if expr.op == "getitem":
        return _is_number(lower.typeof(expr.index.name)) and not hasattr(
            lower.typeof(expr.value.name), "key_kind"
        )
    if expr.op == "call":
        function = getattr(lower.typeof(expr.func.name), "typing_key", None)
        known = _has_hash(function) and function in _WORK_OUT
        return known or getattr(function, "__module__", "") == math.__name__
    return False


def _is_number(kind: Any) -> bool:
    return isinstance(kind, types.Number | types.Boolean)


def _see_question(lower: Any, notes: NumberNotes, expr: Any) -> None:
    """Note that an expression asks whether a number is True or 1, or 1 or 1.0."""
    if expr.op == "binop" and expr.fn in _SIGNS:
        kinds = [lower.typeof(each.name) for each in (expr.lhs, expr.rhs)]
        holders = {_holder(each) for each in kinds} if all(map(_is_number, kinds)) else set()
    elif expr.op == "call":
        function = getattr(lower.typeof(expr.func.name), "typing_key", None)
        shown = _shows.get(function) if _has_hash(function) else None
        if shown is None:
            return
        certain = _ints(lower, notes) | _floats(lower, notes)
        kinds = [lower.typeof(each.name) for each in expr.args if each.name not in certain]
        holders = {shown(part) for each in kinds for part in _parts(each)}
    else:
        return
    kinds = [part for each in kinds for part in _parts(each)]
    if "int" in holders and any(map(_may_be_bool, kinds)):
        raise Unsupported(
            "it asks as text, by isinstance or by is whether a value is a bool or an int, which is "
            "one on one path, and one on another",
            "write int(...) or bool(...) of it on each path, or compare it by ==",
        )
    for holder in holders - {""}:
        notes.asks.setdefault(holder, _in_words(*_place_of(lower)))


def _has_hash(function: Any) -> bool:
    return getattr(type(function), "__hash__", None) is not None


def _holder(kind: Any) -> str:
    kind = types.unliteral(kind) if isinstance(kind, types.Literal) else kind
    if isinstance(kind, types.Boolean):
        return ""
    return "float" if isinstance(kind, types.Float) else "int"


def _parts(kind: Any) -> list[Any]:
    """Return the types of which a value may be, where it may be of several."""
    if isinstance(kind, types.Optional):
        return _parts(kind.type)
    if isinstance(kind, types.BaseTuple):
        return [part for each in kind.types for part in _parts(each)]
    return [*getattr(kind, "kinds", ())] or [kind]


def insist_exact(context: Any, builder: Any, value: Any, source: Any, target: Any) -> None:
    """Refuse an int that becomes a float, and is so large that floats round it."""
    if not isinstance(source, types.Integer) or source.bitwidth < 64 or not source.signed:
        return
    if not isinstance(target, types.Float):
        return
    known = getattr(source, "literal_value", None)
    if known is not None and abs(known) <= _LARGEST:
        return
    word = ir.IntType(64)
    above = builder.icmp_signed(">", value, ir.Constant(word, _LARGEST))
    below = builder.icmp_signed("<", value, ir.Constant(word, -_LARGEST))
    raise_if(context, builder, builder.or_(above, below), MachineLimitError, _ROUNDED)


def insist_exact_result(context: Any, builder: Any, value: Any, joined: Any = None) -> None:
    """Refuse a finite float that may be a rounded int; where `joined` is true, if that is given."""
    magnitude = builder.call(builder.module.declare_intrinsic("llvm.fabs", [value.type]), [value])
    real = ir.DoubleType()
    large = builder.fcmp_ordered(">=", magnitude, ir.Constant(real, float(_LARGEST)))
    suspect = large if joined is None else builder.and_(joined, large)
    with cgutils.if_unlikely(builder, suspect):  # one comparison for each number, not two
        finite = builder.fcmp_ordered("<", magnitude, ir.Constant(real, float("inf")))
        with builder.if_then(finite):
            context.call_conv.return_user_exc(builder, MachineLimitError, (_ROUNDED_RESULT,))


# Arithmetic on floats that may be ints: on items of lists, fields and results.

_JOINED = "plainpython.ints_among_floats"


def exact_where_joined(
    function: Any, signature: Any, notes: NumberNotes | None
) -> Callable[..., Any] | None:
    """Return the code for arithmetic on floats that may be ints; None for all else."""
    if notes is not None and notes.of_certain:
        return None
    kinds = {types.unliteral(each) for each in signature.args}
    made = signature.return_type == types.float64 and types.float64 in kinds
    known = getattr(function, "typing_key", function)
    if not (made and kinds <= {types.float64, types.int64} and _has_hash(known)):
        return None
    return _exact_where_joined if known in ARITHMETIC else None


def _exact_where_joined(context: Any, builder: Any, plain: Any, args: Any) -> Any:
    result = plain(builder, args)
    module = builder.module
    flag = module.globals.get(_JOINED) or cgutils.add_global_variable(
        module, cgutils.bool_t, _JOINED
    )
    flag.initializer, flag.global_constant, flag.linkage = cgutils.false_bit, True, "linkonce"
    insist_exact_result(context, builder, result, builder.load(flag))
    return result


def say_whether_joined(module: Any, all_notes: Iterable[NumberNotes | None]) -> None:
    """Set the constant that says whether ints are among floats, in a module with all functions."""
    if not any(each.name == _JOINED for each in module.global_variables):
        return
    if _places_of_joins([each for each in all_notes if each is not None], "float"):
        module.link_in(parse_assembly(f'@"{_JOINED}" = constant i1 true'))
    module.get_global_variable(_JOINED).linkage = "internal"
