"""Trial searches of a game that passed the checks: measures them and compares the two modes."""

from __future__ import annotations

from dataclasses import dataclass, field

from plainpython.machine_errors import MACHINE_ERRORS

from ..actors import chance_acts
from ..errors import GameError, NotCompilable
from ..game import Game, State
from .fault import Fault
from .hidden.turns import fault_in
from .likely_faults.suspicions import suspicions
from .profile import method_costs
from .random_games.explore import Explorer
from .report import WARNING
from .trial_searches import TrialSearches
from .watchdog import Watchdog

__all__ = ["Trial", "may_search", "try_searches"]

_MOST_COMPARED = 200
_MANY = 1000
_MOST_PLAYED = 5000


@dataclass
class Trial:
    """The results of the trial searches.

    Attributes:
        costs: microseconds of one interpreted call of each method.
        interpreted, compiled: simulations a second; None if not measured.
        compared: how a compiled search was compared with an interpreted one.
        why_interpreted: why the rules do not compile.
        mend: a change of the source, as a diff, with which they do; empty if none is known.
        games: the number of compiled random games played.
        notes: what could not be checked, and why.
    """

    costs: dict[str, float] = field(default_factory=dict)
    interpreted: float | None = None
    compiled: float | None = None
    compared: str = ""
    why_interpreted: str = ""
    mend: str = ""
    games: int = 0
    notes: list[str] = field(default_factory=list)


def may_search(explorer: Explorer) -> bool:
    """Return True if a search is safe to run: the watchdog cannot interrupt compiled code."""
    findings = explorer.findings
    long_games = any(each.kind == "long games" for each in findings.known.values())
    return bool(explorer.endings) and not long_games and not findings.grave


def try_searches(
    explorer: Explorer,
    searches: TrialSearches,
    watchdog: Watchdog,
    seed: int,
    until: float,
    more: float,
    *,
    compiled: bool,
) -> Trial:
    """Measure, search in both modes and compare; findings go to the explorer.

    After `until`, compiled random games may take `more` seconds.
    """
    trial = Trial()
    game = explorer.probe.game
    try:
        if explorer.opening is None:
            trial.notes.append("no search was run: no player ever has a move")
            return trial
        with watchdog:
            measured = watchdog.until(until, _measure, trial, explorer, searches, seed)
        if not measured:
            trial.notes.append("the rules are too slow for a trial search within the time")
        elif compiled:
            _compare(trial, explorer, searches, seed, until, more)
    except GameError as error:
        explorer.findings.add(_of_search(game, error), None)
    except Exception as error:  # rules that worked so far
        problem = f"raised {type(error).__name__} when it was called once more: {error}"
        explorer.findings.add(Fault("the game", "raises", problem), None)
    return trial


def _measure(trial: Trial, explorer: Explorer, searches: TrialSearches, seed: int) -> None:
    game = explorer.probe.game
    trial.costs = method_costs(game, explorer.samples)
    state = _searched(explorer, game.initial_state())
    trial.interpreted = searches.speed(game, state, seed, compiled=False).simulations


def _searched(explorer: Explorer, first: State) -> State | None:
    """Return the position to search: the first one where a player moves; None for the first."""
    game = explorer.probe.game
    begins_by_chance = chance_acts(game, first)
    return explorer.opening[1] if begins_by_chance and explorer.opening else None


def _compare(
    trial: Trial,
    explorer: Explorer,
    searches: TrialSearches,
    seed: int,
    until: float,
    more: float,
) -> None:
    from .mending.mended_rules import mend_that_works
    from .mode_comparison import compare_answers, key_alone_does_not_compile

    game = explorer.probe.game
    first = game.initial_state()
    state = _searched(explorer, first)
    played = sorted(explorer.endings, key=lambda ending: len(ending.moves))
    played = played[:: max(1, len(played) // _MOST_COMPARED)]
    try:
        seconds = until - explorer.probe.watchdog.now()
        found = [*compare_answers(game, first, played, seconds)]
        for fault, moves in found:
            explorer.findings.add(fault, moves)
        if not found:  # else trees differ in consequence, and no search need be compiled
            trial.compiled, trial.compared = searches.speed(game, state, seed, compiled=True)
            if len(explorer.endings) < _MANY and not game.repetition:
                _play_many(trial, explorer, seed, more)
    except NotCompilable as error:
        trial.why_interpreted = str(error)
        trial.mend = mend_that_works(game, first, error, played)
        alone = key_alone_does_not_compile(game, first)
        if alone is not None:
            explorer.findings.add(alone, ())


def _play_many(trial: Trial, explorer: Explorer, seed: int, seconds: float) -> None:
    """Play compiled games for the statistics, if few interpreted ones were played."""
    from .random_games.compiled_games import compiled_games

    game = explorer.probe.game
    endings = compiled_games(
        game, game.initial_state(), _MOST_PLAYED, seed, seconds, explorer.replay
    )
    trial.games = len(endings)
    explorer.endings += endings
    for fault, ending in suspicions(game, explorer.endings):
        explorer.findings.add(fault, ending.moves)


def _of_search(game: Game, error: GameError) -> Fault:
    """Return the fault for an error of a search.

    It is a warning if a search by default goes on: interpreted, or without a sampler.
    """
    if game.defines_information_state and not game.defines_sample_state:
        if "define sample_state" in str(error):
            problem = "is not defined, and no replay leads to what a player knows"
            advice = "define sample_state(known, player, rng); gt.deal deals unseen cards"
            return Fault("sample_state", "missing", problem, advice, WARNING)
    if isinstance(error.__cause__, MACHINE_ERRORS):
        from .mode_comparison import beyond_compiled

        return beyond_compiled("the game", f"cannot always be searched compiled: {error}")
    return fault_in(game, error)
