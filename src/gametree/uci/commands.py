"""Commands that a program gives an engine by UCI or UGI, read and checked."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import BadParameter
from .dialects import UciDialect

__all__ = ["UciGo", "UciPosition", "read_go", "read_option", "read_position"]

_NUMBERS = ("movestogo", "depth", "nodes", "mate", "movetime")
_MOST = 1 << 40  # of any number; more is taken for as much


@dataclass(frozen=True)
class UciPosition:
    """`position`: a FEN, or `startpos`, and the moves since."""

    fen: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class UciGo:
    """`go`: when a search is to end. Times are in milliseconds; None where nothing was said."""

    times: tuple[int | None, ...]
    """Of each player: what is left."""
    increments: tuple[int | None, ...]
    """Of each player: what comes with each move."""
    movestogo: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    infinite: bool = False
    ignored: tuple[str, ...] = ()
    """Words without meaning here."""


def read_position(words: list[str]) -> UciPosition:
    """Return what follows the word `position`.

    Raises:
        BadParameter: if it is neither `startpos` nor `fen`.

    """
    before, moves = words, []
    if "moves" in words:
        place = words.index("moves")
        before, moves = words[:place], words[place + 1 :]
    if before == ["startpos"]:
        return UciPosition("startpos", tuple(moves))
    if before[:1] == ["fen"]:
        return UciPosition(" ".join(before[1:]), tuple(moves))
    raise BadParameter("position is followed by startpos or by fen and a FEN, then by moves")


def read_go(words: list[str], dialect: UciDialect) -> UciGo:
    """Return what follows the word `go`.

    Raises:
        BadParameter: if a number is missing where one is expected.

    """
    numbers: dict[str, int] = {}
    infinite = False
    ignored = []
    left = iter(words)
    for word in left:
        if word == "infinite":
            infinite = True
        elif word in (*_NUMBERS, *dialect.times, *dialect.increments):
            number = next(left, "")
            try:
                numbers[word] = max(-_MOST, min(_MOST, int(number)))
            except ValueError:
                raise BadParameter(f"go {word} needs a number, not {number[:40]!r}") from None
        else:
            ignored.append(word)
    return UciGo(
        times=tuple([numbers.pop(word, None) for word in dialect.times]),
        increments=tuple([numbers.pop(word, None) for word in dialect.increments]),
        **numbers,
        infinite=infinite,
        ignored=tuple(ignored),
    )


def read_option(words: list[str]) -> tuple[str, str]:
    """Return the name and the value that follow the word `setoption`.

    Raises:
        BadParameter: if there is no name.

    """
    if words[:1] != ["name"] or len(words) == 1:
        raise BadParameter("setoption is followed by name and a name, then by value and a value")
    if "value" not in words:
        return " ".join(words[1:]), ""
    place = words.index("value")
    return " ".join(words[1:place]), " ".join(words[place + 1 :])
