"""Opponents by level in `gametree play`: the one that is named, or the one that fits a person."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from ..errors import BadParameter
from ..game import Game
from ..levels.ladder import Ladder
from ..levels.person import PersonRating, person_from, save_person
from ..levels.store import file_of_person, ladder_of, of_other_rules
from ..primitives.rng import Rng, fresh_seed

__all__ = ["PAUSE", "Adapting", "adapting_to", "opponent_of_level"]

PAUSE = 0.6
"""Seconds that a level takes for a move at least, where a person plays at a terminal."""


def opponent_of_level(game: Game, name: str, number: int) -> str:
    """Return the player of a level, and print its strength.

    Raises:
        BadParameter: if there is no such level, or no opponent.
        LadderError: if the file of the levels is damaged.

    """
    if game.players < 2:
        raise BadParameter(f"{name} has one player, and --level names an opponent: leave it out")
    ladder = ladder_of(game)
    _tell_of_level(game, name, ladder, number)
    return f"level:{number}"


@dataclass
class Adapting:
    """A game against the level that fits a person, whose rating is kept.

    Attributes:
        ladder: the levels.
        path: the file of the rating.
        person: the rating before the game.
        number: the level that plays.

    """

    ladder: Ladder
    path: Path
    person: PersonRating
    number: int

    @property
    def opponent(self) -> str:
        """The player of the level."""
        return f"level:{self.number}"

    def note(self, score: float) -> None:
        """Update the rating with the result of the game, save it and print it.

        Args:
            score: 1, 0.5 or 0 for the person.

        Raises:
            LadderError: if it cannot be kept.

        """
        elo = self.ladder[self.number].elo
        assert elo is not None
        self.person = self.person.after(elo, score)
        save_person(self.person, self.path)
        click.echo(f"{self.person.to_text()}; it is kept in {self.path}")


def adapting_to(game: Game, name: str, people: frozenset[int], seed: int | None) -> Adapting:
    """Return the game against the level that fits the person, and print the level.

    Raises:
        BadParameter: if the levels were not measured, or there are not one person and one seat.
        LadderError: if a file is damaged.

    """
    if game.players != 2 or len(people) != 1:
        raise BadParameter("--adapt is for one person in a game of two players")
    ladder = ladder_of(game)
    if not ladder.measured:
        raise BadParameter(
            f"--adapt needs levels whose strength is known: measure them with `gametree levels "
            f"{name}`"
        )
    path = file_of_person(game)
    person = person_from(path, ladder)
    chance = Rng(fresh_seed() if seed is None else seed).uniform()
    number = person.level(ladder, chance)
    click.echo(f"{person.to_text()}")
    _tell_of_level(game, name, ladder, number)
    return Adapting(ladder, path, person, number)


def _tell_of_level(game: Game, name: str, ladder: Ladder, number: int) -> None:
    level = ladder[number]
    if level.elo is not None:
        click.echo(f"your opponent is level {number} of {len(ladder.levels)}, Elo {level.elo:.0f}")
        return
    changed = "its rules have changed since they were" if of_other_rules(game) else "they were not"
    click.echo(
        f"your opponent is level {number} of {len(ladder.levels)}; how strong the levels of this "
        f"game are is not known, since {changed} measured: `gametree levels {name}` measures them",
        err=True,
    )
