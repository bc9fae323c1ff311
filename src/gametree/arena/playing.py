"""Games that are played and kept: what a match and a tuning do with their jobs."""

from __future__ import annotations

import os
import warnings
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, Self

from ..errors import BadParameter, OtherCodeWarning
from .contest import Contest, Job
from .game_record import GameRecord
from .journal import Journal, Match, match_key
from .workers import PlayAll

__all__ = ["Playing"]


class Playing:
    """The games of one match, played where it is wished and kept in a journal if there is one.

    A context: the journal is open within it. The match is begun in the journal by its first
    game, so a contest that a player refuses leaves no match behind.

    Args:
        configuration: all that decides which games are played; the match is known by it.
        journal: the file that every game goes to as it ends, or None.
        workers: how many games are under way at a time.
        play: how the games are played, such as `play_all`.

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
    """Return what is of another code than then, in words."""
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
