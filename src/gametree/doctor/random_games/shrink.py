"""Shortens the moves that show a finding: drops moves as long as it still shows."""

from __future__ import annotations

from collections.abc import Callable

from ...game import Action
from ..checks.keys import Seen, collision
from .examine import Examiner
from .explore import Explorer

__all__ = ["shrink"]

# Findings that need several games: no single sequence of moves shows them again.
_NOT_TO_SHRINK = frozenset(
    {
        "endless",
        "hangs",
        "equal states",
        "hash",
        "changes the game",
        "collides",
        "leads apart",
        "repeats",
    }
)

_Moves = tuple[Action, ...]


def shrink(explorer: Explorer, until: float) -> None:
    """Shorten the moves of each finding."""
    known = explorer.findings.known
    for key, finding in list(known.items()):
        if finding.kind in _NOT_TO_SHRINK or not finding.moves:
            continue

        def shows(moves: _Moves, key: tuple[str, str] = key) -> bool:
            examiner = Examiner(explorer.probe)
            examiner.replay(moves)
            found = examiner.findings.known.get(key)
            if found is None or len(found.moves or ()) > len(moves):
                return False
            known[key] = found
            return True

        _shorter(finding.moves, shows, explorer, until)
    if explorer.memory.collided is not None:
        _shrink_collision(explorer, *explorer.memory.collided, until)


def _shorter(
    moves: _Moves, shows: Callable[[_Moves], bool], explorer: Explorer, until: float
) -> None:
    """Drop parts of the moves, large ones first, if `shows` is still true without them."""
    width = len(moves) // 2
    while width:
        start = 0
        while start < len(moves):
            if explorer.probe.watchdog.now() >= until:
                return
            shorter = moves[:start] + moves[start + width :]
            if shows(shorter):
                moves = shorter
            else:
                start += width
        width //= 2


def _shrink_collision(explorer: Explorer, first: Seen, second: Seen, until: float) -> None:
    """Shorten the moves to each of two positions that share a key."""
    pair = [first, second]
    for place in (1, 0, 1):

        def shows(moves: _Moves, place: int = place) -> bool:
            position = Examiner(explorer.probe).replay(moves)
            if position is None:
                return False
            seen = Seen.of(position)
            if collision(seen, pair[1 - place]) is None:
                return False
            pair[place] = seen
            return True

        _shorter(pair[place].moves, shows, explorer, until)
    pair.sort(key=lambda seen: len(seen.moves))
    fault = collision(*pair)
    if fault is not None:
        explorer.findings.add(fault, pair[1].moves)
