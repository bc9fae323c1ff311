"""Games of a play server as games of the server of games: kept in its log, watched on its page."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from ..errors import GametreeError
from ..server import decisions
from ..server.hub import Hub
from ..server.messages import NewGame, NewSeat
from ..server.refusal import Refusal
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
        self._id: str | None = None

    async def move(self, name: str, *, first: bool) -> None:
        """Write a move, the first of a new game or a further one."""
        try:
            if first:
                await self._begin()
            if self._id is not None:
                live = await self._hub.room(self._id)
                await live.decide(lambda room: decisions.move(room, name, time.time()))
        except (Refusal, GametreeError, SQLAlchemyError, OSError) as error:
            said = " ".join(str(getattr(error, "orig", None) or error).split())
            self._tell(f"the game of {self._form.name} goes on, but nobody can watch it: {said}")
            self._id = None

    async def _begin(self) -> None:
        self._id = None
        seats = [NewSeat(kind="human"), NewSeat(kind="human")]
        started = await self._hub.create(NewGame(game=self._form.spec, seats=seats))
        self._id = started["id"]
        self._tell(f"a game of {self._form.name} has begun: {self._address}#/g/{self._id}")
