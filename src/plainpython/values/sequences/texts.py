"""Texts: rows of code points, with the methods that boards need."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types

from ...machine_errors import MachineLimitError
from ..constants import Constant
from ..operations import is_none, method, operation, python_code, python_method
from .filling import as_list, as_tuple, begun, filled
from .items import get, item_of, new_sequence, put, write
from .sequence_operations import LAST, count_of, index_of, window
from .sequences import TEXT, RowType, SequenceType

__all__ = ["is_text"]


def is_text(kind: Any) -> bool:
    """Return True for the type of texts."""
    return isinstance(kind, RowType) and kind.kind == "str"


def are_texts(kind: Any, other: Any) -> bool:
    """Return True for two texts, and for two bytes."""
    rows = isinstance(kind, RowType) and isinstance(other, RowType)
    return rows and kind.kind == other.kind and kind.kind in ("str", "bytes")


def _text_code(name: str, *kinds: Any) -> Any:
    """Return the decorator of the Python code of a method of texts, not of bytes."""
    return python_method(RowType, name, *kinds, when=lambda text, *others: is_text(text))


# Finding.


def _is_at(text: Any, index: int, other: Any) -> bool:
    for k in range(len(other)):
        if get(text, index + k) != get(other, k):
            return False
    return True


def _index_of(text: Any, other: Any, start: int, stop: int) -> int:
    """Return where a text is found first within a part of another, else -1."""
    start, stop = window(len(text), start, stop)
    for index in range(start, stop - len(other) + 1):
        if _is_at(text, index, other):
            return index
    return -1


def _last_index_of(text: Any, other: Any, start: int, stop: int) -> int:
    start, stop = window(len(text), start, stop)
    for index in range(stop - len(other), start - 1, -1):
        if _is_at(text, index, other):
            return index
    return -1


@python_code(operator.contains, when=are_texts)
def _contains(a, b):
    return _index_of(a, b, 0, len(a)) >= 0


def _are_found(text: Any, other: Any, *bounds: Any) -> bool:
    """Return True for two texts and bounds that are not None, for which Python takes defaults."""
    may_be_none = any(isinstance(each, types.Optional | types.NoneType) for each in bounds)
    return are_texts(text, other) and not may_be_none


@python_method(RowType, "find", when=_are_found)
def _find(text, other, start=0, stop=LAST):
    return _index_of(text, other, start, stop)


@python_method(RowType, "rfind", when=_are_found)
def _rfind(text, other, start=0, stop=LAST):
    return _last_index_of(text, other, start, stop)


@python_code(index_of, when=_are_found)
def _index(values, item, start=0, stop=LAST):
    index = _index_of(values, item, start, stop)
    if index < 0:
        raise ValueError("substring not found")
    return index


@python_code(count_of, when=are_texts)
def _count(values, item):
    length = len(item)
    if length == 0:
        return len(values) + 1
    total = 0
    index = _index_of(values, item, 0, len(values))
    while index >= 0:
        total += 1
        index = _index_of(values, item, index + length, len(values))
    return total


def _is_one_of(text: Any, others: Any, test: Any) -> bool:
    for each in others:
        if test(text, each):
            return True
    return False


def _begins(text: Any, other: Any) -> Any:
    return text[: len(other)] == other


def _ends(text: Any, other: Any) -> Any:
    return len(other) <= len(text) and text[len(text) - len(other) :] == other


@method(RowType, "startswith")
def _startswith(text, other):
    if isinstance(other, types.BaseTuple):
        return lambda text, other: _is_one_of(text, other, _begins)
    if are_texts(text, other):
        return lambda text, other: _begins(text, other)
    return None


@method(RowType, "endswith")
def _endswith(text, other):
    if isinstance(other, types.BaseTuple):
        return lambda text, other: _is_one_of(text, other, _ends)
    if are_texts(text, other):
        return lambda text, other: _ends(text, other)
    return None


@python_method(RowType, "removeprefix", when=are_texts)
def _removeprefix(text, other):
    return text[len(other) :] if _begins(text, other) else text[:]


@python_method(RowType, "removesuffix", when=are_texts)
def _removesuffix(text, other):
    return text[: len(text) - len(other)] if _ends(text, other) else text[:]


# Making others.


@python_method(
    RowType,
    "translate",
    when=lambda text, table: (
        is_text(text)
        and getattr(table, "key_kind", None) == types.int64
        and table.value_kind == types.int64
    ),
)
def _translate(text, table):
    result = new_sequence(TEXT, len(text))
    for index in range(len(text)):
        code = int(get(text, index))
        put(result, index, table.get(code, code))
    return result


@_text_code("replace", is_text, is_text)
def _replace(text, old, new, count=-1):
    length = len(old)
    result = text[:0]
    start = 0
    done = 0
    if length == 0:
        for k in range(len(text)):
            if count < 0 or k < count:
                result = result + new
            result = result + text[k : k + 1]
        if count < 0 or count > len(text):
            result = result + new
        return result
    while count < 0 or done < count:
        index = _index_of(text, old, start, len(text))
        if index < 0:
            break
        result = result + text[start:index] + new
        start = index + length
        done += 1
    return result + text[start:]


def _joined(separator: Any, texts: Any) -> Any:
    total = 0
    for index in range(len(texts)):
        total += len(get(texts, index)) + (len(separator) if index else 0)
    result = new_sequence(TEXT, total)
    at = 0
    for index in range(len(texts)):
        if index:
            write(result, at, separator, 0, len(separator))
            at += len(separator)
        each = get(texts, index)
        write(result, at, each, 0, len(each))
        at += len(each)
    return result


@method(RowType, "join")
def _join(text, texts):
    if not is_text(text):
        return None
    if isinstance(texts, SequenceType) and texts.item == TEXT:
        return lambda text, texts: _joined(text, texts)
    if isinstance(texts, SequenceType) and texts.item is types.undefined:
        return lambda text, texts: text[:0]
    if item_of(texts) != TEXT:
        return None

    def join(text, texts):
        result = begun(8)
        for each in texts:
            result = filled(result, each)
        return _joined(text, as_tuple(result))

    return join


def _is_space(code: int) -> bool:
    """Return whether a character is white space of Unicode, as `str.isspace` says."""
    if code < 0x1680:
        return 9 <= code <= 13 or 28 <= code <= 32 or code == 0x85 or code == 0xA0
    if 0x2000 <= code <= 0x200A or code == 0x1680 or code == 0x3000:
        return True
    return code == 0x2028 or code == 0x2029 or code == 0x202F or code == 0x205F


@method(RowType, "split")
def _split(text, separator=None, most=-1):
    if not is_text(text):
        return None
    if is_text(separator):

        def split(text, separator=None, most=-1):
            if len(separator) == 0:
                raise ValueError("empty separator")
            result = begun(8)
            start = 0
            done = 0
            while most < 0 or done < most:
                index = _index_of(text, separator, start, len(text))
                if index < 0:
                    break
                result = filled(result, text[start:index])
                start = index + len(separator)
                done += 1
            return as_list(filled(result, text[start:]))

        return split
    if not is_none(separator):
        return None

    def split_by_spaces(text, separator=None, most=-1):
        result = begun(8)
        size = len(text)
        start = 0
        done = 0
        while True:
            while start < size and _is_space(get(text, start)):
                start += 1
            if start == size:
                break
            end = start
            if 0 <= most <= done:
                end = size
            else:
                while end < size and not _is_space(get(text, end)):
                    end += 1
            result = filled(result, text[start:end])
            done += 1
            start = end
            if 0 <= most < done:
                break
        return as_list(result)

    return split_by_spaces


def _ends_line(code: int) -> bool:
    """Return whether a character is a line boundary of Unicode, as `str.splitlines` says."""
    if code < 0x85:
        return 10 <= code <= 13 or 28 <= code <= 30
    return code == 0x85 or code == 0x2028 or code == 0x2029


@_text_code("splitlines")
def _splitlines(text):
    result = begun(8)
    size = len(text)
    start = 0
    while start < size:
        end = start
        while end < size and not _ends_line(get(text, end)):
            end += 1
        result = filled(result, text[start:end])
        pair = end + 1 < size and get(text, end) == 13 and get(text, end + 1) == 10
        start = end + (2 if pair else 1)
    return as_list(result)


def _among(code: int, codes: Any) -> bool:
    raise NotImplementedError


@operation(_among)
def _typed_among(code, codes):
    if is_none(codes):
        return lambda code, codes: _is_space(code)

    def among(code, codes):
        for k in range(len(codes)):
            if get(codes, k) == code:
                return True
        return False

    return among if is_text(codes) else None


def _stripping(name: str, left: bool, right: bool) -> None:
    @_text_code(name)
    def _strip(text, codes=None):
        start = 0
        end = len(text)
        while left and start < end and _among(get(text, start), codes):
            start += 1
        while right and end > start and _among(get(text, end - 1), codes):
            end -= 1
        return text[start:end]


for _name, _left, _right in (
    ("strip", True, True),
    ("lstrip", True, False),
    ("rstrip", False, True),
):
    _stripping(_name, _left, _right)


def _not_ascii() -> None:
    raise MachineLimitError("upper and lower case of letters beyond ASCII")


def _upper_code(code: int) -> int:
    if code > 127:
        _not_ascii()
    return code - 32 if 97 <= code <= 122 else code


def _lower_code(code: int) -> int:
    if code > 127:
        _not_ascii()
    return code + 32 if 65 <= code <= 90 else code


def _swapped_code(code: int) -> int:
    return _lower_code(code) if 65 <= code <= 90 else _upper_code(code)


def _mapping(name: str, change: Any) -> None:
    @_text_code(name)
    def _mapped(text):
        result = new_sequence(TEXT, len(text))
        for k in range(len(text)):
            put(result, k, change(get(text, k)))
        return result


for _name, _change in (
    ("upper", _upper_code),
    ("lower", _lower_code),
    ("swapcase", _swapped_code),
):
    _mapping(_name, _change)


def _is_digit(code: int) -> bool:
    if code > 127:
        _not_ascii()
    return 48 <= code <= 57


def _is_alpha(code: int) -> bool:
    if code > 127:
        _not_ascii()
    return 65 <= code <= 90 or 97 <= code <= 122


def _is_alnum(code: int) -> bool:
    return _is_digit(code) or _is_alpha(code)


def _testing(name: str, test: Any) -> None:
    @_text_code(name)
    def _tested(text):
        for k in range(len(text)):
            if not test(get(text, k)):
                return False
        return len(text) > 0


for _name, _test in (
    ("isdigit", _is_digit),
    ("isdecimal", _is_digit),
    ("isnumeric", _is_digit),
    ("isalpha", _is_alpha),
    ("isalnum", _is_alnum),
    ("isspace", _is_space),
):
    _testing(_name, _test)


def _is_upper(code: int) -> bool:
    return 65 <= code <= 90


def _is_lower(code: int) -> bool:
    return 97 <= code <= 122


def _testing_case(name: str, right: Any, wrong: Any) -> None:
    @_text_code(name)
    def _tested(text):
        found = False
        for k in range(len(text)):
            code = get(text, k)
            if code > 127:
                _not_ascii()
            if wrong(code):
                return False
            if right(code):
                found = True
        return found


_testing_case("isupper", _is_upper, _is_lower)
_testing_case("islower", _is_lower, _is_upper)

_SPACE = Constant(" ")


def _padding(name: str, share: Any) -> None:
    @_text_code(name)
    def _pad(text, width, fill=_SPACE):
        if len(fill) != 1:
            raise TypeError("the fill character must be exactly one character long")
        missing = max(0, width - len(text))
        before = share(missing, width)
        return fill * before + text + fill * (missing - before) if missing else text


_padding("ljust", lambda missing, width: 0)
_padding("rjust", lambda missing, width: missing)
_padding("center", lambda missing, width: missing // 2 + (missing & width & 1))


@_text_code("zfill")
def _zfill(text, width):
    missing = width - len(text)
    if missing <= 0:
        return text
    result = new_sequence(TEXT, width)
    for k in range(missing):
        put(result, k, 48)
    write(result, missing, text, 0, len(text))
    if len(text) and (get(text, 0) == 43 or get(text, 0) == 45):
        put(result, 0, get(text, 0))
        put(result, missing, 48)
    return result
