"""Commands that a program gives an engine by UCI or UGI, read and checked."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...errors import BadParameter
from .dialects import UciDialect

__all__ = ["UciGo", "UciPosition", "read_go", "read_option", "read_position"]

_NUMBERS = ("movestogo", "depth", "nodes", "mate", "movetime")
_FLAGS = ("infinite", "ponder")
_MOST = 1 << 40  # of any number; more counts as as much
_LONGEST = 30  # digits
_SHOWN = 40  # characters of what was said, in an answer


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
    ponder: bool = False
    searchmoves: tuple[str, ...] | None = None
    """The only moves to consider."""
    faults: tuple[str, ...] = field(default=())
    """What could not be understood, one sentence each."""

    @property
    def limited(self) -> bool:
        """True if the command says when the search is to end, or that it is not to."""
        limits = (self.depth, self.nodes, self.mate, self.movetime, *self.times)
        return self.infinite or any(each is not None for each in limits)


def read_position(words: list[str]) -> UciPosition:
    """Return what follows the word `position`.

    Raises:
        BadParameter: if it is neither `startpos` nor `fen`.

    """
    before, moves = words, []
    if "moves" in words:
        place = words.index("moves")
        before, moves = words[:place], words[place + 1 :]
    if before == ["startpos"] or before == ["fen", "startpos"]:
        return UciPosition("startpos", tuple(moves))
    if before[:1] == ["fen"] and len(before) > 1:
        return UciPosition(" ".join(before[1:]), tuple(moves))
    raise BadParameter("position is followed by startpos or by fen and a FEN, then by moves")


def read_go(words: list[str], dialect: UciDialect) -> UciGo:
    """Return what follows the word `go`; what makes no sense there is listed in `faults`."""
    counts = (*_NUMBERS, *dialect.times, *dialect.increments)
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[str] | None = None
    faults: list[str] = []
    unknown: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if word in _FLAGS:
            flags.add(word)
        elif word == "searchmoves":
            moves = [] if moves is None else moves
            while left and left[0] not in (*counts, *_FLAGS, "searchmoves"):
                moves.append(left.pop(0))
        elif word in counts:
            # A number as bad as "infinite" is one all the same: else the move would never come.
            follows = bool(left) and left[0] not in (*counts, "ponder", "searchmoves")
            text = left.pop(0) if follows else ""
            number = _number(text)
            if number is None:
                faults.append(f"go {word} needs a number, not {text[:_SHOWN]!r}; it is left out")
            else:
                numbers[word] = number
        else:
            unknown.append(word)
    if unknown:
        faults.append(f"go does not know, and leaves out: {' '.join(unknown)[:200]}")
    return UciGo(
        times=tuple([numbers.pop(word, None) for word in dialect.times]),
        increments=tuple([numbers.pop(word, None) for word in dialect.increments]),
        **numbers,
        infinite="infinite" in flags,
        ponder="ponder" in flags,
        searchmoves=None if moves is None else tuple(moves),
        faults=tuple(faults),
    )


def _number(text: str) -> int | None:
    """Return a whole number within bounds, of which programs also write 60000.0; None if none."""
    digits = text.lstrip("+-")
    whole, _, rest = digits.partition(".")
    if (
        not (whole.isascii() and whole.isdecimal())
        or rest.strip("0")
        or len(text) - len(digits) > 1
    ):
        return None
    size = _MOST if len(whole) > _LONGEST else min(_MOST, int(whole))
    return -size if text.startswith("-") else size


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
