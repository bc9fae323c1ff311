"""What is said to a program, and what its lines mean."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from typing import Any

from ..game import Game
from ..mcts.limits import Limit

__all__ = ["Dialect", "LineProtocol", "Nonsense"]


class Nonsense(ValueError):
    """A line that means nothing in this dialect; the message says what was expected."""


class Dialect(ABC):
    """A language of lines for games: one object a game.

    Moves are given and taken as texts, those of `Game.action_to_text`.
    """

    farewell = "quit"
    """The last line."""

    @abstractmethod
    def opening(self, game: Game, seat: int, seed: int) -> list[str]:
        """Return the lines that begin a game; an answer is awaited then."""

    @abstractmethod
    def is_ready(self, line: str) -> bool:
        """Tell whether a line is the awaited answer to `opening`, or one to be passed over.

        Raises:
            Nonsense: if it is neither.

        """

    @abstractmethod
    def played(self, player: int, move: str) -> str:
        """Return the line that tells a move, of whichever player."""

    @abstractmethod
    def go(self, limit: Limit | None) -> str:
        """Return the line that asks for a move."""

    @abstractmethod
    def answer(self, line: str, statistics: dict[str, Any]) -> str | None:
        """Return the move that a line answers; or None, its news added to the statistics.

        Raises:
            Nonsense: if it is no answer.

        """


class LineProtocol(Dialect):
    """gametree's own lines, version 1: see docs/players.md."""

    def opening(self, game: Game, seat: int, seed: int) -> list[str]:
        named = " ".join([game.name, *_parameters(game)])
        return ["gametree 1", f"game {named}", f"seat {seat}", f"seed {seed}", "start"]

    def is_ready(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        if word == "refuse":
            raise Nonsense(f"refuses this game: {rest.strip() or 'it does not say why'}")
        if line and line != "ready":
            raise Nonsense(f"said {line[:80]!r} where 'ready' was expected")
        return line == "ready"

    def played(self, player: int, move: str) -> str:
        return f"play {move}"

    def go(self, limit: Limit | None) -> str:
        line = "go"
        if limit is not None and limit.simulations is not None:
            line += f" simulations {limit.simulations}"
        if limit is not None and limit.seconds is not None:
            line += f" seconds {limit.seconds:g}"
        return line

    def answer(self, line: str, statistics: dict[str, Any]) -> str | None:
        word, _, rest = line.partition(" ")
        if word == "move" and rest.strip():
            return rest.strip()
        if word == "info":
            key, _, value = rest.strip().partition(" ")
            if key and (key in statistics or len(statistics) < _MOST_STATISTICS):
                statistics[key] = _number_or_text(value.strip()[:_LONGEST_VALUE])
        elif line:
            raise Nonsense(f"said {line[:80]!r} where 'info KEY VALUE' or 'move MOVE' was expected")
        return None


_MOST_STATISTICS = 32
_LONGEST_VALUE = 200  # characters


def _parameters(game: Game) -> list[str]:
    """Return the parameters of a game as `key=value`, those that it keeps under their names."""
    found = []
    for name in inspect.signature(type(game)).parameters:
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
