"""The opening books of a server's games, filled from its event log when somebody asks."""

from __future__ import annotations

import asyncio
import json
import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import GametreeError
from ..log.event_log import Event, EventLog
from ..messages.refusal import Refusal
from ..messages.sent import OpeningsTold
from ..rules.rules import Facts, OfferedRules, PlayedLine
from .opening_book import OpeningBook, PlayedGame
from .room import Room
from .searched import SearchedPositions

__all__ = ["Openings"]

_UNPLAYED = {"games": 0, "share": None, "low": None, "high": None, "elo": None}
_MOST_BOOKS = 16
_MOST_GAMES = 2000  # of a book, the latest of the server
_MOST_PLIES = 60  # of a game
_MOST_READ = 50  # games at once, so that others are not kept waiting
_MOST_CHANGED = 1000  # games; if there are more, all are listed again


class _Shelf:
    """A book, what searches found, and which games are to be read.

    Attributes:
        done: the games that are in the book.
        changed: games of any rules that began or went on since; None if all are to be listed.
        waiting: games of these rules that are to be read, in order.

    """

    def __init__(self) -> None:
        self.book = OpeningBook()
        self.searched = SearchedPositions()
        self.done: set[str] = set()
        self.changed: set[str] | None = None
        self.waiting: dict[str, None] = {}
        self.lock = asyncio.Lock()  # a game is added once, however many ask

    def note_change(self, game_id: str | None) -> None:
        """Have a game read again, or all of them."""
        if game_id is None or self.changed is None or len(self.changed) >= _MOST_CHANGED:
            self.changed = None
        else:
            self.changed.add(game_id)


class Openings:
    """The opening books of a server, those that were asked for last.

    Args:
        log: the event log.
        rules: the rules of the games.
        elo: of games and numbers of simulations, where it was measured.

    """

    def __init__(
        self, log: EventLog, rules: OfferedRules, elo: Mapping[str, Mapping[int, float]]
    ) -> None:
        self._log, self._rules, self._elo = log, rules, elo
        self._shelves: OrderedDict[str, _Shelf] = OrderedDict()
        log.watch(self._note_change)

    async def at(
        self, spec: str, parameters: Mapping[str, str], facts: Facts, moves: Sequence[str]
    ) -> OpeningsTold:
        """Return what was played in a position in the finished games of this server.

        Raises:
            Refusal: if the game hides something.
            GametreeError: if the moves are not legal, or the rules fail.

        """
        if facts.hides:
            raise Refusal("hidden", "this game hides something: its games stay hidden", status=403)
        shelf = self._shelf(spec, parameters)

        async def name_of(line: tuple[str, ...]) -> str:
            return (await self._rules.keys(spec, parameters, PlayedLine(line)))[-1]

        position = await name_of(tuple(moves))
        async with shelf.lock:
            more = await self._read(shelf, spec, dict(parameters), facts)
            searched = dict(await shelf.searched.at(position, name_of))
        told = [
            {**each, "searched": searched.pop(each["move"], None)}
            for each in shelf.book.at(position)
        ]
        told += [{"move": move, **_UNPLAYED, "searched": found} for move, found in searched.items()]
        return {
            "games": shelf.book.games,
            "more": more,
            "moves": told,  # type: ignore[typeddict-item]
        }

    def note(
        self, spec: str, parameters: Mapping[str, str], line: Sequence[str], report: dict[str, Any]
    ) -> None:
        """Take up what a search found after a line of a game that hides nothing."""
        self._shelf(spec, parameters).searched.note(line, report)

    def _note_change(self, game_id: str | None) -> None:
        for shelf in self._shelves.values():
            shelf.note_change(game_id)

    def _shelf(self, spec: str, parameters: Mapping[str, str]) -> _Shelf:
        key = json.dumps([spec, sorted(parameters.items())])
        shelf = self._shelves.setdefault(key, _Shelf())
        self._shelves.move_to_end(key)
        if len(self._shelves) > _MOST_BOOKS:
            self._shelves.popitem(last=False)
        return shelf

    async def _read(
        self, shelf: _Shelf, spec: str, parameters: dict[str, str], facts: Facts
    ) -> bool:
        """Read some games that are new or have gone on; return whether there are more.

        The games of the server are listed once. Then only those are read that have changed.
        """
        changed, shelf.changed = shelf.changed, set()
        try:
            among = None if changed is None else changed - shelf.done
            ids = await self._log.games_of(spec, parameters, _MOST_GAMES, among)
        except BaseException:
            shelf.changed = None
            raise
        shelf.waiting |= dict.fromkeys(each for each in ids if each not in shelf.done)
        for game_id in list(shelf.waiting)[:_MOST_READ]:
            played = await self._played(game_id, facts, await self._log.events(game_id))
            del shelf.waiting[game_id]
            if played is not None:
                shelf.done.add(game_id)
                shelf.book.add(played)
        return bool(shelf.waiting)

    async def _played(
        self, game_id: str, facts: Facts, events: Sequence[Event]
    ) -> PlayedGame | None:
        """Return a game if it is over and has moves."""
        try:
            room = Room(game_id, facts)
            for event in events:
                room.apply(event)
            if not room.moves:
                return None
            if room.over is None:
                standing = await self._rules.stand(room.spec, room.parameters, room.line)
                room.stand(standing)
            if room.over is None:
                return None
            line = PlayedLine(room.line.names[:_MOST_PLIES])
            keys = await self._rules.keys(room.spec, room.parameters, line)
        except (GametreeError, Refusal):  # of rules that were others then
            return None
        least, span = facts.min_return, facts.max_return - facts.min_return
        if not 0 < span < math.inf:
            return None
        return PlayedGame(
            keys[:-1],
            line.names,
            [each.player for each in room.moves[:_MOST_PLIES]],
            [min(1.0, max(0.0, (each - least) / span)) for each in room.over["returns"]],
            await self._elo_of(room),
        )

    async def _elo_of(self, room: Room) -> dict[int, float]:
        """Return the strength of the engines that were measured, by seat."""
        measured = self._elo.get(room.spec, {})
        listed = await self._rules.listed(room.spec)
        ladder: dict[str, Any] = {each["player"]: each["elo"] for each in listed["ladder"]}
        found = {
            seat: ladder.get(each.player or "", measured.get(each.simulations or 0))
            for seat, each in enumerate(room.seats)
            if each.kind == "engine"
        }
        return {seat: elo for seat, elo in found.items() if elo is not None}
