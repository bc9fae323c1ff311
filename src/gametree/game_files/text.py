"""Bytes of a file as text: encodings, and the line and column of an offset."""

from __future__ import annotations

import codecs

__all__ = ["decoded", "position_of"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What files hold that name these encodings: more letters than the encodings have.
_WIDER = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
}
_BAD = "\ufffd"  # stands for bytes that are no letter
_SHOWN = 40
_BAD_SHARE = 4  # at least this many good letters for each bad one, and the encoding is right


def decoded(data: bytes, declared: str = "") -> tuple[str, list[str]]:
    """Return a file as text, and notes on what had to be guessed.

    A byte order mark decides, then the encoding that the file declares, then UTF-8. If only a few
    letters are damaged, the others keep that encoding. Else bytes that are not UTF-8 are read as
    Windows-1252, in which most old files were written.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _surely(data[len(mark) :], encoding)
    notes: list[str] = []
    possible: list[str] = []
    for encoding in filter(None, (declared, "utf-8")):
        try:
            name = _text_encoding(encoding)
        except LookupError:
            notes.append(f"the encoding {encoding[:_SHOWN]!r} is unknown")
            continue
        for each in filter(None, (name, _WIDER.get(name))):
            try:
                return _plain(data.decode(each)), notes
            except UnicodeError:
                possible.append(each)
        notes.append(f"the text is not in the encoding {encoding[:_SHOWN]}")
    for encoding in possible:
        text, told = _surely(data, encoding)
        letters = sum(not each.isascii() for each in text)
        if letters > _BAD_SHARE * text.count(_BAD):
            return text, told
    text, _ = _surely(data, "cp1252")
    return text, [*notes, "it was read as Windows-1252"]


def _text_encoding(name: str) -> str:
    """Return the name of an encoding of texts; some of Python's are of bytes.

    Raises:
        LookupError: if there is no such encoding.

    """
    try:
        found = codecs.lookup(name.strip())
    except (UnicodeError, ValueError) as error:  # names with zeros or other letters
        raise LookupError(name) from error
    if not getattr(found, "_is_text_encoding", True):
        raise LookupError(name)
    return found.name


def _surely(data: bytes, encoding: str) -> tuple[str, list[str]]:
    text = _plain(data.decode(encoding, errors="replace"))
    if _BAD in text:
        return text, [f"some bytes are no {encoding.upper()}: each was read as {_BAD}"]
    return text, []


def _plain(text: str) -> str:
    """Return a text with Unix lines, without the marks of DOS's end and of files put together."""
    text = text.rstrip("\0\x1a \r\n").replace("\ufeff", "") + "\n" if text else text
    return text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")


def position_of(text: str, offset: int) -> str:
    """Return e.g. "line 3, column 14" for an offset into a text."""
    before = text[:offset]
    return f"line {before.count(chr(10)) + 1}, column {offset - before.rfind(chr(10))}"
