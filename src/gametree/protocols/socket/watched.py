"""Games of a play server as games of the server of games: kept in its log, watched on its page."""

from __future__ import annotations

import time
from collections.abc import Callable

from ...errors import GametreeError
from ...server.connections.client import Client
from ...server.connections.outbox import Outbox
from ...server.messages.received import NewGame, NewSeat
from ...server.messages.refusal import Refusal
from ...server.rooms import decisions
from ...server.rooms.hub import Hub
from ...server.rooms.live_room import LiveRoom
from .form import WireForm

__all__ = ["WatchedGames"]


class WatchedGames:
    """A `WireJournal` that writes into the event log; nobody gets a token of these games' seats.

    A game that cannot be written any more goes on unseen.

    Args:
        hub: the games of the server.
        form: the game, which the server must offer.
        address: of the page.
        tell: shows people a sentence.

    """

    def __init__(self, hub: Hub, form: WireForm, address: str, tell: Callable[[str], None]) -> None:
        self._hub, self._form, self._address, self._tell = hub, form, address, tell
        self._live: LiveRoom | None = None
        self._players: Client

    async def move(self, name: str, *, first: bool) -> None:
        """Write a move, the first of a new game or a further one."""
        try:
            if first:
                await self._begin()
            live = self._live
            if live is not None:
                rules, now = self._hub.rules, time.time()
                await live.decide(lambda room: decisions.move(rules, room, name, now))
        except (Refusal, GametreeError) as error:
            said = " ".join(str(error).split())
            self._tell(f"the game of {self._form.name} goes on, but nobody can watch it: {said}")
            self.close()

    async def _begin(self) -> None:
        seats = [NewSeat(kind="human"), NewSeat(kind="human")]
        started = await self._hub.create(NewGame(game=self._form.spec, seats=seats))
        live = await self._hub.room(started["id"])
        self._players = _Players()
        await live.join(self._players, 0)
        self._live = live
        self._tell(f"a game of {self._form.name} has begun: {self._address}#/g/{started['id']}")

    def close(self) -> None:
        """End the game: it is over, or all have left."""
        live, self._live = self._live, None
        if live is not None:
            live.leave(self._players)


class _Players(Client):
    """Both players, as those who watch see them: connected."""

    def __init__(self) -> None:
        super().__init__(1)
        self.seats = [0, 1]
        self.outbox = _Unread(1)


class _Unread(Outbox):
    """Drops messages to players who receive them in another way."""

    def put(self, text: str) -> None:
        pass

    def think(self, text: str) -> None:
        pass
