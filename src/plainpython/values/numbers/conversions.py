"""Small functions and methods of Python's numbers, texts and bytes that boards use now and then."""

from __future__ import annotations

import math
from typing import Any

from numba.core import types

from ...machine_errors import MachineLimitError, MachineOverflowError
from ..operations import operation, python_code, python_method
from ..sequences.items import new_sequence, put
from ..sequences.sequence_operations import list_from
from ..sequences.sequences import BYTES_ROW, TEXT, RowType
from ..sequences.texts import is_text

__all__ = ["STAND_INS", "bytes_of", "power_modulo"]

# Numbers.

_MOST = 3037000499  # the square of a greater one has more than 64 bits


def power_modulo(base: int, exponent: int, modulus: int) -> int:
    """Return pow(base, exponent, modulus) of ints."""
    if modulus == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    if exponent < 0:
        raise MachineLimitError("pow() of a negative exponent and a modulus is not compiled")
    if modulus > _MOST or modulus < -_MOST:
        raise MachineOverflowError("a power by a modulus of more than 31 bits")
    result = 1 % modulus
    square = base % modulus
    while exponent > 0:
        if exponent & 1:
            result = result * square % modulus
        square = square * square % modulus
        exponent >>= 1
    return result


def _isclose(a: float, b: float, rel_tol: float = 1e-09, abs_tol: float = 0.0) -> bool:
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    apart = abs(b - a)
    return apart <= abs(rel_tol * b) or apart <= abs(rel_tol * a) or apart <= abs_tol


@python_code(float, types.Boolean)
def _float_of_bool(x):
    return 1.0 if x else 0.0


@python_method(types.Float, "is_integer")
def _is_integer(number):
    return math.isfinite(number) and number % 1.0 == 0.0


def _as_python(number: Any) -> int:
    """Return an int as Python's: arithmetic of NumPy's unsigned ints has no negative numbers."""
    return int(number)


@operation(_as_python)
def _typed_as_python(number):
    if hasattr(number, "is_long_int"):
        return lambda number: number
    if isinstance(number, types.Number | types.Boolean):
        return lambda number: int(number)
    return lambda number: +number  # a member of an IntEnum


def _in_base(bits: int, letter: int) -> Any:
    mask = (1 << bits) - 1

    def text_in_base(number: int) -> Any:
        number = _as_python(number)
        rest = -number if number > 0 else number  # the least int has no positive one
        size = 1
        while rest < -mask:
            rest = (rest + mask) >> bits  # towards zero
            size += 1
        before = 3 if number < 0 else 2
        result = new_sequence(TEXT, size + before)
        if number < 0:
            put(result, 0, 45)
        put(result, before - 2, 48)
        put(result, before - 1, letter)
        rest = -number if number > 0 else number
        for index in range(size + before - 1, before - 1, -1):
            digit = mask + 1 - (rest & mask) & mask  # that of -rest
            put(result, index, digit + (48 if digit < 10 else 87))
            rest = (rest + mask) >> bits
        return result

    return text_in_base


# Bytes.


def bytes_of(values: Any = b"") -> Any:
    """Return the bytes of a number, zeros then, or of ints; ValueError if they are no bytes."""
    return bytes(values)


@operation(bytes_of)
def _typed_bytes(values=b""):
    if isinstance(values, RowType) and values.kind == "bytes":
        return lambda values=b"": values
    if isinstance(values, types.Integer):

        def zeros(values=b""):
            if values < 0:
                raise ValueError("negative count")
            result = new_sequence(BYTES_ROW, values)
            for index in range(values):
                put(result, index, 0)
            return result

        return zeros
    if is_text(values) or not isinstance(values, types.IterableType):
        return None

    def collected(values=b""):
        numbers = list_from(values)
        result = new_sequence(BYTES_ROW, len(numbers))
        for index in range(len(numbers)):
            if numbers[index] < 0 or numbers[index] > 255:
                raise ValueError("bytes must be in range(0, 256)")
            put(result, index, numbers[index])
        return result

    return collected


STAND_INS: dict[Any, Any] = {
    bin: _in_base(1, ord("b")),
    oct: _in_base(3, ord("o")),
    hex: _in_base(4, ord("x")),
    bytes: bytes_of,
    math.isclose: _isclose,
}
"""The functions that replace Python's in compiled code."""
