"""Messages of clients, checked: games that they start, and those of the WebSocket."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from .refusal import Refusal

__all__ = [
    "Answer",
    "Claim",
    "Explore",
    "Hello",
    "Level",
    "Look",
    "Message",
    "Name",
    "NewGame",
    "NewSeat",
    "OfferTo",
    "OpeningsOf",
    "Ping",
    "Play",
    "Resign",
    "Sent",
    "SetUp",
    "Slices",
    "Think",
    "Trace",
    "TreePart",
    "WhyNot",
    "frame_of",
    "parsed",
    "ref_of",
    "unknown_fields",
]

_LONGEST_REF = 100
Name = Annotated[str, Field(max_length=400)]
Number = Annotated[int, Field(ge=0)]
Value = Annotated[str, Field(max_length=4000)]  # a position, say
Line = Annotated[list[Name], Field(max_length=2000)]
Player = Annotated[str, Field(max_length=200)]
Simulations = Annotated[int, Field(ge=1, le=10**8)]


class Sent(BaseModel):
    """Something that a client sends; fields that nobody reads are allowed."""

    model_config = ConfigDict(extra="allow", strict=True)


class NewSeat(Sent):
    """A seat of a new game."""

    kind: Literal["human", "engine", "open"]
    player: Player | None = None
    simulations: Simulations | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] | None = None


class NewGame(Sent):
    """A new game."""

    game: Annotated[str, Field(max_length=400)]
    parameters: Annotated[dict[str, Value], Field(max_length=50)] = {}
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=64)]
    clock: Annotated[str, Field(max_length=50)] | None = None
    moves: Line = []
    analysis: bool = False


class SetUp(Sent):
    """A position to set up: by pieces, by text, or with neither the first one."""

    game: Annotated[str, Field(max_length=400)]
    parameters: Annotated[dict[str, Value], Field(max_length=50)] = {}
    pieces: Annotated[dict[Name, Number], Field(max_length=10_000)] | None = None
    player: Number | None = None
    text: Annotated[str, Field(max_length=50_000)] | None = None


class OpeningsOf(Sent):
    """A position of which somebody wants to know what was played there."""

    game: Annotated[str, Field(max_length=400)]
    parameters: Annotated[dict[str, Value], Field(max_length=50)] = {}
    moves: Line = []


class _Frame(Sent):
    ref: Annotated[str, Field(max_length=_LONGEST_REF)] | None = None


class Hello(_Frame):
    """The first message: which seats the client has tokens of."""

    type: Literal["hello"]
    tokens: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=64)] = []
    since: int = 0


class Play(_Frame):
    """A move."""

    type: Literal["play"]
    move: Name
    ply: int | None = None


class Resign(_Frame):
    """Giving up."""

    type: Literal["resign"]


class Claim(_Frame):
    """The end of a game whose player to move has left."""

    type: Literal["claim"]
    what: Literal["win", "draw"]


class OfferTo(_Frame):
    """An offer to the others."""

    type: Literal["offer"]
    what: Literal["draw", "undo", "rematch"]


class Answer(_Frame):
    """An answer to an offer."""

    type: Literal["answer"]
    what: Literal["draw", "undo", "rematch"]
    accept: bool


class Think(_Frame):
    """Live analysis on or off: of the position now, or of a line."""

    type: Literal["think"]
    on: bool
    moves: Line | None = None


class WhyNot(_Frame):
    """Why the move is not the best."""

    type: Literal["whyNot"]
    move: Name
    moves: Line | None = None


class Look(_Frame):
    """The position after a line."""

    type: Literal["look"]
    moves: Line


class Explore(_Frame):
    """A tree to walk in, on or off: of the position now, or of a line."""

    type: Literal["explore"]
    on: bool
    moves: Line | None = None
    player: Player | None = None


class Slices(_Frame):
    """The moves of some positions in the tree that is explored."""

    type: Literal["slices"]
    lines: Annotated[list[Line], Field(min_length=1, max_length=40)]
    sort: Literal["visits", "value", "interval", "prior", "proof"] = "visits"
    most: Annotated[int, Field(ge=1, le=400)] = 60


class TreePart(_Frame):
    """The most visited moves below a position in the tree that is explored."""

    type: Literal["part"]
    moves: Line
    most: Annotated[int, Field(ge=1, le=1000)] = 300


class Trace(_Frame):
    """Some simulations of a search, step by step."""

    type: Literal["trace"]
    moves: Line | None = None
    player: Player | None = None
    simulations: Annotated[int, Field(ge=1, le=300)] = 30
    before: Annotated[int, Field(ge=0, le=100_000)] = 0
    seed: Annotated[int, Field(ge=0, le=2**53)] = 1
    c: Annotated[float, Field(ge=0, le=1000)] | None = None


class Level(_Frame):
    """The strength of an engine."""

    type: Literal["level"]
    seat: Annotated[int, Field(ge=0)]
    simulations: Simulations


class Ping(_Frame):
    """Are you there."""

    type: Literal["ping"]


Message = Annotated[
    Hello
    | Play
    | Resign
    | Claim
    | OfferTo
    | Answer
    | Think
    | WhyNot
    | Look
    | Explore
    | Slices
    | TreePart
    | Trace
    | Level
    | Ping,
    Field(discriminator="type"),
]

_ANY: TypeAdapter[Any] = TypeAdapter(Message)


def frame_of(text: str) -> dict[str, Any]:
    """Return the object that a frame holds.

    Raises:
        Refusal: if it holds none.

    """
    try:
        frame = json.loads(text)
        if "\\ud" in text.lower():  # half a character cannot be sent back
            json.dumps(frame, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refusal("bad_message", "a message is one object of JSON") from None
    if not isinstance(frame, dict):
        raise Refusal("bad_message", "a message is one object of JSON, with a type")
    return frame


def ref_of(frame: dict[str, Any]) -> str | None:
    """Return what a client calls its message, so that even a refusal of it can say so."""
    ref = frame.get("ref")
    return ref if isinstance(ref, str) and len(ref) <= _LONGEST_REF else None


def parsed(frame: dict[str, Any]) -> Any:
    """Return the message that an object is.

    Raises:
        Refusal: if it is none; the message names the field at fault.

    """
    try:
        return _ANY.validate_python(frame)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"][1:])) or None
        said = first["msg"][:1].lower() + first["msg"][1:]
        sentence = f"{where}: {said}" if where else said
        raise Refusal("bad_message", sentence, field=where) from None


def unknown_fields(message: BaseModel) -> list[str]:
    """Return the names of the fields that a message has and nobody reads."""
    return list(message.model_extra or ())
