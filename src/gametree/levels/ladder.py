"""A ladder of levels: players of rising strength, each with its Elo, and its form as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..errors import BadParameter, LadderError

__all__ = ["MINUTES", "MOST_LEVELS", "PRECISION", "Ladder", "LadderLevel"]

MOST_LEVELS = 10

MINUTES = 15.0
"""The time to measure a ladder by default."""

PRECISION = 30.0
"""By default the 95 % interval of each gap between neighbours reaches so many Elo either way."""


@dataclass(frozen=True, slots=True)
class LadderLevel:
    """An opponent of a ladder.

    Attributes:
        name: its number as text: "1" is the weakest.
        elo: its strength; a player that moves at random has 0. None if it was not measured.
        low: the lower end of the 95 % interval of `elo`, among the levels of the ladder; that of
            the only level is among all games.
        high: the upper end.
        player: who plays, as `gametree players` describes players.

    """

    name: str
    elo: float | None
    low: float | None
    high: float | None
    player: str


@dataclass(frozen=True, slots=True)
class Ladder:
    """The levels of a game, weakest first.

    Attributes:
        levels: the levels.
        game: what the game was called when it was measured.
        games: how many games were played; 0 for a ladder that was not measured.
        minutes: how long they took, in all.
        version: the gametree that played them.
        notes: sentences about what the numbers do not say.

    """

    levels: tuple[LadderLevel, ...]
    game: str
    games: int
    minutes: float
    version: str
    notes: tuple[str, ...] = ()

    @property
    def measured(self) -> bool:
        """True if games say how strong the levels are."""
        return self.games > 0

    def __getitem__(self, number: int) -> LadderLevel:
        """Return a level by its number, from 1.

        Raises:
            BadParameter: if there is no such level.

        """
        whole = isinstance(number, int) and not isinstance(number, bool)
        if not whole or not 1 <= number <= len(self.levels):
            raise BadParameter(
                f"the levels of {self.game} go from 1 to {len(self.levels)}: there is no level "
                f"{number!r}"
            )
        return self.levels[number - 1]

    def nearest(self, elo: float) -> int:
        """Return the number of the level whose Elo is nearest to a number.

        Raises:
            BadParameter: if the ladder was not measured.

        """
        if not self.measured:
            raise BadParameter(f"the levels of {self.game} have no Elo: they were not measured")
        distances = [abs((level.elo or 0.0) - elo) for level in self.levels]
        return 1 + distances.index(min(distances))

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        values = asdict(self)
        return {**values, "levels": list(values["levels"]), "notes": list(self.notes)}

    def to_text(self) -> str:
        """Return a table of the levels."""
        width = max(len(level.player) for level in self.levels)
        lines = [f"{'level':>5} {'Elo':>6}  {'95 % interval':<16} {'player':<{width}}".rstrip()]
        for level in self.levels:
            elo, interval = "?", "not measured"
            if level.elo is not None:
                low, high = round(level.low or 0), round(level.high or 0)
                elo, interval = f"{round(level.elo)}", f"{low} to {high}"
            lines.append(f"{level.name:>5} {elo:>6}  {interval:<16} {level.player}")
        lines += [f"note: {each}" for each in self.notes]
        return "\n".join(lines)

    __str__ = to_text

    @classmethod
    def from_dict(cls, content: Any, path: str) -> Ladder:
        """Return the ladder that JSON tells of; `path` is named if it is none.

        Raises:
            LadderError: if it is no ladder.

        """
        try:
            levels = tuple(_level(each, n) for n, each in enumerate(content["levels"], 1))
            ladder = cls(
                levels,
                str(content["game"]),
                _whole(content["games"]),
                _finite(content["minutes"]),
                str(content["version"]),
                tuple(str(note) for note in content["notes"]),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise LadderError(
                f"the file of levels {path!r} is damaged ({_shown(error)}): move it away, and "
                "measure the levels again with `gametree levels`"
            ) from None
        return ladder


def _level(content: Mapping[str, Any], number: int) -> LadderLevel:
    elo, low, high = (_finite(content[name]) for name in ("elo", "low", "high"))
    name, player = content["name"], content["player"]
    if name != str(number) or number > MOST_LEVELS:
        raise ValueError(f"level {number} is called {name!r}")
    if not isinstance(player, str) or not player or not low <= elo <= high:
        raise ValueError(f"level {number} makes no sense")
    return LadderLevel(name, elo, low, high, player)


def _finite(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"{value!r} is no number of games")
    return value


def _shown(error: Exception) -> str:
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)
