"""The player of a level: `level:4` plays as the fourth level of the game's ladder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from ..errors import BadParameter
from ..game import Game
from ..limits import Limit
from ..players.player import Choice, Player
from ..players.registry import make_player
from ..record import Record
from .ladder import MOST_LEVELS, LadderLevel
from .store import ladder_file_of, ladder_of

__all__ = ["LeveledPlayer", "check_number"]


class LeveledPlayer(Player):
    """A level of the game's ladder: level:1 is the weakest, and level:10 or less the strongest.

    Its moves take as long as they take: it has no use for a limit.

    Args:
        number: the level, from 1.

    Raises:
        BadParameter: if no ladder has such a level.

    """

    name = "level"
    first_parameter: ClassVar[str] = "number"

    def __init__(self, number: int) -> None:
        check_number(number)
        self._number = number
        self._player: Player | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.level: LadderLevel = ladder_of(game)[self._number]
        self._player = make_player(self.level.player)
        self._player.begin(game, seat, seed)

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        assert self._player is not None
        return self._player.choose(record, None)

    def files_for(self, game: Game) -> Sequence[Path]:
        path = ladder_file_of(game)
        return () if path is None else (path,)

    def end(self) -> None:
        if self._player is not None:
            self._player.end()


def check_number(number: int) -> None:
    """Check that a number may be that of a level.

    Raises:
        BadParameter: if not.

    """
    whole = isinstance(number, int) and not isinstance(number, bool)
    if not whole or not 1 <= number <= MOST_LEVELS:
        raise BadParameter(f"a level is a number from 1 to {MOST_LEVELS}, not {number!r}")
