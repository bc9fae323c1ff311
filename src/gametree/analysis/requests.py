"""The lines of the analysis channel: JSON as queries, and what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import BadQuery
from .query import Query

__all__ = ["Request", "RequestError", "Turn", "request_of"]

_EXAMPLE = '{"id": "a", "game": "connect_four", "moves": ["4"], "maxVisits": 1000}'

_NAMES = {
    "max_visits": "maxVisits",
    "max_time": "maxTime",
    "report_every": "reportDuringSearchEvery",
    "first_report": "firstReportDuringSearchAfter",
}
"""Attributes of queries that go by another name in JSON: by those of KataGo's analysis engine."""

_FIELDS = {
    "id",
    "game",
    "parameters",
    "moves",
    "analyzeTurns",
    "maxVisits",
    "maxTime",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "priority",
    "priorities",
    "forced",
    "player",
    "seed",
}

_ACTIONS = {
    "query_version": {"id", "action"},
    "terminate": {"id", "action", "terminateId", "turnNumbers"},
    "terminate_all": {"id", "action", "turnNumbers"},
}


class RequestError(BadQuery):
    """A line that cannot be answered.

    Attributes:
        id: that of the line, if it has one.

    """

    def __init__(self, message: str, field: str | None, request_id: str | None = None) -> None:
        super().__init__(message, field)
        self.id = request_id


class Turn(NamedTuple):
    """One position of a query: how many moves lead there, and the query about it."""

    number: int
    query: Query


@dataclass(frozen=True, slots=True)
class Request:
    """What a line asks for.

    Attributes:
        id: its name.
        action: what is to be done; empty if positions are to be searched.
        turns: the positions.
        terminate_id: whose searches are to end; None for all.
        turn_numbers: which of its positions; None for all.
        told: the whole object, which the answer to an action repeats.
        unknown: the names of fields that nobody reads.

    """

    id: str
    action: str
    turns: tuple[Turn, ...]
    terminate_id: str | None
    turn_numbers: frozenset[int] | None
    told: dict[str, Any]
    unknown: tuple[str, ...]


def request_of(text: str | bytes, most_turns: int) -> Request:
    """Return what a line asks for.

    Args:
        text: the line.
        most_turns: how many positions it may name.

    Raises:
        RequestError: if it asks for nothing that there is.

    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise RequestError(f"a line is one object of JSON, such as {_EXAMPLE}", None) from None
    if not isinstance(fields, dict):
        raise RequestError(f"a line is one object of JSON, such as {_EXAMPLE}", None)
    request_id = fields.get("id")
    if not isinstance(request_id, str):
        raise RequestError("id must be a text, by which the answers are known", "id")
    try:
        if "action" in fields:
            return _action(request_id, fields)
        return _analysis(request_id, fields, most_turns)
    except RequestError as error:
        raise RequestError(str(error), error.field, request_id) from None
    except BadQuery as error:
        name = error.field or ""
        shown = _NAMES.get(name, name)
        sentence = str(error).replace(name, shown, 1) if name else str(error)
        raise RequestError(sentence, shown or None, request_id) from None


def _action(request_id: str, fields: dict[str, Any]) -> Request:
    action = fields["action"]
    if not isinstance(action, str) or action not in _ACTIONS:
        raise RequestError(
            f"action must be one of {', '.join(_ACTIONS)}; without one, a position is searched",
            "action",
        )
    terminate_id = None
    if action == "terminate":
        terminate_id = _checked(fields, "terminateId", _is_text, "the id of a query", None)
        if terminate_id is None:
            raise RequestError("terminateId must be the id of a query", "terminateId")
    numbers = _checked(fields, "turnNumbers", _is_numbers, "a list of whole numbers", None)
    unknown = tuple(name for name in fields if name not in _ACTIONS[action])
    return Request(
        request_id,
        action,
        (),
        terminate_id,
        None if numbers is None else frozenset(numbers),
        fields,
        unknown,
    )


def _analysis(request_id: str, fields: dict[str, Any], most_turns: int) -> Request:
    game = _checked(fields, "game", _is_text, "the name of a game", None)
    if game is None:
        raise RequestError("game must be the name of a game, such as 'connect_four'", "game")
    moves = _checked(fields, "moves", _is_texts, "a list of names of moves", [])
    parameters = _checked(
        fields, "parameters", _is_parameters, "an object of texts, numbers, true and false", {}
    )
    numbers = _checked(fields, "analyzeTurns", _is_numbers, "a list of whole numbers", [len(moves)])
    numbers = list(dict.fromkeys(numbers))
    if not numbers or min(numbers) < 0 or max(numbers) > len(moves):
        raise RequestError(
            f"analyzeTurns must be numbers from 0 to {len(moves)}, as many as there are moves",
            "analyzeTurns",
        )
    if len(numbers) > most_turns:
        raise RequestError(
            f"analyzeTurns may name {most_turns:,} positions, not {len(numbers):,}", "analyzeTurns"
        )
    if "priority" in fields and "priorities" in fields:
        raise RequestError("give priority or priorities, not both", "priorities")
    same = [fields.get("priority", 0)] * len(numbers)
    priorities = _checked(fields, "priorities", _is_list, "a list of whole numbers", same)
    if len(priorities) != len(numbers):
        raise RequestError(
            "priorities must be as many as the positions of analyzeTurns", "priorities"
        )
    common: dict[str, Any] = {name: fields.get(_NAMES[name]) for name in _NAMES}
    pairs = tuple((name, _as_text(value)) for name, value in parameters.items())
    turns = tuple(
        Turn(
            number,
            Query(
                request_id,
                game,
                pairs,
                tuple(moves[:number]),
                player=fields.get("player", "mcts:auto"),
                priority=priority,
                forced=fields.get("forced"),
                seed=fields.get("seed"),
                **common,
            ),
        )
        for number, priority in zip(numbers, priorities, strict=True)
    )
    unknown = tuple(name for name in fields if name not in _FIELDS)
    return Request(request_id, "", turns, None, None, fields, unknown)


def _checked(
    fields: dict[str, Any], name: str, fits: Callable[[Any], bool], expected: str, default: Any
) -> Any:
    if name not in fields:
        return default
    if not fits(fields[name]):
        raise RequestError(f"{name} must be {expected}", name)
    return fields[name]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, int) and not isinstance(each, bool) for each in value
    )


def _is_parameters(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(each, (str, int, float)) for each in value.values()
    )


def _as_text(value: str | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
