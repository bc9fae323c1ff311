"""The forms of values, member by member, and the conversion of equal values to them.

The first state of a game is the pattern of all its states. What a user passes or a file holds
may be equal and yet be made of other things: a NumPy integer or 1.0 where the game has an int,
a list where it has a tuple, an array with its columns side by side. Rules in Python may not
mind; compiled code reads memory, and would read something else.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from .bits import ALL, u64

__all__ = [
    "Anything",
    "Array",
    "Form",
    "Number",
    "NumpyRecord",
    "OtherForm",
    "TooWide",
    "Tuple",
    "Whole",
    "form_of",
    "in_words",
    "type_in_words",
]

_NUMBERS = (int, float, complex, np.number, np.bool_)
_NUMERIC = "?biufc"  # kinds of NumPy types
_SHOWN_MEMBERS = 4  # of a tuple; of more, runs of the same are counted
_SHOWN_DEPTH = 4
_SHOWN_BITS = 128

_WORDS = {np.int64: "int", np.uint64: "u64", np.float64: "float", np.bool_: "bool"}


class OtherForm(Exception):
    """No equal value is of the form."""


class TooWide(OtherForm):
    """An integer with more bits than compiled code has for it."""


class Form:
    """The form of a state, or of a member of a state; its text is for people."""

    def taken(self, value: Any) -> Any:
        """Return `value` in this form: itself if it is so made, else an equal one.

        Raises:
            OtherForm: if there is none.

        """
        raise NotImplementedError


class Anything(Form):
    """Of which nothing is known: every value is taken as it is."""

    def __str__(self) -> str:
        return "anything"

    def taken(self, value: Any) -> Any:
        return value


class Whole(Form):
    """An object of one class that has no members: a text, None, a member of an enumeration."""

    def __init__(self, cls: type) -> None:
        self.cls = cls

    def __str__(self) -> str:
        return "None" if self.cls is type(None) else self.cls.__name__

    def taken(self, value: Any) -> Any:
        if type(value) is self.cls:
            return value
        if self.cls is str and isinstance(value, str):
            return str(value)
        raise OtherForm


class Number(Form):
    """A number of one class, perhaps with bounds."""

    def __init__(self, cls: type, low: int | None = None, high: int | None = None) -> None:
        self.cls = cls
        self.low = low
        self.high = high

    def __str__(self) -> str:
        return _word(self.cls)

    def taken(self, value: Any) -> Any:
        if type(value) is not self.cls:
            value = self._converted(value)
        if self.low is not None and self.high is not None and not self.low <= value <= self.high:
            raise TooWide
        return value

    def _converted(self, value: Any) -> Any:
        if not isinstance(value, _NUMBERS):
            raise OtherForm
        plain = _plain(value)
        try:
            with np.errstate(all="ignore"):
                converted = self.cls(plain)
            there = _plain(converted)
            same = there == plain or (there != there and plain != plain)
        except Exception:  # either class may be a user's: an enumeration, say
            raise OtherForm from None
        if not same:
            raise OtherForm
        return converted


class Tuple(Form):
    """A tuple, of a class of its own perhaps, with a given number of members."""

    def __init__(self, cls: type, members: Sequence[Form]) -> None:
        self.cls = cls
        self.members = tuple(members)

    def __str__(self) -> str:
        return in_words(map(str, self.members), _name_of_tuple(self.cls))

    def taken(self, value: Any) -> Any:
        if not isinstance(value, (tuple, list)) or len(value) != len(self.members):
            raise OtherForm
        own, other = (getattr(cls, "_fields", None) for cls in (self.cls, type(value)))
        if own and other and own != other:
            raise OtherForm
        members = [form.taken(each) for form, each in zip(self.members, value, strict=True)]
        if type(value) is self.cls and all(map(operator.is_, value, members)):
            return value
        return tuple.__new__(self.cls, members)


class Array(Form):
    """An array of numbers, or of records; its size along an axis may be open (None)."""

    def __init__(self, dtype: Any, shape: tuple[int | None, ...], order: str) -> None:
        self.dtype = dtype
        self.shape = shape
        self.order = order

    def __str__(self) -> str:
        shape = f"{len(self.shape)} dimensions" if None in self.shape else f"shape {self.shape}"
        order = f" in {self.order} order" if self.order in "CF" else ""
        return f"array of {_word_of_dtype(self.dtype)} of {shape}{order}"

    def taken(self, value: Any) -> Any:
        array = _as_array(value)
        if array.ndim != len(self.shape) or any(
            size not in (None, given) for size, given in zip(self.shape, array.shape, strict=True)
        ):
            raise OtherForm
        if array.dtype != self.dtype:
            array = self._converted(array)
        order = self.order if self.order in "CF" else ""
        return np.require(array, requirements=["A", "W", *order])

    def _converted(self, array: Any) -> Any:
        if array.dtype.kind not in _NUMERIC or self.dtype.kind not in _NUMERIC:
            raise OtherForm
        if array.dtype.kind == "c" and self.dtype.kind != "c":
            if np.any(array.imag != 0):
                raise OtherForm
            array = array.real  # NumPy would warn of what it leaves out
        with np.errstate(all="ignore"):
            try:
                converted = array.astype(self.dtype)
                back = converted.astype(array.dtype)
            except (TypeError, ValueError):
                raise OtherForm from None
            # Both ways: one may round what it compares, the other may wrap around twice.
            if not (
                np.array_equal(converted, array, equal_nan=True)
                and np.array_equal(back, array, equal_nan=True)
            ):
                raise OtherForm
        return converted


class NumpyRecord(Form):
    """A NumPy record of one type."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype

    def __str__(self) -> str:
        fields = (f"{name} {_word_of_dtype(self.dtype[name])}" for name in self.dtype.names)
        return f"record ({', '.join(fields)})"

    def taken(self, value: Any) -> Any:
        made = np.zeros(1, self.dtype)[0]
        if type(value) is type(made) and value.dtype == self.dtype:
            return value
        if not isinstance(value, np.void) or value.dtype.names != self.dtype.names:
            raise OtherForm
        for name in self.dtype.names:
            form = form_of(made[name])
            if isinstance(form, Anything):  # texts, which may be cut
                raise OtherForm
            made[name] = form.taken(value[name])
        return made


def form_of(value: Any) -> Form:
    """Return the form of a value; whatever has none of its own may be anything."""
    cls = type(value)
    if isinstance(value, np.void) and value.dtype.names:
        return NumpyRecord(value.dtype)
    if cls is u64:
        return Number(u64, 0, ALL)
    if isinstance(value, _NUMBERS):
        return Number(cls)
    if isinstance(value, tuple):
        return Tuple(cls, [form_of(each) for each in value])
    if cls is np.ndarray and (value.dtype.kind in _NUMERIC or value.dtype.names):
        order = "C" if value.flags.c_contiguous else "F" if value.flags.f_contiguous else "A"
        return Array(value.dtype, value.shape, order)
    return Anything()


def in_words(words: Iterable[str], name: str = "") -> str:
    """Return the words for a tuple of such members: each of a few, else "81 ints" and so on."""
    words = list(words)
    if len(words) <= _SHOWN_MEMBERS:
        return f"{name}({', '.join(words)})"
    runs = [(word, len(list(run))) for word, run in groupby(words)]
    parts = [
        f"{count} {_plural(word)}" if count > 2 else ", ".join([word] * count)
        for word, count in runs
    ]
    if name or len(parts) > 1:
        return f"{name}({', '.join(parts)})"
    return f"tuple of {parts[0]}"


def type_in_words(value: Any, depth: int = _SHOWN_DEPTH) -> str:
    """Return what a value is made of, for people: short, whatever it is."""
    cls = type(value)
    if isinstance(value, (tuple, list)) and depth == 0:
        return "..."
    if isinstance(value, tuple):
        tell = _with_value if len(value) <= _SHOWN_MEMBERS else type_in_words
        return in_words((tell(each, depth - 1) for each in value), _name_of_tuple(cls))
    if isinstance(value, list):
        words = in_words((type_in_words(each, depth - 1) for each in value[:1000]), "list ")
        return words if len(value) <= 1000 else f"list of {len(value):,}"
    if isinstance(value, np.void) and value.dtype.names:
        return str(NumpyRecord(value.dtype))
    if isinstance(value, np.ndarray):
        order = "C" if value.flags.c_contiguous else "F" if value.flags.f_contiguous else "strided"
        message = f"array of {_word_of_dtype(value.dtype)} of shape {value.shape} in {order} order"
        if value.dtype.kind in "iuf" and value.size:
            message += f" with {value.min()} to {value.max()}"
        return message
    return "None" if value is None else _word(cls)


def _with_value(value: Any, depth: int) -> str:
    """Return what a value is made of, and the value if it is a number."""
    words = type_in_words(value, depth)
    if not isinstance(value, _NUMBERS):
        return words
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        return f"{words} of {value.bit_length()} bits"
    return words if isinstance(value, bool) else f"{words} {_plain(value)}"


def _as_array(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        try:
            value = np.asarray(value)
        except Exception:  # members of different lengths, or worse
            raise OtherForm from None
    if not isinstance(value, np.ndarray):
        raise OtherForm
    return np.asarray(value)


def _plain(number: Any) -> Any:
    return number.item() if isinstance(number, np.generic) else number


def _word(cls: type) -> str:
    return _WORDS.get(cls, cls.__name__)


def _word_of_dtype(dtype: Any) -> str:
    kind = "records" if dtype.base.names else dtype.base
    return f"{kind}{list(dtype.shape) or ''}"


def _name_of_tuple(cls: type) -> str:
    return "" if cls is tuple else cls.__name__


def _plural(word: str) -> str:
    head, of, rest = word.partition(" of ")
    return f"{head}s{of}{rest}" if head.isidentifier() else word
