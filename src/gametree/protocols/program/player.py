"""An external program as a player."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...errors import BadParameter, IllegalMove
from ...game import Action, Game
from ...limits import Limit
from ...naming.parameters import require
from ...players.player import Choice, Player
from ...record import Record
from ...rules.hidden_information import refuse_hidden
from .lines import LineProtocol, Protocol, ProtocolError
from .process import PlayerFailed, Process, words_of

__all__ = ["Program"]

MOST_LINES = 10_000
"""The most lines that may come before an answer."""


class Program(Player):
    """An external program that uses the line protocol on its standard input and output.

    It is started when a game begins and ended when the game ends; no shell runs it.

    Args:
        command: the program and its arguments, in quotes where they contain spaces.
        timeout: the seconds that it may take for an answer, in addition to its time to think.

    """

    name = "program"
    needs_usual_start = True
    protocol: ClassVar[type[Protocol]] = LineProtocol
    """The protocol of the program; a derived class may set another one."""

    def __init__(self, command: str, timeout: float = 30.0) -> None:
        require(str, command=command)
        if isinstance(timeout, bool) or not (
            isinstance(timeout, (int, float)) and 0 < timeout < math.inf
        ):
            raise BadParameter(f"timeout must be a number of seconds above 0, not {timeout!r}")
        self.command = command
        self.timeout = float(timeout)
        self._process: Process | None = None

    def files(self) -> Sequence[Path]:
        """Return the files that the command names; not a program found through PATH."""
        return [Path(word) for word in words_of(self.command) if os.path.isfile(word)]

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines exchanged with the running program: see `PlayerFailed`."""
        return self._process.transcript if self._process else ()

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Start the program.

        Raises:
            BadParameter: if it cannot be started.
            PlayerFailed: if it does not answer that it is ready.

        """
        refuse_hidden(game, "another program")
        self.end()
        self._process = Process(self.command)
        self._talk = self._new_talk()
        self._game, self._seat, self._seed = game, seat, seed
        self._start(self._process)

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        """Return the program's move.

        Raises:
            PlayerFailed: if its answer is late, against the protocol or an illegal move, if it
                gives the game up, or has ended.

        """
        process = self._process
        if process is None:
            raise BadParameter("a program was asked for a move before begin, or after it failed")
        self._tell_moves(process, record)
        for line in self._talk.go(limit):
            process.send(line)
        seconds = self.timeout + (limit.seconds if limit and limit.seconds else 0.0)
        statistics: dict[str, Any] = {}

        def meaning(line: str) -> str | None:
            return self._talk.answer(line, statistics)

        move = self._await(process, seconds, "move", meaning)
        return Choice(self._legal(process, record, move), statistics)

    def end(self) -> None:
        if self._process is not None:
            self._process.close(self._talk.farewell)
            self._process = None

    def _new_talk(self) -> Protocol:
        return self.protocol()

    def _start(self, process: Process) -> None:
        self._known: list[Action] = []
        for line in self._talk.opening(self._game, self._seat, self._seed):
            process.send(line)

        def meaning(line: str) -> str | None:
            return line if self._talk.is_ready(line) else None

        self._await(process, self.timeout, "ready", meaning)

    def _tell_moves(self, process: Process, record: Record) -> None:
        """Send the moves that the program does not know yet."""
        game = self._game
        first = record.positions[0]
        if game.state_to_text(first) != game.state_to_text(game.initial_state()):
            raise BadParameter("a program plays games from their first position on only")
        if record.actions[: len(self._known)] != self._known:  # moves were taken back
            self._start(process)
        for index in range(len(self._known), len(record.actions)):
            state, action = record.positions[index], record.actions[index]
            player = game.current_player(state)
            for line in self._talk.played(player, self._talk.name_of(game, state, action)):
                process.send(line)
            self._known.append(action)

    def _await(
        self,
        process: Process,
        seconds: float,
        wanted: str,
        meaning: Callable[[str], str | None],
    ) -> str:
        """Return the meaning of the first line that has one; end the program if none comes."""
        deadline = time.monotonic() + seconds
        termination = "crash"
        try:
            for _ in range(MOST_LINES):
                found = meaning(process.receive(deadline))
                if found is not None:
                    return found
            reason = f"wrote {MOST_LINES:,} lines without a {wanted}"
        except ProtocolError as error:
            reason, termination = str(error), error.termination
        except PlayerFailed:
            self._process = None
            raise
        self._process = None
        raise process.failure(reason, termination)

    def _legal(self, process: Process, record: Record, move: str) -> Action:
        try:
            action = self._talk.action_of(record, move)
            if action in record.legal_actions():
                return action
            reason = "it would repeat a position"
        except IllegalMove as error:
            reason = str(error)
        self._process = None
        raise process.failure(f"played {move[:80]!r}: {reason}", "illegal move")
