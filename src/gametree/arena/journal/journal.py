"""The journal: every finished game of every match, on the disk as soon as it ends.

with Journal("games.db") as journal:
    match = journal.open_match({"game": "othello", "seats": ["mcts", "random"], "seed": 1})
    for index in set(range(400)) - match.finished():
        match.add(play(match.key, index))
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, Self

from ...errors import BadParameter, JournalError
from .file import JournalFile, checksum, connect_to_read, in_one_sentence, locate
from .game_record import GameRecord
from .json_values import from_json, plain, to_json

__all__ = ["Journal", "Match", "match_key"]


def match_key(configuration: Mapping[str, Any]) -> str:
    """Return the key of the match with this configuration: 32 hexadecimal digits.

    It is the beginning of the SHA-256 of the configuration as canonical JSON: the order of keys
    makes no difference, nor does list or tuple, but 1 is not 1.0.

    Raises:
        BadParameter: if the configuration is not numbers, texts, lists and dicts by name.

    """
    return _key(_canonical(configuration))


class Journal:
    """A file with the games of one or more matches.

    One process writes it, while any number of them read it. Every game is one transaction: it
    is on the disk when `Match.add` returns, and a process that is killed loses no other games
    than those that it had not added.

    Args:
        path: the file; made if there is none.
        write: False to read only, while another process may write.

    Raises:
        JournalError: here and in every method, in one sentence, if the file cannot be read or
            written, is damaged, is of another version or of another program, or if another
            process writes it. Nothing in it has been changed then.

    """

    def __init__(self, path: str | os.PathLike[str], *, write: bool = True) -> None:
        self.path = locate(path)
        self._file: JournalFile | None = None
        if write:
            self._file = JournalFile(self.path)
        else:
            connect_to_read(self.path).close()

    def open_match(self, configuration: Mapping[str, Any]) -> Match:
        """Return the match with this configuration: the one that is there, or else a new one.

        Args:
            configuration: all that decides which games are played: game, parameters, player
                specs, openings, limits, seed.

        Raises:
            BadParameter: if it is not numbers, texts, lists and dicts by name.

        """
        file = self._writable()
        text = _canonical(configuration)
        with file.writing() as connection:
            connection.execute(
                "INSERT INTO match (key, configuration, begun) VALUES (?, ?, ?) "
                "ON CONFLICT (key) DO NOTHING",
                (_key(text), text, time.time()),
            )
        (match,) = self._matches("WHERE key = ?", _key(text))
        return match

    def matches(self) -> list[Match]:
        """Return the matches in the order in which they were begun."""
        return self._matches("ORDER BY number")

    def find(self, key: str) -> Match | None:
        """Return the match with this whole key, as `match_key` gives it; None if there is none."""
        return next(iter(self._matches("WHERE key = ?", key)), None)

    def match(self, key: str) -> Match:
        """Return the match with this key, or the only one whose key begins with it.

        Raises:
            BadParameter: if there is none, or more than one.

        """
        there = self.matches()
        found = [match for match in there if match.key.startswith(key)]
        if len(found) != 1:
            listed = ", ".join(match.key for match in there) or "none"
            raise BadParameter(
                f"{'no' if not found else 'more than one'} match in {str(self.path)!r} has a key "
                f"that begins with {key!r}; there are {listed}"
            )
        return found[0]

    def games(self) -> Iterator[GameRecord]:
        """Yield the games by match and index, in whatever order they have ended."""
        for match in self.matches():
            yield from match.games()

    def close(self) -> None:
        """Close the journal; other processes may write it now."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _matches(self, which: str, *values: str) -> list[Match]:
        with in_one_sentence(self.path), closing(connect_to_read(self.path)) as connection:
            rows = connection.execute(
                f"SELECT number, key, configuration, begun FROM match {which}", values
            ).fetchall()
        return [Match(self, *row) for row in rows]

    def _writable(self) -> JournalFile:
        if self._file is None:
            raise JournalError(f"journal {str(self.path)!r} was opened with write=False")
        return self._file


class Match:
    """A match in a journal; `Journal.open_match` makes it.

    Attributes:
        key: its name in the journal, and in every game of it.
        configuration: what it was opened with.
        begun: when, in seconds since 1970 (UTC).

    """

    def __init__(
        self, journal: Journal, number: int, key: str, configuration: str, begun: float
    ) -> None:
        if _key(configuration) != key:
            raise JournalError(
                f"journal {str(journal.path)!r} is damaged (the configuration of match {key} has "
                "been changed): bring it back from a copy, or name another file"
            )
        self.key = key
        values = from_json(configuration, "configuration")
        self.configuration: dict[str, Any] = plain(values, "configuration")
        self.begun = begun
        self._journal = journal
        self._number = number

    def add(self, record: GameRecord) -> bool:
        """Write a finished game; it is on the disk when this returns.

        Returns:
            Whether it is new. A game that is there already stays as it is.

        Raises:
            BadParameter: if it belongs to another match.
            JournalError: if it cannot be written, because the disk is full for example; the
                journal is as it was, and the game can be added again later.

        """
        if not isinstance(record, GameRecord):
            raise BadParameter(f"record must be a GameRecord, not {record!r}")
        if record.match != self.key:
            raise BadParameter(f"the game belongs to match {record.match}, not to {self.key}")
        text = to_json(record.to_dict())
        with self._journal._writable().writing() as connection:
            done = connection.execute(
                "INSERT INTO game (match, job, record, checksum) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (match, job) DO NOTHING",
                (self._number, record.index, text, checksum(text.encode())),
            )
            return done.rowcount == 1

    def finished(self) -> set[int]:
        """Return the indexes of the games that are there."""
        path = self._journal.path
        with in_one_sentence(path), closing(connect_to_read(path)) as connection:
            rows = connection.execute("SELECT job FROM game WHERE match = ?", (self._number,))
            return {job for (job,) in rows}

    def games(self) -> Iterator[GameRecord]:
        """Yield the games that are there now by index, in whatever order they have ended."""
        path = self._journal.path
        with in_one_sentence(path), closing(connect_to_read(path)) as connection:
            rows = connection.execute(
                "SELECT job, CAST(record AS BLOB), checksum FROM game WHERE match = ? ORDER BY job",
                (self._number,),
            )
            for job, record, expected in rows:
                yield self._game(job, record, expected)

    def _game(self, job: int, record: bytes, expected: int) -> GameRecord:
        if checksum(record) == expected:
            game = GameRecord.from_dict(from_json(record.decode(), "a game"))
            if (game.match, game.index) == (self.key, job):
                return game
        raise JournalError(
            f"journal {str(self._journal.path)!r} is damaged (game {job} of match {self.key} has "
            "been changed): bring it back from a copy, or name another file"
        )


def _canonical(configuration: Mapping[str, Any]) -> str:
    values = plain(configuration, "configuration")
    if not isinstance(values, dict):
        raise BadParameter(f"configuration must be values by name, not {configuration!r}")
    return to_json(values, canonical=True)


def _key(canonical: str) -> str:
    return hashlib.sha256(canonical.encode()).hexdigest()[:32]
