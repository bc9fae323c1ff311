"""Reads files of games by what they hold: SGF or PGN."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, overload

from ..errors import ReplayError
from .file_game import FileGame
from .pgn import game_of_pgn
from .pgn_syntax import TAG_BEGIN, PgnGame, pgn_games
from .sgf import game_of_sgf
from .sgf_syntax import BARE_ROOT, SgfGame, declared_encoding, sgf_games
from .text import decoded, position_of

__all__ = ["FileGames", "games_of_bytes", "read_games"]

_MOST_BYTES = 1 << 28
_SGF = re.compile(rf"(?:\(|\A)\s*;\s*[A-Z][A-Za-z]{{0,20}}\s*\[|{BARE_ROOT}")
_PGN = re.compile(rf"^{TAG_BEGIN}", re.MULTILINE)
_SQUARE = re.compile("[a-h][1-8]|[Oo0]-[Oo0]")


class FileGames(Sequence[FileGame]):
    """The games of a file; each is played by the rules when it is taken.

    An index raises `ReplayError` where the file has a game that gametree cannot play.
    """

    def __init__(
        self,
        games: Sequence[PgnGame | SgfGame],
        notes: Sequence[str],
        parameters: Mapping[str, Any],
    ) -> None:
        self._games = games
        self._notes = tuple(notes)
        self._parameters = parameters
        self._taken: dict[int, FileGame] = {}

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, index: int) -> FileGame: ...

    @overload
    def __getitem__(self, index: slice) -> list[FileGame]: ...

    def __getitem__(self, index: int | slice) -> FileGame | list[FileGame]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        if number not in self._taken:
            written = self._games[number]
            if isinstance(written, PgnGame):
                game = game_of_pgn(written, self._parameters)
            else:
                game = game_of_sgf(written, self._parameters)
            self._taken[number] = _with_notes(game, self._notes)
        return self._taken[number]


def _with_notes(game: FileGame, notes: tuple[str, ...]) -> FileGame:
    return replace(game, notes=(*notes, *game.notes)) if notes else game


def read_games(path: str | os.PathLike[str], **parameters: Any) -> FileGames:
    """Return the games of an SGF or PGN file, each with notes on what was left out or guessed.

    Chess is read from PGN, go, othello, gomoku and hex from SGF. What is damaged ends a game
    earlier; a note says where.

    Args:
        path: the file.
        parameters: of the games, such as `komi=5.5`; they replace the file's.

    Raises:
        ReplayError: if the file cannot be read, or holds no game.

    """
    name = os.fspath(path)
    try:
        if Path(path).stat().st_size > _MOST_BYTES:
            raise ReplayError(f"{name!r} is too large: more than 256 MiB")
        data = Path(path).read_bytes()
    except OSError as error:
        if isinstance(error, ReplayError):
            raise
        raise ReplayError(f"{name!r} cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a zero in the name
        raise ReplayError(f"{name!r} cannot be read: {error}") from error
    return games_of_bytes(data, parameters, name)


def games_of_bytes(data: bytes, parameters: Mapping[str, Any], name: str = "the file") -> FileGames:
    """Return the games of the contents of a file; as `read_games`."""
    text, notes = decoded(data, declared_encoding(data))
    games: list[PgnGame] | list[SgfGame]
    if _is_sgf(text, name):
        games = [game for game in sgf_games(text) if any(node.properties for node in game.nodes)]
    else:
        games, others = _chess_games(text)
        notes += others
    if not games:
        raise ReplayError(f"{name!r} holds no game in SGF or PGN")
    return FileGames(games, notes, parameters)


def _is_sgf(text: str, name: str) -> bool:
    ending = name.lower()[-4:]
    if ending in (".sgf", ".pgn"):
        return ending == ".sgf"
    begin = _SGF.search(text)
    tag = _PGN.search(text)
    return begin is not None and (tag is None or begin.start() < tag.start())


def _chess_games(text: str) -> tuple[list[PgnGame], list[str]]:
    """Return the games of a PGN text, and notes on what is between them."""
    games: list[PgnGame] = []
    notes: list[str] = []
    for game in pgn_games(text):
        if game.tags or _is_chess(game):
            games.append(game)
        elif not notes:  # one is enough
            notes += game.notes.sentences()[:1]
            if game.moves:
                at = position_of(text, game.moves[0].offset)
                notes.append(f"{at}: these words before, between or behind games were left out")
    return games, notes


def _is_chess(game: PgnGame) -> bool:
    return any(_SQUARE.search(move.text) for move in game.moves)
