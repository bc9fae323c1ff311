"""The faults and warnings for random games that do not end."""

from __future__ import annotations

from ..fault import Fault
from ..report import WARNING

__all__ = ["ENDLESS", "loop", "unfinished"]

ENDLESS = 10_000
"""A random game of this many plies is reported as endless."""

_DECLARE = (
    'positions recur: declare repetition = "draw" (or "loss", "forbidden", "own") in the '
    "class, or count the moves in the state"
)


def unfinished(games: int, finished: int, unfinished: int, *, loops: bool) -> Fault:
    """Return the finding for random games of which some, or most, did not end.

    `loops` is True if positions recurred and no policy for repetition is declared.
    """
    if finished >= unfinished:
        return Fault(
            "legal_actions",
            "long games",
            f"let {unfinished} of {games} random games go on for {ENDLESS:,} plies",
            _DECLARE
            if loops
            else "search with evaluation=Playout(max_plies=...), or mend the rules if every game "
            "must end",
            WARNING,
        )
    return Fault(
        "legal_actions",
        "endless",
        f"does not let games end: {finished} of {games} random games were over after "
        f"{ENDLESS:,} plies",
        _DECLARE if loops else "a game is over where there is no legal action",
    )


def loop(plies: int, states: int) -> Fault:
    """Return the warning for a game in which positions recurred many times."""
    return Fault(
        "next_state",
        "repeats",
        f"led a random game of {plies:,} plies through only {states:,} different states",
        _DECLARE,
        WARNING,
    )
