"""The start of a command: a position that is set up, named moves, or a game from a file."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import BadParameter
from .options import common as options
from .options.positions import position_option, state_set_up
from .rules import rules_of

if TYPE_CHECKING:
    from ..game_files.file_game import FileGame
    from ..record import Record
    from ..replays.game_replay import GameReplay

__all__ = ["Beginning", "beginning_options", "game_from_file", "print_notes", "saved_game"]

_RECORDS = (".json", ".jsonl")


@dataclass(frozen=True)
class Beginning:
    """Where a command begins.

    Attributes:
        moves: names of moves, which come after those of the file.
        position: where the game begins, as text or in a file; None for the first position.
        file: a saved game.
        number: which of its games, from 1.
        ply: after how many of its moves; None for all.

    """

    moves: str
    position: str | None = None
    file: str | None = None
    number: int = 1
    ply: int | None = None

    def record(self, game: str, parameters: Mapping[str, str]) -> Record:
        """Return the position where the game of the file begins, and its moves.

        What the file says and the game does not hold is printed on the error stream.

        Raises:
            BadParameter: if the file is of another game, or has fewer games or moves, or if the
                position cannot be set up.
            ReplayError: if it cannot be read.

        """
        from ..record import Record

        if self.file is None:
            if self.number != 1 or self.ply is not None:
                raise BadParameter("--game-number and --ply belong to a game --from a file")
            rules = rules_of(game, parameters)
            state = None if self.position is None else state_set_up(rules, self.position)
            return Record(rules, state)
        if self.position is not None:
            raise BadParameter("give --position or --from: each says where the game begins")
        if Path(self.file).suffix.lower() in _RECORDS:
            record = saved_game(self.file, self.number, game, parameters).record
        else:
            record = game_from_file(self.file, self.number, game, parameters).record
        if self.ply is not None:
            if self.ply > len(record.actions):
                raise BadParameter(
                    f"--ply {self.ply} is too many: the game has {len(record.actions)} moves"
                )
            record.take_back(len(record.actions) - self.ply)
        return record

    def words(self) -> list[tuple[str, object | None]]:
        """Return the options that name the same file or position again."""
        if self.file is None:
            return [("--position", self.position)]
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


def saved_game(
    file: str, number: int, game: str | None, parameters: Mapping[str, str]
) -> GameReplay:
    """Return the game of a record of gametree or of the page; print where it was cut off.

    Args:
        file: the file, whose name ends in .jsonl or .json.
        number: which of its games; there is one.
        game: the game that the command names; None for that of the file.
        parameters: of the game, as text; those of the file are taken where there are none.

    Raises:
        BadParameter: if the file is of another game.
        ReplayError: if it cannot be read.

    """
    from ..coach.reading import games_in
    from ..games import hidden_names, names
    from ..naming.loading import game_class

    if number != 1:
        raise BadParameter(f"--game-number must be 1, since {file} holds one game")
    if game is None and parameters:
        raise BadParameter("--param needs --game, which names the game")
    bundled = game is not None and game in names() + hidden_names()
    rules = None if game is None or (bundled and not parameters) else rules_of(game, parameters)
    ((replay, problem),) = games_in(file, rules, {})
    if bundled and game is not None and replay.game.name != game_class(game)().name:
        raise BadParameter(f"{file} holds a game of {replay.game.name}, not of {game}")
    if problem:
        click.echo(f"{file}: {problem}", err=True)
    return replay


def print_notes(file: str, found: FileGame) -> None:
    """Print what was left out or guessed, on the error stream."""
    for note in found.notes:
        click.echo(f"{file}: {note}", err=True)


def beginning_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--moves`, `--position`, `--from`, `--game-number`, `--ply`, for a `Beginning`."""

    @functools.wraps(command)
    def called(
        *arguments: Any,
        moves: str,
        position: str | None,
        from_file: str | None,
        game_number: int,
        ply: int | None,
        **others: Any,
    ) -> Any:
        beginning = Beginning(moves, position, from_file, game_number, ply)
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
            help="Start after the game of a file, with its board, komi and setup: SGF, PGN, or a "
            "record of gametree, .jsonl or .json.",
        ),
        position_option,
        options.moves,
    ):
        called = add(called)
    return called
