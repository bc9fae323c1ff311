"""Messages of the server: those of the WebSocket, and the answers to requests.

They are plain dicts, of these types. Schemas and the types of the page are made from them.
"""

from __future__ import annotations

from typing import Literal, NotRequired

# Pydantic reads no TypedDict of an older Python's own.
from typing_extensions import TypedDict

from .trees import ExploredMessage, PartMessage, SlicesMessage, TraceMessage

__all__ = [
    "ClockTold",
    "EventMessage",
    "GameTold",
    "HappeningTold",
    "How",
    "MissedTold",
    "MoveTold",
    "Number",
    "OfferTold",
    "OpeningsTold",
    "OverTold",
    "PongMessage",
    "PositionMessage",
    "PositionTold",
    "RecordTold",
    "RefusedMessage",
    "ReportTold",
    "ReviewTold",
    "RoomChanges",
    "RoomMessage",
    "RoomTold",
    "RulesTold",
    "SeatTold",
    "SetUpTold",
    "StartedTold",
    "State",
    "ThinkingMessage",
    "Told",
    "WaitsMessage",
    "WarningMessage",
    "What",
    "WhyNotMessage",
]

Number = int | float
What = Literal["draw", "undo", "rematch"]
Proven = Literal["win", "loss", "draw"]
Stroke = tuple[Number, Number, Number, Number, Literal["thin", "thick"]]


class PieceTold(TypedDict):
    """What lies on a cell; `player` gives its colour, null that of nobody."""

    shape: Literal["disc", "cross", "ring", "text", "stone", "counter", "card", "back", "die"]
    player: int | None
    text: str


class CellTold(TypedDict):
    """A place on the board, around a point in units of a cell; y grows downwards."""

    id: str
    x: Number
    y: Number
    shape: Literal["square", "hexagon", "circle", "point", "card", "none"]
    size: Number
    shade: int
    label: str
    zone: str
    piece: PieceTold | None
    turn: Number


class LabelTold(TypedDict):
    """A text on the board, centred at a point."""

    x: Number
    y: Number
    text: str
    size: Number


class ViewTold(TypedDict):
    """A position as it is drawn; `moves` has the zones to click for each move, in order.

    `partial`: what lies on the cells is not known, so that `text` belongs beside the board.
    """

    width: Number
    height: Number
    cells: list[CellTold]
    lines: list[Stroke]
    texts: list[LabelTold]
    falls: bool
    moves: dict[str, list[str]]
    last: list[str]
    winning: list[str]
    text: str
    partial: bool


class PositionTold(TypedDict):
    """A position; `player` is a seat, -1 for chance, null once the game is over.

    Where players choose at the same time, `choosing` are those who have not chosen yet, and
    `chosen` is the choice of the client, which nobody else sees before all have chosen.
    """

    ply: int
    player: int | None
    moves: list[str]
    view: ViewTold
    returns: list[Number] | None
    choosing: list[int]
    chosen: str | None


class MoveTold(TypedDict):
    """A move that was made, and how long that took; one that the client does not see is empty."""

    move: str
    player: int
    ms: int


class SeatTold(TypedDict):
    """A seat, and what its engine may do for a move; `away`: gone for long."""

    kind: Literal["human", "engine", "open"]
    player: str | None
    simulations: int | None
    seconds: Number | None
    connected: bool
    away: bool
    taken: bool


class ClockTold(TypedDict):
    """The clocks, in milliseconds; `running` is the seat that loses time."""

    control: str
    left: list[int]
    running: int | None


class OfferTold(TypedDict):
    """An offer that is not answered yet."""

    what: What
    seat: int


How = Literal["rules", "repetition", "resignation", "agreement", "time", "absence"]


class OverTold(TypedDict):
    """What a game came to."""

    returns: list[Number]
    how: How
    text: str


class GameTold(TypedDict):
    """Which game is played; `points` are the least and the most, null where it is won or lost.

    `hides` is true if each client sees only what its seats may know.
    """

    id: str
    name: str
    parameters: dict[str, str]
    players: int
    playerNames: list[str] | None
    points: tuple[Number, Number] | None
    hides: bool


class RoomChanges(TypedDict, total=False):
    """The parts of a room that have changed."""

    moves: list[MoveTold]
    position: PositionTold
    offers: list[OfferTold]
    clock: ClockTold | None
    over: OverTold | None
    thinks: int | None
    rematch: str | None
    seats: list[SeatTold]
    watchers: int


class RoomTold(TypedDict):
    """How a game stands; `thinks` is the seat whose engine is to move."""

    type: Literal["room"]
    id: str
    seq: int
    game: GameTold
    analysis: bool
    moves: list[MoveTold]
    position: PositionTold
    offers: list[OfferTold]
    clock: ClockTold | None
    over: OverTold | None
    thinks: int | None
    rematch: str | None
    seats: list[SeatTold]
    watchers: int


class HappeningTold(TypedDict):
    """An event of a game; which fields it has depends on `what`."""

    what: Literal[
        "move",
        "choice",
        "undo",
        "offer",
        "answer",
        "resign",
        "over",
        "level",
        "seat",
        "rematch",
    ]
    move: NotRequired[str]
    player: NotRequired[int]
    ms: NotRequired[int]
    added: NotRequired[MoveTold]
    seat: NotRequired[int]
    plies: NotRequired[int]
    offer: NotRequired[What]
    accept: NotRequired[bool]
    returns: NotRequired[list[Number]]
    how: NotRequired[How]
    text: NotRequired[str]
    simulations: NotRequired[int]
    id: NotRequired[str]


class MissedTold(TypedDict):
    """An event that a client has not seen."""

    seq: int
    event: HappeningTold


class RoomMessage(RoomTold):
    """The first message: all that there is to know, and which seats the client has."""

    you: list[int]
    missed: list[MissedTold] | None


class EventMessage(TypedDict):
    """Something has happened."""

    type: Literal["event"]
    seq: int
    event: HappeningTold
    room: RoomChanges


class MoveInfoTold(TypedDict):
    """What a search says of a move, as the player to move sees it."""

    move: str
    visits: int
    value: Number | None
    winrate: Number | None
    lcb: Number | None
    ucb: Number | None
    prior: Number | None
    order: int
    pv: list[str]
    proven: Proven | None


class RootInfoTold(TypedDict):
    """What a search says of its position."""

    visits: int
    value: Number | None
    winrate: Number | None
    currentPlayer: int
    proven: Proven | None
    seconds: Number
    stopReason: str | None


class BestTold(TypedDict):
    """The best move instead of another one."""

    move: str
    value: Number | None
    winrate: Number | None


class ForcedTold(TypedDict):
    """What a search that begins with a move says of it."""

    move: str
    value: Number | None
    winrate: Number | None
    visits: int
    proven: Proven | None
    refutation: list[str]
    best: BestTold


class ReportTold(TypedDict):
    """A report of a search, or why there is none."""

    id: str
    isDuringSearch: NotRequired[bool]
    turnNumber: NotRequired[int]
    moveInfos: NotRequired[list[MoveInfoTold]]
    rootInfo: NotRequired[RootInfoTold]
    forced: NotRequired[ForcedTold]
    error: NotRequired[str]
    field: NotRequired[str | None]


class ThinkingMessage(TypedDict):
    """How the search of a line stands."""

    type: Literal["thinking"]
    line: list[str]
    report: ReportTold


State = Literal["starting", "preparing", "waiting", "searching"]


class WaitsMessage(TypedDict):
    """What a search waits for that has not been heard of; the message is null once it runs."""

    type: Literal["waits"]
    what: Literal["thinking", "move"]
    line: list[str]
    state: State
    message: str | None


class WhyNotMessage(TypedDict):
    """What a search says that had to begin with a move."""

    type: Literal["whyNot"]
    move: str
    line: list[str]
    report: ReportTold


class PositionMessage(TypedDict):
    """The position after a line."""

    type: Literal["position"]
    ref: str | None
    line: list[str]
    position: PositionTold


class RefusedMessage(TypedDict):
    """What was asked for cannot be; the game goes on."""

    type: Literal["refused"]
    ref: str | None
    code: str
    message: str
    field: NotRequired[str]


class WarningMessage(TypedDict):
    """Something was ignored, or an engine cannot move."""

    type: Literal["warning"]
    message: str


class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]
    ref: str | None


Told = (
    RoomMessage
    | EventMessage
    | ThinkingMessage
    | WaitsMessage
    | WhyNotMessage
    | PositionMessage
    | SlicesMessage
    | PartMessage
    | ExploredMessage
    | TraceMessage
    | RefusedMessage
    | WarningMessage
    | PongMessage
)


class StartedTold(TypedDict):
    """A new game, and the token of each seat; null where an engine sits."""

    id: str
    tokens: list[str | None]


class RecordTold(TypedDict):
    """The moves of a game, and what it came to."""

    game: str
    parameters: dict[str, str]
    moves: list[str]
    returns: list[Number] | None


class SearchedMoveTold(TypedDict):
    """What the longest search of a position found of a move."""

    visits: int
    winrate: Number
    lcb: Number
    ucb: Number
    proven: Proven | None


class OpeningMoveTold(TypedDict):
    """A move in finished games: what those who played it got, from 0 to 1, with its interval.

    `elo` is the mean of its players whose strength is known, null if of none. A move that was only
    searched has no games.
    """

    move: str
    games: int
    share: Number | None
    low: Number | None
    high: Number | None
    elo: Number | None
    searched: SearchedMoveTold | None


class OpeningsTold(TypedDict):
    """What was played in a position; `more` is true while games are still being read."""

    games: int
    more: bool
    moves: list[OpeningMoveTold]


class SetUpTold(TypedDict):
    """A position that somebody sets up, and a problem in one sentence if it cannot be played.

    `pieces` may lie on the `cells`; `placed` has the number of the piece on each that is not empty.
    `text` is what the parameter `position` of a new game takes, null where there is a problem;
    `form` says in words what other texts are read. With a problem `view` is any position.
    """

    form: str
    players: int
    pieces: list[PieceTold]
    cells: list[str]
    view: ViewTold
    placed: dict[str, int]
    player: int | None
    text: str | None
    problem: str | None


class JudgedMoveTold(TypedDict):
    """A move and its expected result, from 0 to 1; docs/review.md explains the fields."""

    move: str
    share: Number
    low: Number
    high: Number
    proven: Number | None
    line: list[str]
    ends: bool


class FactTold(TypedDict):
    """A reason: its line begins after `ply` moves of the game."""

    kind: str
    text: str
    ply: int
    moves: list[str]
    proven: bool


class ReviewedMoveTold(TypedDict):
    """A move of a reviewed game."""

    ply: int
    player: int
    move: str
    loss: Number
    low: Number
    high: Number
    proven: bool
    grade: Literal["blunder", "mistake", "inaccuracy"] | None
    accuracy: Number
    best: JudgedMoveTold
    played: JudgedMoveTold
    facts: list[FactTold]


class ExpectedTold(TypedDict):
    """The expected result of each player at a position, from 0 to 1, with its interval."""

    shares: list[Number]
    low: list[Number]
    high: list[Number]
    proven: bool


class GameReviewTold(TypedDict):
    """What `gametree review --json` writes of a game, as far as it is known."""

    expected: list[ExpectedTold | None]
    reviewed: list[ReviewedMoveTold]
    accuracy: list[Number | None]
    counts: list[dict[str, int]]
    turning_points: list[int]


class ReviewTold(TypedDict):
    """The review of a game: how many of its positions are done, and what is known."""

    state: State | Literal["over"]
    done: int
    total: int
    review: GameReviewTold | None
    error: str | None


class ParameterTold(TypedDict):
    """A parameter of a game."""

    name: str
    type: str
    default: bool | Number | str | None


class LevelTold(TypedDict):
    """A strength of the engine; `elo` is null where nobody has measured it."""

    name: str
    simulations: int
    elo: Number | None


class RungTold(TypedDict):
    """A level of the game's ladder, weakest first; `elo` is null where nobody has measured it."""

    name: str
    player: str
    elo: Number | None


class RulesTold(TypedDict):
    """A game that the server offers; `howToPlay` is empty where its author does not say.

    `hides` is true if players see only what they may know: then there are no clocks. `settable` is
    true if people can probably set up positions of it.
    """

    id: str
    name: str
    howToPlay: str
    players: int
    playerNames: list[str] | None
    parameters: list[ParameterTold]
    levels: list[LevelTold]
    ladder: list[RungTold]
    picture: ViewTold | None
    hides: bool
    settable: bool
