"""A chess engine that speaks UCI, as a player."""

from __future__ import annotations

from typing import Any, ClassVar

from ..errors import BadParameter
from ..game import Action, Game, State
from ..games.chess import Chess
from ..limits import Limit
from ..parameters import require
from .program import Program
from .protocol import Protocol, ProtocolError

__all__ = ["Uci", "UciProtocol"]

_UNTOLD = 1000  # milliseconds for a move where nobody says how long to think
_TOLD = ("depth", "nodes", "nps")


class UciProtocol(Protocol):
    """The Universal Chess Interface (Kahlen and Meyer-Kahlen, 2004), from the side of the arena.

    Args:
        options: lines that set the engine's options.

    """

    def __init__(self, options: tuple[str, ...] = ()) -> None:
        self._options = options
        self._position = ""
        self._moves: list[str] = []

    def opening(self, game: Game, seat: int, seed: int) -> list[str]:
        if not isinstance(game, Chess):
            raise BadParameter(f"UCI engines play chess, not {game.name}")
        self._position = "startpos" if game.fen == "startpos" else f"fen {game.fen}"
        self._moves = []
        return ["uci", *self._options, "ucinewgame", "isready"]

    def is_ready(self, line: str) -> bool:
        return line == "readyok"

    def name_of(self, game: Game, state: State, action: Action) -> str:
        assert isinstance(game, Chess)
        return game.action_to_uci(action)

    def played(self, player: int, move: str) -> list[str]:
        self._moves.append(move)  # all are told at once, when it is to move
        return []

    def go(self, limit: Limit | None) -> list[str]:
        moves = " ".join(["", "moves", *self._moves]) if self._moves else ""
        line = "go"
        if limit is not None and limit.simulations is not None:
            line += f" nodes {limit.simulations}"
        if limit is not None and limit.seconds is not None:
            line += f" movetime {max(1, round(1000 * limit.seconds))}"
        if line == "go":
            line += f" movetime {_UNTOLD}"
        return [f"position {self._position}{moves}", line]

    def answer(self, line: str, statistics: dict[str, Any]) -> str | None:
        words = line.split()
        if words[:1] == ["info"]:
            _note(words[1:], statistics)
        if words[:1] != ["bestmove"]:
            return None  # an engine may say what it likes, and what is not known is left out
        if len(words) == 1:
            raise ProtocolError("said 'bestmove' without a move")
        return words[1]


class Uci(Program):
    """A chess engine that speaks UCI, such as stockfish or `gametree uci`.

    It is started when a game begins and ended when the game ends; no shell runs it. It thinks for
    the time or the nodes that the limit says; simulations are nodes.

    Args:
        command: the engine and its arguments, in quotes where they contain spaces.
        options: its options, separated by semicolons: `Skill Level=0;Threads=1`.
        timeout: the seconds that it may take for an answer, in addition to its time to think.

    """

    name = "uci"
    protocol: ClassVar[type[Protocol]] = UciProtocol

    def __init__(self, command: str, options: str = "", timeout: float = 30.0) -> None:
        super().__init__(command, timeout)
        require(str, options=options)
        self.options = options
        self._lines = tuple(_option(each) for each in options.split(";") if each.strip())

    def _new_talk(self) -> Protocol:
        return UciProtocol(self._lines)


def _option(text: str) -> str:
    """Return the line that sets an option: `Threads=1`."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals or "\n" in text:
        raise BadParameter(
            f"options are name=value, separated by semicolons, such as Skill Level=0;Threads=1, "
            f"not {text.strip()!r}"
        )
    return f"setoption name {name} value {value}"


def _note(words: list[str], statistics: dict[str, Any]) -> None:
    """Add what a line of information says of the search to the statistics of the move."""
    for place, word in enumerate(words[:-1]):
        if word in ("pv", "string"):
            return
        if word in _TOLD and words[place + 1].isdecimal():
            statistics[word] = int(words[place + 1][:18])
        if word in ("cp", "mate"):
            statistics[word] = words[place + 1][:18]
