"""Games of matches as replays."""

from __future__ import annotations

from ..arena.game_record import GameRecord
from ..errors import GametreeError, ReplayError
from ..loading import load_game
from ..named_moves import play_all
from ..record import Record
from .game_replay import GameReplay

__all__ = ["replay_of_match_game"]


def replay_of_match_game(played: GameRecord) -> GameReplay:
    """Return a game of a match as a replay, with what its players told about their moves.

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
