"""Counters and gauges in the text format of Prometheus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

__all__ = ["Metrics"]

_HELP = {
    "gametree_games_created_total": "Games that were started.",
    "gametree_events_total": "Events that were written to the log.",
    "gametree_messages_total": "Messages that clients sent.",
    "gametree_refusals_total": "Wishes that were refused.",
    "gametree_dropped_readers_total": "Clients that read too slowly and were dropped.",
    "gametree_searches_total": "Searches that were begun.",
    "gametree_live_games": "Games in memory.",
    "gametree_connections": "Clients that are connected.",
    "gametree_searches": "Analyses that run now.",
}


class Metrics:
    """Numbers about a server."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._gauges: dict[str, Callable[[], int]] = {}

    def count(self, name: str) -> None:
        """Add one to the counter gametree_`name`_total."""
        self._counts[f"gametree_{name}_total"] += 1

    def gauge(self, name: str, value: Callable[[], int]) -> None:
        """Show a number under gametree_`name`."""
        self._gauges[f"gametree_{name}"] = value

    def text(self) -> str:
        """Return all of them."""
        lines = []
        for name, sense in _HELP.items():
            total = name.endswith("_total")
            if not total and name not in self._gauges:
                continue
            value = self._counts[name] if total else self._gauges[name]()
            lines += [
                f"# HELP {name} {sense}",
                f"# TYPE {name} {'counter' if total else 'gauge'}",
                f"{name} {value}",
            ]
        return "\n".join(lines) + "\n"
