"""The doctor's public face: `check`."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

from ..errors import BadParameter
from ..game import CHANCE, Game
from .crowd import Crowd
from .declared import declarations
from .explore import Explorer
from .guesses import wrong_guesses
from .probe import Probe
from .profile import profile
from .report import Report
from .shrink import shrink
from .slow import slowness
from .suspicions import never_moves, suspicions
from .trial import Trial, may_search, try_searches
from .unending import unfinished
from .watchdog import Watchdog

__all__ = ["check"]

_NEAR_POSITIONS = 400
_ENOUGH = 20
_UNWATCHED = 3
"""So many games are played without watch for each one that may be played under watch."""

_LONGEST_CALL = 5.0
_LONGEST_SHARE = 1 / 8

# Shares of the time, up to which each part goes on: all short sequences of moves, random games
# under watch, many without, shrinking, searches; and that of compiled games. What a part has
# begun by then may go on for another share, more than a single call may take.
_NEAR = 0.15
_RANDOM = 0.3
_CROWD = 0.7
_SHRUNK = 0.8
_COMPARED = 0.92
_NATIVE = 0.1
_GRACE = 0.15


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
        games: most random games to play under watch; three times as many are played without.
        seconds: most seconds to take, starting and compiling not counted. A single call of a
            method may take an eighth of them, five at most, and is interrupted then (in the main
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
    _expect(number and 0 < seconds < math.inf, "seconds", "a number above 0", seconds)
    begun = time.perf_counter()
    notes: list[str] = []
    with Watchdog(min(_LONGEST_CALL, _LONGEST_SHARE * seconds)) as watchdog:
        if not watchdog.on_guard:
            notes.append("no method can be interrupted here: one that hangs is not found out")
        explorer = Explorer(Probe(game, watchdog))
        crowd = Crowd(explorer)
        for fault in declarations(game):
            explorer.findings.add(fault, None)
        if not explorer.findings.known:
            _explore(explorer, crowd, games, begun, seconds, seed)
            note = slowness(explorer, crowd)
            if note:
                notes.append(note)
    trial = Trial()
    if may_search(explorer):
        until = begun + _COMPARED * seconds
        more = _NATIVE * seconds
        trial = try_searches(explorer, watchdog, seed, until, more, compiled=compiled)
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
        crowd.games + trial.games,
    )


def _explore(
    explorer: Explorer, crowd: Crowd, games: int, begun: float, seconds: float, seed: int
) -> None:
    """Look at positions and games, each part in its share of the time."""
    watchdog = explorer.probe.watchdog

    def until(share: float) -> float:
        return begun + share * seconds

    def within(share: float, part: Any, *arguments: Any) -> None:
        watchdog.until(until(share + _GRACE), part, *arguments, until(share))

    within(_NEAR, explorer.breadth_first, _NEAR_POSITIONS)
    within(_RANDOM, explorer.random_games, games, seed)
    if not explorer.findings.grave:
        within(_CROWD, crowd.play, _UNWATCHED * games, seed)
    watchdog.until(until(_CROWD + _GRACE), _conclude, explorer, crowd)
    # A call that hangs shows it sooner when the time for it is known to be too long.
    watchdog.limit /= 10
    within(_SHRUNK, shrink, explorer)
    watchdog.limit *= 10


def _conclude(explorer: Explorer, crowd: Crowd) -> None:
    """Find what all games show together."""
    game = explorer.probe.game
    findings = explorer.findings
    explorer.endings += crowd.endings
    endless = explorer.unfinished + crowd.unfinished
    if endless and not findings.broken:
        loops = explorer.loops or crowd.loops
        ended = len(explorer.endings)
        findings.add(unfinished(ended + endless, ended, endless, loops=loops), None)
    if any(not game.min_return <= each <= game.max_return for each in _returned(explorer)):
        findings.drop("heuristic", "out of range")  # nor do the returns keep to the range
    if len(explorer.endings) >= _ENOUGH and explorer.movers - {CHANCE}:
        for player in set(range(game.players)) - explorer.movers:
            findings.add(never_moves(player, len(explorer.endings)), None)
    for fault, ending in suspicions(game, explorer.endings):
        findings.add(fault, ending.moves)
    for fault in wrong_guesses(game, crowd.guesses):
        findings.add(fault, None)


def _returned(explorer: Explorer) -> Iterator[float]:
    for ending in explorer.endings:
        yield from ending.returns


def _expect(ok: bool, name: str, expected: str, value: object) -> None:
    if not ok:
        raise BadParameter(f"{name} must be {expected}, not {value!r}")
