"""A game read from a file, with notes on what the file says and the game does not hold."""

from __future__ import annotations

from dataclasses import dataclass

from ..record import Record

__all__ = ["FileGame"]


@dataclass(frozen=True, slots=True)
class FileGame:
    """The main line of a game in an SGF or PGN file.

    Attributes:
        record: the position where it begins, and its moves.
        players: the names of the players, first the one who moves first by the rules.
        result: how the game ended, in the words of the file; empty if it does not say so.
        returns: what each player got by that result; None if it names no winner.
        how: how it ended: "rules", "resignation", "agreement", "time", "illegal move",
            "as the file says" if it only names the winner, or "unfinished".
        tags: what else the file says of the game, by name.
        notes: sentences on everything that was left out, guessed, or not understood; empty if the
            record holds all that the file says.
    """

    record: Record
    players: tuple[str, ...]
    result: str
    returns: tuple[float, ...] | None
    how: str
    tags: dict[str, str]
    notes: tuple[str, ...]
