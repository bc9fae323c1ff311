"""Variables that hold floats in Python as well, in programs where other floats stand for ints."""

from __future__ import annotations

import math
import operator
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Any

from numba.core import ir, types

__all__ = ["ARITHMETIC", "certain_floats", "result_is_float", "returns_floats"]

ARITHMETIC = frozenset({
    operator.add, operator.iadd, operator.sub, operator.isub, operator.mul, operator.imul,
    operator.floordiv, operator.ifloordiv, operator.mod, operator.imod, operator.pow, operator.ipow,
})  # fmt: skip
"""Operations whose result is an int for two ints, and a float if one of two numbers is."""

_DIVISION = {operator.truediv, operator.itruediv}
_OF_INTS = {getattr(math, name) for name in ("prod", "sumprod") if hasattr(math, name)}
"""Functions of `math` that return an int for ints where compiled code returns a float."""

_returning_floats: set[Any] = {float}


def returns_floats(functions: Iterable[Any]) -> None:
    """Note functions that return a float in Python for all arguments."""
    _returning_floats.update(functions)


def certain_floats(func_ir: Any, kinds: Any) -> frozenset[str]:
    """Return the names of the float variables of a function that are never an int in Python."""
    values: dict[str, list[Any]] = defaultdict(list)
    for block in func_ir.blocks.values():
        for each in block.find_insts(ir.Assign):
            values[each.target.name].append(each.value)
    certain = {name for name in values if kinds.get(name) == types.float64}
    # All at first, so that a float stays one in a loop that adds to it.
    while doubtful := {
        name
        for name in certain
        if not all(_is_float(each, certain, kinds) for each in values[name])
    }:
        certain -= doubtful
    return frozenset(certain)


def result_is_float(expr: Any, certain: Any) -> bool:
    """Return True if an operand of arithmetic is a float for certain, and so is the result."""
    return expr.fn in ARITHMETIC and any(each.name in certain for each in (expr.lhs, expr.rhs))


def _is_float(value: Any, certain: set[str], kinds: Any) -> bool:
    if isinstance(value, ir.Var):
        return value.name in certain
    if isinstance(value, ir.Const | ir.Global | ir.FreeVar):
        return isinstance(value.value, float)
    return isinstance(value, ir.Expr) and _makes_float(value, certain, kinds)


def _makes_float(expr: Any, certain: set[str], kinds: Any) -> bool:
    if expr.op in ("binop", "inplace_binop"):
        return expr.fn in _DIVISION or result_is_float(expr, certain)
    if expr.op in ("unary", "cast"):
        return expr.value.name in certain
    if expr.op == "phi":
        given = [each for each in expr.incoming_values if each is not ir.UNDEFINED]
        return all(each.name in certain for each in given)
    if expr.op in ("getitem", "static_getitem"):  # the cells of an array have one type
        return hasattr(kinds[expr.value.name], "ndim")
    if expr.op == "call":
        function = _called(kinds[expr.func.name])
        if not isinstance(function, Hashable):
            return False
        of_math = getattr(function, "__module__", "") == math.__name__
        return function in _returning_floats or (of_math and function not in _OF_INTS)
    return False


def _called(kind: Any) -> Any:
    """Return the function of a type; None for a method."""
    if isinstance(kind, types.Dispatcher):
        return kind.dispatcher.py_func
    return getattr(kind, "typing_key", None)
