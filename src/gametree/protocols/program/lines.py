"""The line protocol between gametree and an external program that plays."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from ...game import Action, Game, State
from ...limits import Limit
from ...naming.parameters import where_constructed
from ...record import Record

__all__ = ["LineProtocol", "Protocol", "ProtocolError", "Resignation"]


class ProtocolError(ValueError):
    """A line of a program breaks the protocol; the message says what was expected."""

    termination: ClassVar[str] = "crash"
    """How that ends the game: see `PlayerFailed`."""


class Resignation(ProtocolError):
    """A line of a program gives the game up."""

    termination = "resignation"


class Protocol(ABC):
    """Base class of line protocols: one object for each game.

    Moves are texts in both directions: to the program those of `name_of`, from it what
    `action_of` reads.
    """

    farewell = "quit"
    """The line that ends the conversation."""

    @abstractmethod
    def opening(self, game: Game, seat: int, seed: int) -> list[str]:
        """Return the lines that begin a game; the program must answer them."""

    @abstractmethod
    def is_ready(self, line: str) -> bool:
        """Return True if a line is the answer to `opening`, False if it is to be skipped.

        Raises:
            ProtocolError: if it is neither.

        """

    def name_of(self, game: Game, state: State, action: Action) -> str:
        """Return the name of a move; by default that of `Game.action_to_text`."""
        return game.action_to_text(state, action)

    def action_of(self, record: Record, text: str) -> Action:
        """Return the move of a name in the current position; by default by `Game.text_to_action`.

        Raises:
            IllegalMove: if the rules know none.

        """
        return record.game.text_to_action(record.state, text)

    @abstractmethod
    def played(self, player: int, move: str) -> list[str]:
        """Return the lines that report a move of any player."""

    @abstractmethod
    def go(self, limit: Limit | None) -> list[str]:
        """Return the lines that ask for a move."""

    @abstractmethod
    def answer(self, line: str, statistics: dict[str, Any]) -> str | None:
        """Return the move in a line; or None, after adding what the line says to `statistics`.

        Raises:
            ProtocolError: if it is no answer.
            Resignation: if it gives the game up.

        """


class LineProtocol(Protocol):
    """gametree's own lines, version 1: see docs/players.md."""

    def opening(self, game: Game, seat: int, seed: int) -> list[str]:
        named = " ".join([game.name, *_parameters(game)])
        return ["gametree 1", f"game {named}", f"seat {seat}", f"seed {seed}", "start"]

    def is_ready(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        if word == "refuse":
            raise ProtocolError(f"refuses this game: {rest.strip() or 'it does not say why'}")
        if line and line != "ready":
            raise ProtocolError(f"said {line[:80]!r} where 'ready' was expected")
        return line == "ready"

    def played(self, player: int, move: str) -> list[str]:
        return [f"play {move}"]

    def go(self, limit: Limit | None) -> list[str]:
        line = "go"
        if limit is not None and limit.simulations is not None:
            line += f" simulations {limit.simulations}"
        if limit is not None and limit.seconds is not None:
            line += f" seconds {limit.seconds:g}"
        return [line]

    def answer(self, line: str, statistics: dict[str, Any]) -> str | None:
        word, _, rest = line.partition(" ")
        if word == "move" and rest.strip():
            return rest.strip()
        if word == "info":
            key, _, value = rest.strip().partition(" ")
            if key and (key in statistics or len(statistics) < _MOST_STATISTICS):
                statistics[key] = _number_or_text(value.strip()[:_LONGEST_VALUE])
        elif line:
            raise ProtocolError(
                f"said {line[:80]!r} where 'info KEY VALUE' or 'move MOVE' was expected"
            )
        return None


_MOST_STATISTICS = 32
_LONGEST_VALUE = 200  # characters


def _parameters(game: Game) -> list[str]:
    """Return the parameters of a game that are also its attributes, as `key=value`."""
    found = []
    for name in inspect.signature(where_constructed(type(game))).parameters:
        value = getattr(game, name, None)
        if isinstance(value, tuple):
            value = ",".join(map(str, value))
        if isinstance(value, bool) or value is None:
            value = str(value).lower()
        if " " not in str(value):
            found.append(f"{name}={value}")
    return found


def _number_or_text(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
