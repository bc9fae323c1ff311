"""The note that too few random games were played."""

from __future__ import annotations

from ...game import Game
from .explore import Explorer
from .unchecked_games import UncheckedGames

__all__ = ["few_games"]

_FEW = 50
_LITTLE = 1e-4


def few_games(explorer: Explorer, unchecked: UncheckedGames, asked: int) -> str:
    """Return how few games were played, and why: as few were asked for, or a method took the time.

    Return "" if they are enough.
    """
    played = len(explorer.endings)
    if unchecked.unfinished or explorer.unfinished or played >= _FEW or explorer.findings.grave:
        return ""
    if explorer.games + unchecked.games >= asked:
        return f"{played} random games are too few for statistics: allow more games"
    kind = type(explorer.probe.game)
    spent = {
        method: times
        for method, times in explorer.probe.spent.items()
        if getattr(kind, method) is not getattr(Game, method)  # Game's own call the user's
    }
    if not spent:
        return ""
    method = max(spent, key=lambda each: spent[each][1])
    calls, seconds = spent[method]
    message = f"{method} takes {1e3 * seconds / calls:,.1f} ms a call"
    if seconds / calls < _LITTLE:
        message = "the games are long"
    if played:
        return (
            f"only {played} random games could be played in the time, too few for statistics: "
            f"{message}; allow more seconds"
        )
    longest = max(unchecked.longest, explorer.longest)
    return (
        f"no random game could be finished in the time; the longest reached {longest:,} plies: "
        f"{message}; allow more seconds, or check that the game ends at all"
    )
