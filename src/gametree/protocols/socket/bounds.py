"""Bounds that a play server sets its clients."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["WireBounds"]


@dataclass(frozen=True)
class WireBounds:
    """The bounds of a play server.

    Attributes:
        most_bytes: of a line.
        most_connections: at once, those included that hear that there is no free seat.
        most_waiting: bytes that a client may leave unread before he is dropped.
        lines_a_second: of one client, in the long run; `line_burst` at once. What is above that
            has to wait.
        idle_seconds: how long a client stays to whom nothing is said and who says nothing.
        reminder_seconds: when the position is sent again to a player whose line was no move, and
            who has sent no other: the original clients ask for a move only then.

    """

    most_bytes: int = 64 * 1024
    most_connections: int = 64
    most_waiting: int = 1024 * 1024
    lines_a_second: float = 20.0
    line_burst: int = 60
    idle_seconds: float = 1800.0
    reminder_seconds: float = 3.0
