"""What random games that do not end are told as."""

from __future__ import annotations

from .fault import Fault
from .report import WARNING

__all__ = ["ENDLESS", "loop", "unfinished"]

ENDLESS = 10_000
"""A random game of so many plies is taken for one without end."""

_DECLARE = (
    'positions come back: declare repetition = "draw" (or "loss", "forbidden", "own") in the '
    "class, or count the moves in the state"
)


def unfinished(games: int, finished: int, unfinished: int, *, loops: bool) -> Fault:
    """Return what is told of random games of which some, or most, came to no end.

    `loops` says that positions came back, and no policy for repetition is declared.
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
        f"never came to an end: {finished} of {games} random games were over after "
        f"{ENDLESS:,} plies",
        _DECLARE if loops else "a game is over where there is no legal action",
    )


def loop(plies: int, states: int) -> Fault:
    """Return what is told of a game that came back to where it had been, time and again."""
    return Fault(
        "next_state",
        "repeats",
        f"led a random game of {plies:,} plies through only {states:,} different states",
        _DECLARE,
        WARNING,
    )
