"""Characters and numbers: `ord` and `chr`, numbers as text and back."""

from __future__ import annotations

import math
from typing import Any

from numba.core import types

from ...back_end.joined_numbers import shows
from ...machine_errors import MachineLimitError, MachineOverflowError
from ...reasons import Unsupported
from ...type_names import plain_type
from ..constants import Constant
from ..operations import is_none, operation, python_code
from ..sequences.items import get, new_sequence, put
from ..sequences.sequences import TEXT
from ..sequences.texts import is_text
from .reals import whole

__all__ = [
    "STAND_INS",
    "decimal_of",
    "fixed_of",
    "only_text",
    "padded_of",
    "refused_text",
    "repr_of",
    "text_of",
    "unpacked",
]


def _ord(text: Any) -> int:
    return ord(text)


@python_code(_ord, is_text)
def _typed_ord(text):
    if len(text) != 1:
        raise TypeError("ord() takes a text of one character")
    return int(get(text, 0))


def _chr(code: int) -> Any:
    if code < 0 or code > 0x10FFFF:
        raise ValueError("chr() arg not in range(0x110000)")
    result = new_sequence(TEXT, 1)
    put(result, 0, code)
    return result


def _digits(number: int) -> Any:
    """Return an int as text."""
    # Of negative numbers: the least int has no positive one.
    rest = -number if number > 0 else number
    size = 1 if number >= 0 else 2
    while rest < -9:
        rest = (rest + 9) // 10
        size += 1
    result = new_sequence(TEXT, size)
    rest = -number if number > 0 else number
    for index in range(size - 1, -1, -1):
        shorter = (rest + 9) // 10
        put(result, index, 48 + shorter * 10 - rest)
        rest = shorter
    if number < 0:
        put(result, 0, 45)
    return result


def text_of(value: Any) -> Any:
    """Return what str() and an f-string make of a value."""
    return str(value)


_TRUE, _FALSE, _NONE = Constant("True"), Constant("False"), Constant("None")
_ONE, _ZERO = Constant("1"), Constant("0")


def refused_text(kind: Any) -> Unsupported:
    """Return the refusal of a value as text.

    An operation for what may be None is raised for, too: where it returned None, Numba would take
    it for what is there.
    """
    return Unsupported(
        f"it makes a text of {plain_type(kind)}",
        "make texts of ints, bools, texts, lists, tuples, dicts and dataclasses of these",
    )


@operation(text_of)
def _typed_text_of(value):
    if is_text(value):
        return lambda value: value
    if isinstance(value, types.Boolean):
        return lambda value: _TRUE if value else _FALSE
    if isinstance(value, types.Integer) and value != types.uint64:
        return lambda value: _digits(int(value))
    if isinstance(value, types.NoneType):
        return lambda value: _NONE
    raise refused_text(value)  # unless another module writes it


def _holder_in_text(kind: Any) -> str:
    return "int" if isinstance(kind, types.Integer) and not isinstance(kind, types.Boolean) else ""


shows(text_of, _holder_in_text)


def decimal_of(value: Any) -> Any:
    """Return what `{value:d}` makes of an int or a bool."""
    return format(value, "d")


@operation(decimal_of)
def _typed_decimal_of(value):
    if isinstance(value, types.Boolean):
        return lambda value: _ONE if value else _ZERO
    if isinstance(value, types.Integer) and value != types.uint64:
        return lambda value: _digits(int(value))
    raise Unsupported(f"it writes {plain_type(value)} as an int", "write int(...) of it")


def padded_of(value: Any) -> Any:
    """Return what `{value:>5}` makes of a text, an int or a bool, which is a number there."""
    return format(value, ">")


@operation(padded_of)
def _typed_padded_of(value):
    if is_text(value):
        return lambda value: value
    return lambda value: decimal_of(value)


def only_text(value: Any) -> Any:
    """Return what `{value:s}` makes of a text."""
    return format(value, "s")


@operation(only_text)
def _typed_only_text(value):
    if is_text(value):
        return lambda value: value
    raise Unsupported(
        f"it writes {plain_type(value)} as a text", "write {x!s:5} in the place of {x:5s}"
    )


def fixed_of(value: Any, places: int) -> Any:
    """Return what `{value:.2f}` makes of a number, of up to 3 places."""
    return format(value, f".{places}f")


_NAN, _INFINITE, _LEAST = Constant("nan"), Constant("inf"), Constant("-inf")
_MINUS, _POINT, _NOTHING = Constant("-"), Constant("."), Constant("")


def _fixed(value: float, places: int) -> Any:
    """Return a float as text with `places` decimals, rounded as Python does: half to even."""
    if math.isnan(value):
        return _NAN
    if math.isinf(value):
        return _INFINITE if value > 0 else _LEAST
    mantissa, exponent = math.frexp(abs(value))
    parts = int(mantissa * 9007199254740992.0)  # 2**53: the value is parts * 2**-shift
    shift = 53 - exponent
    unit = 10**places
    sign = _MINUS if math.copysign(1.0, value) < 0 else _NOTHING
    if shift > 63:
        number = 0  # parts * unit is less than 2**63
    elif shift > 0:
        scaled = parts * unit
        number = scaled >> shift
        rest = scaled - (number << shift)
        half = 1 << (shift - 1)
        if rest > half or (rest == half and number & 1):
            number += 1
    elif shift >= -10:
        return sign + _with_places(parts << -shift, 0, places)
    else:
        raise MachineLimitError("a float of more than 63 bits is written")
    return sign + _with_places(number // unit, number % unit, places)


def _with_places(whole_part: int, fraction: int, places: int) -> Any:
    if places == 0:
        return _digits(whole_part)
    return _digits(whole_part) + _POINT + _digits(10**places + fraction)[1:]


@operation(fixed_of)
def _typed_fixed_of(value, places):
    if isinstance(value, types.Number | types.Boolean) and not isinstance(value, types.Complex):
        return lambda value, places: _fixed(float(value), places)
    raise Unsupported(f"it writes {plain_type(value)} as a float", "write float(...) of it")


def unpacked(value: Any) -> Any:
    """Return the one value of `text % value`, which is no tuple."""
    return value


@operation(unpacked)
def _typed_unpacked(value):
    if isinstance(value, types.BaseTuple) or getattr(value, "kind", "") == "tuple":
        raise Unsupported("% puts the items of a tuple into a text", "write them as (a, b)")
    return lambda value: value


def repr_of(value: Any) -> Any:
    """Return what repr() makes of a value."""
    return repr(value)


@operation(repr_of)
def _typed_repr(value):
    if isinstance(value, types.Boolean | types.Integer | types.NoneType):
        return lambda value: text_of(value)
    raise refused_text(value)


shows(repr_of, lambda kind: "named" if _holder_in_text(kind) else "")


def _refuse_other_digits() -> None:
    raise MachineLimitError("int(...) of a text with characters beyond ASCII")


def _number_in(text: Any) -> int:
    """Return the int that a text says."""
    inner = text.strip()
    size = len(inner)
    index = 0
    negative = False
    if size and (get(inner, 0) == 45 or get(inner, 0) == 43):
        negative = get(inner, 0) == 45
        index = 1
    if index == size:
        raise ValueError("invalid literal for int() with base 10")
    number = 0
    after_digit = False
    while index < size:
        code = int(get(inner, index))
        if code > 127:
            _refuse_other_digits()
        if code == 95 and after_digit and index + 1 < size:
            after_digit = False
        elif 48 <= code <= 57:
            if number < -922337203685477580 or (
                number == -922337203685477580 and code - 48 > (8 if negative else 7)
            ):
                raise MachineOverflowError("the text says an int of more than 64 bits")
            number = number * 10 - (code - 48)
            after_digit = True
        else:
            raise ValueError("invalid literal for int() with base 10")
        index += 1
    return number if negative else -number


_MOST = 2**63 - 1


def _digit(code: int) -> int:
    """Return what a digit or a letter counts, 99 for any other character."""
    if 48 <= code <= 57:
        return code - 48
    if 97 <= code <= 122:
        return code - 87
    if 65 <= code <= 90:
        return code - 55
    return 99


def _prefix(inner: Any, index: int) -> int:
    """Return the base that 0x, 0o or 0b at an index of a text says, 0 for none."""
    if index + 1 >= len(inner) or get(inner, index) != 48:
        return 0
    code = int(get(inner, index + 1)) | 32
    return 16 if code == 120 else 8 if code == 111 else 2 if code == 98 else 0


def _number_in_base(text: Any, base: int) -> int:
    """Return the int that a text says in a base; of base 0 as in a program."""
    if base != 0 and (base < 2 or base > 36):
        raise ValueError("int() base must be >= 2 and <= 36, or 0")
    inner = text.strip()
    size = len(inner)
    index = 0
    negative = False
    if size and (get(inner, 0) == 45 or get(inner, 0) == 43):
        negative = get(inner, 0) == 45
        index = 1
    prefix = _prefix(inner, index)
    after_digit = False
    zero_alone = False
    if prefix and (base == 0 or base == prefix):
        index += 2
        after_digit = True  # 0x_f is a number
        base = prefix
    elif base == 0:
        base = 10
        zero_alone = index < size and get(inner, index) == 48
    if index == size:
        raise ValueError("invalid literal for int()")
    number = 0
    while index < size:
        code = int(get(inner, index))
        if code > 127:
            _refuse_other_digits()
        digit = _digit(code)
        if code == 95 and after_digit and index + 1 < size:
            after_digit = False
        elif digit < base:
            if -number - 1 > (_MOST - base - digit + (1 if negative else 0)) // base:
                raise MachineOverflowError("the text says an int of more than 64 bits")
            number = number * base - digit
            after_digit = True
        else:
            raise ValueError("invalid literal for int()")
        index += 1
    if zero_alone and number != 0:
        raise ValueError("invalid literal for int()")
    return number if negative else -number


def _int(value: Any = 0, base: Any = None) -> int:
    return int(value) if base is None else int(value, base)


@operation(_int)
def _typed_int(value=0, base=None):
    if is_text(value):
        if is_none(base):
            return lambda value=0, base=None: _number_in(value)
        return lambda value=0, base=None: _number_in_base(value, base)
    if not is_none(base):
        return None
    if not isinstance(value, types.Type):
        return lambda value=0, base=None: 0
    if isinstance(value, types.Float):
        return lambda value=0, base=None: whole(value)
    if isinstance(value, types.Number | types.Boolean):
        return lambda value=0, base=None: int(value)
    return None


STAND_INS: dict[Any, Any] = {ord: _ord, chr: _chr, str: text_of, repr: repr_of, int: _int}
"""The functions that replace Python's in compiled code."""
