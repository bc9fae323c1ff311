"""Dialects of one protocol: UCI, for chess, and UGI, for any game."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["UCI", "UciDialect", "ugi"]


@dataclass(frozen=True)
class UciDialect:
    """The words in which the two differ.

    Attributes:
        name: the word that begins the conversation, and others begin with.
        times, increments: of each player, in `go`.
        answers_queries: whether an engine tells who is to move, and how the game stands.
        mate_in_plies: whether the distance to a mate is in plies, not in moves.
        tells_ponder: whether the move comes with the answer to expect, for pondering.

    """

    name: str
    times: tuple[str, ...]
    increments: tuple[str, ...]
    answers_queries: bool
    mate_in_plies: bool
    tells_ponder: bool


UCI = UciDialect("uci", ("wtime", "btime"), ("winc", "binc"), False, False, True)


def ugi(players: int) -> UciDialect:
    """Return UGI for a number of players."""
    seats = range(1, players + 1)
    return UciDialect(
        "ugi",
        tuple([f"p{seat}time" for seat in seats]),
        tuple([f"p{seat}inc" for seat in seats]),
        True,
        True,
        False,
    )
