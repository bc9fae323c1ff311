"""Engines that speak UCI or UGI, as players."""

from __future__ import annotations

from typing import Any, ClassVar

from ...errors import BadParameter
from ...game import Action, Game, State
from ...games.chess.game import Chess
from ...limits import Limit
from ...naming.parameters import require
from ...record import Record
from ..program.lines import Protocol, ProtocolError
from ..program.player import Program
from .dialects import UCI, UciDialect, ugi
from .notation import Notation, notation_of

__all__ = ["Uci", "UciProtocol", "Ugi", "UgiProtocol"]

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
        self._notation: Notation | None = None

    def dialect_for(self, game: Game) -> UciDialect:
        """Return the dialect in which a game is played.

        Raises:
            BadParameter: if it is not.

        """
        if not isinstance(game, Chess):
            raise BadParameter(f"UCI engines play chess, not {game.name}")
        return UCI

    def opening(self, game: Game, seat: int, seed: int) -> list[str]:
        word = self.dialect_for(game).name
        self._notation = notation_of(game)
        fen = game.fen if isinstance(game, Chess) else "startpos"
        self._position = "startpos" if fen == "startpos" else f"fen {fen}"
        self._moves = []
        options = self._options
        if word == UCI.name and isinstance(game, Chess) and game.chess960:
            options = (*options, "setoption name UCI_Chess960 value true")
        return [word, *options, f"{word}newgame", "isready"]

    def is_ready(self, line: str) -> bool:
        return line == "readyok"

    def name_of(self, game: Game, state: State, action: Action) -> str:
        assert self._notation is not None
        return self._notation.name_of(state, action)

    def action_of(self, record: Record, text: str) -> Action:
        assert self._notation is not None
        return self._notation.action_named(record, text)

    def played(self, player: int, move: str) -> list[str]:
        self._moves.append(move)  # all are sent at once, when it is to move
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


class UgiProtocol(UciProtocol):
    """The Universal Game Interface (kz04px, 2022): UCI for any game, moves by their texts."""

    def dialect_for(self, game: Game) -> UciDialect:
        return ugi(game.players)


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
    protocol: ClassVar[type[UciProtocol]] = UciProtocol

    def __init__(self, command: str, options: str = "", timeout: float = 30.0) -> None:
        super().__init__(command, timeout)
        require(str, options=options)
        self.options = options
        self._lines = tuple(_option(each) for each in options.split(";") if each.strip())

    def _new_talk(self) -> Protocol:
        return self.protocol(self._lines)


class Ugi(Uci):
    """An engine that speaks UGI, such as `gametree ugi`, for any game.

    All else is as for engines that speak UCI.

    Args:
        command, options, timeout: as for these.

    """

    name = "ugi"
    protocol: ClassVar[type[UciProtocol]] = UgiProtocol


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
