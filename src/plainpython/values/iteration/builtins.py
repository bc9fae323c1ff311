"""Python's functions of all that can be iterated: sorted, sum, min, max, any and others."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types

from ...back_end.joined_numbers import note_stand_ins
from ..numbers import lengths, numbers, reals, text_numbers
from ..numbers.numpy_numbers import EitherReal, is_of_numpy, plain_of
from ..numbers.reals import rounded, rounded_to
from ..operations import generated, is_absent, is_none, operation
from ..sequences.items import as_row, item_of
from ..sequences.sequence_iterators import backwards_through
from ..sequences.sequence_operations import list_from, tuple_from
from ..sequences.sequences import ListType, RowType, SequenceType
from . import choices, iteration
from .zipping import columns

__all__ = ["STAND_INS", "added_up", "live_reversed", "stand_in"]

# Plain Python, compiled where it is called.


def _any(values: Any) -> Any:
    for each in values:
        if each:
            return True
    return False


def _all(values: Any) -> Any:
    for each in values:
        if not each:
            return False
    return True


def _sorted(values: Any, key: Any = None, reverse: Any = False) -> Any:
    result = list_from(values)
    result.sort(key, reverse)
    return result


# What depends on the types.


def added_up(values: Any, start: Any = 0) -> Any:
    """Return sum(values, start)."""
    return sum(values, start)


@operation(added_up)
def _typed_sum(values, start=0):
    item = item_of(values)
    if item is None:
        return None
    if item is types.undefined or (isinstance(values, types.BaseTuple) and not len(values)):
        return lambda values, start=0: start

    def add_up(values, start=0):
        total = start
        for each in values:
            total = total + each
        return total

    def add_up_numbers(values, start=0):
        total = start + zero
        for each in values:
            total += each
        return total

    zero = 0.0 if isinstance(item, types.Float) else 0
    plain = isinstance(item, types.Number | types.Boolean)
    return add_up_numbers if plain and item != types.uint64 else add_up


def _reversed(values: Any) -> Any:
    return values[::-1]


@operation(_reversed)
def _typed_reversed(values):
    if isinstance(values, types.RangeType):

        def backwards(values):
            size = len(values)
            first = values.start + (size - 1) * values.step
            return range(first, first - size * values.step, -values.step)

        return backwards
    if isinstance(values, types.BaseTuple):
        return lambda values: as_row(values)[::-1]
    if isinstance(values, RowType):
        return lambda values: values[::-1]
    if isinstance(values, ListType):
        return lambda values: tuple_from(values)[::-1]
    return None


def live_reversed(values: Any) -> Any:
    """Return the items from the last to the first; those of a list as they are when it comes."""
    return reversed(values)


@generated(live_reversed)
def _typed_live_reversed(typing: Any, values: Any) -> Any:
    is_list = isinstance(values, ListType) and values.item is not types.undefined
    function = typing.resolve_value_type(backwards_through if is_list else _reversed)
    found = function.get_call_type(typing, (values,), {})

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        call = context.get_function(function, found)
        context.add_linking_libs(getattr(call, "libs", ()))
        return call(builder, args)

    return found.return_type(values), generate


def _round(number: Any, ndigits: Any = None) -> Any:
    return round(number)


@operation(_round, literal=True)
def _typed_round(number, ndigits=None):
    if is_none(ndigits):
        if isinstance(number, types.Integer | types.Boolean):
            return lambda number, ndigits=None: int(number)
        return lambda number, ndigits=None: rounded(number)
    if plain_of(number) != types.float64 or isinstance(number, EitherReal):
        return None
    if is_of_numpy(number):  # NumPy rounds the product with a power of ten
        return lambda number, ndigits=None: round(number, ndigits)
    return lambda number, ndigits=None: rounded_to(number, int(ndigits))


def _same(value: Any) -> Any:
    return value


def _refuse_empty(values, key=None, default=None):
    raise ValueError("min() or max() of an empty sequence")


def _extreme(better, of_arguments):
    """Return how the first of the best items is found."""

    def typing(values, key=None, default=None):
        if isinstance(key, types.Number | types.Boolean | types.BaseTuple | SequenceType):
            # Handed on as a function of two values, such as to reduce.
            return lambda values, key=None, default=None: of_arguments((values, key))
        item = item_of(values)
        if item is None:
            return None
        absent = is_absent(default)
        if item is types.undefined or (isinstance(values, types.BaseTuple) and not len(values)):
            return _refuse_empty if absent else lambda values, key=None, default=None: default
        if is_none(key):
            if absent:
                return lambda values, key=None, default=None: _best_of(values, _same, better)
            return lambda values, key=None, default=None: _best_or(values, _same, better, default)
        if absent:
            return lambda values, key=None, default=None: _best_of(values, key, better)
        return lambda values, key=None, default=None: _best_or(values, key, better, default)

    return typing


def _best(values: Any, key: Any, better: Any) -> Any:
    """Return the first of the best items, and whether there is any."""
    found = False
    for each in values:
        rank = key(each)
        if not found:
            best, highest = each, rank
            found = True
        elif better(rank, highest):
            best, highest = each, rank
    return found, best


def _best_of(values: Any, key: Any, better: Any) -> Any:
    found, best = _best(values, key, better)
    if not found:
        raise ValueError("min() or max() of an empty sequence")
    return best


def _best_or(values: Any, key: Any, better: Any, default: Any) -> Any:
    found, best = _best(values, key, better)
    return best if found else default


def _min(values: Any, key: Any = None, default: Any = None) -> Any:
    return min(values, key=key, default=default)


def _max(values: Any, key: Any = None, default: Any = None) -> Any:
    return max(values, key=key, default=default)


def _min_of(values: Any, key: Any = None) -> Any:
    return min(*values, key=key)


def _max_of(values: Any, key: Any = None) -> Any:
    return max(*values, key=key)


def _numbers(values: Any, key: Any) -> bool:
    plain = types.Number | types.Boolean
    return is_none(key) and all(isinstance(each, plain) for each in values.types)


def _differ(values: Any) -> bool:
    """Return whether numbers of a tuple are of several types of Python's."""
    kinds = {types.unliteral(each) for each in values.types}
    return len(kinds) > 1 and kinds <= {types.boolean, types.int64, types.float64}


@operation(_min_of)
def _typed_min_of(values, key=None):
    if not _numbers(values, key):
        return lambda values, key=None: _min(values, key)
    if not _differ(values):
        return lambda values, key=None: min(values)
    if len(values) > 2:
        return lambda values, key=None: _min_of((_min_of(values[:-1]), values[-1]))
    return lambda values, key=None: values[1] if values[1] < values[0] else values[0]


@operation(_max_of)
def _typed_max_of(values, key=None):
    if not _numbers(values, key):
        return lambda values, key=None: _max(values, key)
    if not _differ(values):
        return lambda values, key=None: max(values)
    if len(values) > 2:
        return lambda values, key=None: _max_of((_max_of(values[:-1]), values[-1]))
    return lambda values, key=None: values[1] if values[1] > values[0] else values[0]


operation(_min)(_extreme(operator.lt, _min_of))
operation(_max)(_extreme(operator.gt, _max_of))


STAND_INS: dict[Any, Any] = {
    any: _any,
    all: _all,
    sorted: _sorted,
    sum: added_up,
    reversed: _reversed,
    round: _round,
    min: _min,
    max: _max,
    list: list_from,
    tuple: tuple_from,
    **choices.STAND_INS,
    **iteration.STAND_INS,
    **lengths.STAND_INS,
    **numbers.STAND_INS,
    **reals.STAND_INS,
    **text_numbers.STAND_INS,
}
"""The functions that replace Python's in compiled code."""

note_stand_ins(STAND_INS)

GATHERED: dict[Any, Any] = {
    **choices.GATHERED,
    **iteration.GATHERED,
    **lengths.GATHERED,
    **numbers.GATHERED,
}
"""The functions that take one tuple in place of all arguments."""

SEVERAL: dict[Any, Any] = {min: _min_of, max: _max_of}
"""The functions that take one tuple in place of two arguments or more."""

STARRED: dict[Any, Any] = {
    min: _min,
    max: _max,
    zip: columns,
    **choices.STARRED,
    **iteration.STARRED,
    **lengths.STARRED,
}
"""The functions that take one value in place of its items as arguments, as in zip(*rows)."""


def stand_in(function: Any, arguments: int, starred: bool) -> tuple[Any, bool]:
    """Return what is called instead of a function, and if it takes its arguments as a tuple.

    Args:
        function: of Python's.
        arguments: how many it is given without a name.
        starred: True if it is given one, with a star.

    """
    if starred:
        return (STARRED.get(function) if arguments == 1 else None), False
    if function in GATHERED:
        return GATHERED[function], True
    if arguments > 1 and function in SEVERAL:
        return SEVERAL[function], True
    return STAND_INS.get(function), False
