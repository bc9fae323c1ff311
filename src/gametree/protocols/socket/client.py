"""A client of a play server: it follows the game and sends moves."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

from ...errors import BadParameter, GametreeError
from ...game import Action
from ...record import Record
from .form import Misread, WireForm, number
from .lines import Lines, line_of

__all__ = ["Followed", "ServerLeft", "WireClient"]

_CONNECT_SECONDS = 10.0
_GREETING_SECONDS = 30.0
_MOST_BYTES = 1024 * 1024
_PIECE = 64 * 1024


class ServerLeft(GametreeError, ConnectionError):
    """The play server has closed the connection, or sends what is not its protocol."""


class WireClient:
    """A connection to a play server.

    Args:
        host, port: where it listens.
        greeting_seconds: how long the server may take to say something.

    Raises:
        BadParameter: if nobody answers there.

    """

    def __init__(self, host: str, port: int, greeting_seconds: float = _GREETING_SECONDS) -> None:
        try:
            self._socket = socket.create_connection((host, port), _CONNECT_SECONDS)
        except (OSError, OverflowError) as error:
            said = getattr(error, "strerror", None) or str(error)
            raise BadParameter(f"no play server answers at {host}, port {port}: {said}") from error
        self._socket.settimeout(greeting_seconds)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield what the server sends, until it closes the connection.

        Raises:
            ServerLeft: if that is no message of the protocol.

        """
        lines = Lines(_MOST_BYTES)
        while True:
            try:
                piece = self._socket.recv(_PIECE)
            except TimeoutError as error:
                raise ServerLeft(
                    "the server has taken the connection, but says nothing: perhaps it waits for a "
                    "player who has left, or is no play server"
                ) from error
            except OSError:
                piece = b""
            if not piece:
                return
            self._socket.settimeout(None)  # from now on, others may think for long
            for line, whole in lines.feed(piece):
                yield _message(line, whole)

    def play(self, action: dict[str, int]) -> None:
        """Send an action.

        Raises:
            ServerLeft: if the connection is closed.

        """
        try:
            self._socket.sendall(line_of({"type": "action", "message": action}))
        except OSError as error:
            raise ServerLeft("the play server has closed the connection") from error


def _message(line: str, whole: bool) -> dict[str, Any]:
    try:
        message = json.loads(line) if whole else None
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise ServerLeft(
            "what answers is no play server of this protocol, which sends one JSON object a line: "
            f"{line[:80]!r}"
        )
    return message


class Followed:
    """The game on a server, followed by its updates.

    Args:
        form: the game.

    Attributes:
        record: the game as far as it is known, and where it stands.
        moved: the player, from 0, of the last move, and its name; None if nobody has moved.
        winners: what each player has won, by numbers from 1 as texts; None while the game goes on.
        jumped: how often the position was not what the moves made of it.

    """

    def __init__(self, form: WireForm) -> None:
        self._form = form
        self.record = Record(form.game)
        self.moved: tuple[int, str] | None = None
        self.winners: dict[str, float] | None = None
        self.jumped = 0

    def update(self, message: dict[str, Any]) -> None:
        """Follow an update.

        Raises:
            ServerLeft: if it is none of this game.

        """
        try:
            self._follow(message)
        except (Misread, GametreeError) as error:
            raise ServerLeft(
                f"the server tells a position that is none of {self._form.name}: {error}; "
                "perhaps it serves another game"
            ) from error

    def _follow(self, message: dict[str, Any]) -> None:
        last = message.get("last_action")
        self.moved = None
        if isinstance(last, dict):
            self._play(last)
        winners = message.get("winners")
        if winners is not None:
            if not isinstance(winners, dict):
                raise Misread(f"winners must be an object, not {winners!r}")
            self.winners = winners
            return
        state = self._form.state_of(message.get("state"))
        if state != self.record.state:
            # Somebody else has sat here before, or that server has rules of its own.
            self.record = Record(self._form.game, state)
            self.jumped += 1

    def _play(self, last: dict[str, Any]) -> None:
        """Play the last move, if that is one here."""
        action: Action | None = self._form.action_of(last.get("action"))
        if action is None:
            raise Misread("there is no such place")
        record = self.record
        player = number(last, "player")
        name = record.game.action_to_text(record.state, action)
        self.moved = (player - 1, name)
        if not record.over and record.player == player - 1 and action in record.legal_actions():
            self._form.play(record, action)
