"""Plays the jobs of a contest or a tuning and writes each game to the journal."""

from __future__ import annotations

import os
import warnings
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, Self

from ...errors import BadParameter, OtherCodeWarning
from ..contest import Contest, Job
from ..workers import PlayAll
from .game_record import GameRecord
from .journal import Journal, Match, match_key

__all__ = ["JournaledGames"]


class JournaledGames:
    """Plays the games of one match and writes them to a journal, if one is given.

    A context manager: the journal is open within it. The first game begins the match in the
    journal, so a contest that a player refuses leaves no match behind.

    Args:
        configuration: everything that determines the games; it identifies the match.
        journal: the file that every game goes to as it ends, or None.
        workers: the number of games played at a time.
        play: the function that plays the games, such as `play_all`.

    Raises:
        BadParameter: if `workers` is no whole number of 1 or more.
        JournalError: if the journal cannot be written.

    """

    def __init__(
        self,
        configuration: Mapping[str, Any],
        *,
        journal: str | os.PathLike[str] | None,
        workers: int,
        play: PlayAll,
    ) -> None:
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise BadParameter(f"workers must be a whole number of 1 or more, not {workers!r}")
        self._configuration = configuration
        self._key = match_key(configuration)
        self._workers = workers
        self._play = play
        self._journal = None if journal is None else Journal(journal)
        self._match: Match | None = None

    def kept(self) -> Iterator[GameRecord]:
        """Yield the games that are in the journal already, by index.

        Warns with `OtherCodeWarning` where there are games of the same contest, but other code.
        """
        if self._journal is not None:
            self._match = self._journal.find(self._key)
            if self._match is None:
                _tell_of_older(self._journal, self._configuration)
        if self._match is not None:
            yield from self._match.games()

    def play(self, contest: Contest, jobs: Iterable[Job]) -> Generator[GameRecord, None, None]:
        """Yield the records of these jobs as the games end, each when it has been kept.

        The players end when the generator is closed.

        Raises:
            JournalError: if a game cannot be kept; those before it are.
            GametreeError: as `play_all`.

        """
        with closing(self._play(contest, self._key, jobs, self._workers)) as records:
            for record in records:
                self._keep(record)
                yield record

    def _keep(self, record: GameRecord) -> None:
        if self._journal is None:
            return
        if self._match is None:
            self._match = self._journal.open_match(self._configuration)
        self._match.add(record)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._journal is not None:
            self._journal.close()


def _tell_of_older(journal: Journal, configuration: Mapping[str, Any]) -> None:
    key = match_key({**configuration, "code": None})
    for match in reversed(journal.matches()):
        if match_key({**match.configuration, "code": None}) == key:
            changed = " and ".join(_changed(match.configuration.get("code"), configuration))
            warnings.warn(
                f"the journal has {len(match.finished())} games of this contest that were played "
                f"before {changed} changed: they stay there as match {match.key[:8]}, and a new "
                "match begins",
                OtherCodeWarning,
                stacklevel=3,
            )
            return


def _changed(then: Mapping[str, Any] | None, configuration: Mapping[str, Any]) -> list[str]:
    """Return names of what has changed its code since the match was played."""
    now = configuration["code"]
    if not then:
        return ["journals kept note of the code, which has perhaps"]
    changed = []
    if then["gametree"] != now["gametree"]:
        changed.append("gametree")
    if then["game"] != now["game"]:
        changed.append(f"the rules of {configuration['game']}")
    pairs = zip(then["players"], now["players"], configuration["players"], strict=True)
    return changed + [f"the player {spec}" for old, new, spec in pairs if old != new]
