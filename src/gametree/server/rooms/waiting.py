"""Reports of what a search waits for, until it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..engines import PooledSearch
from ..messages.sent import State

__all__ = ["tell_waiting", "waits_for"]

_FIRST_SECONDS = 0.15  # whatever is ready has reported by then
_NEXT_SECONDS = 0.3


def tell_waiting(search: PooledSearch, tell: Callable[[State], None]) -> None:
    """Call `tell` with the state of a search that does not report, and whenever it changes.

    The last state is "searching", if others were told; see `gametree.analysis.QueryTicket`.
    """
    loop = asyncio.get_running_loop()

    def look(before: str) -> None:
        if search.reported or not search.runs:
            return
        state = search.state
        if state == "over":
            return
        if state == "searching" and not before:
            return
        if state != before:
            tell(state)
        if state != "searching":
            loop.call_later(_NEXT_SECONDS, look, state)

    loop.call_later(_FIRST_SECONDS, look, "")


def waits_for(state: str, game: str) -> str | None:
    """Return in words what a search waits for; None if it runs."""
    return {
        "starting": "the engine is starting",
        "preparing": f"preparing the engine for {game}, which takes some seconds the first time",
        "waiting": "other searches come first",
    }.get(state)
