"""A client of a game: its seats, and what waits to be sent to it."""

from __future__ import annotations

import json
from typing import Any

from ..messages.sent import Told
from .outbox import Outbox

__all__ = ["Client"]


class Client:
    """Somebody who is connected to a game.

    Attributes:
        seats: those that he holds; none if he watches.
        outbox: what waits to be sent.
        follows: whether he wants the analysis of each new position.
        asked: the searches that answer his questions.
        explored: the tree that he explores, if he does.
        shown: what he has seen of a game that hides something.

    """

    def __init__(self, most_waiting: int) -> None:
        self.seats: list[int] = []
        self.outbox = Outbox(most_waiting)
        self.follows = False
        self.asked: set[Any] = set()
        self.explored: Any = None
        self.shown: Any = None

    def tell(self, message: Told) -> None:
        """Send a message."""
        self.outbox.put(json.dumps(message))
