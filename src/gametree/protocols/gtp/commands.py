"""Commands of GTP: reads and checks the lines that an engine receives."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from ...errors import BadParameter

__all__ = [
    "GtpCommand",
    "read_colour",
    "read_command",
    "read_count",
    "read_number",
    "read_seconds",
]

_MOST = 1 << 30
_ID = re.compile(r"[0-9]+")
_NUMBER = re.compile(r"[-+.,0-9eE]+")  # as in 6.5; people of some countries write 6,5
_COUNT = re.compile(r"[0-9]{1,10}")
_SHOWN = 40  # characters of what was said, in an answer


@dataclass(frozen=True)
class GtpCommand:
    """A line of GTP: `12 play black D4`; `id` is empty where none was given."""

    id: str
    name: str
    arguments: tuple[str, ...] = ()

    def expects(self, count: int, form: str) -> None:
        """Check the number of arguments.

        Raises:
            BadParameter: if it is another one.

        """
        if len(self.arguments) != count:
            raise BadParameter(f"syntax error: expected {f'{self.name} {form}'.strip()}")


def read_command(line: str) -> GtpCommand | None:
    """Return what a line says; None if it says nothing: it is empty, or a comment."""
    line = "".join(each for each in line.replace("\t", " ") if each >= " " and each != "\x7f")
    words = line.partition("#")[0].split()
    if not words:
        return None
    number = ""
    if _ID.fullmatch(words[0]):
        number = words.pop(0)
    return GtpCommand(number, words[0] if words else "", tuple(words[1:]))


def read_colour(text: str) -> int:
    """Return the player of a colour: 0 for black, who begins, 1 for white.

    Raises:
        BadParameter: if it is none.

    """
    player = {"b": 0, "black": 0, "w": 1, "white": 1}.get(text.lower())
    if player is None:
        raise BadParameter(
            f"invalid color or coordinate: a color is black or white, not {text[:_SHOWN]!r}"
        )
    return player


def read_count(text: str, what: str) -> int:
    """Return a whole number of 0 or more.

    Raises:
        BadParameter: if it is none.

    """
    if not _COUNT.fullmatch(text):
        raise BadParameter(
            f"syntax error: {what} must be a whole number of 0 or more, not {text[:_SHOWN]!r}"
        )
    return min(_MOST, int(text))


def read_number(text: str, what: str) -> float:
    """Return a finite number.

    Raises:
        BadParameter: if it is none.

    """
    try:
        number = float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadParameter(f"syntax error: {what} must be a number, not {text[:_SHOWN]!r}")
    return max(-float(_MOST), min(float(_MOST), number))


def read_seconds(text: str, what: str) -> float:
    """Return a time in seconds.

    Raises:
        BadParameter: if it is no number of 0 or more.

    """
    seconds = read_number(text, what)
    if seconds < 0:
        raise BadParameter(f"syntax error: {what} must be 0 seconds or more, not {text[:_SHOWN]}")
    return seconds
