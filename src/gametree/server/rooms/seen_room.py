"""A room as those see it who hold some seats: all messages about its game are made here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from ...actors import is_chance, is_player
from ..log.event_log import Event
from ..messages.sent import (
    EventMessage,
    HappeningTold,
    MoveTold,
    OfferTold,
    PositionTold,
    RoomChanges,
    RoomTold,
    SeatTold,
)
from .room import MadeMove, Room

__all__ = ["SeenParts", "SeenRoom", "happening"]


@dataclass(frozen=True, slots=True)
class SeenParts:
    """What a client has seen of a game that hides something.

    Its messages are numbered for this client alone: the number of all events would tell how many
    hidden ones there were.
    """

    seq: int
    moves: list[MoveTold]
    changes: RoomChanges


class SeenRoom:
    """A room, and what may be seen of it.

    In games that hide nothing everybody sees the same. In others, the position and the moves are
    those of the seats, and everything is seen after the end.

    Args:
        room: the game; its rules have been asked.
        seats: those that the client holds; none for one who watches.

    """

    def __init__(self, room: Room, seats: Collection[int]) -> None:
        self._room = room
        self._seats = frozenset(seats)

    @cached_property
    def moves(self) -> list[MoveTold]:
        """The moves: without a name where only the move was noticed."""
        room, standing = self._room, self._room.standing
        if standing.log is None:
            return [_told(each, each.ms) for each in room.moves]
        own = sum(1 << seat for seat in self._seats) or 1 << room.facts.players
        found: list[MoveTold] = []
        known = len(room.moves) - standing.phase
        for each, (_, seen, noticed) in zip(room.moves[:known], standing.log, strict=False):
            if seen & own:
                found.append(_told(each, 0))
            elif noticed & own and is_player(each.player):
                found.append({"move": "", "player": each.player, "ms": 0})
        return found

    @property
    def line(self) -> list[str]:
        """The names of the moves that are seen."""
        return [each["move"] for each in self.moves]

    @property
    def player(self) -> int | None:
        """Who moves: of those who choose at the same time, first a seat of the client's."""
        choosing = frozenset() if self._room.over else self._room.choosing
        return min(choosing & self._seats or choosing, default=self._room.player)

    @property
    def position(self) -> PositionTold:
        """The position."""
        room = self._room
        if not room.hides:
            shown = room.standing.position(None)
            if room.over:
                shown |= {"player": None, "moves": [], "returns": room.over["returns"]}
                shown["view"] = {**shown["view"], "moves": {}}
            return shown
        player = self.player
        at = player if player in self._seats else min(self._seats, default=None)
        shown = room.standing.position(at)
        shown |= {
            "ply": len(self.moves),
            "player": player,
            "choosing": sorted(room.choosing),
            "chosen": self._chosen(at),
        }
        if at != player or at in room.choices:
            shown["moves"], shown["view"] = [], {**shown["view"], "moves": {}}
        return shown

    def _chosen(self, seat: int | None) -> str | None:
        room = self._room
        if seat in room.choices:
            return room.choices[seat].move
        made = room.moves[len(room.moves) - room.standing.phase :]
        return next((each.move for each in made if each.player == seat), None)

    def changes(self, now: float) -> RoomChanges:
        """Return the parts of the room that nearly every event changes."""
        room = self._room
        return {
            "position": self.position,
            "offers": self._offers(),
            "clock": room.clock(now),
            "over": room.over,
            "thinks": room.engine_to_move,
            "rematch": room.rematch,
        }

    def told(self, now: float, seats: list[SeatTold], watchers: int) -> RoomTold:
        """Return the whole room; who is there, the room does not know."""
        room = self._room
        return {
            "type": "room",
            "id": room.id,
            "seq": 0 if room.facts.hides else room.seq,
            "game": {
                "id": room.spec,
                "name": room.facts.title,
                "parameters": room.parameters,
                "players": room.facts.players,
                "playerNames": None,
                "points": room.facts.points,
                "hides": room.facts.hides,
            },
            "analysis": room.analysis,
            "moves": self.moves,
            "position": self.position,
            "offers": self._offers(),
            "clock": room.clock(now),
            "over": room.over,
            "thinks": room.engine_to_move,
            "rematch": room.rematch,
            "seats": seats,
            "watchers": watchers,
        }

    def shown(self, now: float, seq: int) -> SeenParts:
        """Return what a client has seen who has received all this, in so many messages."""
        return SeenParts(seq, self.moves, self.changes(now))

    def event(self, event: Event, now: float, before: SeenParts | None) -> EventMessage | None:
        """Return the message of an event; None if the client does not notice it.

        `before` is what the client had seen until then, in games that hide something.
        """
        changed = self.changes(now)
        shown = happening(event)
        if before is None:
            if event.kind == "move":
                shown["added"] = self.moves[-1]
            elif event.kind == "undo":
                changed["moves"] = self.moves
            return {"type": "event", "seq": event.seq, "event": shown, "room": changed}
        if event.kind in ("move", "choice"):
            if is_chance(self._room.player):
                return None  # a deal of many cards is one message
            if (self.moves, changed) == (before.moves, before.changes):
                return None
            shown = self._seen_move(event, before)
        if "added" not in shown and self.moves != before.moves:
            changed["moves"] = self.moves
        return {"type": "event", "seq": before.seq + 1, "event": shown, "room": changed}

    def _seen_move(self, event: Event, before: SeenParts) -> HappeningTold:
        """Return what is seen of a move; that it was a choice, everybody sees."""
        if event.kind == "choice" or (self._room.hides and self._room.standing.phase):
            return {"what": "choice", "seat": event.payload["player"]}
        if self.moves[:-1] != before.moves or len(self.moves) == len(before.moves):
            return {"what": "move"}
        added = self.moves[-1]
        if not added["move"]:
            return {"what": "move", "player": added["player"], "added": added}
        move, player, ms = added["move"], added["player"], added["ms"]
        return {"what": "move", "move": move, "player": player, "ms": ms, "added": added}

    def _offers(self) -> list[OfferTold]:
        return [{"what": what, "seat": each.seat} for what, each in self._room.offers.items()]


def happening(event: Event) -> HappeningTold:
    """Return an event as clients read it who may see all of it."""
    return cast("HappeningTold", {**event.payload, "what": event.kind})


def _told(move: MadeMove, ms: int) -> MoveTold:
    return {"move": move.move, "player": move.player, "ms": ms}
