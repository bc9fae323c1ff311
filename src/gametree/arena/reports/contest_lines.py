"""A contest in two lines of text: who plays what, and under which conditions."""

from __future__ import annotations

from ..contest import Contest

__all__ = ["contest_lines"]


def contest_lines(contest: Contest) -> list[str]:
    """Return who plays what, and under which conditions, a line each."""
    names = " - ".join(contest.names)
    if contest.openings:
        openings = f"given openings: {', '.join(contest.openings)}"
    elif contest.opening_plies == 0:
        openings = "from the first position"
    else:
        moves = "move" if contest.opening_plies == 1 else "moves"
        openings = f"openings of {contest.opening_plies} random {moves}"
    turns = ", each in every order of seats" if contest.seats > 1 else ""
    limit = "" if contest.limit is None else f"; {_limit(contest)} a move"
    if contest.clock is not None:
        limit = f"; {contest.clock} s a game"
    called = "".join(f"; {name} is {spec}" for spec, name in contest.aliases.items())
    return [
        f"{contest.title}: {names}",
        f"{openings}{turns}{limit}{called}",
    ]


def _limit(contest: Contest) -> str:
    parts = []
    if contest.simulations is not None:
        parts.append(f"{contest.simulations:,} simulations")
    if contest.seconds is not None:
        parts.append(f"{contest.seconds:g} s")
    return " or ".join(parts)
