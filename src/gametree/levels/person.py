"""A person's rating in a game, kept from game to game, and the level that it calls for.

The rating is that of Glicko (Glickman, "Parameter estimation in large dynamic paired comparison
experiments", Applied Statistics 48 (1999) 377-394), with each game as a period. Its deviation does
not fall below 120 Elo, so that it follows a person who learns.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from ..errors import BadParameter, LadderError
from .ladder import Ladder
from .store import read_json, write_json

__all__ = ["PersonRating", "person_from", "read_rating", "save_person"]

_UNKNOWN = 350.0
_LEAST = 120.0
_Q = math.log(10) / 400
_SHOWN_GAMES = 20
_THEN = "your rating begins again"

_Rating = TypeVar("_Rating")


@dataclass(frozen=True, slots=True)
class PersonRating:
    """What is known of a person's strength in a game.

    Attributes:
        elo: the rating, on the scale of the game's ladder.
        deviation: its standard deviation.
        scores: the results of the last games against levels: 1, 0.5 or 0, the last one last.
        games: how many games there were.

    """

    elo: float
    deviation: float = _UNKNOWN
    scores: tuple[float, ...] = ()
    games: int = 0

    @classmethod
    def beginner(cls, ladder: Ladder) -> PersonRating:
        """Return the rating of a person of whom nothing is known: a third up the ladder.

        Raises:
            BadParameter: if the ladder was not measured.

        """
        elos = _elos(ladder)
        return cls(elos[len(elos) // 3])

    def after(self, opponent: float, score: float) -> PersonRating:
        """Return the rating after a game against an opponent of so much Elo.

        Args:
            opponent: the Elo of the opponent.
            score: 1 for a win of the person, 0.5 for a draw, 0 for a loss.

        Raises:
            BadParameter: if the score is none of these.

        """
        if score not in (0, 0.5, 1):
            raise BadParameter(f"a score must be 0, 0.5 or 1, not {score!r}")
        expected = 1 / (1 + 10 ** ((opponent - self.elo) / 400))
        certainty = 1 / self.deviation**2 + _Q**2 * expected * (1 - expected)
        return replace(
            self,
            elo=self.elo + _Q / certainty * (score - expected),
            deviation=max(_LEAST, certainty**-0.5),
            scores=(*self.scores, float(score))[-_SHOWN_GAMES:],
            games=self.games + 1,
        )

    def level(self, ladder: Ladder, chance: float, target: float = 0.5) -> int:
        """Return the level to play next, so that the person's score comes near to a target.

        Between two levels one is drawn, more often the nearer one.

        Args:
            ladder: the levels.
            chance: a random number from 0 to 1.
            target: the score that the person is to have, between 0 and 1.

        Raises:
            BadParameter: if the target is out of range, or the ladder was not measured.

        """
        if not 0 < target < 1:
            raise BadParameter(f"the score to aim at must be between 0 and 1, not {target!r}")
        elos = _elos(ladder)
        wanted = self.elo - math.log10(target / (1 - target)) * 400
        above = next((n for n, elo in enumerate(elos) if elo >= wanted), len(elos))
        if above in (0, len(elos)):
            return max(1, above)
        share = (wanted - elos[above - 1]) / (elos[above] - elos[above - 1])
        return above + (1 if chance < share else 0)

    def to_text(self, each: str = "game") -> str:
        """Return the rating as a sentence; `each` is the word for what was played."""
        if not self.games:
            return f"your rating begins at {self.elo:.0f}, a guess"
        count = len(self.scores)
        last = f"the last {each}" if count == 1 else f"the last {count} {each}s"
        return (
            f"your rating is {self.elo:.0f} (give or take {2 * self.deviation:.0f}) after "
            f"{self.games} {each}{'s' if self.games > 1 else ''}; you scored "
            f"{100 * sum(self.scores) / count:.0f} % in {last}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has."""
        return {**asdict(self), "scores": list(self.scores)}

    @classmethod
    def from_dict(cls, content: Any) -> PersonRating:
        """Return the rating that `to_dict` has written.

        Raises:
            ValueError: if it is none.

        """
        try:
            person = cls(
                float(content["elo"]),
                float(content["deviation"]),
                _scores(content["scores"]),
                int(content["games"]),
            )
        except (KeyError, OverflowError, TypeError) as error:
            raise ValueError(content) from error
        sound = math.isfinite(person.elo) and 0 < person.deviation <= _UNKNOWN
        if not sound or person.games < len(person.scores):
            raise ValueError(content)
        return person


def person_from(path: Path, ladder: Ladder) -> PersonRating:
    """Return the rating in a file, or that of a beginner if there is none.

    Raises:
        LadderError: if the file is damaged.
        BadParameter: if the ladder was not measured.

    """
    if not path.exists():
        return PersonRating.beginner(ladder)
    return read_rating(path, PersonRating.from_dict)


def read_rating(path: Path, read: Callable[[Any], _Rating]) -> _Rating:
    """Return the rating in a file; `read` makes it of what JSON holds, or raises ValueError.

    Raises:
        LadderError: if the file is damaged.

    """
    try:
        return read(read_json(path, _THEN))
    except ValueError:
        raise LadderError(
            f"the file of your rating {str(path)!r} is damaged: move it away, and {_THEN}"
        ) from None


def save_person(person: PersonRating, path: Path) -> None:
    """Write a rating, whole or not at all.

    Raises:
        LadderError: if it cannot be written; what was there before still is.

    """
    write_json(path, person.to_dict())


def _scores(listed: Any) -> tuple[float, ...]:
    scores = tuple(float(each) for each in listed)
    if len(scores) > _SHOWN_GAMES or not set(scores) <= {0.0, 0.5, 1.0}:
        raise ValueError(listed)
    return scores


def _elos(ladder: Ladder) -> Sequence[float]:
    if not ladder.measured:
        raise BadParameter(
            f"the levels of {ladder.game} were not measured, so they have no Elo to adapt by: "
            "measure them with `gametree levels`"
        )
    return [level.elo for level in ladder.levels if level.elo is not None]
