"""The opening book of a game: what was played in each position of finished games, and how it went.

Positions that are the same share an entry, by whatever moves they were reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...actors import is_chance
from ...balance.estimates import share_of

__all__ = ["OpeningBook", "PlayedGame"]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game.

    Attributes:
        keys: what names each position in which a move was made.
        moves: those moves, and `movers` who made them: a seat, or chance.
        shares: what each seat got, from 0 for the least to 1 for the most.
        elo: of the players whose strength is known, by seat.

    """

    keys: Sequence[str]
    moves: Sequence[str]
    movers: Sequence[int]
    shares: Sequence[float]
    elo: Mapping[int, float]


@dataclass
class _Tally:
    """The results of those who played a move, and the strength of those of whom it is known."""

    shares: list[float] = field(default_factory=list)
    elo: list[float] = field(default_factory=list)


class OpeningBook:
    """What was played in the positions of a game's finished games."""

    def __init__(self) -> None:
        self.games = 0
        self._positions: dict[str, dict[str, _Tally]] = {}

    def add(self, played: PlayedGame) -> None:
        """Take up a game; a position that it came to more than once counts once."""
        self.games += 1
        seen: set[tuple[str, str]] = set()
        for key, move, mover in zip(played.keys, played.moves, played.movers, strict=True):
            if (key, move) in seen or is_chance(mover):
                continue
            seen.add((key, move))
            tally = self._positions.setdefault(key, {}).setdefault(move, _Tally())
            tally.shares.append(played.shares[mover])
            if mover in played.elo:
                tally.elo.append(played.elo[mover])

    def at(self, key: str) -> list[dict[str, Any]]:
        """Return the moves of a position, those of most games first.

        `share` is the mean of what those who played the move got, with a 95 % interval from `low`
        to `high`; `elo` the mean of the players whose strength is known, or None.
        """
        told: list[dict[str, Any]] = [
            {
                "move": move,
                "games": len(tally.shares),
                **share_of(tally.shares).to_dict("share"),
                "elo": sum(tally.elo) / len(tally.elo) if tally.elo else None,
            }
            for move, tally in self._positions.get(key, {}).items()
        ]
        return sorted(told, key=lambda each: (-each["games"], each["move"]))
