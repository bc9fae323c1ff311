"""What is told of a game that the time did not suffice for: that is no fault of its rules."""

from __future__ import annotations

from ..game import Game
from .crowd import Crowd
from .explore import Explorer

__all__ = ["slowness"]

_FEW = 50
_LITTLE = 1e-4


def slowness(explorer: Explorer, crowd: Crowd) -> str:
    """Return a note on how little was played in the time, and which method took it; or ""."""
    played = len(explorer.endings)
    if crowd.unfinished or explorer.unfinished or played >= _FEW or explorer.findings.broken:
        return ""
    kind = type(explorer.probe.game)
    spent = {
        method: times
        for method, times in explorer.probe.spent.items()
        if getattr(kind, method) is not getattr(Game, method)  # ours call the user's
    }
    if not spent:
        return ""
    method = max(spent, key=lambda each: spent[each][1])
    calls, seconds = spent[method]
    told = f"{method} takes {1e3 * seconds / calls:,.1f} ms a call"
    if seconds / calls < _LITTLE:
        told = "the games are long"
    if played:
        return (
            f"the time sufficed for {played} random games only, too few to show what numbers show: "
            f"{told}; allow more seconds"
        )
    longest = max(crowd.longest, explorer.longest)
    return (
        f"the time did not suffice for one random game, of which {longest:,} plies were played: "
        f"{told}; allow more seconds, or look whether the game ends at all"
    )
