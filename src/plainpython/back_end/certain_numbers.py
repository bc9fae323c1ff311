"""Variables that hold floats, or ints, in Python as well, where others stand for ints, or bools."""

from __future__ import annotations

import math
import operator
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from numba.core import ir, types

__all__ = [
    "ARITHMETIC",
    "certain_floats",
    "certain_ints",
    "result_is_float",
    "returns_floats",
    "returns_ints",
]

ARITHMETIC = frozenset({
    operator.add, operator.iadd, operator.sub, operator.isub, operator.mul, operator.imul,
    operator.floordiv, operator.ifloordiv, operator.mod, operator.imod, operator.pow, operator.ipow,
})  # fmt: skip
"""Operations whose result is an int for two ints, and a float if one of two numbers is."""

_DIVISION = {operator.truediv, operator.itruediv}
_OF_INTS = {getattr(math, name) for name in ("prod", "sumprod") if hasattr(math, name)}
"""Functions of `math` that return an int for ints where compiled code returns a float."""

_SHIFTS = {operator.lshift, operator.ilshift, operator.rshift, operator.irshift}
_BITS = {
    operator.and_, operator.iand, operator.or_, operator.ior, operator.xor, operator.ixor
}  # fmt: skip
_SIGNS = {operator.neg, operator.pos, operator.invert}

_returning_floats: set[Any] = {float}
_returning_ints: set[Any] = {abs, int, len, ord, pow, round}


def returns_floats(functions: Iterable[Any]) -> None:
    """Note functions that return a float in Python for all arguments."""
    _returning_floats.update(functions)


def returns_ints(functions: Iterable[Any]) -> None:
    """Note functions whose results are no bools in Python if compiled code takes them for ints."""
    _returning_ints.update(functions)


def certain_floats(func_ir: Any, kinds: Any) -> frozenset[str]:
    """Return the names of the float variables of a function that are never an int in Python."""
    return _certain(func_ir, kinds, types.float64, _is_float)


def certain_ints(func_ir: Any, kinds: Any) -> frozenset[str]:
    """Return the names of the int variables of a function that are never a bool in Python."""
    return _certain(func_ir, kinds, types.int64, _is_int)


def result_is_float(expr: Any, certain: Any) -> bool:
    """Return True if an operand of arithmetic is a float for certain, and so is the result."""
    return expr.fn in ARITHMETIC and any(each.name in certain for each in (expr.lhs, expr.rhs))


class _Known:
    """The assumptions on the variables of one function."""

    def __init__(self, values: Any, kinds: Any, certain: set[str]) -> None:
        self.values = values
        self.kinds = kinds
        self.certain = certain


def _certain(
    func_ir: Any, kinds: Any, wanted: Any, is_one: Callable[[Any, _Known], bool]
) -> frozenset[str]:
    values: dict[str, list[Any]] = defaultdict(list)
    for block in func_ir.blocks.values():
        for each in block.find_insts(ir.Assign):
            values[each.target.name].append(each.value)
    names = {name for name in values if types.unliteral(kinds.get(name, types.none)) == wanted}
    known = _Known(values, kinds, names)
    # All at first, so that a float stays one in a loop that adds to it.
    while doubtful := [
        name for name in names if not all(_is(each, known, is_one) for each in values[name])
    ]:
        names.difference_update(doubtful)
    return frozenset(names)


def _is(value: Any, known: _Known, is_one: Callable[[Any, _Known], bool]) -> bool:
    if isinstance(value, ir.Var):
        return value.name in known.certain
    if not isinstance(value, ir.Expr):
        return is_one(value, known)
    if value.op == "cast":
        return value.value.name in known.certain
    if value.op == "phi":
        given = [each for each in value.incoming_values if each is not ir.UNDEFINED]
        return all(each.name in known.certain for each in given)
    return is_one(value, known)


def _is_float(value: Any, known: _Known) -> bool:
    if isinstance(value, ir.Const | ir.Global | ir.FreeVar):
        return isinstance(value.value, float)
    if not isinstance(value, ir.Expr):
        return False
    if value.op in ("binop", "inplace_binop"):
        return value.fn in _DIVISION or result_is_float(value, known.certain)
    if value.op == "unary":
        return value.value.name in known.certain
    if value.op in ("getitem", "static_getitem"):  # the cells of an array have one type
        return hasattr(known.kinds[value.value.name], "ndim")
    if value.op == "call":
        function = _called(known.kinds[value.func.name])
        of_math = getattr(function, "__module__", "") == math.__name__
        return function in _returning_floats or (of_math and function not in _OF_INTS)
    return False


def _is_int(value: Any, known: _Known) -> bool:
    if isinstance(value, ir.Const | ir.Global | ir.FreeVar):
        return type(value.value) is int
    if not isinstance(value, ir.Expr):
        return False
    if value.op in ("binop", "inplace_binop"):
        operands = [each.name for each in (value.lhs, value.rhs)]
        numbers = all(isinstance(known.kinds[each], _NUMBERS) for each in operands)
        if value.fn in _BITS:
            return numbers and any(each in known.certain for each in operands)
        return numbers and (value.fn in ARITHMETIC or value.fn in _SHIFTS)
    if value.op == "unary":
        return value.fn in _SIGNS and isinstance(known.kinds[value.value.name], _NUMBERS)
    if value.op == "pair_first":  # what a loop over a range counts
        advanced = known.values[value.value.name]
        return all(
            getattr(each, "op", "") == "iternext"
            and isinstance(known.kinds[each.value.name], types.RangeIteratorType)
            for each in advanced
        )
    return value.op == "call" and _called(known.kinds[value.func.name]) in _returning_ints


_NUMBERS = (types.Number, types.Boolean)


def _called(kind: Any) -> Any:
    """Return the function of a type; None for a method, or what is no key of a set."""
    if isinstance(kind, types.Dispatcher):
        return kind.dispatcher.py_func
    function = getattr(kind, "typing_key", None)
    return function if isinstance(function, Hashable) else None
