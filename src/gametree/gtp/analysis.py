"""Results of a search in the lines of `lz-analyze` (Leela Zero 0.16; Sabaki reads them)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import BadParameter
from ..mcts.result import SearchResult
from ..mcts.return_scale import return_scale
from ..mcts.summary import Prospect
from .commands import read_colour, read_count
from .dialects import GtpDialect

__all__ = ["AnalysisOptions", "chance_to_win", "information", "read_analysis"]

_WHOLE = 10_000  # of a chance to win
_USUAL = 50  # hundredths of a second between two lines


@dataclass(frozen=True)
class AnalysisOptions:
    """For whom to search, how often to tell of it in seconds, and of how many moves."""

    player: int
    seconds: float
    moves: int


def read_analysis(words: Sequence[str], turn: int) -> AnalysisOptions:
    """Return what follows `lz-analyze`: `[color] [interval N | N] [minmoves N] [maxmoves N]`.

    Args:
        words: these.
        turn: for whom, if they do not say so.

    Raises:
        BadParameter: if they say anything else.

    """
    player, interval, moves = turn, _USUAL, 1 << 30
    left = list(words)
    if left and left[0].lower() in ("b", "w", "black", "white"):
        player = read_colour(left.pop(0))
    while left:
        word = left.pop(0)
        if word.isascii() and word.isdecimal():
            interval = read_count(word, "the interval")
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
    return AnalysisOptions(player, max(1, interval) / 100, moves)


def information(
    result: SearchResult, prospects: Sequence[Prospect], dialect: GtpDialect, most: int
) -> str:
    """Return what is known of the moves that were tried, best first, in one line.

    `winrate`, `lcb` (the lower end of the 95 % interval) and `prior` are in ten-thousandths.

    Args:
        result: what the search has found.
        prospects: what is expected of each of its moves.
        dialect: for names.
        most: of how many moves to tell.

    """
    told = []
    for order, (move, prospect) in enumerate(zip(result.actions, prospects, strict=True)):
        if move.mean is None or order == most:
            break
        chance = chance_to_win(move.mean, result)
        lower = move.mean - (move.half_width or 0.0)
        name = dialect.vertex(move.action)
        prior = "" if prospect.prior is None else f" prior {round(_WHOLE * prospect.prior)}"
        line = " ".join([name, *map(dialect.vertex, prospect.line)])
        told.append(
            f"info move {name} visits {move.visits} winrate {round(_WHOLE * chance)}{prior} "
            f"lcb {round(_WHOLE * chance_to_win(lower, result))} order {order} pv {line}"
        )
    return " ".join(told)


def chance_to_win(value: float, result: SearchResult) -> float:
    """Return a value for the player to move on the scale from 0, a sure loss, to 1, a sure win."""
    low, high = return_scale(result.game)
    return min(1.0, max(0.0, (value - low) / (high - low)))
