"""What a player is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from ..game import Action, Game
from ..mcts.limits import Limit
from ..record import Record

__all__ = ["Choice", "Player"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the player knows about it.

    Attributes:
        action: the move.
        statistics: numbers and texts for the journal, such as simulations and value.

    """

    action: Action
    statistics: dict[str, Any] = field(default_factory=dict)


class Player:
    """Base class of players: define `choose`.

    A player plays one game at a time, on one seat: `begin`, then `choose`
    whenever it is his turn, then `end`, which comes in any case.
    """

    name: ClassVar[str] = ""
    """What a bundled one is called in a description; `mcts`, say."""

    needs_limit: ClassVar[bool] = False
    """Whether `choose` must be given a limit."""

    needs_simulations: ClassVar[bool] = False
    """Whether this limit must be a number of simulations, alone or beside another."""

    _given: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        player = super().__new__(cls)
        player._given = arguments, named
        return player

    def __repr__(self) -> str:
        """Return how it was made: `MyPlayer(depth=3)`."""
        arguments, named = self._given
        parts = [*map(repr, arguments), *(f"{name}={value!r}" for name, value in named.items())]
        return f"{type(self).__name__}({', '.join(parts)})"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Get ready for a game; what takes long is done here, before the clock runs.

        Raises:
            BadParameter: if the player cannot play this game; the message says why.

        """

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        """Return a legal move for the position of `record`, where it is this player's turn.

        `limit` says how long to think; None leaves it to the player.
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method choose")

    def files(self) -> Sequence[Path]:
        """Return the files whose contents decide how it plays, besides its class and parameters."""
        return ()

    @property
    def transcript(self) -> tuple[str, ...]:
        """What was said last, for the record of a game that the player has lost by a fault."""
        return ()

    def end(self) -> None:
        """Let go of what `begin` took."""
