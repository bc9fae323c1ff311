"""Messages of the server about the trees of searches, and about their steps."""

from __future__ import annotations

from typing import Literal, NotRequired

# Pydantic reads no TypedDict of an older Python's own.
from typing_extensions import TypedDict

__all__ = ["ExploredMessage", "PartMessage", "SlicesMessage", "TraceMessage", "TraceTold"]

Proven = Literal["win", "loss", "draw"]


class TreeMoveTold(TypedDict):
    """A move of a position in the tree; values are as who moves there sees them."""

    move: str
    visits: int
    value: float | None
    winrate: float | None
    lcb: float | None
    ucb: float | None
    prior: float | None
    probability: float | None
    proven: Proven | None
    plies: int | None
    leadsOn: bool
    joined: int


class SliceTold(TypedDict):
    """A position in the tree, or in `gone` why there is none."""

    line: list[str]
    gone: NotRequired[str]
    returns: NotRequired[list[float]]
    player: NotRequired[int]
    visits: NotRequired[int]
    value: NotRequired[float | None]
    winrate: NotRequired[float | None]
    proven: NotRequired[Proven | None]
    moves: NotRequired[list[TreeMoveTold]]
    left: NotRequired[int]


class TreeNodeTold(TypedDict):
    """A move in a part of the tree; `parent` and `same` are places in the list, or -1."""

    parent: int
    move: str
    player: int
    visits: int
    winrate: float | None
    proven: Proven | None
    same: int


class TreeStatusTold(TypedDict):
    """How a tree stands."""

    visits: int
    nodes: int
    bytes: int
    depth: int
    seconds: float
    stopReason: str | None


class _OfTree(TypedDict):
    ref: str | None
    phase: NotRequired[str]
    root: NotRequired[list[str]]
    status: NotRequired[TreeStatusTold]
    seconds: NotRequired[float]
    gone: NotRequired[str]


class SlicesMessage(_OfTree):
    """The moves of some positions in the tree that is explored."""

    type: Literal["slices"]
    slices: NotRequired[list[SliceTold]]


class PartMessage(_OfTree):
    """The most visited moves below a position in the tree that is explored."""

    type: Literal["part"]
    line: NotRequired[list[str]]
    nodes: NotRequired[list[TreeNodeTold]]


class ExploredMessage(TypedDict):
    """The search of a tree that is explored could not go on."""

    type: Literal["explored"]
    line: list[str]
    message: str


class TermTold(TypedDict):
    """A term of a score: the place of its formula, its value, what is its move's own in it."""

    of: int
    value: float | None
    numbers: dict[str, float]


class CandidateTold(TypedDict):
    """A move as it stood when one was chosen."""

    move: str
    visits: int
    mean: float | None
    score: float | None
    terms: list[TermTold]
    prior: NotRequired[float]
    probability: NotRequired[float]
    proven: NotRequired[float]
    followed: NotRequired[bool]


class ChangeTold(TypedDict):
    """What a simulation did to a move on its path: before and after."""

    depth: int
    move: str
    player: int
    visits: tuple[int, int]
    mean: tuple[float, float]
    node_visits: tuple[int, int]
    value: tuple[list[float], list[float]]
    proven: list[float | None]
    kept: list[tuple[str, float, float]]


class _OfStep(TypedDict):
    simulation: int
    line: list[str]
    player: int | None


class SelectionTold(_OfStep):
    """A move was followed."""

    kind: Literal["selection"]
    visits: int
    value: list[float]
    value_range: float
    candidates: list[CandidateTold]
    chosen: int
    left: int
    reason: Literal["score", "untried", "planned", "chance"]
    numbers: dict[str, float]


class ExpansionTold(_OfStep):
    """A position got a node."""

    kind: Literal["expansion"]
    shared: bool
    moves: list[str]
    priors: list[float]


class EvaluationTold(_OfStep):
    """It was found what the end of the path is worth."""

    kind: Literal["evaluation"]
    how: str
    playout: list[str]
    values: list[float]


class BackupTold(_OfStep):
    """The values went back to the root."""

    kind: Literal["backup"]
    values: list[float]
    changes: list[ChangeTold]


class FormulaTold(TypedDict):
    """A term's name, and how it is computed."""

    name: str
    formula: str


class TraceTold(TypedDict):
    """Some simulations, step by step; `error` alone where there are none."""

    id: str
    isDuringSearch: NotRequired[bool]
    turnNumber: NotRequired[int]
    error: NotRequired[str]
    field: NotRequired[str | None]
    method: NotRequired[str]
    before: NotRequired[int]
    usualC: NotRequired[float | None]
    c: NotRequired[float | None]
    returns: NotRequired[tuple[float, float]]
    value: NotRequired[list[float]]
    formulas: NotRequired[list[FormulaTold]]
    steps: NotRequired[list[SelectionTold | ExpansionTold | EvaluationTold | BackupTold]]
    stopReason: NotRequired[str]


class TraceMessage(TypedDict):
    """Some simulations of a search."""

    type: Literal["trace"]
    ref: str | None
    line: list[str]
    report: TraceTold
