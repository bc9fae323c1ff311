"""The counts of a match: how many games or pairs brought each score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Self

from ...errors import BadParameter

__all__ = ["GameCounts", "PairCounts"]


@dataclass(frozen=True, slots=True)
class _Counts:
    def __post_init__(self) -> None:
        for field in fields(self):
            count = getattr(self, field.name)
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise BadParameter(
                    f"{field.name} must be a whole number of 0 or more, not {count!r}"
                )

    def as_tuple(self) -> tuple[int, ...]:
        """Return the counts, from the worst score to the best one."""
        return tuple(getattr(self, field.name) for field in fields(self))

    def __add__(self, other: Self) -> Self:
        if type(other) is not type(self):
            return NotImplemented
        return type(self)(*(a + b for a, b in zip(self.as_tuple(), other.as_tuple(), strict=True)))

    @classmethod
    def _count(cls, points: Iterable[float], what: str, step: float) -> Self:
        names = [field.name for field in fields(cls)]
        scores = [step * index for index in range(len(names))]
        counts = [0] * len(names)
        for made in points:
            if made not in scores:
                allowed = ", ".join(f"{score:g}" for score in scores)
                raise BadParameter(f"the points of a {what} must be one of {allowed}, not {made!r}")
            counts[scores.index(made)] += 1
        return cls(*counts)

    def flipped(self) -> Self:
        """Return the counts as the opponent sees them."""
        return type(self)(*reversed(self.as_tuple()))


@dataclass(frozen=True, slots=True)
class PairCounts(_Counts):
    """The numbers of pairs of games that brought a player 0, 1/2, 1, 3/2 and 2 points.

    A pair is two games from one opening with the sides changed. Its two results are not
    independent: an opening that is good for one side brings a win and a loss. So the pair is
    what is counted, and there are five results of a pair (pentanomial counts).

    Attributes:
        none: pairs with both games lost.
        half: a draw and a loss.
        one: a win and a loss, or two draws.
        three_halves: a win and a draw.
        two: both games won.

    Raises:
        BadParameter: unless each is a whole number of 0 or more.

    """

    none: int = 0
    half: int = 0
    one: int = 0
    three_halves: int = 0
    two: int = 0

    @classmethod
    def of(cls, points: Iterable[float]) -> PairCounts:
        """Count pairs by the points that they brought: 0, 0.5, 1, 1.5 or 2 each."""
        return cls._count(points, "pair", 0.5)

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.as_tuple())

    @property
    def games(self) -> int:
        """The number of games."""
        return 2 * self.pairs

    @property
    def points(self) -> float:
        """The sum of all points."""
        return sum(0.5 * index * count for index, count in enumerate(self.as_tuple()))


@dataclass(frozen=True, slots=True)
class GameCounts(_Counts):
    """The numbers of single games that a player lost, drew and won (trinomial counts).

    Raises:
        BadParameter: unless each is a whole number of 0 or more.

    """

    losses: int = 0
    draws: int = 0
    wins: int = 0

    @classmethod
    def of(cls, points: Iterable[float]) -> GameCounts:
        """Count games by the points that they brought: 0, 0.5 or 1 each."""
        return cls._count(points, "game", 0.5)

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.as_tuple())

    @property
    def points(self) -> float:
        """The sum of all points."""
        return 0.5 * self.draws + self.wins
