"""Decisions on clients' wishes: the events that follow from them, or a refusal.

Nothing is written or sent here.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ...errors import IllegalMove
from ..connections.tokens import new_game_id
from ..messages.received import Answer, Claim, Level, OfferTo, Play, Resign
from ..messages.refusal import Refusal
from ..rules.rules import OfferedRules
from .room import Room
from .seen_room import SeenRoom

__all__ = ["News", "accepted_by", "claim", "flag", "move", "offer", "play", "resign", "set_level"]

News = list[tuple[str, dict[str, Any]]]


async def play(
    rules: OfferedRules, room: Room, you: Collection[int], wish: Play, now: float
) -> News:
    """Return the move that a client makes."""
    _goes_on(room)
    seen = SeenRoom(room, you)
    if wish.ply is not None and wish.ply != len(seen.moves):
        raise Refusal(
            "stale",
            f"the move was meant for a position after {wish.ply} moves, but {len(seen.moves)} have "
            "been made",
        )
    if not you:
        raise Refusal("not_seated", "you watch this game: only who holds a seat may move")
    seat = seen.player
    if seat is None or seat not in you:
        chosen = room.choosing and not room.choosing & set(you)
        sentence = "you have chosen: wait for the others" if chosen else "it is not your turn"
        raise Refusal("not_your_turn", sentence)
    if seat == room.player:
        return await move(rules, room, wish.move, now)
    try:
        chosen_move = await rules.choice(room.spec, room.parameters, room.line, seat, wish.move)
    except IllegalMove as error:
        raise Refusal("illegal_move", str(error)) from error
    return [("choice", {"move": chosen_move, "player": seat})]


async def move(rules: OfferedRules, room: Room, name: str, now: float) -> News:
    """Return the event of a move by whoever is to move, now being when it was asked for."""
    player = room.player
    assert player is not None
    try:
        played = await rules.play(room.spec, room.parameters, room.line, name)
    except IllegalMove as error:
        raise Refusal("illegal_move", str(error)) from error
    if late := _late(room, now):
        return late
    room.stand_ahead(played.move, played.standing)
    ms = room.milliseconds_used(now)
    return [("move", {"move": played.move, "player": player, "ms": ms})]


def flag(room: Room, now: float) -> News:
    """Return that the player to move has run out of time."""
    player = room.player
    assert player is not None
    over = {
        "returns": room.lost_by(player),
        "how": "time",
        "text": f"{room.name_of(player)} is out of time",
    }
    return [("over", over | _turn(room, now))]


async def resign(room: Room, you: Collection[int], wish: Resign, now: float) -> News:
    """Return that a player gives up."""
    _goes_on(room)
    seat = _acting(room, you)
    return _late(room, now) or [("resign", {"seat": seat} | _turn(room, now))]


async def claim(
    room: Room, you: Collection[int], wish: Claim, gone: Collection[int], now: float
) -> News:
    """Return the end of a game that its player to move, one of those who are gone, has left."""
    _goes_on(room)
    if not you:
        raise Refusal("not_seated", "you watch this game: only who holds a seat may claim it")
    seen = SeenRoom(room, you)
    player = seen.player
    moved = any(each["player"] == player for each in seen.moves)
    if player is None or player in you or player not in gone or not moved:
        raise Refusal(
            "not_gone",
            "you can claim a game when the player to move has made a move before and has then been "
            "away for some time",
        )
    left = f"{room.name_of(player)} has left"
    if wish.what == "win":
        returns, text = room.lost_by(player), left
    else:
        returns, text = room.drawn(), f"{left}: a draw"
    over = {"returns": returns, "how": "absence", "text": text}
    return _late(room, now) or [("over", over | _turn(room, now))]


async def offer(
    room: Room, you: Collection[int], wish: OfferTo, now: float, *, engine_draws: bool
) -> News:
    """Return an offer, and what comes of it where nobody else is to be asked."""
    seat = _acting(room, you)
    if late := _late(room, now):
        return late
    what = wish.what
    if what == "rematch":
        if room.over is None:
            raise Refusal("not_over", "the game goes on: a rematch is offered after it")
        if room.rematch is not None:
            raise Refusal("over", "there is a rematch already")
    elif what == "undo":
        if room.facts.hides:
            raise Refusal(
                "hidden", "in a game that hides something no move is taken back: players saw more"
            )
        moved = [each.player for each in room.moves if each.player in you]
        if not moved:
            raise Refusal("nothing_to_undo", "you have made no move yet")
        seat = moved[-1]  # of several seats, the one that moved last takes back
        if room.over is not None and room.over["how"] not in ("rules", "repetition"):
            raise Refusal("over", "the game is over")
    else:
        _goes_on(room)
        if not engine_draws and any(each.kind == "engine" for each in room.seats):
            raise Refusal("refused_draw", "the engine does not think that this is a draw")
    if what in room.offers:
        if room.offers[what].seat in you:
            raise Refusal("offered", f"you have offered this already: {what}")
        return await accepted_by(room, you, Answer(type="answer", what=what, accept=True), now)
    news: News = [("offer", {"offer": what, "seat": seat})]
    if not _others(room, seat, you):
        news += _effect(room, what, seat, now)
    return news


async def accepted_by(room: Room, you: Collection[int], wish: Answer, now: float) -> News:
    """Return the answer to an offer, and what comes of it once all have accepted."""
    what = wish.what
    open_offer = room.offers.get(what)
    if open_offer is None:
        raise Refusal("no_offer", f"nobody has offered this, or it is withdrawn: {what}")
    if not you:
        raise Refusal("not_seated", "you watch this game: only who holds a seat may answer")
    if open_offer.seat in you and wish.accept:
        raise Refusal("not_yours", "it is for the others to answer your offer")
    if late := _late(room, now):
        return late
    seat = min(you)
    news: News = [("answer", {"offer": what, "seat": seat, "accept": wish.accept})]
    others = _others(room, open_offer.seat, you) - open_offer.accepted
    if wish.accept and not others:
        news += _effect(room, what, open_offer.seat, now)
    return news


async def set_level(room: Room, you: Collection[int], wish: Level) -> News:
    """Return the new strength of an engine."""
    _acting(room, you)
    if wish.seat >= len(room.seats) or room.seats[wish.seat].kind != "engine":
        raise Refusal("no_engine", f"no engine sits on seat {wish.seat}", field="seat")
    return [("level", {"seat": wish.seat, "simulations": wish.simulations})]


def _goes_on(room: Room) -> None:
    if room.over is not None:
        raise Refusal("over", f"the game is over: {room.over['text']}")


def _late(room: Room, now: float) -> News:
    """Return the end of the game if the player to move has no time left, else nothing."""
    return flag(room, now) if room.clock_runs and room.seconds_left(now) < 0 else []


def _turn(room: Room, now: float) -> dict[str, Any]:
    """Return whose clock runs, and for how long it did: for an event that stops it."""
    if not room.clock_runs:
        return {}
    return {"player": room.player, "ms": room.milliseconds_used(now)}


def _acting(room: Room, you: Collection[int]) -> int:
    """Return the seat that a client acts for: whose turn it is if he has it."""
    if not you:
        raise Refusal("not_seated", "you watch this game: only who holds a seat may do this")
    player = room.player
    return player if player is not None and player in you else min(you)


def _others(room: Room, seat: int, you: Collection[int]) -> set[int]:
    """Return the seats that are to be asked: people who came, other than the client."""
    return {
        place
        for place, each in enumerate(room.seats)
        if place != seat and place not in you and each.kind != "engine" and each.taken
    }


def _plies_back(room: Room, seat: int) -> int:
    """Return how many moves lead back to where a seat moved last; 0 if it never did."""
    for plies, each in enumerate(reversed(room.moves), start=1):
        if each.player == seat:
            return plies
    return 0


def _effect(room: Room, what: str, seat: int, now: float) -> News:
    """Return the events that follow when all have agreed to an offer of a seat."""
    if what == "undo":
        back = {"plies": _plies_back(room, seat), "seat": seat}
        return [("undo", back | _turn(room, now))]
    if what == "draw":
        drawn = {"returns": room.drawn(), "how": "agreement", "text": "a draw by agreement"}
        return [("over", drawn | _turn(room, now))]
    return [("rematch", {"id": new_game_id()})]
