"""A query to a pool of engines: a position, and how it is to be searched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import BadQuery

__all__ = ["KINDS", "PAUSED", "Query"]

KINDS = ("analyse", "choose", "explore", "prepare", "puzzles", "review", "trace")

PAUSED = ("analyse", "explore", "puzzles")
"""The kinds that give way to others and go on later."""

_MOST_VISITS = 10**9
_MOST_SECONDS = 10**6
_MOST_C = 1000
_MOST_COUNT = 10_000


@dataclass(frozen=True, slots=True)
class Query:
    """A position to search.

    Attributes:
        id: the name that its reports carry.
        game: the rules, as `gametree play` takes them.
        parameters: the parameters of the game, names and texts.
        moves: the names of the moves that lead to the position.
        kind: "analyse" reports on all moves of the position, "choose" asks a player for one,
            "prepare" compiles all that an analysis needs, so that others begin at once, "explore"
            lets a tree grow that can be looked at (`QueryTicket.ask`), "puzzles" finds puzzles,
            "review" reviews the game of the moves, "trace" tells a search step by step.
        player: the description of who searches; to analyse, it is "mcts" with its parameters.
        max_visits: how many simulations.
        max_time: how many seconds of thinking; with neither, there is one second to analyse, and
            a player decides by himself.
        report_every: seconds between two reports during the search; None: only the last one comes.
        first_report: seconds until the first of them; `report_every` by default.
        priority: of two queries that wait, the one with the higher priority is searched first.
        forced: the name of a move to look into: half of the search goes to the position after it.
        seed: 0 to 2**64 - 1; by default a new one each time.
        before: simulations that come before those that are traced.
        c: the exploration constant of those that are traced; by default that of the others.
        seat: whose knowledge is searched, in a game that hides something; by default that of the
            player to move.
        count: how many puzzles to end up with, stored ones included; 1 by default.

    Raises:
        BadQuery: if a value is none of these; its `field` names it.

    """

    id: str
    game: str
    parameters: tuple[tuple[str, str], ...] = ()
    moves: tuple[str, ...] = ()
    kind: str = "analyse"
    player: str = "mcts:auto"
    max_visits: int | None = None
    max_time: float | None = None
    report_every: float | None = None
    first_report: float | None = None
    priority: int = 0
    forced: str | None = None
    seed: int | None = None
    before: int = 0
    c: float | None = None
    seat: int | None = None
    count: int | None = None

    def __post_init__(self) -> None:
        for name in ("id", "game", "player"):
            _expect(isinstance(getattr(self, name), str), self, name, "a text")
        _expect(_is_pairs(self.parameters), self, "parameters", "a tuple of pairs of texts")
        _expect(
            isinstance(self.moves, tuple) and all(isinstance(each, str) for each in self.moves),
            self,
            "moves",
            "a tuple of names of moves",
        )
        _expect(
            isinstance(self.kind, str) and self.kind in KINDS,
            self,
            "kind",
            f"one of {', '.join(map(repr, KINDS))}",
        )
        _expect(
            self.max_visits is None or _is_whole(self.max_visits, 1, _MOST_VISITS),
            self,
            "max_visits",
            f"a whole number from 1 to {_MOST_VISITS:,}",
        )
        for name in ("max_time", "report_every", "first_report"):
            seconds = getattr(self, name)
            _expect(
                seconds is None or _is_seconds(seconds), self, name, "a number of seconds above 0"
            )
        _expect(
            _is_whole(self.priority, -(10**9), 10**9), self, "priority", "a whole number below 10^9"
        )
        _expect(
            self.forced is None or isinstance(self.forced, str), self, "forced", "a move's name"
        )
        _expect(
            self.forced is None or self.kind == "analyse", self, "forced", "None unless to analyse"
        )
        _expect(
            self.seed is None or _is_whole(self.seed, 0, 2**64 - 1),
            self,
            "seed",
            "a whole number from 0 to 2**64 - 1",
        )
        _expect(
            self.seat is None or _is_whole(self.seat, 0, 10**6), self, "seat", "a player's number"
        )
        _expect(
            _is_whole(self.before, 0, _MOST_VISITS),
            self,
            "before",
            f"a whole number from 0 to {_MOST_VISITS:,}",
        )
        _expect(
            self.count is None or _is_whole(self.count, 1, _MOST_COUNT),
            self,
            "count",
            f"a whole number from 1 to {_MOST_COUNT:,}",
        )
        _expect(
            self.c is None or (_is_number(self.c) and 0 <= self.c <= _MOST_C),
            self,
            "c",
            f"a number from 0 to {_MOST_C:,}",
        )


def _expect(ok: bool, query: Query, name: str, expected: str) -> None:
    if not ok:
        shown = repr(getattr(query, name))
        if len(shown) > 80:
            shown = shown[:77] + "..."
        raise BadQuery(f"{name} must be {expected}, not {shown}", name)


def _is_pairs(value: Any) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(each, str) for each in pair)
        for pair in value
    )


def _is_whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_number(value: Any) -> bool:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and value == value  # an int may be too long for math.isnan


def _is_seconds(value: Any) -> bool:
    return _is_number(value) and 0 < value <= _MOST_SECONDS
