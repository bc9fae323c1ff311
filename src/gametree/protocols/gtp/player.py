"""A program that speaks GTP, as a player."""

from __future__ import annotations

import math
import re
from typing import Any, ClassVar

from ...errors import BadParameter, IllegalMove
from ...game import Action, Game, State
from ...limits import Limit
from ...record import Record
from ..program.lines import Protocol, ProtocolError, Resignation
from ..program.player import Program
from .dialects import COLOURS, GtpDialect, dialect_of

__all__ = ["Gtp", "GtpProtocol"]

_MAY_BE_UNKNOWN = ("time_settings", "komi")
"""Commands that a program may refuse: the game is timed and scored here in any case."""

_ANSWER = re.compile(r"([=?])([0-9]*)(.*)", re.DOTALL)


class GtpProtocol(Protocol):
    """The Go Text Protocol, version 2 (Farnebäck, 2002), from the side of the arena.

    Commands are numbered, and answers belong to the command of their number; an answer without a
    number belongs to the next command. All other lines are left out.
    """

    def __init__(self) -> None:
        self._dialect: GtpDialect | None = None
        self._sent: list[str] = []  # the command of number 1 first
        self._answered = 0
        self._seat = 0
        self._seconds: float | None = None  # for each move, as sent last
        self._own: str | None = None  # the move that it has made itself

    def opening(self, game: Game, seat: int, seed: int) -> list[str]:
        dialect = dialect_of(game)
        if dialect.columns != dialect.rows:
            raise BadParameter(
                f"GTP programs play on squares, not on {dialect.columns} columns and "
                f"{dialect.rows} rows"
            )
        self._dialect = dialect
        self._seat = seat
        self._seconds = self._own = None
        return [
            self._numbered(line)
            for line in (f"boardsize {dialect.columns}", "clear_board", *dialect.settings())
        ]

    def is_ready(self, line: str) -> bool:
        return self._answer_of(line) is not None and self._answered == len(self._sent)

    def name_of(self, game: Game, state: State, action: Action) -> str:
        assert self._dialect is not None
        return self._dialect.vertex(action)

    def action_of(self, record: Record, text: str) -> Action:
        assert self._dialect is not None
        try:
            action = self._dialect.action(text)
        except BadParameter as error:
            raise IllegalMove(str(error)) from error
        if action not in record.legal_actions():
            raise IllegalMove(f"{text!r} is no legal move here")
        return action

    def played(self, player: int, move: str) -> list[str]:
        own, self._own = self._own, None
        if player == self._seat and own is not None and own.lower() == move.lower():
            return []  # it has made this move itself
        undo = [] if own is None else [self._numbered("undo")]
        return [*undo, self._numbered(f"play {COLOURS[player]} {move}")]

    def go(self, limit: Limit | None) -> list[str]:
        lines = []
        seconds = None if limit is None else limit.seconds
        if seconds is not None and seconds != self._seconds:
            # Whole seconds are what the protocol has; who understands the fraction, takes it.
            lines.append(self._numbered(f"time_settings 0 {math.ceil(seconds)} 1"))
            if seconds != math.ceil(seconds):
                lines.append(self._numbered(f"time_settings 0 {seconds:g} 1"))
            self._seconds = seconds
        return [*lines, self._numbered(f"genmove {COLOURS[self._seat]}")]

    def answer(self, line: str, statistics: dict[str, Any]) -> str | None:
        text = self._answer_of(line)
        if text is None or self._answered < len(self._sent):
            return None
        move = text.split()[0] if text.split() else ""
        if not move:
            raise ProtocolError(f"answered {self._sent[-1]!r} without a move")
        if move.lower() == "resign":
            raise Resignation("resigns")
        self._own = move
        return move

    def _numbered(self, line: str) -> str:
        self._sent.append(line)
        return f"{len(self._sent)} {line}"

    def _answer_of(self, line: str) -> str | None:
        """Return what a line answers; None if it answers nothing.

        Raises:
            ProtocolError: if it refuses a command, or answers another one.

        """
        found = _ANSWER.fullmatch(line)
        if found is None:
            return None
        sign, number, text = found[1], found[2][:9], found[3].strip()
        following = self._answered + 1
        if number and int(number) < following:
            return None  # once more: that command was answered before
        # Some programs leave the number out; then it is the answer to the next command.
        if following > len(self._sent) or (number and int(number) != following):
            raise ProtocolError(
                f"said {line[:80]!r} where the answer to command {following} was expected"
            )
        self._answered = following
        command = self._sent[self._answered - 1]
        if sign == "?" and command.split()[0] not in _MAY_BE_UNKNOWN:
            raise ProtocolError(f"refuses {command!r}: {text[:200] or 'it does not say why'}")
        return text


class Gtp(Program):
    """A program that speaks GTP, such as gnugo or `gametree gtp`.

    It is started when a game begins and ended when the game ends; no shell runs it. It receives the
    seconds of the limit, in whole ones if it knows no others. GTP has no command for simulations.

    Args:
        command: the program and its arguments, in quotes where they contain spaces.
        timeout: the seconds that it may take for an answer, in addition to its time to think.

    """

    name = "gtp"
    protocol: ClassVar[type[Protocol]] = GtpProtocol
