"""Raise TypeError where Python does for None; end compiled code where Python would go on.

Numba takes a value that may be None as one that is not, wherever nothing else has a type. Its
operands are checked here first. What is left is put somewhere: into an attribute, an item, an
argument or a result. Python goes on with None there, and compiled code cannot.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator
from typing import Any

from numba.core import (
    cgutils,
    ir,
    optional,  # noqa: F401  # its casts are known before ours, which replace them
    types,
)
from numba.extending import lower_cast

from ...machine_errors import MachineLimitError
from ...type_names import plain_type
from ...values.iteration.builtins import STAND_INS
from ...values.numbers.integers import power, shifted_left, shifted_right
from ...values.objects.instances import InstanceType
from ...values.tables.tables import TableType
from ..raising import raise_if
from .lowering import BEFORE_OPERATIONS

_OF_ONE = (
    *(abs, all, any, chr, enumerate, float, frozenset, int, iter, len, list, ord, reversed),
    *(round, set, sorted, sum, tuple),
)
_OF_ALL = (divmod, max, min, range, *filter(callable, vars(math).values()))
_OPERATORS = (power, shifted_left, shifted_right)


def _with_stand_ins(functions: Any) -> frozenset[Any]:
    return frozenset((*functions, *(STAND_INS[each] for each in functions if each in STAND_INS)))


_FIRST_PRESENT = _with_stand_ins(_OF_ONE)
"""Functions that raise TypeError if their first argument is None."""

_ALL_PRESENT = _with_stand_ins(_OF_ALL) | frozenset(_OPERATORS)
"""Functions that raise TypeError if any of their arguments is None."""


def _operands(lower: Any, operation: Any) -> Iterator[Any]:
    """Yield the variables for which Python raises TypeError if they are None."""
    kind = getattr(operation, "op", type(operation).__name__)
    if kind in ("binop", "inplace_binop"):
        yield from _of_binary(lower, operation)
    elif kind in ("unary", "getiter", "exhaust_iter"):
        yield operation.value
    elif kind in ("getitem", "static_getitem"):
        yield from _of_item(lower, operation.value, operation)
    elif kind in ("SetItem", "StaticSetItem", "DelItem"):
        yield from _of_item(lower, operation.target, operation)
    elif kind == "call" and not (operation.kws or operation.vararg):
        called = getattr(lower.typeof(operation.func.name), "typing_key", None)
        if called in _ALL_PRESENT:
            yield from operation.args
        elif called in _FIRST_PRESENT:
            yield from operation.args[:1]


def _of_binary(lower: Any, operation: Any) -> Iterator[Any]:
    one, other = operation.lhs, operation.rhs
    first, second = (_present(lower.typeof(each.name)) for each in (one, other))
    is_text = getattr(first, "kind", "") in ("str", "bytes")
    if operation.fn is operator.contains and not is_text:
        yield one
        return
    writes_text = is_text and operation.fn in (operator.mod, operator.imod)
    if not (writes_text or isinstance(first, InstanceType) or isinstance(second, InstanceType)):
        yield from (one, other)


def _of_item(lower: Any, container: Any, operation: Any) -> Iterator[Any]:
    yield container
    index = getattr(operation, "index", None)
    of_keys = isinstance(_present(lower.typeof(container.name)), TableType | types.Array)
    if isinstance(index, ir.Var) and not of_keys:
        yield index


def _present(kind: Any) -> Any:
    return kind.type if isinstance(kind, types.Optional) else kind


def _insist_there(lower: Any, operation: Any) -> None:
    """Raise TypeError if an operand is None, unless the operation takes None as it is."""
    typed = lower.fndesc.calltypes.get(operation)
    for operand in _operands(lower, operation):
        kind = lower.typeof(operand.name)
        takes_none = typed is not None and kind in typed.args
        if isinstance(kind, types.Optional) and not takes_none:
            value = lower.loadvar(operand.name)
            _insist(lower.context, lower.builder, kind, value, TypeError, _NO_OPERAND)


def _insist(
    context: Any, builder: Any, kind: Any, value: Any, error: type[Exception], message: str
) -> Any:
    """Return what may be None and is not; raise an error if it is."""
    held = context.make_helper(builder, kind, value)
    there = cgutils.as_bool_bit(builder, held.valid)
    raise_if(context, builder, builder.not_(there), error, message)
    return held.data


_NO_OPERAND = "an operation does not work on None"


@lower_cast(types.Optional, types.Any)
@lower_cast(types.Optional, types.Boolean)
def _as_present(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    message = (
        f"None is put where compiled code has {plain_type(source.type)}: no example had None there"
    )
    data = _insist(context, builder, source, value, MachineLimitError, message)
    return context.cast(builder, data, source.type, target)


BEFORE_OPERATIONS.append(_insist_there)
