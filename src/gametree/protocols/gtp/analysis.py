"""Results of a search in the lines of `lz-analyze` (Leela Zero 0.16; Sabaki reads them)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import BadParameter
from ...mcts.results.result import SearchResult
from ...mcts.results.summary import Prospect
from ...mcts.return_scale import return_scale
from .commands import read_colour, read_count
from .dialects import GtpDialect

__all__ = ["AnalysisOptions", "chance_to_win", "information", "read_analysis"]

_WHOLE = 10_000  # of a chance to win
_KATA_KEYS = (
    "rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev",
    "pvVisits", "pvEdgeVisits", "noResultValue",
)  # fmt: skip
_USUAL = 50  # hundredths of a second between two lines


@dataclass(frozen=True)
class AnalysisOptions:
    """For whom to search, how often to tell of it in seconds, and of how many moves."""

    player: int
    seconds: float
    moves: int
    allowed: tuple[str, ...] = ()
    """The only vertices to consider now; all if there are none."""
    avoided: tuple[str, ...] = ()


def read_analysis(words: Sequence[str], turn: int) -> AnalysisOptions:
    """Return what follows `lz-analyze`: `[color] [interval N | N] [minmoves N] [maxmoves N]`.

    Then `avoid COLOR VERTEX,VERTEX DEPTH` or `allow ...`, which count for the first move alone,
    and what KataGo has besides, such as `ownership true`, which is left out.

    Args:
        words: these.
        turn: for whom, if they do not say so.

    Raises:
        BadParameter: if they say anything else.

    """
    player, interval, moves = turn, _USUAL, 1 << 30
    lists: dict[str, tuple[str, ...]] = {"avoid": (), "allow": ()}
    left = list(words)
    if left and left[0].lower() in ("b", "w", "black", "white"):
        player = read_colour(left.pop(0))
    while left:
        word = left.pop(0)
        if word.isascii() and word.isdecimal():
            interval = read_count(word, "the interval")
        elif word in ("avoid", "allow") and len(left) >= 3:
            colour = read_colour(left.pop(0))
            vertices = tuple(left.pop(0).split(","))
            read_count(left.pop(0), f"the depth of {word}")
            if colour == player:
                lists[word] += vertices
        elif word in _KATA_KEYS and left:
            left.pop(0)
        elif word in ("interval", "minmoves", "maxmoves"):
            number = read_count(left.pop(0) if left else "", f"the number after {word}")
            if word == "interval":
                interval = number
            elif word == "maxmoves":
                moves = max(1, number)
        else:
            raise BadParameter(
                "syntax error: expected a color, an interval in hundredths of a second, minmoves N "
                f"or maxmoves N, not {word[:40]!r}"
            )
    return AnalysisOptions(player, max(1, interval) / 100, moves, lists["allow"], lists["avoid"])


def information(
    result: SearchResult,
    prospects: Sequence[Prospect],
    dialect: GtpDialect,
    most: int,
    *,
    kata: bool = False,
) -> str:
    """Return what is known of the moves that were tried, best first, in one line.

    `winrate`, `lcb` (the lower end of the 95 % interval) and `prior` are in ten-thousandths.

    Args:
        result: what the search has found.
        prospects: what is expected of each of its moves.
        dialect: for names.
        most: of how many moves to tell.
        kata: whether to write as `kata-analyze`: numbers from 0 to 1, and the utility.

    """
    parts = []
    for order, (move, prospect) in enumerate(zip(result.actions, prospects, strict=True)):
        if move.mean is None or order == most:
            break
        chance = chance_to_win(move.mean, result)
        lower = move.mean - (move.half_width or 0.0)
        name = dialect.vertex(move.action)
        number = _fraction if kata else _ten_thousandths
        utility = f" utility {2.0 * chance - 1.0:.6f}" if kata else ""
        prior = "" if prospect.prior is None else f" prior {number(prospect.prior)}"
        line = " ".join([name, *map(dialect.vertex, prospect.line)])
        parts.append(
            f"info move {name} visits {move.visits}{utility} winrate {number(chance)}{prior} "
            f"lcb {number(chance_to_win(lower, result))} order {order} pv {line}"
        )
    return " ".join(parts)


def _ten_thousandths(part: float) -> str:
    return str(round(_WHOLE * part))


def _fraction(part: float) -> str:
    return f"{part:.6f}"


def chance_to_win(value: float, result: SearchResult) -> float:
    """Return a value for the player to move on the scale from 0, a sure loss, to 1, a sure win."""
    low, high = return_scale(result.game)
    return min(1.0, max(0.0, (value - low) / (high - low)))
