"""The record of a finished game: players, moves, times and result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from ... import __version__
from ...actors import is_chance
from ...errors import BadParameter
from .json_values import plain

__all__ = ["TERMINATIONS", "GameRecord"]

TERMINATIONS = (
    "rules",
    "repetition",
    "resignation",
    "time",
    "illegal move",
    "crash",
    "max plies",
)
"""How a game can end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A finished game of a match.

    `moves`, `movers`, `seconds` and `statistics` are of one length: an entry a move. Lists may
    be given for tuples. Numbers that are not finite are kept as they are; in `parameters` and
    `statistics` the texts "nan", "inf" and "-inf" are taken for them.

    Attributes:
        match: the key of the match.
        index: which of its jobs this is, from 0.
        game: the game's name.
        parameters: the game's parameters.
        seats: the spec of the player in each seat.
        opening: the moves before the players took over.
        moves: the moves after the opening.
        movers: the seat that made each move, or `CHANCE`.
        seconds: how long each move took.
        statistics: what the player told about each move: numbers and texts by name; empty for
            a player that tells nothing.
        returns: what each seat has got.
        termination: how it ended, one of `TERMINATIONS`.
        culprit: the seat that overstepped the time, played an illegal move or crashed; None if
            nobody did.
        detail: what went wrong, with the culprit's transcript; empty if nothing did.
        seed: the seed of the job.
        started, ended: when, in seconds since 1970 (UTC).
        version: the gametree that played it.

    Raises:
        BadParameter: if a field is not as described here.

    """

    match: str
    index: int
    game: str
    parameters: Mapping[str, Any]
    seats: tuple[str, ...]
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    seconds: tuple[float, ...]
    statistics: tuple[Mapping[str, Any], ...]
    returns: tuple[float, ...]
    termination: str
    culprit: int | None
    detail: str
    seed: int
    started: float
    ended: float
    version: str = __version__

    def __post_init__(self) -> None:
        for name in ("match", "game", "termination", "detail", "version"):
            self._convert(name, _text)
        for name in ("index", "seed"):
            self._convert(name, _whole)
        for name in ("started", "ended"):
            self._convert(name, _number)
        for name in ("seats", "opening", "moves"):
            self._convert_each(name, _text)
        for name in ("seconds", "returns"):
            self._convert_each(name, _number)
        self._convert_each("movers", _whole)
        self._convert("parameters", _mapping)
        self._convert_each("statistics", _mapping)
        if self.culprit is not None:
            self._convert("culprit", _whole)
        self._check()

    def _convert(self, name: str, convert: Any) -> None:
        object.__setattr__(self, name, convert(getattr(self, name), name))

    def _convert_each(self, name: str, convert: Any) -> None:
        value = getattr(self, name)
        if not isinstance(value, (list, tuple)):
            raise BadParameter(f"{name} of a game must be a list or tuple, not {value!r}")
        object.__setattr__(self, name, tuple([convert(each, name) for each in value]))

    def _check(self) -> None:
        def expect(ok: bool, name: str, expected: str) -> None:
            if not ok:
                raise BadParameter(f"{name} of a game must be {expected}, not {value!r}")

        seats = len(self.seats)
        value: Any = self.match
        expect(value != "", "match", "the key of a match")
        value = self.index
        expect(0 <= value < 2**63, "index", "0 or more, in 64 bits")
        value = self.termination
        expect(value in TERMINATIONS, "termination", f"one of {', '.join(TERMINATIONS)}")
        value = self.seats
        expect(seats > 0, "seats", "a player spec for each player")
        value = self.returns
        expect(len(value) == seats, "returns", f"{seats} numbers, one for each seat")
        value = self.culprit
        expect(value is None or 0 <= value < seats, "culprit", f"a seat below {seats} or None")
        for value in self.movers:
            expect(is_chance(value) or 0 <= value < seats, "movers", f"seats below {seats} or -1")
        for name in ("movers", "seconds", "statistics"):
            value = len(getattr(self, name))
            expect(value == len(self.moves), name, f"as many as the moves, {len(self.moves)}")

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name, in the order of the class."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the game of which `to_dict` gave the values, before or after a way through JSON.

        Raises:
            BadParameter: if these are not the fields of a game.

        """
        if not isinstance(values, Mapping):
            raise BadParameter(f"a game must be given by its fields, not by {values!r}")
        names = {field.name for field in fields(cls)}
        if missing := sorted(names - values.keys()):
            raise BadParameter(f"a game lacks {', '.join(missing)}")
        if unknown := sorted(str(name) for name in values.keys() - names):
            raise BadParameter(f"a game has no {', '.join(unknown)}")
        return cls(**values)


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise BadParameter(f"{name} of a game must be text, not {value!r}")
    return str.__str__(value)


def _whole(value: Any, name: str) -> int:
    converted = plain(value, name)
    if isinstance(converted, bool) or not isinstance(converted, int):
        raise BadParameter(f"{name} of a game must be a whole number, not {value!r}")
    return converted


def _number(value: Any, name: str) -> float:
    converted = plain(value, name)
    if isinstance(converted, bool) or not isinstance(converted, (int, float)):
        raise BadParameter(f"{name} of a game must be a number, not {value!r}")
    try:
        return float(converted)
    except OverflowError:
        raise BadParameter(f"{name} of a game must be a number that fits 64 bits") from None


def _mapping(value: Any, name: str) -> dict[str, Any]:
    converted = plain(value, name)
    if not isinstance(converted, dict):
        raise BadParameter(f"{name} of a game must be values by name, not {value!r}")
    return converted
