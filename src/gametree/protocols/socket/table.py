"""A table: one game after the other, who sits there, and what comes of the lines they send."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any, Protocol

from ...game import Action
from ...record import Record
from .form import Misread, WireForm

__all__ = ["Guest", "WireJournal", "WireTable"]


class Guest(Protocol):
    """A client, as the table knows him."""

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message; never waits."""

    def remind(self, message: dict[str, Any]) -> None:
        """Send a message later, unless the client says something before."""

    def dismiss(self) -> None:
        """Close the connection once all is sent."""


class WireJournal(Protocol):
    """Where the games are written down. Its methods do not raise."""

    async def move(self, name: str, *, first: bool) -> None:
        """Write a move, the first of a new game or a further one."""

    def close(self) -> None:
        """End the game: it is over, or all have left."""


class _Seat:
    """A place at the table.

    Attributes:
        guest: who sits there.
        missed: the messages that the next one to sit down gets first.

    """

    def __init__(self, opening: dict[str, Any]) -> None:
        self.guest: Guest | None = None
        self.missed = [opening]


class WireTable:
    """The game that is played, and its two seats.

    Args:
        form: the game.
        journal: where the moves are written before anybody sees them.

    """

    def __init__(self, form: WireForm, journal: WireJournal | None = None) -> None:
        self._form, self._journal = form, journal
        self._lock = asyncio.Lock()
        self._record: Record
        self._latest: dict[str, Any]
        self._seats: dict[int, _Seat]
        self._free: list[int]
        self._set_up()

    def _clear(self) -> None:
        """Begin another game."""
        if self._journal is not None:
            self._journal.close()
        self._set_up()

    def _set_up(self) -> None:
        self._record = Record(self._form.game)
        self._latest = self._update()
        self._seats = {number: _Seat(self._latest) for number in (1, 2)}
        self._free = random.sample([1, 2], 2)

    def _update(self) -> dict[str, Any]:
        return {"type": "update", "board": None, "state": self._form.state_message(self._record)}

    def sit_down(self, guest: Guest) -> int | None:
        """Give a client a seat and send the state of the game; None if no seat is free."""
        if not self._free:
            return None
        number = self._free.pop(0)
        seat = self._seats[number]
        seat.guest = guest
        guest.tell({"type": "player", "message": number})
        for message in seat.missed:
            guest.tell(message)
        seat.missed = []
        return number

    def stand_up(self, guest: Guest) -> None:
        """Free the seat of a client: the next one goes on for him, if somebody is there yet."""
        for number, seat in self._seats.items():
            if seat.guest is guest:
                seat.guest = None
                seat.missed = [self._latest]
                self._free.append(number)
        if len(self._free) == len(self._seats) and self._record.actions:
            self._clear()

    async def hear(self, guest: Guest, line: str, *, whole: bool = True) -> None:
        """Do what a line of a client says; `whole` is False if it was too long."""
        async with self._lock:
            number = next((n for n, each in self._seats.items() if each.guest is guest), None)
            if number is None:  # the game has ended meanwhile
                return
            turn = number == self._form.players(self._record)[0]
            try:
                if not whole:
                    raise Misread("the line is too long")
                received = _action_in(line)
                action = self._form.action_of(received)
            except Misread:
                guest.tell({"type": "error", "message": line})
            else:
                if turn and action is not None and action in self._record.legal_actions():
                    await self._play(number, received, action)
                    return
                guest.tell({"type": "illegal", "message": received})
            if turn:
                guest.remind(self._latest)

    async def _play(self, number: int, received: dict[str, int], action: Action) -> None:
        record, form = self._record, self._form
        known = len(record.actions)
        form.play(record, action)
        await self._write_down(known)
        if record is not self._record:  # both have left meanwhile
            return
        self._latest = self._update()
        self._latest["last_action"] = {
            "player": number,
            "action": {field: received[field] for field in received if field in form.fields},
            "sequence": 1 + form.moves_sent(record),
        }
        if record.over:
            self._latest["winners"] = form.winners(record)
            self._latest["points"] = form.points(record)
        for seat in self._seats.values():
            if seat.guest is None:
                seat.missed.append(self._latest)
            else:
                seat.guest.tell(self._latest)
        if record.over:
            for seat in self._seats.values():
                if seat.guest is not None:
                    seat.guest.dismiss()
            self._clear()

    async def _write_down(self, known: int) -> None:
        """Write the moves behind the first `known` into the journal."""
        if self._journal is None:
            return
        record = self._record
        for place in range(known, len(record.actions)):
            game, state = record.game, record.positions[place]
            name = game.action_to_text(state, record.actions[place])
            await self._journal.move(name, first=place == 0)


def _action_in(line: str) -> Any:
    """Return what a line says the action is.

    Raises:
        Misread: if it is no message with an action.

    """
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Misread("a line is one object of JSON") from None
    if not isinstance(message, dict) or message.get("type") != "action":
        raise Misread('a line is an object whose type is "action"')
    return message.get("message")
