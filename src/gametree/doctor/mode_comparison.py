"""Compares the answers of the compiled rules with those of the interpreted ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import NotCompilable
from ..game import Action, Game, State
from ..primitives.actions import room_for_actions
from ..rules.checked_game import rehearse
from ..rules.snapshots import freeze
from ..user_code import brief
from .fault import Fault
from .game_in_progress import Ending
from .game_trace import COLUMNS, Keys, NoKeys, trace_game, trace_game_in_place
from .report import WARNING
from .trial_searches import TrialSearches

__all__ = ["compare_answers", "compare_trees", "key_alone_does_not_compile"]

_SIMULATIONS = 200
_LEAST_SIMULATIONS = 10
_MOST_PLIES = 400
_LEAST_COMPARED = 10

_WIDTH = len(COLUMNS)


def compare_answers(
    game: Game, first: State, endings: Sequence[Ending], until: float
) -> Iterator[tuple[Fault, tuple[Action, ...]]]:
    """Yield the nearest position at which the two modes differ in games that were played.

    Raises:
        NotCompilable: if there is nothing to compare.
    """
    begun = time.perf_counter()
    pair = _Pair(game, first)
    until += time.perf_counter() - begun  # compiling is not counted
    nearest: tuple[Fault, tuple[Action, ...]] | None = None
    for number, ending in enumerate(endings):
        if number >= _LEAST_COMPARED and time.perf_counter() > until:
            break
        ahead = len(ending.moves) if nearest is None else len(nearest[1]) - 1
        played = _cut(ending, min(ahead, _MOST_PLIES))
        if pair.difference(played) is None:
            continue
        for count in range(len(played.moves) + 1):
            part = _cut(played, count)
            fault = pair.difference(part)
            if fault is not None:
                nearest = (fault, part.moves)
                break
        if nearest is not None and not nearest[1]:
            break
    if nearest is not None:
        yield nearest


def compare_trees(
    game: Game, searches: TrialSearches, state: State | None, seed: int, most: int
) -> Iterator[tuple[Fault, None]]:
    """Yield a fault if a short search of a position differs between the two modes.

    This covers what `compare_answers` does not: random_action and heuristic. Each search runs at
    most `most` simulations, and at least ten.
    """
    simulations = max(_LEAST_SIMULATIONS, min(_SIMULATIONS, most))
    method = "random_action" if game.defines_random_action else "legal_actions"
    if searches.trees_differ(game, state, seed, simulations, by_heuristic=False):
        yield _differs(method, "makes a search grow another tree for the same seed"), None
    elif game.defines_heuristic and searches.trees_differ(
        game, state, seed, simulations, by_heuristic=True
    ):
        yield _differs("heuristic", "makes a search grow another tree for the same seed"), None


def key_alone_does_not_compile(game: Game, first: State) -> Fault | None:
    """Return a warning if the rules would compile without a `key` that is no integer."""
    if not game.repetition or _is_whole(game.key(first)):
        return None
    without = copy(game)
    without.repetition = ""
    try:
        _Pair(without, first)
    except NotCompilable:
        return None
    return Fault(
        "key",
        "no integer",
        f"returned {brief(game.key(first))}, which keeps rules that otherwise compile from being "
        "compiled",
        "return an integer of 64 bits, such as a Zobrist hash",
        WARNING,
    )


class _Pair:
    """The rules in both modes, side by side."""

    def __init__(self, game: Game, first: State) -> None:
        from ..compiled.build import compile_search, packing_of

        self._game = game
        self._packing = packing_of(game)
        self._first = first
        self._room = max(1, game.max_actions)
        self._function: Callable[..., Any] = (
            trace_game_in_place if game.states_change else trace_game
        )
        compared = game.defines_key and _is_whole(game.key(self._fresh()))
        self._keys = Keys() if compared else NoKeys()
        self._compiled = compile_search(
            self._function,
            game,
            self._keys,
            self._fresh(),
            room_for_actions(_MOST_PLIES, self._packing),
            0,
            0,
            0,
            *self._buffers(),
            rehearsal=rehearse,
        )

    def difference(self, ending: Ending) -> Fault | None:
        """Return the first difference of the two modes in a game; None if there is none."""
        interpreted = self._run(self._function, ending)
        try:
            compiled = self._run(self._compiled, ending)
        except Exception as error:
            return _differs(
                "next_state", f"or what follows it raised {type(error).__name__} ({error})"
            )
        if freeze(interpreted[0]) != freeze(compiled[0]):
            return _differs(
                "next_state", f"gave {brief(compiled[0])}, interpreted {brief(interpreted[0])}"
            )
        for index, (here, there) in enumerate(zip(interpreted[1], compiled[1], strict=True)):
            if here != there:
                method = COLUMNS[index % _WIDTH]
                if method == "fill_legal_actions":
                    own = type(self._game).fill_legal_actions is not Game.fill_legal_actions
                    method = method if own else "legal_actions"
                if method in ("fill_legal_actions", "legal_actions", "chance_outcomes"):
                    return _differs(method, "gave other actions than interpreted")
                return _differs(method, f"gave {there}, interpreted {here}")
        if not _close(interpreted[2], compiled[2]):
            return _differs("chance_outcomes", "gave other probabilities than interpreted")
        if not _close(interpreted[3], compiled[3]):
            there = tuple(compiled[3].tolist())
            return _differs(
                "returns_after_repetition" if _asked(ending) else "returns",
                f"gave {there}, interpreted {tuple(interpreted[3].tolist())}",
            )
        return None

    def _run(self, function: Callable[..., Any], ending: Ending) -> tuple[Any, ...]:
        interpreted = function is self._function
        plies, shares, actions, values = self._buffers()
        path: Any = list(ending.moves)
        count = len(path)
        if not interpreted:
            path = room_for_actions(_MOST_PLIES, self._packing)
            path[:count] = ending.moves
        own = self._game.repetition == "own" and _asked(ending)
        result = function(
            self._game,
            self._keys,
            self._fresh(),
            path,
            count,
            ending.last_player if own else 0,
            ending.plies if own else 0,
            plies,
            shares,
            [0] * self._room if interpreted else actions,
            values,
        )
        if self._game.states_change:
            # A state that is changed in place is compared through the other answers.
            result = None
        return result, plies[: _WIDTH * (count + 1)].tolist(), shares, values

    def _buffers(self) -> tuple[Any, Any, Any, Any]:
        return (
            np.zeros(_WIDTH * (_MOST_PLIES + 1), np.int64),
            np.zeros(_MOST_PLIES + 1),
            room_for_actions(self._room, self._packing),
            np.zeros(self._game.players),
        )

    def _fresh(self) -> State:
        return self._game.copy(self._first) if self._game.states_change else self._first


def _cut(ending: Ending, plies: int) -> Ending:
    """Return the game cut off after so many moves."""
    if plies >= len(ending.moves):
        return ending
    return replace(ending, moves=ending.moves[: max(0, plies)], by_repetition=False, plies=0)


def _asked(ending: Ending) -> bool:
    """Return True if the game ended because a position recurred."""
    return ending.by_repetition and ending.plies > 0


def _is_whole(key: Any) -> bool:
    return hasattr(key, "__index__")


def _close(first: Any, second: Any) -> bool:
    return bool(np.allclose(first, second, rtol=1e-12, atol=1e-12, equal_nan=True))


def _differs(method: str, problem: str) -> Fault:
    return Fault(
        method,
        "modes differ",
        f"compiled {problem}",
        "compiled integers have 64 bits, attributes are constants in compiled code, and an answer "
        "may not depend on earlier calls",
    )
