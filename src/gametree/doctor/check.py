"""The doctor's public face: `check`."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ..errors import BadParameter, GameError, NotCompilable
from ..game import Game
from .explore import Explorer
from .probe import Fault, Probe
from .profile import method_costs, profile, speed
from .report import FAULT, Report
from .suspicions import suspicions
from .watchdog import Overtime, Watchdog

__all__ = ["check"]

_NEAR_POSITIONS = 400
_LONGEST_CALL = 5.0

# Shares of the time: all short sequences of moves, then random games, then shrinking.
_NEAR = 0.2
_RANDOM = 0.6
_SHRUNK = 0.75
_COMPARED = 1.0

# Faults in what only people read do not keep a search from running.
_FOR_PEOPLE = frozenset({"state_to_text", "action_to_text", "text_to_action"})

_MUST = ("initial_state", "current_player", "legal_actions", "next_state", "returns")


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
        for fault in _declarations(game):
            explorer.add(fault, None)
        if not explorer.findings:
            _explore(explorer, games, begun, seconds, seed)
            # A call that hangs shows it sooner when the time for it is known to be too long.
            watchdog.limit /= 10
            explorer.shrink(begun + _SHRUNK * seconds)
            watchdog.limit *= 10
    costs: dict[str, float] = {}
    speeds: list[float | None] = [None, None]
    why = ""
    if _may_search(explorer):
        try:
            with watchdog:
                costs = watchdog.run(method_costs, game, explorer.samples)
            why = _search(explorer, seed, begun + _COMPARED * seconds, speeds, compiled=compiled)
        except Overtime:
            notes.append("the methods were too slow to be measured")
        except GameError as error:
            explorer.add(_fault_of_search(game, error), None)
        except Exception as error:  # rules that worked so far
            problem = f"raised {type(error).__name__} when it was called once more: {error}"
            explorer.add(Fault("the game", "raises", problem), None)
    elif explorer.broken:
        notes.append("nothing was looked at after this: mend it first")
    elif explorer.games:
        notes.append("no search was tried: mend the faults first")
    findings = sorted(
        explorer.findings.values(),
        key=lambda each: (each.severity != FAULT, len(each.moves or ()), each.method),
    )
    return Report(
        type(game).__name__,
        tuple(findings),
        profile(explorer, costs, speeds[0], speeds[1], why),
        explorer.games,
        explorer.positions,
        time.perf_counter() - begun,
        tuple(notes),
    )


def _declarations(game: Game) -> Iterator[Fault]:
    """Yield what is wrong with a game before it is played."""
    for method in _MUST:
        if getattr(type(game), method) is getattr(Game, method):
            yield Fault(method, "missing", "is not defined", "every game must define it")
    for name in ("players", "max_actions"):
        value = getattr(game, name, None)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            yield Fault(name, "no count", f"is {value!r}; a whole number of 1 or more was expected")
    if isinstance(game.draw_value, bool) or not isinstance(game.draw_value, (int, float)):
        yield Fault("draw_value", "no number", f"is {game.draw_value!r}; a number was expected")


def _explore(explorer: Explorer, games: int, begun: float, seconds: float, seed: int) -> None:
    explorer.breadth_first(_NEAR_POSITIONS, begun + _NEAR * seconds)
    explorer.random_games(games, seed, begun + _RANDOM * seconds)
    for fault, ending in suspicions(explorer.probe.game.players, explorer.endings):
        explorer.add(fault, ending.moves)


def _may_search(explorer: Explorer) -> bool:
    """Tell whether nothing stands against a search, where no watchdog can help."""
    return bool(explorer.endings) and not any(
        each.kind == "long games" or (each.severity == FAULT and each.method not in _FOR_PEOPLE)
        for each in explorer.findings.values()
    )


def _search(
    explorer: Explorer, seed: int, until: float, speeds: list[float | None], *, compiled: bool
) -> str:
    """Search in both modes, compare and measure; return why the rules do not compile."""
    from .modes import compare_answers, compare_trees

    game = explorer.probe.game
    speeds[0] = speed(game, seed, compiled=False)
    if not compiled:
        return ""
    played = sorted((ending.moves for ending in explorer.endings), key=len)
    first = game.initial_state()
    try:
        found = [
            *compare_answers(game, first, played[:: max(1, len(played) // 200)], until),
            *compare_trees(game, seed),
        ]
        if len(found) > 1 and found[1][1] is None:
            found.pop()  # a consequence of the first
        for fault, moves in found:
            explorer.add(fault, moves)
        if not found:
            speeds[1] = speed(game, seed, compiled=True)
    except NotCompilable as error:
        return str(error)
    return ""


def _fault_of_search(game: Game, error: GameError) -> Fault:
    """Take the method from a sentence such as `Nim.returns raised ...`."""
    prefix = f"{type(game).__name__}."
    text = str(error)
    method, _, problem = text.removeprefix(prefix).partition(" ")
    if not text.startswith(prefix) or not hasattr(game, method):
        method, problem = "the game", f"broke a search: {text}"
    return Fault(method, "in search", problem)


def _expect(ok: bool, name: str, expected: str, value: object) -> None:
    if not ok:
        raise BadParameter(f"{name} must be {expected}, not {value!r}")
