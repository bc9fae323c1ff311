"""Messages about puzzles and ratings: requests of clients, checked, and answers of the server."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from .received import Name, Sent
from .sent import GameTold, Number, PositionTold, State

__all__ = [
    "AttemptTold",
    "GivenRating",
    "GivenSolver",
    "PersonTold",
    "PuzzleStep",
    "PuzzleTold",
    "PuzzleWish",
    "PuzzlesTold",
    "RatingTold",
    "RatingWish",
    "SolverTold",
    "plain",
]

_Spec = Annotated[str, Field(max_length=400)]
_Parameters = Annotated[dict[str, Name], Field(max_length=50)]
_Key = Annotated[str, Field(max_length=40)]


class GivenRating(Sent):
    """A rating that a browser keeps."""

    elo: Annotated[float, Field(ge=-(10**6), le=10**6)]
    deviation: Annotated[float, Field(gt=0, le=350)]
    scores: Annotated[list[float], Field(max_length=20)]
    games: Annotated[int, Field(ge=0, le=10**9)]


class GivenSolver(GivenRating):
    """A rating in puzzles that a browser keeps, and the puzzles that were seen."""

    seen: Annotated[list[_Key], Field(max_length=1000)]


class RatingWish(Sent):
    """The rating of a person, after a game against a level if its result is given."""

    game: _Spec
    rating: GivenRating | None = None
    against: Annotated[str, Field(max_length=200)] | None = None
    score: Annotated[float, Field(ge=0, le=1)] | None = None


class PuzzleWish(Sent):
    """The next puzzle of a game."""

    game: _Spec
    parameters: _Parameters = Field(default_factory=dict)
    solver: GivenSolver | None = None


class PuzzleStep(Sent):
    """A move in a puzzle, a hint, or the solution."""

    what: Literal["move", "hint", "show"]
    move: Name | None = None
    solver: GivenSolver | None = None


class RatingTold(TypedDict):
    """A rating by Glicko; `scores` are those of the last games, 1, 0.5 or 0."""

    elo: Number
    deviation: Number
    scores: list[Number]
    games: int


class PersonTold(TypedDict):
    """The rating of a person who plays levels, a sentence, and the player of the next level."""

    rating: RatingTold
    text: str
    player: str


class SolverKept(RatingTold):
    """A rating in puzzles, and the puzzles that were seen."""

    seen: list[str]


class SolverTold(TypedDict):
    """The rating of a person who solves puzzles; if `kept` is false, the browser keeps it.

    `change` is what the last puzzle has changed, null if it did not count.
    """

    rating: SolverKept
    text: str
    kept: bool
    change: Number | None


class PuzzleTold(TypedDict):
    """A puzzle to try, without its solution; `counts` is false if the person has seen it."""

    id: str
    game: GameTold
    moves: list[str]
    kind: Literal["win", "save", "best"]
    task: str
    proven: bool
    rating: Number
    counts: bool
    position: PositionTold


class PuzzlesTold(TypedDict):
    """The next puzzle, or null while none is found, and the state of the search for more."""

    state: State | Literal["over"]
    found: int
    puzzle: PuzzleTold | None
    solver: SolverTold | None
    error: str | None


class AttemptTold(TypedDict):
    """An attempt at a puzzle.

    `right` is what was said of the last move, `made` how many moves of the solution are on the
    board. The solution comes with the verdict; `hint` has the moves that a hint leaves.
    """

    verdict: Literal["open", "solved", "failed"]
    right: bool | None
    move: str | None
    made: int
    position: PositionTold
    hint: list[str]
    solution: list[str]
    solver: SolverTold | None


def plain(given: GivenRating) -> dict[str, Any]:
    """Return what a client has given, without fields that nobody reads."""
    return given.model_dump(include=set(type(given).model_fields))
