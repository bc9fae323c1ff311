"""Trial searches of a game that stood the checks: what they cost, and whether the modes agree."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import GameError, NotCompilable
from ..game import CHANCE, Game
from .explore import Explorer
from .fault import Fault
from .profile import method_costs, speed
from .report import FAULT
from .watchdog import Overtime, Watchdog

__all__ = ["Trial", "may_search", "try_searches"]

# Faults in what only people read do not keep a search from running.
_FOR_PEOPLE = frozenset({"state_to_text", "action_to_text", "text_to_action"})

_MOST_COMPARED = 200


@dataclass
class Trial:
    """What trial searches have shown.

    Attributes:
        costs: microseconds of one interpreted call of each method.
        interpreted, compiled: simulations a second; None if not measured.
        why_interpreted: why the rules do not compile.
        notes: what could not be looked at, and why.
    """

    costs: dict[str, float] = field(default_factory=dict)
    interpreted: float | None = None
    compiled: float | None = None
    why_interpreted: str = ""
    notes: list[str] = field(default_factory=list)


def may_search(explorer: Explorer) -> bool:
    """Tell whether nothing stands against a search, where no watchdog can help."""
    return bool(explorer.endings) and not any(
        each.kind == "long games" or (each.severity == FAULT and each.method not in _FOR_PEOPLE)
        for each in explorer.findings.known.values()
    )


def try_searches(
    explorer: Explorer, watchdog: Watchdog, seed: int, until: float, *, compiled: bool
) -> Trial:
    """Measure, search in both modes and compare; findings go to the explorer."""
    trial = Trial()
    game = explorer.probe.game
    try:
        with watchdog:
            trial.costs = watchdog.run(method_costs, game, explorer.samples)
        _search(trial, explorer, seed, until, compiled=compiled)
    except Overtime:
        trial.notes.append("the methods were too slow to be measured")
    except GameError as error:
        explorer.findings.add(_fault_of_search(game, error), None)
    except Exception as error:  # rules that worked so far
        problem = f"raised {type(error).__name__} when it was called once more: {error}"
        explorer.findings.add(Fault("the game", "raises", problem), None)
    return trial


def _search(trial: Trial, explorer: Explorer, seed: int, until: float, *, compiled: bool) -> None:
    from .modes import compare_answers, compare_trees, key_alone_does_not_compile

    game = explorer.probe.game
    if explorer.opening is None:
        trial.notes.append("no search was tried: no player ever has a move")
        return
    first = game.initial_state()
    # Where the first move is chance's there is nothing to search.
    begins_by_chance = game.defines_chance_outcomes and game.current_player(first) == CHANCE
    state = explorer.opening[1] if begins_by_chance else None
    trial.interpreted = speed(game, state, seed, compiled=False)
    if not compiled:
        return
    played = sorted(explorer.endings, key=lambda ending: len(ending.moves))
    played = played[:: max(1, len(played) // _MOST_COMPARED)]
    try:
        found = [
            *compare_answers(game, first, played, until),
            *compare_trees(game, state, seed),
        ]
        if len(found) > 1 and found[1][1] is None:
            found.pop()  # a consequence of the first
        for fault, moves in found:
            explorer.findings.add(fault, moves)
        if not found:
            trial.compiled = speed(game, state, seed, compiled=True)
    except NotCompilable as error:
        trial.why_interpreted = str(error)
        alone = key_alone_does_not_compile(game, first)
        if alone is not None:
            explorer.findings.add(alone, ())


def _fault_of_search(game: Game, error: GameError) -> Fault:
    """Take the method from a sentence such as `Nim.returns raised ...`."""
    prefix = f"{type(game).__name__}."
    text = str(error)
    method, _, problem = text.removeprefix(prefix).partition(" ")
    if not text.startswith(prefix) or not hasattr(game, method):
        method, problem = "the game", f"broke a search: {text}"
    return Fault(method, "in search", problem)
