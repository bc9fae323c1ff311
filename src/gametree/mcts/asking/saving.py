"""Saved searches with open tickets: the tickets and the answers, in JSON and back."""

from __future__ import annotations

import time
from typing import Any

from ...errors import BadParameter
from ..persistence.json_codec import JsonCodec
from .answers import Checked
from .parked import Parked
from .session import AskSession
from .tickets import AskReport

__all__ = ["encode_session", "restore_session"]


def encode_session(session: AskSession, codec: JsonCodec) -> dict[str, Any]:
    """Return the tickets and answers of a searcher in JSON, while its tickets are set aside."""
    now = time.monotonic()
    desk = session.desk
    answers = []
    for key, answer in session.answers.items():
        try:
            answers.append([codec.encode(key), *map(codec.encode, answer)])
        except BadParameter:
            continue  # a position that equals no other one
    return {
        "guided": desk.guided,
        "undecided": session.undecided,
        "next_id": desk.next_id,
        "base": session.base,
        "report": [getattr(session.report, name) for name in AskReport.__slots__],
        "answers": answers,
        "tickets": [
            {
                "id": ticket.id,
                "path": [codec.encode(action) for action in ticket.path],
                "seconds": None if ticket.deadline is None else ticket.deadline - now,
                "parked": [_encoded(each, codec) for each in parked],
            }
            for ticket, parked in desk.tickets_with_simulations()
        ],
    }


def _encoded(parked: Parked, codec: JsonCodec) -> dict[str, Any]:
    return {name: codec.encode(value) for name, value in parked._asdict().items()}


def restore_session(session: AskSession, told: dict[str, Any], codec: JsonCodec) -> None:
    """Give a new session, whose tree was read from the file, its tickets and answers.

    Raises:
        KeyError, TypeError, ValueError: if `told` is not what `encode_session` returns.

    """
    desk = session.desk
    session.undecided = bool(told["undecided"])
    session.base = int(told["base"])
    desk.next_id = int(told["next_id"])
    for name, count in zip(AskReport.__slots__, told["report"], strict=True):
        setattr(session.report, name, float(count) if name == "cost" else int(count))
    for key, *answer in told["answers"]:
        session.answers.keep(codec.decode(key), Checked(*map(codec.decode, answer)))
    for each in told["tickets"]:
        left = each["seconds"]
        desk.reopen(
            int(each["id"]),
            tuple(map(codec.decode, each["path"])),
            None if left is None else time.monotonic() + float(left),
            [
                Parked(**{name: codec.decode(value) for name, value in parked.items()})
                for parked in each["parked"]
            ],
        )
