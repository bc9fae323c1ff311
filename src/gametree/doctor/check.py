"""Runs all checks of a game, each for its share of the time, and puts together the report."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

from plainpython.call_frames import with_room_for_calls

from ..actors import CHANCE
from ..game import Game
from ..naming.parameters import expect
from ..rules.untouched import Untouched
from .declared import declarations
from .hidden.information_sets import InformationSets
from .hidden.turns import in_turns
from .hidden.who_sees import EventSeen, Seen, declared, sample_game, undeclared_events
from .likely_faults.heuristic_sign import heuristic_contradictions
from .likely_faults.played_after_wins import played_after_wins
from .likely_faults.suspicions import never_moves, suspicions
from .likely_faults.symmetries_broken import symmetries_broken
from .likely_faults.undeclared_returns import undeclared_returns
from .likely_faults.unused_names import unused_names
from .probe import Probe
from .profile import profile
from .random_games.endless_games import unfinished
from .random_games.explore import Explorer
from .random_games.few_games import few_games
from .random_games.sampled_moves import (
    MOST_LISTED,
    SampledMoves,
    SampledProposals,
    with_sampled_moves,
)
from .random_games.shrink import shrink
from .random_games.unchecked_games import UncheckedGames
from .report import Report
from .trial import Trial, may_search, try_searches
from .trial_searches import TrialSearches
from .watchdog import Watchdog

__all__ = ["check_rules"]

_NEAR_POSITIONS = 400
_ENOUGH = 20
_UNWATCHED = 3
"""The number of unchecked random games for each checked one."""

_LONGEST_CALL = 5.0
_LONGEST_SHARE = 1 / 8

# Each part ends at this share of the time: all short sequences of moves, checked random games,
# unchecked ones, shrinking, what players
# know, searches. Compiled games get a share of their own. A part may finish
# what it has begun within another share, which is more than a single call may take.
_NEAR = 0.15
_RANDOM = 0.3
_UNCHECKED = 0.7
_SHRUNK = 0.8
_KNOWN = 0.86
_COMPARED = 0.92
_NATIVE = 0.1
_GRACE = 0.15


@with_room_for_calls
def check_rules(
    game: Game,
    searches: TrialSearches,
    *,
    games: int,
    seconds: float,
    seed: int,
    compiled: bool,
    declared_seen: Seen | None = None,
) -> Report:
    """Examine the rules of a game: see `gametree.check`, which adds the searches."""
    expect(isinstance(game, Game), "game", "a Game, such as games.Nim()", game)
    whole = isinstance(games, int) and not isinstance(games, bool)
    expect(whole and games >= 1, "games", "a whole number of 1 or more", games)
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    expect(number and 0 < seconds < math.inf, "seconds", "a number above 0", seconds)
    declared_events = declared(declared_seen, game.players)
    begun = time.perf_counter()
    notes: list[str] = []
    seen: tuple[EventSeen, ...] = ()
    with Watchdog(min(_LONGEST_CALL, _LONGEST_SHARE * seconds)) as watchdog:
        game, unfit = in_turns(game, watchdog)
        game = with_sampled_moves(game)
        untouched = Untouched(game) if game.defines_information_state else None
        if not watchdog.on_guard:
            notes.append("methods cannot be interrupted here, so one that hangs is not detected")
        explorer = Explorer(Probe(game, watchdog))
        unchecked = UncheckedGames(explorer)
        for fault in (*declarations(game), *unfit):
            explorer.findings.add(fault, None)
        notes += unused_names(game)
        if not explorer.findings.known:
            _explore(explorer, unchecked, games, seconds, seed)
            notes.append(few_games(explorer, unchecked, (1 + _UNWATCHED) * games))
            notes.append(undeclared_returns(explorer))
            after = played_after_wins(game)
            if after is not None:
                explorer.findings.add(after, ())
            notes.append(_sampling(game))
            if untouched is not None:
                seen = _who_knows(explorer, untouched, declared_events, games, seconds, seed)
    trial = Trial()
    if may_search(explorer):
        until = _COMPARED * seconds
        more = _NATIVE * seconds
        trial = try_searches(explorer, searches, watchdog, seed, until, more, compiled=compiled)
        notes += trial.notes
    elif explorer.findings.broken:
        notes.append("nothing was checked after this fault: mend it first")
    elif explorer.games:
        notes.append("no search was run: mend the faults first")
    return Report(
        getattr(game, "users_class", type(game).__name__),
        explorer.findings.sorted(),
        profile(
            explorer,
            trial.costs,
            trial.interpreted,
            trial.compiled,
            trial.compared,
            trial.why_interpreted,
            trial.mend,
        ),
        explorer.games,
        explorer.positions,
        time.perf_counter() - begun,
        tuple(filter(None, notes)),
        unchecked.games + trial.games,
        game.hides_information,
        tuple(map(str, seen)),
    )


def _who_knows(
    explorer: Explorer,
    untouched: Untouched,
    expected: Seen,
    games: int,
    seconds: float,
    seed: int,
) -> tuple[EventSeen, ...]:
    """Examine what players know; return who sees what in a sample game."""
    probe, findings = explorer.probe, explorer.findings
    until = _KNOWN * seconds
    seen: list[EventSeen] = []

    def examine() -> None:
        seen.extend(sample_game(probe, seed))
        if not findings.grave:
            if expected:
                undeclared_events(probe, findings, expected, seed)
            InformationSets(probe, findings, untouched, games).examine(seed, until)

    probe.watchdog.until(until + _GRACE * seconds, examine)
    if ("legal_actions", "no move") in findings.known:
        findings.drop("is_terminal", "disagrees")  # a consequence
    return tuple(seen)


def _sampling(game: Game) -> str:
    """Return a note on the moves that were left out; nothing if there are none."""
    if isinstance(game, SampledProposals):
        return "the actions are proposed: some of each position were checked, interpreted"
    if not isinstance(game, SampledMoves) or not game.met:
        return ""
    return (
        f"a position has up to {game.met:,} moves, too many to list: of more than {MOST_LISTED}, "
        f"{MOST_LISTED} were checked, spread evenly from the first to the last"
    )


def _explore(
    explorer: Explorer,
    unchecked: UncheckedGames,
    games: int,
    seconds: float,
    seed: int,
) -> None:
    """Check positions and games, each part within its share of the time."""
    watchdog = explorer.probe.watchdog

    def until(share: float) -> float:
        return share * seconds

    def within(share: float, part: Any, *arguments: Any) -> None:
        watchdog.until(until(share + _GRACE), part, *arguments, until(share))

    within(_NEAR, explorer.breadth_first, _NEAR_POSITIONS)
    within(_RANDOM, explorer.random_games, games, seed)
    if not explorer.findings.grave:
        within(_UNCHECKED, unchecked.play, _UNWATCHED * games, seed)
    watchdog.until(until(_UNCHECKED + _GRACE), _conclude, explorer, unchecked)
    # While shrinking, a hanging call is known to hang, so it is interrupted sooner.
    watchdog.limit /= 10
    within(_SHRUNK, shrink, explorer)
    watchdog.limit *= 10


def _conclude(explorer: Explorer, unchecked: UncheckedGames) -> None:
    """Report what only many games together can show."""
    game = explorer.probe.game
    findings = explorer.findings
    explorer.endings += unchecked.endings
    endless = explorer.unfinished + unchecked.unfinished
    if endless and not findings.broken:
        loops = explorer.loops or unchecked.loops
        ended = len(explorer.endings)
        findings.add(unfinished(ended + endless, ended, endless, loops=loops), None)
    if any(not game.min_return <= each <= game.max_return for each in _returned(explorer)):
        findings.drop("heuristic", "out of range")  # the returns themselves leave the range
    if len(explorer.endings) >= _ENOUGH and explorer.movers - {CHANCE}:
        for player in set(range(game.players)) - explorer.movers:
            findings.add(never_moves(player, len(explorer.endings)), None)
    for fault, ending in suspicions(game, explorer.endings):
        findings.add(fault, ending.moves)
    for fault in heuristic_contradictions(game, unchecked.heuristic_samples):
        findings.add(fault, None)
    if not findings.grave:
        for fault in symmetries_broken(game):
            findings.add(fault, ())


def _returned(explorer: Explorer) -> Iterator[float]:
    for ending in explorer.endings:
        yield from ending.returns
