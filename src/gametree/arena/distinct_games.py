"""Counts how many games of a contest differ, and warns where they repeat each other too much.

If players always or nearly always answer alike, a repeated opening leads to the same game again,
and intervals, which assume independent games, are too narrow. If many games are possible and chance
repeats some of them, each was drawn independently and nothing is wrong. The share of distinct games
does not distinguish the two cases: it falls as more games are played. The probability that two
games from one opening agree does (Simpson, "Measurement of diversity", Nature 163 (1949) 688): its
inverse is the number of games that the opening would lead to if all were equally likely.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from .contest import Contest
from .journal.game_record import GameRecord

__all__ = ["DistinctGames", "GameIdentity", "Pairing"]

_FEWEST = 10  # no warning for fewer games
_DISTINCT = 0.9  # no warning if at least this share of the games differs
_LINES = 5  # an opening that leads to no more games than this is exhausted


class GameIdentity(NamedTuple):
    """The identity of a game: its seats and its moves, as hashes of 64 bits."""

    seats: tuple[str, ...]
    opening: int  # the moves before the players took over
    moves: int  # all moves

    @classmethod
    def of(cls, record: GameRecord) -> GameIdentity:
        """Return the line of a game."""
        return cls(record.seats, _hash(record.opening), _hash(record.opening + record.moves))


@dataclass(frozen=True, slots=True)
class Pairing:
    """The games of one group of players, in any order of seats.

    Attributes:
        players: their descriptions, in the order of the contest.
        games: how many games they played.
        distinct: how many of them differ, by who sat where or move for move.
        alike: the share of pairs of games with the same opening and seats that agree; None if there
            are no such pairs.

    """

    players: tuple[str, ...]
    games: int
    distinct: int
    alike: float | None

    @property
    def repetitive(self) -> bool:
        """True if the players repeat so many games that the intervals are too narrow."""
        few = self.games >= _FEWEST and self.distinct < _DISTINCT * self.games
        return few and self.alike is not None and _LINES * self.alike >= 1

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return {
            "players": list(self.players),
            "games": self.games,
            "distinct": self.distinct,
            "alike": self.alike,
        }


@dataclass(frozen=True, slots=True)
class DistinctGames:
    """The number of distinct games of a contest.

    Attributes:
        pairings: those who have met, in the order in which they first did.

    """

    pairings: tuple[Pairing, ...]

    @classmethod
    def of(cls, lines: Iterable[GameIdentity], players: tuple[str, ...]) -> DistinctGames:
        """Count the games of a contest between these players."""
        met: dict[frozenset[str], Counter[GameIdentity]] = {}
        for line in lines:
            met.setdefault(frozenset(line.seats), Counter())[line] += 1
        return cls(
            tuple(
                Pairing(
                    tuple(player for player in players if player in together),
                    counts.total(),
                    len(counts),
                    _alike(counts),
                )
                for together, counts in met.items()
            )
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(pairing.games for pairing in self.pairings)

    @property
    def distinct(self) -> int:
        """The number of distinct games."""
        return sum(pairing.distinct for pairing in self.pairings)

    def warning(self, contest: Contest) -> str:
        """Return a sentence about repeated games; "" if there is no need for one."""
        worst = min(
            (pairing for pairing in self.pairings if pairing.repetitive),
            key=lambda pairing: pairing.distinct / pairing.games,
            default=None,
        )
        if worst is None:
            return ""
        counted = f"only {worst.distinct:,} of {worst.games:,} games differ move for move"
        intervals = "the interval is"
        if len(self.pairings) > 1:
            number = sum(pairing.repetitive for pairing in self.pairings)
            counted = (
                f"games are repeated in {number:,} of {len(self.pairings):,} pairings "
                f"({' - '.join(worst.players)}: {counted})"
            )
            intervals = "intervals are"
        if contest.openings:
            more = "give more openings (--opening), or random ones (--opening-plies)"
        else:
            more = (
                f"choose more random opening moves (--opening-plies, now {contest.opening_plies})"
            )
        return (
            f"{counted}: a repeated game tells nothing new, so {intervals} too narrow; {more}, or "
            "players that vary their play"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the counts for JSON, of all games and by pairing."""
        return {
            "games": self.games,
            "distinct": self.distinct,
            "pairings": [pairing.to_dict() for pairing in self.pairings],
        }


def _alike(counts: Counter[GameIdentity]) -> float | None:
    """Return the share of pairs that agree, of all pairs of games with one opening and seats."""
    begun: Counter[tuple[tuple[str, ...], int]] = Counter()
    for line, count in counts.items():
        begun[line.seats, line.opening] += count
    pairs = _pairs(begun.values())
    return _pairs(counts.values()) / pairs if pairs else None


def _pairs(counts: Iterable[int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts)


def _hash(moves: tuple[str, ...]) -> int:
    # As Python writes the texts: whatever they hold, no other moves are written so.
    written = repr(moves).encode()
    return int.from_bytes(hashlib.blake2b(written, digest_size=8).digest(), "big")
