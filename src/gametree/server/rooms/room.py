"""A room: what the events of a game add up to. It reads nothing but them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...actors import is_chance, is_player
from ...players.time_control import Clock, TimeControl
from ..log.event_log import Event
from ..messages.sent import ClockTold, How, OverTold, What
from ..rules.rules import Facts, PlayedLine, Situation

__all__ = ["MadeMove", "Offer", "Room", "Seat"]


@dataclass
class Seat:
    """A place at the table: for a person, for an engine, or open until somebody comes."""

    kind: Literal["human", "engine", "open"]
    player: str | None = None
    simulations: int | None = None
    seconds: float | None = None
    taken: bool = True


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A move that was made. What clients see of it, `SeenRoom` says."""

    move: str
    player: int
    ms: int


@dataclass
class Offer:
    """What a seat has offered, and who has accepted."""

    seat: int
    accepted: set[int] = field(default_factory=set)


class Room:
    """The state of a game.

    The rules are asked elsewhere: after events that change the position it has no `standing` until
    `stand` tells what they say of it.

    Args:
        game_id: its name.
        facts: what never changes about the game.

    """

    def __init__(self, game_id: str, facts: Facts) -> None:
        self.id = game_id
        self.facts = facts
        self.seq = 0
        self.spec = ""
        self.parameters: dict[str, str] = {}
        self.seats: list[Seat] = []
        self.moves: list[MadeMove] = []
        self.choices: dict[int, MadeMove] = {}  # of seats whose turn to choose has not come
        self.offers: dict[What, Offer] = {}
        self.over: OverTold | None = None
        self.rematch: str | None = None
        self.control: TimeControl | None = None
        self.analysis = False
        self.clocks: list[Clock] = []
        self.turn_began = 0.0
        self._unplayed: tuple[int, int] | None = None  # whose last turn ended the game; its ms
        self._first_moves = 0
        self._standing: Situation | None = None
        self._ahead: tuple[PlayedLine, Situation] | None = None

    def apply(self, event: Event) -> None:
        """Bring the room to what it is after the event."""
        getattr(self, f"_{event.kind}")(event)
        self.seq = event.seq

    @property
    def stands(self) -> bool:
        """Whether it is known what the rules say of the position."""
        return self._standing is not None

    @property
    def standing(self) -> Situation:
        """What the rules say of the position."""
        assert self._standing is not None, "the rules have not been asked yet"
        return self._standing

    def stand(self, standing: Situation) -> None:
        """Take what the rules say of the position."""
        self._standing = standing
        if standing.returns is not None and self.over is None:
            self._end_by_rules(standing.returns)

    def stand_ahead(self, move: str, standing: Situation) -> None:
        """Keep what the rules say of the position after a move that is about to be made."""
        self._ahead = self.line.after(move), standing

    @property
    def player(self) -> int | None:
        """Who moves: a seat, CHANCE, or None once the game is over."""
        return None if self.over else self.standing.player

    @property
    def line(self) -> PlayedLine:
        """The moves, for the rules and for searches."""
        return PlayedLine(tuple(each.move for each in self.moves))

    @property
    def hides(self) -> bool:
        """Whether clients see only what their seats may know: not after the end."""
        return self.facts.hides and self.over is None

    @property
    def choosing(self) -> frozenset[int]:
        """The seats that choose at the same time and have not chosen yet."""
        return frozenset(self.standing.choosing) - self.choices.keys()

    @property
    def engine_to_move(self) -> int | None:
        """The seat whose engine moves, if one does."""
        player = self.player
        if not is_player(player) or self.seats[player].kind != "engine":
            return None
        return player

    @property
    def clock_runs(self) -> bool:
        """Whether the player to move is losing time: the first move of each is free."""
        player = self.player
        return self.control is not None and is_player(player) and self.has_moved(player)

    def may_be_helped(self, seats: Collection[int]) -> bool:
        """Return whether who holds these seats may see what a search thinks.

        Nobody is helped against other people, unless they have agreed to it.
        """
        if self.over is not None or self.analysis or not seats:
            return True
        return all(each.kind == "engine" or place in seats for place, each in enumerate(self.seats))

    def has_moved(self, player: int) -> bool:
        """Return whether a player has made a move since the game was created."""
        return any(each.player == player for each in self.moves[self._first_moves :])

    def pause(self, seconds: float) -> None:
        """Leave out of the present turn that the server was down for so long."""
        self.turn_began += seconds

    def milliseconds_used(self, now: float) -> int:
        """Return how long the present turn has lasted."""
        return max(0, round(1000 * (now - self.turn_began)))

    def seconds_left(self, now: float) -> float:
        """Return how long the player to move has, at most, while his clock runs."""
        assert self.player is not None
        return self.clocks[self.player].left(now - self.turn_began)

    # The events.

    def _created(self, event: Event) -> None:
        payload = event.payload
        self.spec = payload["game"]
        self.parameters = dict(payload["parameters"])
        self.seats = [Seat(**each) for each in payload["seats"]]
        self.analysis = payload.get("analysis", False)
        if payload["clock"]:
            self.control = TimeControl.from_text(payload["clock"])
            self.clocks = [self.control.start() for _ in self.seats]
        self.moves = [
            MadeMove(name, player, 0)
            for name, player in zip(payload["moves"], payload["movers"], strict=True)
        ]
        self._first_moves = len(self.moves)
        self.turn_began = event.time

    def _move(self, event: Event) -> None:
        payload = event.payload
        player, ms = payload["player"], payload["ms"]
        if self.has_moved(player) and self.clocks:
            self.clocks[player] = self.clocks[player].after(ms / 1000)
        self.moves.append(MadeMove(payload["move"], player, ms))
        self.choices.pop(player, None)
        self._standing = None
        if not is_chance(player):
            self.offers.clear()
        self.turn_began = event.time
        if self._ahead is not None and self._ahead[0] == self.line:
            self.stand(self._ahead[1])
        self._ahead = None

    def _choice(self, event: Event) -> None:
        payload = event.payload
        self.choices[payload["player"]] = MadeMove(payload["move"], payload["player"], 0)

    def _undo(self, event: Event) -> None:
        plies, used = event.payload["plies"], _turn_of(event)
        if used is not None and self.clocks:
            player, ms = used
            self.clocks[player] = self.clocks[player].interrupted(ms / 1000)
        del self.moves[len(self.moves) - plies :]
        self._standing = None
        self.offers.clear()
        self.over = self._unplayed = None
        self.turn_began = event.time

    def _resign(self, event: Event) -> None:
        seat = event.payload["seat"]
        self._unplayed = _turn_of(event)
        self._end(self.lost_by(seat), "resignation", f"{self.name_of(seat)} resigns")

    def _over(self, event: Event) -> None:
        payload = event.payload
        self._unplayed = _turn_of(event)
        self._end(payload["returns"], payload["how"], payload["text"])

    def _offer(self, event: Event) -> None:
        self.offers[event.payload["offer"]] = Offer(event.payload["seat"])

    def _answer(self, event: Event) -> None:
        what = event.payload["offer"]
        if not event.payload["accept"]:
            self.offers.pop(what, None)
        elif what in self.offers:
            self.offers[what].accepted.add(event.payload["seat"])

    def _level(self, event: Event) -> None:
        seat = self.seats[event.payload["seat"]]
        seat.simulations = event.payload["simulations"]
        seat.seconds = None

    def _seat(self, event: Event) -> None:
        self.seats[event.payload["seat"]].taken = True

    def _rematch(self, event: Event) -> None:
        self.rematch = event.payload["id"]
        self.offers.clear()

    # How a game ends.

    def name_of(self, seat: int) -> str:
        """Return what a seat's player is called."""
        return f"player {seat + 1}"

    def lost_by(self, seat: int) -> list[float]:
        """Return the returns of a game that a seat gave up: the least for it, the most else."""
        facts = self.facts
        return [
            facts.min_return if each == seat else facts.max_return for each in self._all_seats()
        ]

    def drawn(self) -> list[float]:
        """Return the returns of a draw."""
        return [self.facts.draw_value for _ in self._all_seats()]

    def _all_seats(self) -> range:
        return range(self.facts.players)

    def _end(self, returns: Sequence[float], how: How, text: str) -> None:
        self.over = {"returns": [float(each) for each in returns], "how": how, "text": text}
        self.offers.clear()
        if self.facts.hides:
            self._standing = None  # the rules are asked again: now everybody sees everything

    def _end_by_rules(self, returns: list[float]) -> None:
        how: How = "repetition" if self.standing.repeated else "rules"
        best = max(returns)
        winners = [self.name_of(seat) for seat, each in enumerate(returns) if each == best]
        if len(returns) == 1:
            text = f"{self.name_of(0)} gets {best:,.10g}"
        elif len(winners) == len(returns):
            text = "a draw"
        else:
            text = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
        # Offers go on: the fold comes here after those of an undo or a rematch were made.
        self.offers.pop("draw", None)
        self.over = {"returns": [float(each) for each in returns], "how": how, "text": text}

    def clock(self, now: float) -> ClockTold | None:
        """Return the clocks as clients read them; None if there are none."""
        if self.control is None:
            return None
        used = [0.0] * len(self.clocks)
        running = self.player if self.clock_runs else None
        if running is not None:
            used[running] = now - self.turn_began
        elif self._unplayed is not None:
            player, ms = self._unplayed
            used[player] = ms / 1000
        left = [
            max(0, round(1000 * clock.left(seconds)))
            for clock, seconds in zip(self.clocks, used, strict=True)
        ]
        return {"control": str(self.control), "left": left, "running": running}


def _turn_of(event: Event) -> tuple[int, int] | None:
    """Return whose running clock an event stopped, and the milliseconds of that turn."""
    payload = event.payload
    return (payload["player"], payload["ms"]) if "ms" in payload else None
