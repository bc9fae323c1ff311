"""All games that are in memory, and how one gets there: from the log, or new."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ...analysis.admission import check_player
from ...errors import BadQuery, GametreeError
from ...players.time_control import TimeControl
from ..connections.tokens import hash_of, new_game_id, new_token
from ..engines import Engines
from ..log.event_log import EventLog
from ..log.uptimes import BEAT_SECONDS
from ..messages.received import NewGame, NewSeat, OpeningsOf, SetUp
from ..messages.refusal import Refusal
from ..messages.sent import OpeningsTold, SetUpTold, StartedTold
from ..metrics import Metrics
from ..rules.rules import Facts, OfferedRules
from ..settings import Settings
from .live_room import LiveRoom
from .openings import Openings
from .puzzles import Puzzles
from .reviews import Reviews
from .room import Room

__all__ = ["Hub"]

_ID = re.compile(r"[A-Za-z0-9_-]{12}")


class Hub:
    """The games of a server.

    Args:
        log: the event log, open.
        engines: who searches.
        settings: the bounds.
        metrics: where things are counted.

    """

    def __init__(
        self, log: EventLog, engines: Engines, settings: Settings, metrics: Metrics
    ) -> None:
        self.log, self.engines, self.settings, self.metrics = log, engines, settings, metrics
        self.rules = OfferedRules(settings.rules_seconds)
        self.reviews = Reviews(engines, settings)
        self.openings = Openings(log, self.rules, settings.elo)
        self.puzzles = Puzzles(self.facts, self.rules, engines, settings)
        self.live: dict[str, LiveRoom] = {}
        self.connections = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._loading: dict[str, asyncio.Lock] = {}
        metrics.gauge("live_games", lambda: len(self.live))
        metrics.gauge("connections", lambda: self.connections)
        metrics.gauge("searches", lambda: engines.running)

    async def start(self) -> None:
        """Listen to other processes, and have the engines get the games ready."""
        await self.log.listen(self._heard)
        for spec in self.settings.games:
            self.engines.prepare(spec)
        with suppress(Refusal):  # the database was open a moment ago: the next one may be written
            await self.log.uptimes.beat()
        for work in (self._list_games(), self._go_on_with_clocks(), self._beat()):
            self._tasks.append(asyncio.ensure_future(work))

    async def _go_on_with_clocks(self) -> None:
        """Load the games whose clocks ran when the server ended."""
        for game_id in await self._running_clocks():
            with suppress(Refusal, GametreeError):  # who opens the game is told what is wrong
                live = await self.room(game_id)
                await live.go_on()
                if not live.room.clock_runs:  # it ended as the server did
                    await self.log.uptimes.note_clock(game_id, runs=False)

    async def _running_clocks(self) -> list[str]:
        while True:
            with suppress(Refusal):
                return await self.log.uptimes.running_clocks()
            await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if any(live.room.clock_runs for live in self.live.values()):
                with suppress(Refusal):  # the next one may be written
                    await self.log.uptimes.beat()

    async def _list_games(self) -> None:
        """Have the list of games ready, which takes too long for the first page to wait for."""
        for spec in self.settings.games:
            with suppress(GametreeError):  # who plays it is told what is wrong
                await self.rules.listed(spec)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """End all that is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(live.finish() for live in list(self.live.values())))
        await self.rules.close()
        with suppress(Refusal):
            await self.log.uptimes.beat()

    async def facts(self, spec: str, parameters: Mapping[str, str]) -> Facts:
        """Return what never changes about a game that this server offers.

        Raises:
            Refusal: if it offers no such game.
            GametreeError: if the rules fail.

        """
        if spec not in self.settings.games:
            offered = ", ".join(self.settings.games)
            raise Refusal(
                "unknown_game", f"this server has no game {spec!r}; it has {offered}", field="game"
            )
        return await self.rules.facts(spec, parameters)

    async def set_up(self, wish: SetUp) -> SetUpTold:
        """Return what a position is that somebody sets up, or why the rules do not take it.

        Raises:
            Refusal: if no position of this game can be set up.

        """
        try:
            await self.facts(wish.game, wish.parameters)
            return await self.rules.set_up(
                wish.game, wish.parameters, wish.pieces, wish.player, wish.text
            )
        except GametreeError as error:
            raise Refusal("bad_game", str(error), field="parameters") from error

    async def openings_at(self, wish: OpeningsOf) -> OpeningsTold:
        """Return what was played in a position in the finished games of this server.

        Raises:
            Refusal: if the game hides something, or the moves cannot be played.

        """
        facts = await self.facts(wish.game, wish.parameters)
        try:
            return await self.openings.at(wish.game, wish.parameters, facts, wish.moves)
        except GametreeError as error:
            raise Refusal("illegal_move", str(error), field="moves") from error

    async def create(self, wish: NewGame) -> StartedTold:
        """Start a game; return its id and the token of each seat."""
        payload = await self._checked(wish)
        tokens = [None if each.kind == "engine" else new_token() for each in wish.seats]
        hashes = {seat: hash_of(token) for seat, token in enumerate(tokens) if token is not None}
        game_id = new_game_id()
        await self.log.create(game_id, payload, hashes)
        self.metrics.count("games_created")
        self.engines.prepare(wish.game, tuple(wish.parameters.items()), soon=True)
        return {"id": game_id, "tokens": tokens}

    async def _checked(self, wish: NewGame) -> dict[str, Any]:
        try:
            game = await self.facts(wish.game, wish.parameters)
        except GametreeError as error:
            raise Refusal("bad_game", str(error), field="parameters") from error
        if len(wish.seats) != game.players:
            raise Refusal(
                "bad_seats",
                f"{game.title} has {game.players} seats, not {len(wish.seats)}",
                field="seats",
            )
        if game.hides:
            _check_hidden(wish)
        try:
            for place, seat in enumerate(wish.seats):
                _check_engine(place, seat)
            clock = None if wish.clock is None else str(TimeControl.from_text(wish.clock))
        except GametreeError as error:
            field = "seats" if wish.clock is None else "clock"
            raise Refusal("bad_game", str(error), field=field) from error
        try:
            begun = await self.rules.begin(wish.game, wish.parameters, wish.moves)
        except GametreeError as error:
            raise Refusal("illegal_move", str(error), field="moves") from error
        return {
            "game": wish.game,
            "parameters": wish.parameters,
            "seats": [_stored(each) for each in wish.seats],
            "clock": clock,
            "analysis": wish.analysis,
            "moves": begun.moves,
            "movers": begun.movers,
        }

    async def create_rematch(self, room: Room, hashes: Mapping[int, bytes], new: str) -> None:
        """Start a game like one that is over, everybody one seat further.

        The tokens of the old game open the new one.
        """
        count = len(room.seats)
        payload = {
            "game": room.spec,
            "parameters": room.parameters,
            "seats": [
                {
                    "kind": each.kind,
                    "player": each.player,
                    "simulations": each.simulations,
                    "seconds": each.seconds,
                    "taken": each.taken,
                }
                for each in (room.seats[(seat + 1) % count] for seat in range(count))
            ],
            "clock": None if room.control is None else str(room.control),
            "analysis": room.analysis,
            "moves": [],
            "movers": [],
        }
        moved = {(seat - 1) % count: kept for seat, kept in hashes.items()}
        await self.log.create(new, payload, moved)
        self.metrics.count("games_created")

    async def room(self, game_id: str) -> LiveRoom:
        """Return a game, from memory or from the log.

        Raises:
            Refusal: if there is none, or no room for one more.

        """
        live = self.live.get(game_id)
        if live is not None:
            return live
        if _ID.fullmatch(game_id) is None:
            raise _unknown()
        events = await self.log.events(game_id)
        if not events:
            raise _unknown()
        loading = self._loading.setdefault(game_id, asyncio.Lock())
        try:
            async with loading:
                return self.live.get(game_id) or await self._load(game_id)
        finally:
            self._loading.pop(game_id, None)

    async def _load(self, game_id: str) -> LiveRoom:
        if len(self.live) >= self.settings.most_live:
            raise Refusal("busy", "the server holds as many games as it may", status=503)
        hashes = await self.log.hashes(game_id)
        events = await self.log.events(game_id)
        created = events[0].payload
        try:
            room = Room(game_id, await self.facts(created["game"], created["parameters"]))
            for event in events:
                room.apply(event)
            opened = room.over is not None
            room.stand(await self.rules.stand(room.spec, room.parameters, room.line, opened=opened))
            if room.clock_runs:
                room.pause(await self.log.uptimes.down(room.turn_began))
        except GametreeError as error:
            raise Refusal("broken_game", f"the game cannot be read: {error}") from error
        live = self.live.setdefault(game_id, LiveRoom(self, room, hashes))
        if self.log.shared:  # what was written since it was read has been heard of already
            self._heard(game_id)
        return live

    def release(self, live: LiveRoom) -> None:
        """Take a game out of memory: the log has it."""
        if self.live.get(live.room.id) is live:
            del self.live[live.room.id]

    def _heard(self, game_id: str | None) -> None:
        """Have a game read what other processes have written, or all games."""
        heard = self.live.values() if game_id is None else [self.live.get(game_id)]
        for live in [each for each in heard if each is not None]:
            live.catch_up()


def _unknown() -> Refusal:
    return Refusal("unknown_id", "there is no such game here", status=404)


def _check_engine(place: int, seat: NewSeat) -> None:
    if seat.kind != "engine":
        return
    try:
        check_player(seat.player or "mcts:auto")
    except BadQuery as error:
        raise Refusal(
            "bad_player", f"seat {place}: {error}", field=f"seats.{place}.player"
        ) from error


def _check_hidden(wish: NewGame) -> None:
    """Refuse what would show something of a game that hides it."""
    if wish.moves:
        raise Refusal(
            "bad_game",
            "this game hides something: whoever began it after some moves would know them",
            field="moves",
        )
    if wish.clock is not None:
        raise Refusal(
            "bad_game",
            "this game hides something, perhaps moves: clocks would show when they were made",
            field="clock",
        )
    for place, seat in enumerate(wish.seats):
        player = (seat.player or "mcts").partition(":")[0]
        if seat.kind == "engine" and player not in ("mcts", "random", "level"):
            raise Refusal(
                "bad_player",
                f"seat {place}: {player} would see what its seat may not know; take mcts or random",
                field=f"seats.{place}.player",
            )


def _stored(seat: NewSeat) -> dict[str, Any]:
    engine = seat.kind == "engine"
    return {
        "kind": seat.kind,
        "player": (seat.player or "mcts:auto") if engine else None,
        "simulations": seat.simulations if engine else None,
        "seconds": seat.seconds if engine else None,
        "taken": seat.kind != "open",
    }
