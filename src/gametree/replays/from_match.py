"""Games of matches as replays."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator

from ..arena.journal.game_record import GameRecord
from ..errors import GametreeError, ReplayError
from ..game_files.writing import text_of_game
from ..naming.loading import load_game
from ..naming.named_moves import play_all
from ..record import Record
from .game_replay import GameReplay

__all__ = ["replay_of_match_game", "sgf_of_match_games"]

_LAST = 2.0**37  # seconds, about the end of the calendar


def replay_of_match_game(played: GameRecord) -> GameReplay:
    """Return a game of a match as a replay, with the statistics of its players' moves.

    Raises:
        ReplayError: if the rules are not to be had, or its moves are not legal by them.

    """
    try:
        record = Record(load_game(played.game, played.parameters))
        play_all(record, [*played.opening, *played.moves])
    except GametreeError as error:
        raise ReplayError(f"game {played.index} cannot be replayed: {error}") from error
    opening = len(played.opening)
    return GameReplay(
        record,
        [*(None,) * opening, *played.statistics],
        seconds=[*(None,) * opening, *played.seconds],
        players=played.seats,
        how=played.termination,
        returns=played.returns,
    )


def sgf_of_match_games(games: Iterable[GameRecord]) -> Iterator[str]:
    """Yield games of matches as SGF, each with its date.

    Raises:
        ReplayError: if a game cannot be replayed, or SGF has no words for it.

    """
    for played in games:
        replay = replay_of_match_game(played)
        known = 0 < played.started < _LAST
        date = dt.datetime.fromtimestamp(played.started, dt.UTC).date() if known else None
        yield text_of_game(replay.record, replay.players, replay.returns, replay.how, ".sgf", date)
