"""The doctor's public face: `check`."""

from __future__ import annotations

import time

from ..errors import BadParameter
from ..game import Game
from .declared import declarations
from .explore import Explorer
from .probe import Probe
from .profile import profile
from .report import Report
from .shrink import shrink
from .suspicions import suspicions
from .trial import Trial, may_search, try_searches
from .watchdog import Watchdog

__all__ = ["check"]

_NEAR_POSITIONS = 400
_LONGEST_CALL = 5.0

# Shares of the time: all short sequences of moves, then random games, then shrinking.
_NEAR = 0.2
_RANDOM = 0.6
_SHRUNK = 0.75
_COMPARED = 1.0


def check(
    game: Game,
    *,
    games: int = 1000,
    seconds: float = 20.0,
    seed: int = 0,
    compiled: bool = True,
) -> Report:
    """Play a game in many ways and report where its rules break their contract.

    Args:
        game: the rules.
        games: most random games to play.
        seconds: most seconds to take, compiling not counted. A single call of a method
            may take a quarter of them, five at most, and is interrupted then (in the main
            thread of systems that have timers).
        seed: for the random games.
        compiled: compare the compiled rules with the interpreted ones as well, and
            measure both; what does not compile is told in the profile.

    Raises:
        BadParameter: if an argument is none of these. Whatever the rules do is reported.

    """
    _expect(isinstance(game, Game), "game", "a Game, such as games.Nim()", game)
    whole = isinstance(games, int) and not isinstance(games, bool)
    _expect(whole and games >= 1, "games", "a whole number of 1 or more", games)
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    _expect(number and 0 < seconds < float("inf"), "seconds", "a number above 0", seconds)
    begun = time.perf_counter()
    notes: list[str] = []
    with Watchdog(min(_LONGEST_CALL, seconds / 4)) as watchdog:
        if not watchdog.on_guard:
            notes.append("no method can be interrupted here: one that hangs is not found out")
        explorer = Explorer(Probe(game, watchdog))
        for fault in declarations(game):
            explorer.findings.add(fault, None)
        if not explorer.findings.known:
            _explore(explorer, games, begun, seconds, seed)
            # A call that hangs shows it sooner when the time for it is known to be too long.
            watchdog.limit /= 10
            shrink(explorer, begun + _SHRUNK * seconds)
            watchdog.limit *= 10
    trial = Trial()
    if may_search(explorer):
        until = begun + _COMPARED * seconds
        trial = try_searches(explorer, watchdog, seed, until, compiled=compiled)
        notes += trial.notes
    elif explorer.findings.broken:
        notes.append("nothing was looked at after this: mend it first")
    elif explorer.games:
        notes.append("no search was tried: mend the faults first")
    return Report(
        type(game).__name__,
        explorer.findings.sorted(),
        profile(explorer, trial.costs, trial.interpreted, trial.compiled, trial.why_interpreted),
        explorer.games,
        explorer.positions,
        time.perf_counter() - begun,
        tuple(notes),
    )


def _explore(explorer: Explorer, games: int, begun: float, seconds: float, seed: int) -> None:
    explorer.breadth_first(_NEAR_POSITIONS, begun + _NEAR * seconds)
    explorer.random_games(games, seed, begun + _RANDOM * seconds)
    for fault, ending in suspicions(explorer.probe.game.players, explorer.endings):
        explorer.findings.add(fault, ending.moves)


def _expect(ok: bool, name: str, expected: str, value: object) -> None:
    if not ok:
        raise BadParameter(f"{name} must be {expected}, not {value!r}")
