"""Messages of the server, each checked against what is published of it."""

from __future__ import annotations

import json

from pydantic import TypeAdapter

from gametree.server.messages.sent import Told

_TOLD = TypeAdapter(Told)


def checked(text):
    """Return a message, which is one of those that the schema has, with no field more."""
    _TOLD.validate_json(text, strict=True, extra="forbid")
    return json.loads(text)
