"""The base class of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from ..game import Action, Game
from ..limits import Limit
from ..record import Record

__all__ = ["Choice", "Player"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move with the player's statistics about it.

    Attributes:
        action: the move.
        statistics: numbers and texts for the journal, such as simulations and value.

    """

    action: Action
    statistics: dict[str, Any] = field(default_factory=dict)


class Player:
    """Base class of players: define `choose`.

    A player plays one game at a time, on one seat: `begin` is called first, then `choose` whenever
    it is his turn, then `end`, even after an error.
    """

    name: ClassVar[str] = ""
    """The kind of a bundled player in descriptions, such as `mcts`."""

    needs_limit: ClassVar[bool] = False
    """True if `choose` must be given a limit."""

    needs_simulations: ClassVar[bool] = False
    """True if this limit must include a number of simulations."""

    needs_usual_start: ClassVar[bool] = False
    """True if it plays only games that begin at the first position of the rules."""

    first_parameter: ClassVar[str] = ""
    """The parameter that descriptions may give without a name, as the 4 of "level:4", or none."""

    _given: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        player = super().__new__(cls)
        player._given = arguments, named
        return player

    def __repr__(self) -> str:
        """Return the call that makes this player: `MyPlayer(depth=3)`."""
        arguments, named = self._given
        parts = [*map(repr, arguments), *(f"{name}={value!r}" for name, value in named.items())]
        return f"{type(self).__name__}({', '.join(parts)})"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Prepare for a game; slow work belongs here, before the clock runs.

        Raises:
            BadParameter: if the player cannot play this game; the message says why.

        """

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        """Return a legal move for the current position of `record`: it is this player's turn.

        In a game that hides something, `record` is a `SeatRecord`: it has `game`, `player`,
        `known` (what this player knows) and `legal_actions()`, and no position.

        `limit` bounds the thinking time or the simulations; None leaves it to the player.
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method choose")

    def files(self) -> Sequence[Path]:
        """Return the files that decide how it plays, besides its class and parameters."""
        return ()

    def files_for(self, game: Game) -> Sequence[Path]:
        """Return the files that decide how it plays a game; by default those of `files`."""
        return self.files()

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines exchanged, for the record of a game lost by a fault of the player."""
        return ()

    def end(self) -> None:
        """Release what `begin` has acquired."""
