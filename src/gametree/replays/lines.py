"""The lines of a record: a head, what happened one by one, and the end."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Iterable
from typing import Any

from .. import __version__
from ..errors import BadParameter, ReplayError
from ..game import Game, State
from ..mcts.persistence.json_codec import JsonCodec
from ..mcts.results.result import SearchResult
from ..naming.parameters import where_constructed
from .shapes import ANYTHING, NUMBER, TEXT, TRUTH, WHOLE, Fields, JsonShape, List, OrNull

__all__ = [
    "DIGITS",
    "FORMAT",
    "VERSION",
    "check_thinking",
    "head_of",
    "lines_of",
    "parse",
    "rounded",
    "schema",
    "thought_of",
]

FORMAT = "gametree record"
VERSION = 1

_MOVES = 12
_LINE = 24
DIGITS = 5
"""What is kept of a search: moves, plies of the expected line, digits after the point."""

_MOVE = Fields(
    {
        "action": TEXT,
        "visits": WHOLE,
        "share": NUMBER,
        "mean": OrNull(NUMBER),
        "half_width": OrNull(NUMBER),
        "proven": OrNull(NUMBER),
    }
)

_THOUGHT = Fields(
    {
        "value": List(NUMBER),
        "actions": List(_MOVE),
        "principal_variation": List(TEXT),
        "simulations": WHOLE,
        "seconds": NUMBER,
        "max_depth": WHOLE,
        "nodes": WHOLE,
        "proof": TEXT,
        "method": TEXT,
    }
)

_HEAD = {"format": TEXT, "version": WHOLE, "kind": TEXT, "game": TEXT, "rules": TEXT,
         "parameters": Fields(), "begins": ANYTHING, "made_by": TEXT}  # fmt: skip

_NODE_FIELDS: dict[str, JsonShape] = {
    "move": OrNull(TEXT),
    "player": OrNull(WHOLE),
    "visits": WHOLE,
    "share": NUMBER,
    "mean": OrNull(NUMBER),
}
_NODE = Fields(_NODE_FIELDS, {"proven": NUMBER, "probability": NUMBER}, "node")
_NODE_FIELDS["children"] = List(_NODE)

_CANDIDATE = Fields(
    {
        "move": TEXT,
        "visits": WHOLE,
        "mean": OrNull(NUMBER),
        "score": OrNull(NUMBER),
        "terms": List(
            Fields({"name": TEXT, "value": OrNull(NUMBER), "formula": TEXT, "numbers": Fields()})
        ),
        "prior": OrNull(NUMBER),
        "probability": OrNull(NUMBER),
        "proven": OrNull(NUMBER),
        "followed": TRUTH,
    }
)

_CHANGE = Fields(
    {
        "depth": WHOLE,
        "move": TEXT,
        "player": WHOLE,
        "visits": List(WHOLE, 2),
        "mean": List(NUMBER, 2),
        "node_visits": List(WHOLE, 2),
        "value": List(List(NUMBER), 2),
        "proven": List(OrNull(NUMBER)),
        "kept": List(List(ANYTHING, 3)),
    }
)

_STEP = {"kind": TEXT, "simulation": WHOLE, "line": List(TEXT), "player": OrNull(WHOLE),
         "position": TEXT}  # fmt: skip

_STEPS = {
    "selection": Fields(
        {
            **_STEP,
            "visits": WHOLE,
            "value": List(NUMBER),
            "value_range": NUMBER,
            "candidates": List(_CANDIDATE),
            "chosen": WHOLE,
            "reason": TEXT,
        }
    ),
    "expansion": Fields(
        {**_STEP, "shared": TRUTH, "moves": List(TEXT), "priors": List(NUMBER)},
    ),
    "evaluation": Fields({**_STEP, "how": TEXT, "playout": List(TEXT), "values": List(NUMBER)}),
    "backup": Fields({**_STEP, "values": List(NUMBER), "changes": List(_CHANGE)}),
}

_HEADS = {
    "game": Fields({**_HEAD, "players": List(TEXT)}),
    "search": Fields({**_HEAD, "method": TEXT, "seed": WHOLE, "tree": _NODE}),
}

_PLAYED = Fields(
    {"move": TEXT}, {"seconds": OrNull(NUMBER), "thinking": OrNull(_THOUGHT), "told": Fields()}
)

_ENDS = {
    "game": Fields({"end": Fields({"returns": OrNull(List(NUMBER)), "how": TEXT})}),
    "search": Fields({"end": Fields({"thinking": _THOUGHT})}),
}


def thought_of(result: SearchResult) -> dict[str, Any]:
    """Return what a search found, in short: as `SearchResult.to_dict` names it."""
    found = result.to_dict()
    thought = {name: found[name] for name in _THOUGHT.needed if name in found}
    thought["actions"] = found["actions"][:_MOVES]
    thought["principal_variation"] = found["principal_variation"][:_LINE]
    thought["proof"] = result.proof_as_text()
    kept: dict[str, Any] = rounded(thought)
    return kept


def head_of(game: Game, state: State, kind: str) -> dict[str, Any]:
    """Return the beginning of a record's head.

    Raises:
        BadParameter: if the game begins at a position that cannot be written.

    """
    codec = JsonCodec(game)
    first = game.initial_state()
    begins = None
    try:
        if codec.encode(state) != codec.encode(first):
            begins = codec.encode(state)
    except BadParameter:
        # States of another library: only the first position can be named, as that of the rules.
        if game.state_to_text(state) != game.state_to_text(first):
            raise
    parameters = {}
    for name in inspect.signature(where_constructed(type(game))).parameters:
        value = getattr(game, name, None)
        if isinstance(value, (bool, int, float, str, tuple, list)):
            parameters[name] = value
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": kind,
        "game": game.name,
        "rules": repr(game),
        "parameters": parameters,
        "begins": begins,
        "made_by": f"gametree {__version__}",
    }


def lines_of(head: dict[str, Any], body: Iterable[dict[str, Any]], end: dict[str, Any]) -> str:
    """Return a record as text, a line for each."""
    rest = (rounded(each) for each in (*body, {"end": end}))
    return "".join(
        json.dumps(each, ensure_ascii=False, allow_nan=False) + "\n" for each in (head, *rest)
    )


def parse(text: str) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """Return the head of a record, its lines, and its end, all of the shapes that they should be.

    Raises:
        ReplayError: if it is no record, is of another version, is cut off, or is damaged.

    """
    try:
        return _parsed(text)
    except RecursionError:
        raise ReplayError("the record is damaged: something in it is nested too deep") from None


def check_thinking(thought: dict[str, Any], players: int, where: str) -> None:
    """Check that what a search found is about a game of this many players.

    Raises:
        ReplayError: if it is not.

    """
    if len(thought["value"]) != players:
        raise ReplayError(f"{where}.thinking.value must have {players} numbers, one a player")


def _parsed(text: str) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise ReplayError("the record is empty")
    head = _loaded(lines[0], 1)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise ReplayError("this is no record of gametree: its first line does not say that it is")
    if head.get("version") != VERSION:
        raise ReplayError(
            f"the record is of version {head.get('version')!r}, and this gametree reads version "
            f"{VERSION}: read it with the gametree that made it"
        )
    kind = head.get("kind")
    if kind not in ("game", "search"):
        raise ReplayError(f"line 1: kind must be 'game' or 'search', not {kind!r}")
    _HEADS[kind].check(head, "line 1")
    last = _loaded(lines[-1], len(lines))
    if len(lines) < 2 or not isinstance(last, dict) or "end" not in last:
        raise ReplayError("the record is cut off: its last line does not say how it ends")
    _ENDS[kind].check(last, f"line {len(lines)}")
    body = []
    for number, line in enumerate(lines[1:-1], start=2):
        each = _loaded(line, number)
        shape = _PLAYED
        if kind == "search":
            name = each.get("kind") if isinstance(each, dict) else None
            if not isinstance(name, str) or name not in _STEPS:
                raise ReplayError(f"line {number}: {name!r} is no kind of step")
            shape = _STEPS[name]
        shape.check(each, f"line {number}")
        body.append(each)
    return head, body, last["end"]


def schema() -> dict[str, Any]:
    """Return the JSON schema of a line of a record."""
    constants = {"format": FORMAT, "version": VERSION}
    lines = [_fixed(shape, kind=kind, **constants) for kind, shape in _HEADS.items()]
    lines += [_PLAYED.definition()]
    lines += [_fixed(shape, kind=kind) for kind, shape in _STEPS.items()]
    lines += [shape.definition() for shape in _ENDS.values()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a record of gametree",
        "anyOf": lines,
        "$defs": {"node": _NODE.definition()},
    }


def _fixed(shape: Fields, **constants: Any) -> dict[str, Any]:
    """Return the schema of an object where some fields have one value."""
    found = shape.definition()
    found["properties"] |= {name: {"const": value} for name, value in constants.items()}
    return found


def _loaded(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise ReplayError(f"line {number} of the record is damaged: it is no JSON") from None


def rounded(value: Any) -> Any:
    """Return a value as a record keeps it: five digits after the point, "nan" and "inf" as text."""
    if isinstance(value, float):
        return round(value, DIGITS) if math.isfinite(value) else str(value)
    if isinstance(value, (list, tuple)):
        return [rounded(each) for each in value]
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    return value
