"""A game in the form of the protocol: the base class of the three."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from ...game import Action, Game, State
from ...record import Record

__all__ = ["Misread", "WireForm", "number"]


class Misread(ValueError):
    """Something in a message is not what the protocol has there; a sentence says what."""


class WireForm(ABC):
    """How positions, moves and results of a game look in messages.

    The protocol counts players from 1. Its games know no move that is forced, such as a pass:
    who can do nothing else is not asked.
    """

    name: ClassVar[str]
    """What the protocol calls the game."""

    spec: ClassVar[str]
    """What the game is called here."""

    fields: ClassVar[tuple[str, ...]]
    """What an action consists of: whole numbers."""

    game: Game
    """The rules."""

    # Actions.

    def action_of(self, message: object) -> Action | None:
        """Return the action of a message, None if the board has no such cell.

        Raises:
            Misread: if it tells none.

        """
        if not isinstance(message, dict):
            raise Misread(f"an action is an object with {', '.join(self.fields)}")
        return self._action(*(number(message, each) for each in self.fields))

    @abstractmethod
    def _action(self, *numbers: int) -> Action | None:
        """Return the action of these numbers."""

    @abstractmethod
    def action_message(self, action: Action) -> dict[str, int]:
        """Return an action in the form of messages."""

    # Games.

    def forced(self, action: Action) -> bool:
        """Return whether the protocol has no message for an action."""
        return False

    def play(self, record: Record, action: Action) -> None:
        """Play an action, and what must follow it."""
        record.play(action)
        while not record.over and self.forced(record.legal_actions()[0]):
            record.play(record.legal_actions()[0])

    def moves_sent(self, record: Record) -> int:
        """Return how many moves of a game the protocol has sent."""
        return sum(not self.forced(each) for each in record.actions)

    def players(self, record: Record) -> tuple[int, int]:
        """Return the player to move and the one who has moved last."""
        mover = self._last_mover(record)
        if record.over:
            return 3 - mover, mover
        return record.player + 1, mover

    def _last_mover(self, record: Record) -> int:
        for action, state in zip(record.actions[::-1], record.positions[-2::-1], strict=True):
            if not self.forced(action):
                return self.game.current_player(state) + 1
        return 2

    # Positions.

    @abstractmethod
    def state_message(self, record: Record) -> dict[str, Any]:
        """Return the position of a record in the form of messages."""

    def state_of(self, message: object) -> State:
        """Return the position of a message, in a game that goes on.

        Raises:
            Misread: if it tells none of this game.

        """
        if not isinstance(message, dict) or not isinstance(message.get("pieces"), list):
            raise Misread("a position is an object with pieces")
        player = number(message, "player")
        if player not in (1, 2):
            raise Misread(f"player must be 1 or 2, not {player}")
        return self._state(message, player - 1)

    @abstractmethod
    def _state(self, message: dict[str, Any], player: int) -> State:
        """Return the position, where the player, from 0, is to move."""

    # Results.

    def winners(self, record: Record) -> dict[str, float]:
        """Return what each player has won: 1, 0, or 0.5 in a draw."""
        first = record.returns[0]
        if first == 0.0:
            return {"1": 0.5, "2": 0.5}
        return {"1": 1, "2": 0} if first > 0.0 else {"1": 0, "2": 1}

    @abstractmethod
    def points(self, record: Record) -> dict[str, float]:
        """Return the points of each player."""


def number(message: object, field: str, most: int | None = None) -> int:
    """Return a field that is a whole number, from 0 to `most` if that is given.

    Raises:
        Misread: if it is none.

    """
    value = message.get(field) if isinstance(message, dict) else None
    if not isinstance(value, int) or isinstance(value, bool):
        raise Misread(f"{field} must be a whole number, not {value!r}")
    if most is not None and not 0 <= value <= most:
        raise Misread(f"{field} must be from 0 to {most}, not {value}")
    return value
