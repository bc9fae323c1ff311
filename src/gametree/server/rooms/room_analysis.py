"""Searches for the clients of a game: live analysis, questions about moves, trees, traces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, cast

from ...actors import is_player
from ...analysis.admission import check_player
from ...errors import BadQuery
from ..connections.client import Client
from ..engines import Engines, PooledSearch
from ..messages import received as messages
from ..messages.refusal import RULES_FAILED, Refusal
from ..messages.sent import ReportTold, State, WaitsMessage
from ..rules.rules import PlayedLine
from ..settings import Settings
from .explored_tree import ExploredTree, trace
from .feeds import Feeds, Sought
from .openings import Openings
from .room import Room
from .seen_room import SeenRoom
from .waiting import waits_for

__all__ = ["RoomAnalysis", "query_of", "waits_message"]

_REPORT_SECONDS = 0.125
_FIRST_SECONDS = 0.02
_MOST_ASKED = 2
_EXPLORER = "mcts:auto"


def query_of(room: Room, line: PlayedLine, seat: int | None) -> dict[str, Any]:
    """Return what a query says of the position after a line of a room's game."""
    parameters = tuple(room.parameters.items())
    return {"game": room.spec, "parameters": parameters, "moves": line.names, "seat": seat}


def waits_message(
    room: Room, what: Literal["thinking", "move"], line: Sequence[str], state: State
) -> WaitsMessage:
    """Return the message that says what a search waits for."""
    message = waits_for(state, room.facts.title)
    return {"type": "waits", "what": what, "line": list(line), "state": state, "message": message}


class RoomAnalysis:
    """The searches for the clients of one game. Who plays against other people is refused them."""

    def __init__(
        self, room: Room, engines: Engines, settings: Settings, openings: Openings
    ) -> None:
        self._room, self._engines, self._settings = room, engines, settings
        self._openings = openings
        self._feeds = Feeds(
            self._analyse, lambda line, state: waits_message(room, "thinking", line.told, state)
        )

    def leave(self, client: Client) -> None:
        """End what only this client waited for."""
        self._feeds.leave(client)
        for search in client.asked:
            search.cancel()
        self.explore(client, None)

    def go_on(self, client: Client) -> None:
        """Analyse the new position for a client who follows the game, if he may still be helped."""
        if not self._room.may_be_helped(client.seats):  # a game that was over goes on
            client.follows = False
            self._feeds.leave(client)
        elif client.follows:
            self._follow(client)

    def think(self, client: Client, *, on: bool, line: PlayedLine | None) -> None:
        """Turn a client's live analysis on or off.

        Raises:
            Refusal: if he plays against other people, or too many searches run.

        """
        if on:
            self._check_fair(client)
            self._check_seat(client, line)
        client.follows = on and line is None
        if not on:
            self._feeds.leave(client)
        elif line is None:
            self._follow(client)
        else:
            self._feeds.read(client, Sought(line, line.names))

    def _check_seat(self, client: Client, line: PlayedLine | None) -> None:
        """Refuse what a search would need that the client may not know."""
        if self._room.hides and (line is not None or not client.seats):
            raise Refusal(
                "hidden",
                "this game hides something: until its end a search goes by what your seat knows "
                "now, when you are to move",
            )

    def _check_open(self) -> None:
        """Refuse searches of positions, in a game that hides something."""
        if self._room.facts.hides:
            raise Refusal(
                "hidden",
                "this game hides something, so its search has no tree of positions: the thinking "
                "shows what it expects of each move",
            )

    def _check_fair(self, client: Client) -> None:
        if not self._room.may_be_helped(client.seats):
            raise Refusal(
                "fair_play",
                "you play against somebody: the engine helps nobody until the game is over",
            )

    def _check_question(self, client: Client) -> None:
        self._check_fair(client)
        if len(client.asked) >= _MOST_ASKED:
            raise Refusal("busy", "two of your questions are searched already: wait for an answer")

    def _follow(self, client: Client) -> None:
        try:
            seen = SeenRoom(self._room, client.seats)
            player = seen.player
            unknown = self._room.hides and player not in client.seats
            if not is_player(player) or unknown:
                self._feeds.leave(client)
            else:
                seat = player if self._room.hides else None
                self._feeds.read(client, Sought(self._room.line, tuple(seen.line), seat))
        except Refusal as refusal:
            client.follows = False
            client.tell(refusal.told(None))

    def why_not(self, client: Client, move: str, line: PlayedLine) -> None:
        """Search the position after a move, and send the client the report.

        Raises:
            Refusal: if he plays against other people, or too many searches run.

        """
        self._check_question(client)
        self._check_open()

        def hear(report: dict[str, Any]) -> None:
            if not report.get("isDuringSearch"):
                client.asked.discard(search)
                answer = cast("ReportTold", report)
                client.tell(
                    {"type": "whyNot", "move": move, "line": list(line.names), "report": answer}
                )

        search = self._engines.search(
            hear,
            client=client,
            **query_of(self._room, line, None),
            kind="analyse",
            max_time=self._settings.why_not_seconds,
            priority=5,
            forced=move,
        )
        client.asked.add(search)

    def explore(self, client: Client, line: PlayedLine | None, player: str | None = None) -> None:
        """Let a client walk in the tree of a line; None: in none any more.

        A tree that he explores goes on where the line goes on from its own.

        Raises:
            Refusal: if he plays against other people, or too many trees are explored.

        """
        tree: ExploredTree | None = client.explored
        if line is not None:
            self._check_fair(client)
            self._check_open()
            asked = {**query_of(self._room, line, None), "player": _searching(player)}
            same = (asked["game"], asked["parameters"], asked["player"])
            if tree is not None and tree.key == same and tree.advance(line.names):
                return
        if tree is not None:
            tree.cancel()
        client.explored = None
        if line is not None:
            client.explored = ExploredTree(client, self._engines, self._settings, asked)

    def explored_by(self, client: Client) -> ExploredTree:
        """Return the tree that a client explores.

        Raises:
            Refusal: if he explores none, or plays against other people by now.

        """
        self._check_fair(client)
        tree: ExploredTree | None = client.explored
        if tree is None or not tree.runs:
            raise Refusal("not_exploring", "you explore no tree: send explore first")
        return tree

    def trace(self, client: Client, wish: messages.Trace, line: PlayedLine) -> None:
        """Tell a client some simulations of a search, step by step.

        Raises:
            Refusal: if he plays against other people, or asks too much at once.

        """
        self._check_question(client)
        self._check_open()
        asked = {
            **query_of(self._room, line, None),
            "player": _searching(wish.player),
            "max_visits": wish.simulations,
            "before": wish.before,
            "seed": wish.seed,
            "c": wish.c,
        }
        done = client.asked.discard
        client.asked.add(trace(client, self._engines, self._settings, asked, wish.ref, done))

    def _analyse(self, sought: Sought, hear: Callable[[dict[str, Any]], None]) -> PooledSearch:
        room = self._room

        def hear_seen(report: dict[str, Any]) -> None:
            if room.facts.hides:
                hear(_seen_report(report, sought))
                return
            self._openings.note(room.spec, room.parameters, sought.line.names, report)
            hear(report)

        return self._engines.search(
            hear_seen,
            client=room,
            **query_of(room, sought.line, sought.seat),
            kind="analyse",
            max_time=self._settings.think_seconds,
            report_every=_REPORT_SECONDS,
            first_report=_FIRST_SECONDS,
            priority=0,
        )


def _seen_report(report: dict[str, Any], sought: Sought) -> dict[str, Any]:
    """Return a report without the number of hidden moves, and without errors that may name them."""
    if "error" in report:
        return {**report, "error": RULES_FAILED}
    return {**report, "turnNumber": len(sought.told)}


def _searching(player: str | None) -> str:
    """Return the description of a player whose search can be shown."""
    try:
        if player is not None and check_player(player) != "mcts":
            raise BadQuery(f"player must be mcts with its parameters, not {player!r}", "player")
    except BadQuery as error:
        raise Refusal("bad_player", str(error), field="player") from error
    return player or _EXPLORER
