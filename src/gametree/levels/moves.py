"""Moves of a level, for engines that follow a game of their own."""

from __future__ import annotations

from ..game import Action, Game
from ..players.player import Player
from ..players.registry import make_player
from ..record import Record
from .ladder import Ladder, LadderLevel

__all__ = ["LeveledMoves"]


class LeveledMoves:
    """Chooses moves as a level of a ladder does.

    Args:
        ladder: the levels.
        seed: of what is random.

    Attributes:
        number: the level that plays; 0 for none.

    """

    def __init__(self, ladder: Ladder, seed: int) -> None:
        self.ladder = ladder
        self.number = 0
        self._seed = seed
        self._made: tuple[Game, LadderLevel, Player] | None = None

    def choose_level(self, number: int) -> None:
        """Let a level play from now on; 0 for none.

        Raises:
            BadParameter: if there is no such level.

        """
        if number:
            self.ladder[number]
        self.number = number

    def get_ready(self, record: Record) -> Player:
        """Compile what the level needs; return its player.

        Raises:
            BadParameter: if the level cannot play the game.
            GameError: if the rules break their contract.

        """
        level = self.ladder[self.number]
        if self._made is None or self._made[0] is not record.game or self._made[1] != level:
            player = make_player(level.player)
            player.begin(record.game, record.player, self._seed)
            self._made = record.game, level, player
        return self._made[2]

    def action(self, record: Record) -> Action:
        """Return the move of the level where a game stands.

        Raises:
            BadParameter, GameError: as `get_ready`.

        """
        return self.get_ready(record).choose(record, None).action
