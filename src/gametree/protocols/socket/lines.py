"""Lines of a stream, found within bounds; messages as lines."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["Lines", "line_of"]

_SHOWN = 200  # bytes of a line that is too long


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as it is sent: one object of JSON, CR LF behind it."""
    return json.dumps(message).encode() + b"\r\n"


class Lines:
    """Finds the lines in what a stream brings, however it is cut into pieces.

    Args:
        most_bytes: of a line. Of one that is longer only the beginning is kept.

    """

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._begun = bytearray()

    def feed(self, piece: bytes) -> list[tuple[str, bool]]:
        """Return the lines that a piece completes, and whether each is whole."""
        found = []
        *ends, rest = piece.split(b"\n")
        for end in ends:
            self._keep(end)
            whole = len(self._begun) <= self._most
            kept = self._begun if whole else self._begun[:_SHOWN]
            found.append((kept.decode(errors="replace").rstrip(), whole))
            self._begun = bytearray()
        self._keep(rest)
        return found

    def _keep(self, part: bytes) -> None:
        room = self._most + 1 - len(self._begun)
        if room > 0:
            self._begun += part[:room]
