"""The start of a command: after named moves, or in a game from an SGF or PGN file."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ..errors import BadParameter
from .options import common as options
from .rules import rules_of

if TYPE_CHECKING:
    from ..game_files.file_game import FileGame
    from ..record import Record

__all__ = ["Beginning", "beginning_options", "game_from_file", "print_notes"]


@dataclass(frozen=True)
class Beginning:
    """Where a command begins.

    Attributes:
        moves: names of moves, which come after those of the file.
        file: an SGF or PGN file.
        number: which of its games, from 1.
        ply: after how many of its moves; None for all.

    """

    moves: str
    file: str | None = None
    number: int = 1
    ply: int | None = None

    def record(self, game: str, parameters: Mapping[str, str]) -> Record:
        """Return the position where the game of the file begins, and its moves.

        What the file says and the game does not hold is printed on the error stream.

        Raises:
            BadParameter: if the file is of another game, or has fewer games or moves.
            ReplayError: if it cannot be read.

        """
        from ..record import Record

        if self.file is None:
            if self.number != 1 or self.ply is not None:
                raise BadParameter("--game-number and --ply belong to a game --from a file")
            return Record(rules_of(game, parameters))
        found = game_from_file(self.file, self.number, game, parameters)
        record = found.record
        if self.ply is not None:
            if self.ply > len(record.actions):
                raise BadParameter(
                    f"--ply {self.ply} is too many: the game has {len(record.actions)} moves"
                )
            record.take_back(len(record.actions) - self.ply)
        return record

    def words(self) -> list[tuple[str, object | None]]:
        """Return the options that name the same file and moves again."""
        if self.file is None:
            return []
        number = None if self.number == 1 else self.number
        return [("--from", self.file), ("--game-number", number), ("--ply", self.ply)]


def game_from_file(
    file: str, number: int, game: str | None, parameters: Mapping[str, str]
) -> FileGame:
    """Return a game of a file, by the rules of a command; print the notes on it.

    Args:
        file: the file.
        number: which of its games, from 1.
        game: the game that the command names; None for that of the file.
        parameters: of the game, as text; they replace the file's.

    Raises:
        BadParameter: if the file is of another game, or has fewer games.
        ReplayError: if it cannot be read.

    """
    from ..game_files.reading import read_games
    from ..naming.loading import game_class
    from ..naming.parameters import parse_parameters
    from ..numbers.counting import counted

    if game is None and parameters:
        raise BadParameter("--param needs --game, which names the game")
    kind = None if game is None else game_class(game)
    typed = {} if kind is None else parse_parameters(kind, parameters)
    games = read_games(file, **typed)
    if not 1 <= number <= len(games):
        raise BadParameter(f"--game-number must be from 1 to {len(games)}, not {number}")
    found = games[number - 1]
    if kind is not None and type(found.record.game) is not kind:
        raise BadParameter(f"{file} holds a game of {found.record.game.name}, not of {game}")
    if len(games) > 1:
        click.echo(f"{file}: game {number} of {counted(len(games), 'game')}", err=True)
    print_notes(file, found)
    return found


def print_notes(file: str, found: FileGame) -> None:
    """Print what was left out or guessed, on the error stream."""
    for note in found.notes:
        click.echo(f"{file}: {note}", err=True)


def beginning_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--moves`, `--from`, `--game-number` and `--ply`; the command gets a `Beginning`."""

    @functools.wraps(command)
    def called(
        *arguments: Any,
        moves: str,
        from_file: str | None,
        game_number: int,
        ply: int | None,
        **others: Any,
    ) -> Any:
        beginning = Beginning(moves, from_file, game_number, ply)
        return command(*arguments, beginning=beginning, **others)

    for add in (
        click.option(
            "--ply", type=click.IntRange(0), metavar="N", help="Only the first N moves of the file."
        ),
        click.option(
            "--game-number",
            type=click.IntRange(1),
            default=1,
            metavar="N",
            help="Which game of the file, from 1.",
        ),
        click.option(
            "--from",
            "from_file",
            metavar="FILE",
            help="Start after the game of an SGF or PGN file, with its board, komi and setup.",
        ),
        options.moves,
    ):
        called = add(called)
    return called
