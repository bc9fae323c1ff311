"""A game in memory: its room, who is connected, what runs for it.

All that happens is decided, written to the log and applied in turn, under one lock; clients are
told once it is written.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, Protocol

from ...actors import is_chance
from ...errors import GametreeError
from ..connections.client import Client
from ..engines import Engines, PooledSearch
from ..log.event_log import Event, EventLog, LogMovedOn
from ..messages.refusal import RULES_FAILED, Refusal
from ..messages.sent import (
    EventMessage,
    HappeningTold,
    MissedTold,
    RoomChanges,
    RoomTold,
    SeatTold,
    WaitsMessage,
    WarningMessage,
)
from ..metrics import Metrics
from ..rules.rules import OfferedRules, PlayedLine
from ..settings import Settings
from . import decisions
from .openings import Openings
from .presence import Presence
from .room import Room
from .room_analysis import RoomAnalysis, query_of, waits_message
from .seen_room import SeenRoom, happening
from .waiting import tell_waiting

__all__ = ["LiveRoom", "Surroundings"]

Decision = Callable[[Room], Awaitable[decisions.News]]

_PRESENCE_SECONDS = 0.1
_AGAIN_SECONDS = 1.0
_MOST_MISSED = 200
_LOG = logging.getLogger(__name__)


class Surroundings(Protocol):
    """What a room needs of the server."""

    log: EventLog
    rules: OfferedRules
    engines: Engines
    settings: Settings
    metrics: Metrics
    openings: Openings

    async def create_rematch(self, room: Room, hashes: Mapping[int, bytes], new: str) -> None: ...

    def release(self, live: LiveRoom) -> None: ...


class LiveRoom:
    """A game that somebody is connected to."""

    def __init__(self, table: Surroundings, room: Room, hashes: Mapping[int, bytes]) -> None:
        self.room = room
        self.hashes = hashes
        self.clients: set[Client] = set()
        self.analysis = RoomAnalysis(room, table.engines, table.settings, table.openings)
        self._table = table
        self._lock = asyncio.Lock()
        self._joining = 0
        self._engine: PooledSearch | None = None
        self._engine_line: PlayedLine | None = None
        self._value: float | None = None  # of the engine's last search, for the engine
        self._flag: asyncio.TimerHandle | None = None
        self._clock_noted = False
        self._presence_told: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None
        # A server does not know who is connected to another one.
        away = None if table.log.shared else table.settings.away_seconds
        self.presence = Presence(away, self._tell_presence_soon)
        self._tasks: set[asyncio.Task[Any]] = set()

    # Clients.

    async def join(self, client: Client, since: int) -> None:
        """Let a client in; send the state of the game, and what the client missed since an event.

        Raises:
            Refusal: if there is no place for one more.

        """
        if len(self.clients) >= self._table.settings.most_watchers:
            raise Refusal("busy", "as many watch this game as may: try again later")
        missed = await self._missed(since) if since > 0 else []
        self.clients.add(client)
        self._look_who_is_here()
        report = self.told(client.seats)
        if self.room.facts.hides:
            client.shown = SeenRoom(self.room, client.seats).shown(time.time(), report["seq"])
        client.tell({**report, "you": client.seats, "missed": missed})
        if client.seats:
            await self.decide(lambda room: _comers(room, client.seats))
        self._tell_presence_soon()
        await self.go_on()  # whatever waits for somebody goes on

    async def go_on(self) -> None:
        """Start what the position needs."""
        await self.decide(_nothing)

    async def _missed(self, since: int) -> list[MissedTold] | None:
        """Return the events from `since` until now; None if they are too many to send.

        None, too, in a game that hides something: what the client has missed, its position shows.
        """
        if self.room.facts.hides:
            return None
        self._joining += 1
        try:
            events: list[Event] = []
            last = since
            while last < self.room.seq:
                if self.room.seq - since > _MOST_MISSED:
                    return None
                events += await self._table.log.events(self.room.id, last)
                last = events[-1].seq
            return [
                {"seq": each.seq, "event": happening(each)}
                for each in events
                if each.seq <= self.room.seq
            ]
        finally:
            self._joining -= 1

    def _look_who_is_here(self) -> None:
        here = {seat for client in self.clients for seat in client.seats}
        seats = enumerate(self.room.seats)
        people = [seat for seat, each in seats if each.kind != "engine" and each.taken]
        self.presence.update(here, people)

    def leave(self, client: Client) -> None:
        """Let a client go; what only he waited for ends."""
        self.clients.discard(client)
        self._look_who_is_here()
        self.analysis.leave(client)
        self._tell_presence_soon()
        self.rest()

    # What happens.

    async def decide(self, decision: Decision) -> None:
        """Decide on the room's current state, write the resulting events, and send them to all.

        Whoever asks may go away meanwhile: what has begun is ended.
        """
        await asyncio.shield(self._start(self._decide(decision)))

    def catch_up(self) -> None:
        """Apply what other processes have written."""
        self._start(self._catch_up())

    async def _catch_up(self) -> None:
        async with self._lock:
            try:
                await self._read_on()
            except Refusal as refusal:
                self._go_on_later(refusal)
                return
            await self._go_on()

    async def _decide(self, decision: Decision) -> None:
        async with self._lock:
            for _ in range(5):
                news = await decision(self.room)
                try:
                    await self._write(news)
                    break
                except LogMovedOn:
                    await self._read_on()
            else:
                raise Refusal("busy", "too much happens at once in this game: try again")
            await self._go_on()

    async def _write(self, news: decisions.News) -> None:
        if not news:
            return
        for kind, payload in news:
            if kind == "rematch":
                await self._table.create_rematch(self.room, self.hashes, payload["id"])
        begun = time.time()
        try:
            events = await self._table.log.append(self.room.id, self.room.seq, news)
        except Refusal:  # nobody pays for a database that cannot be written
            self.room.pause(time.time() - begun)
            self._set_flag()
            raise
        await self._apply(events)

    async def _read_on(self) -> None:
        await self._apply(await self._table.log.events(self.room.id, self.room.seq))

    async def _apply(self, events: list[Event]) -> None:
        for event in events:
            if event.seq == self.room.seq + 1:
                self.room.apply(event)
                self._table.metrics.count("events")
                await self._stand()
                self._tell_event(event)

    async def _stand(self) -> None:
        """Let the room know what the rules say; if they do not, nobody can stay in it."""
        room = self.room
        if room.stands:
            return
        try:
            opened = room.over is not None
            room.stand(
                await self._table.rules.stand(room.spec, room.parameters, room.line, opened=opened)
            )
        except GametreeError as error:
            for client in self.clients:
                client.outbox.end(f"the game cannot go on: {self.shown_error(error)}")
            self._table.release(self)
            raise

    async def _go_on(self) -> None:
        """Let chance move, then start what the position needs; later if that cannot be written."""
        try:
            while await self._make_waiting_move():
                pass
        except Refusal as refusal:
            self._go_on_later(refusal)
            return
        self._set_flag()
        await self._note_clock()
        self._set_engine()
        for client in self.clients:
            self.analysis.go_on(client)

    def _go_on_later(self, refusal: Refusal) -> None:
        self._warn(refusal.message)
        if self._again is None:
            loop = asyncio.get_running_loop()
            self._again = loop.call_later(_AGAIN_SECONDS, self._go_on_again)

    def _go_on_again(self) -> None:
        self._again = None
        self.catch_up()

    async def _make_waiting_move(self) -> bool:
        """Make the move of chance, or a choice that was made before its turn; False if none waits.

        Choices that are made at the same time become moves one after another.
        """
        room, rules = self.room, self._table.rules
        player = room.player
        if is_chance(player):
            played = await rules.draw(room.spec, room.parameters, room.line)
        elif player in room.choices:
            move = room.choices[player].move
            played = await rules.play(room.spec, room.parameters, room.line, move)
        else:
            return False
        room.stand_ahead(played.move, played.standing)
        try:
            await self._write([("move", {"move": played.move, "player": player, "ms": 0})])
        except LogMovedOn:
            await self._read_on()
        return True

    # Time.

    def _set_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self.room.clock_runs:
            left = max(0.0, self.room.seconds_left(time.time())) + 0.02
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(left, lambda: self._start(self._fall()))

    async def _note_clock(self) -> None:
        """Write whether the clock runs, so that it does after a restart of the server, too."""
        runs = self.room.clock_runs
        if runs != self._clock_noted:
            with suppress(Refusal):  # the next event tries it again
                await self._table.log.uptimes.note_clock(self.room.id, runs=runs)
                self._clock_noted = runs

    async def _fall(self) -> None:
        async def fallen(room: Room) -> decisions.News:
            now = time.time()
            late = room.clock_runs and room.seconds_left(now) < 0
            return decisions.flag(room, now) if late else []

        try:
            await self._decide(fallen)
        except Refusal as refusal:
            self._go_on_later(refusal)

    # Engines.

    def _set_engine(self) -> None:
        room = self.room
        seat = room.engine_to_move
        line = room.line
        if self._engine is not None and (seat is None or self._engine_line != line):
            self._engine.cancel()
            self._engine = None
        # While its clock runs, an engine moves even if all people have left.
        waited_for = self.clients or room.clock_runs
        if seat is None or not waited_for or (self._engine is not None and self._engine.runs):
            return
        told = room.seats[seat]
        seconds = told.seconds
        if seconds is None and told.simulations is None:
            seconds = self._table.settings.engine_seconds
        if room.clock_runs:
            seconds = min(seconds or 60.0, max(0.05, room.seconds_left(time.time()) / 20))
        self._engine_line = line
        self._engine = self._table.engines.search(
            lambda report: self._heard(line, report),
            client=room,
            always=True,
            **query_of(room, line, None),
            kind="choose",
            player=told.player or "mcts:auto",
            max_visits=told.simulations,
            max_time=seconds,
            priority=10,
        )
        tell_waiting(
            self._engine,
            lambda state: self._tell_seen(
                lambda seen: waits_message(room, "move", seen.line, state)
            ),
        )

    def _heard(self, line: PlayedLine, report: dict[str, Any]) -> None:
        if report.get("isDuringSearch"):
            return
        if "move" not in report:
            why = self.shown_error(report.get("error", "it gave none"))
            self._warn(f"the engine cannot move: {why}")
            return
        value = (report.get("statistics") or {}).get("value")
        self._value = value if isinstance(value, (int, float)) else None

        pause = self._pause_before_move()
        now = time.time() + pause

        async def answer(room: Room) -> decisions.News:
            await asyncio.sleep(pause)
            if room.line != line or room.engine_to_move is None:
                return []
            return await decisions.move(self._table.rules, room, report["move"], now)

        self._start(self._decide_for_engine(answer))

    def _pause_before_move(self) -> float:
        """Return how long a level that has its move waits, at a person's pace."""
        seat = self.room.engine_to_move
        player = None if seat is None else self.room.seats[seat].player
        if not (player or "").startswith("level:") or self.room.clock_runs:
            return 0.0
        return self._table.settings.level_seconds

    async def _decide_for_engine(self, answer: Decision) -> None:
        try:
            await self._decide(answer)
        except Refusal as refusal:
            if refusal.code == "unavailable":
                self._go_on_later(refusal)
            else:
                self._warn(f"the engine cannot move: {self.shown_error(refusal)}")
        except GametreeError as error:
            self._warn(f"the engine cannot move: {self.shown_error(error)}")

    def _warn(self, message: str) -> None:
        self._broadcast({"type": "warning", "message": message})

    @property
    def engine_draws(self) -> bool:
        """Whether an engine takes the game for about even."""
        return self._value is not None and abs(self._value - self.room.facts.draw_value) < 0.05

    # Telling.

    def shown_error(self, error: object) -> str:
        """Return what clients read of an error of the rules, which may name what is hidden."""
        if not self.room.hides:
            return str(error)
        _LOG.error("game %s: %s", self.room.id, error)
        return RULES_FAILED

    def _tell_event(self, event: Event) -> None:
        now = time.time()
        if not self.room.facts.hides:
            message = SeenRoom(self.room, ()).event(event, now, None)
            assert message is not None
            self._broadcast(self._with_seats(message, event))
            return
        for client in self.clients:
            seen = SeenRoom(self.room, client.seats)
            noticed = seen.event(event, now, client.shown)
            if noticed is not None:
                client.shown = seen.shown(now, noticed["seq"])
                client.tell(self._with_seats(noticed, event))

    def _with_seats(self, message: EventMessage, event: Event) -> EventMessage:
        if event.kind in ("level", "seat"):
            message["room"]["seats"] = self._seats()
        return message

    def _tell_presence_soon(self) -> None:
        if self._presence_told is None:
            loop = asyncio.get_running_loop()
            self._presence_told = loop.call_later(_PRESENCE_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_told = None
        changed: RoomChanges = {"seats": self._seats(), "watchers": self._watchers()}
        news: HappeningTold = {"what": "seat"}
        if not self.room.facts.hides:
            self._broadcast({"type": "event", "seq": self.room.seq, "event": news, "room": changed})
            return
        for client in self.clients:
            seq = 0 if client.shown is None else client.shown.seq
            client.tell({"type": "event", "seq": seq, "event": news, "room": changed})

    def _broadcast(self, message: EventMessage | WarningMessage | WaitsMessage) -> None:
        """Send all clients a message that says nothing of what some of them may not know."""
        text = json.dumps(message)
        for client in self.clients:
            client.outbox.put(text)

    def _tell_seen(self, message: Callable[[SeenRoom], WaitsMessage]) -> None:
        """Send each client a message about the game as it sees it."""
        if not self.room.facts.hides:
            self._broadcast(message(SeenRoom(self.room, ())))
            return
        for client in self.clients:
            client.tell(message(SeenRoom(self.room, client.seats)))

    def _seats(self) -> list[SeatTold]:
        here, gone = self.presence.here, self.presence.gone
        return [
            {
                "kind": each.kind,
                "player": each.player,
                "simulations": each.simulations,
                "seconds": each.seconds,
                "connected": each.kind == "engine" or seat in here,
                "away": seat in gone,
                "taken": each.taken,
            }
            for seat, each in enumerate(self.room.seats)
        ]

    def _watchers(self) -> int:
        return sum(not client.seats for client in self.clients)

    def told(self, seats: Collection[int] = ()) -> RoomTold:
        """Return the room as somebody reads it who holds some seats, by default none."""
        seen = SeenRoom(self.room, seats)
        return seen.told(time.time(), self._seats(), self._watchers())

    # Ends.

    def rest(self) -> None:
        """Stop the engine if nobody waits; leave memory if nothing is left to do."""
        if self.clients or self._joining or self._tasks:
            return
        if self._flag is None:
            self.close()
            self._table.release(self)

    def close(self) -> None:
        """Stop all that runs for the game."""
        for timer in (self._flag, self._presence_told, self._again):
            if timer is not None:
                timer.cancel()
        self.presence.close()
        if self._engine is not None:
            self._engine.cancel()
            self._engine = None

    def _start(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, (Refusal, GametreeError)):
            _LOG.error("game %s: %r", self.room.id, error, exc_info=error)
        self.rest()

    async def finish(self) -> None:
        """Wait until what is being written is written."""
        self.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.close()  # what could not be written is not tried again


async def _nothing(_: Room) -> decisions.News:
    return []


async def _comers(room: Room, seats: list[int]) -> decisions.News:
    return [("seat", {"seat": seat}) for seat in seats if not room.seats[seat].taken]
