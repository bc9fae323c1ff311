"""Compare compiled rules with interpreted ones once, and remember on disk what came of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from plainpython.call_frames import with_room_for_calls
from plainpython.compilable import fingerprint

from ..errors import NotCompilable
from ..game import Action, Game, State
from ..numbers.counting import counted
from ..primitives.rng import Rng
from ..rules.both_modes import Difference
from ..user_code.locating import Place, first_called
from ..user_code.silence import silence
from .engine.engine import Engine
from .engine.mode_comparison import Comparison, FirstDifference, compare_games, compare_searches
from .persistence.fingerprints import name_and_digest

__all__ = ["ModeVerdict", "compare_modes", "compare_rules"]

_LONGEST = 0.3
_SHARE = 0.1
_SHORTEST = 0.02
"""Seconds that interpreted searches may take: a share of what compiling took, within bounds."""

_SHOWN_MOVES = 60

_known: dict[str, ModeVerdict] = {}
"""What this process has found, for where nothing can be written."""


class ModeVerdict(NamedTuple):
    """What a comparison of the two modes came to.

    Attributes:
        compared: what was compared and found equal, as in "100 simulations"; empty if nothing was.
        refusal: the sentence that says where the modes differ; empty if they do not.
        unsteady: the sentence that says that the rules answer one question in two ways; or empty.
        file, line: where the method that differs begins.
        limit: whether they differ where compiled rules raise the error of a limit, such as 64 bits.

    """

    compared: str = ""
    refusal: str = ""
    unsteady: str = ""
    file: str = ""
    line: int = 0
    limit: bool = False

    def __str__(self) -> str:
        if not self.compared:
            return ""
        return f"compiled rules compared with interpreted ones: {self.compared}, equal"


def compare_modes(engine: Engine, state: State, seconds: float, *, insist: bool) -> ModeVerdict:
    """Compare a compiled engine with an interpreted one, the first time for its rules and methods.

    Where simulations cannot be repeated, games are compared: threads share a tree, or an evaluator
    is asked about many leaves.

    Args:
        engine: the compiled one, without a tree.
        state: its position, as interpreted rules have it.
        seconds: the time that compiling took.
        insist: whether it runs compiled also if it will meet a limit of compiled rules, which is
            told there.

    Raises:
        NotCompilable: if they differ, with the method and the line.

    """
    if engine.threads > 1 or engine.method.evaluation.waits:
        return compare_rules(engine.game, state, seconds, insist=insist)
    rules = _name_of_rules(engine.game)
    strategies = map(fingerprint, engine.method.strategies().values())
    name = f"{rules} searched by {fingerprint(engine.method)} {' '.join(strategies)}"
    of_rules = _recall(rules)
    verdict = of_rules if of_rules is not None and of_rules.refusal else _recall(name)
    if verdict is None:
        budget = min(_LONGEST, max(_SHORTEST, _SHARE * seconds))
        with silence():
            found = compare_searches(engine, state, budget)
            verdict = _verdict(engine.game, state, found, "simulation")
        _remember(name, verdict, found)
        if not verdict.refusal or (found.found and found.found.difference):
            _remember(rules, verdict, found)
    return _accepted(verdict, insist=insist)


@with_room_for_calls
def compare_rules(
    game: Game, state: State, seconds: float = _LONGEST / _SHARE, *, insist: bool = True
) -> ModeVerdict:
    """Compare the answers of the compiled rules with the interpreted ones, if nobody has yet.

    The arguments are as for `compare_modes`.

    Raises:
        NotCompilable: as `compare_modes`, and if the rules do not compile.

    """
    rules = _name_of_rules(game)
    verdict = _recall(rules)
    if verdict is None:
        with silence():
            found = compare_games(game, state, min(_LONGEST, max(_SHORTEST, _SHARE * seconds)))
            verdict = _verdict(game, state, found, "game")
        _remember(rules, verdict, found)
    return _accepted(verdict, insist=insist)


def _accepted(verdict: ModeVerdict, *, insist: bool) -> ModeVerdict:
    if verdict.refusal and not (insist and verdict.limit):
        raise NotCompilable(verdict.refusal, file=verdict.file, line=verdict.line)
    return verdict


def _name_of_rules(game: Game) -> str:
    return f"modes of {' '.join(name_and_digest(game, with_arrays=True))}"


def _recall(name: str) -> ModeVerdict | None:
    from plainpython.back_end import cache

    if name not in _known:
        found = cache.load(name)
        if not isinstance(found, tuple):
            return None
        _known[name] = ModeVerdict(*found)
    return _known[name]


def _remember(name: str, verdict: ModeVerdict, comparison: Comparison) -> None:
    from plainpython.back_end import cache

    if comparison.sound:
        _known[name] = verdict
        cache.store(name, tuple(verdict))


def _verdict(game: Game, state: State, comparison: Comparison, unit: str) -> ModeVerdict:
    if comparison.unsteady:
        return ModeVerdict(unsteady=_unsteady(game))
    if comparison.found is not None:
        return _different(game, state, comparison.found)
    return ModeVerdict(counted(comparison.compared, unit) if comparison.compared else "")


def _unsteady(game: Game) -> str:
    return (
        f"two interpreted searches of {type(game).__name__} with the same seed differ, so its "
        "rules answer the same question in two ways, and compiled ones cannot be compared with "
        "them; run gametree check, which names the method"
    )


def _different(game: Game, state: State, found: FirstDifference) -> ModeVerdict:
    """Return the verdict on rules that differ, with the sentence that says where."""
    name = type(game).__name__
    if found.error is not None and found.difference is None:
        return ModeVerdict(refusal=f"{found.error}; interpreted, the rules go on")
    if found.difference is None:
        return ModeVerdict(
            refusal=f"a search of {name} grows another tree compiled than interpreted, and all its "
            "methods answer alike: a strategy that you have written differs, or gametree is wrong; "
            "run gametree check, and please report it"
        )
    difference, moves = found.difference, found.moves
    place = _place(game, state, difference, moves)
    where = f" {place}" if place else ""
    owner = place.called if place else f"{name}.{difference.method}"
    sentence = (
        f"{owner}{where} {difference}, {_after(moves)}; run gametree check for the fewest moves "
        "that show it, and please report it"
    )
    if difference.limit:
        sentence = (
            f"{owner}{where} or what is asked after it raised {difference.compiled} compiled, "
            f"{_after(moves)}, where interpreted rules go on"
        )
    file, line = ("", 0) if place is None else (os.path.abspath(place.path), place.line)
    return ModeVerdict(refusal=sentence, file=file, line=line, limit=difference.limit)


def _place(
    game: Game, state: State, difference: Difference, moves: Sequence[Action]
) -> Place | None:
    """Return where the user's function begins that a method of a game calls first: its own."""
    method = difference.method
    before = moves[:-1] if method == "next_state" and moves else moves
    rest = {"next_state": moves[-1:], "random_action": (Rng(0),)}.get(method, ())
    with suppress(Exception):
        state = game.copy(state)
        for move in before:
            state = game.next_state(game.copy(state), move)
        return first_called(lambda: _asked(game, method, state, rest))
    return None


def _asked(game: Game, method: str, state: State, rest: Sequence[object]) -> None:
    answer = getattr(game, method)(state, *rest)
    if method == "legal_actions":
        list(answer)  # a generator begins when it is asked


def _after(moves: Sequence[Action]) -> str:
    if not moves:
        return "in the searched position"
    shown = " ".join(map(str, moves[:_SHOWN_MOVES]))
    return f"after the moves {shown}{' ...' if len(moves) > _SHOWN_MOVES else ''}"
