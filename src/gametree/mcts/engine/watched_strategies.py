"""Strategies under watch: what a user's give and write is checked as it comes.

Too slow to search with; used for some simulations before a search, and to find out what went
wrong when one failed. The bundled ones are trusted.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from copy import copy
from typing import Any, ClassVar

from plainpython.compilable import Compilable, attributes

from ...errors import GametreeError, StrategyError
from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame
from ...rules.heuristics import Heuristic
from ...rules.workspace import (
    BoundsBroken,
    OutOfRoom,
    PlayoutEndless,
    PriorsBroken,
    RulesBroken,
    TimeUp,
    Workspace,
)
from ...user_code.locating import defined, place_of, raised
from ..backup.backup import Backup
from ..evaluation.evaluation import Evaluation
from ..evaluation.playout_policy import PlayoutPolicy
from ..search_record import SearchRecord
from ..selection.rule import SelectionRule
from ..selection.rule_kinds import LearningRule, PlannedRule
from ..tree.tree import Tree
from .method import Method
from .strict_memory import strict_tree, strict_work

__all__ = ["is_users", "watched"]

_SIGNALS = (BoundsBroken, OutOfRoom, PlayoutEndless, PriorsBroken, RulesBroken, TimeUp)


def is_users(method: Method) -> bool:
    """Return whether a strategy of the method, or one within it, is a user's own."""
    return any(map(_holds_users, method.strategies().values()))


def watched(method: Method, game: CheckedGame, *, strict: bool) -> Method:
    """Return the method such that users' strategies raise `StrategyError` for what is wrong.

    `strict` says that they are to reach no item that compiled code would not let them reach.
    """
    watch = _Watch(game, strict)
    evaluation = method.evaluation
    if not evaluation.waits:  # else what evaluators say is checked where they are asked
        evaluation = _under(watch, evaluation)
    return method.replaced(
        selection=_under(watch, method.selection),
        evaluation=evaluation,
        backup=_under(watch, method.backup),
    )


def _holds_users(strategy: Compilable) -> bool:
    if not type(strategy).__module__.startswith("gametree."):
        return True
    held = (value for _, value in attributes(strategy) if isinstance(value, Compilable))
    return any(map(_holds_users, held))


class _Watch:
    """The state that the watched strategies of a search share."""

    def __init__(self, game: CheckedGame, strict: bool) -> None:
        self.game = game
        self._strict = strict

    def call(self, strategy: Any, method: str, *arguments: Any) -> Any:
        """Return what a method returns; report what it raises as its fault."""
        if self._strict:
            arguments = tuple(map(_made_strict, arguments))
        try:
            return getattr(strategy, method)(*arguments)
        except (*_SIGNALS, GametreeError):
            raise
        except Exception as error:
            if isinstance(error, FloatingPointError):  # of NumPy's numbers, in compiled trees
                error = ZeroDivisionError("division by zero").with_traceback(error.__traceback__)
            place = place_of(error)  # a method that the search does not call itself, perhaps
            name = f"{type(strategy).__name__}.{method}" if place is None else place.called
            raise StrategyError(f"{name} {raised(error, name)} {self.game.where()}") from error

    def fault(self, strategy: Any, method: str, problem: str) -> StrategyError:
        """Return the error for what a method gave or left undone."""
        name = f"{type(strategy).__name__}.{method}"
        place = defined(strategy, method)
        written = f"{place} " if place else ""
        return StrategyError(f"{name} {problem} {written}{self.game.where()}")

    def values(self, strategy: Any, method: str, values: Any, call: Callable[[], Any]) -> None:
        """Check that a call writes a finite number for each player, and returns nothing."""
        for player in range(len(values)):
            values[player] = math.nan
        returned = call()
        target = "work.values" if method == "evaluate" else "values"
        if returned is not None:
            raise self.fault(
                strategy,
                method,
                f"returned {returned!r}; it must write a number for each player to {target}, and "
                "return nothing",
            )
        for player in range(len(values)):
            if not _is_number(values[player]) or not math.isfinite(values[player]):
                raise self.fault(
                    strategy,
                    method,
                    f"left {values[player]!r} in {target}[{player}]; a finite number for each "
                    "player was expected",
                )


def _made_strict(argument: Any) -> Any:
    if isinstance(argument, Tree):
        return strict_tree(argument)
    return strict_work(argument) if isinstance(argument, Workspace) else argument


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real)


def _under(watch: _Watch, strategy: Any) -> Any:
    """Return a strategy under watch, and those that it holds."""
    found = copy(strategy)
    for name, value in attributes(strategy):
        if isinstance(value, tuple(_WRAPPERS)):
            setattr(found, name, _under(watch, value))
    if type(strategy).__module__.startswith("gametree."):
        return found
    wrapper = next(each for base, each in _WRAPPERS.items() if isinstance(strategy, base))
    return wrapper(watch, found)


class _Wrapper:
    """Stands for a strategy; what is not checked, and what describes it, is its own."""

    _own: ClassVar[frozenset[str]]

    def __init_subclass__(cls) -> None:
        wrappers = [each for each in cls.__mro__ if issubclass(each, _Wrapper)]
        cls._own = frozenset().union(*map(vars, wrappers))

    def __init__(self, watch: _Watch, strategy: Any) -> None:
        self._watch = watch
        self._strategy = strategy

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") or name in self._own:
            return object.__getattribute__(self, name)
        value = getattr(self._strategy, name)
        if callable(value) and hasattr(type(self._strategy), name):
            return lambda *arguments: self._watch.call(self._strategy, name, *arguments)
        return value


class _WatchedRule(_Wrapper, SelectionRule):
    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        few = self._watch.call(self._strategy, "prepare", search, number, visits, count)
        if not isinstance(few, numbers.Integral) or int(few) < 1:
            expected = f"how many edges to choose among, 1 to {count}, was expected"
            raise self._watch.fault(self._strategy, "prepare", f"returned {few!r}; {expected}")
        return int(few)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        score = self._watch.call(self._strategy, "score", node, edge, value_range)
        if not _is_number(score) or score != score:
            message = f"returned {score!r} for an edge with visits={edge.visits}, "
            message += f"mean={float(edge.mean):g}; a number was expected"
            raise self._watch.fault(self._strategy, "score", message)
        return float(score)


class _WatchedLearningRule(_WatchedRule, LearningRule):
    pass


class _WatchedPlannedRule(_WatchedRule, PlannedRule):
    pass


class _WatchedBackup(_Wrapper, Backup):
    def update(
        self, tree: Tree, number: int, node: Any, edge: Any, heard: Any, work: Workspace
    ) -> None:
        self._watch.call(self._strategy, "update", tree, number, node, edge, heard, work)
        facts = {"edge.mean": edge.mean}
        for player, (own, left) in enumerate(zip(node.value, work.values, strict=True)):
            facts |= {f"node.value[{player}]": own, f"work.values[{player}]": left}
        for place, value in facts.items():
            if not _is_number(value) or not math.isfinite(value):
                problem = f"left {value!r} in {place}; a finite number was expected"
                raise self._watch.fault(self._strategy, "update", problem)


class _WatchedEvaluation(_Wrapper, Evaluation):
    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        watch = self._watch
        given = (self._strategy, "evaluate", game, state, rng, work)
        watch.values(self._strategy, "evaluate", work.values, lambda: watch.call(*given))


class _WatchedHeuristic(_Wrapper, Heuristic):
    def estimate(self, game: Game, state: State, values: Any) -> None:
        watch = self._watch
        given = (self._strategy, "estimate", game, state, values)
        watch.values(self._strategy, "estimate", values, lambda: watch.call(*given))


class _WatchedPolicy(_Wrapper, PlayoutPolicy):
    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        action = self._watch.call(self._strategy, "choose", game, state, count, rng, work)
        legal = self._watch.game.legal_actions(state)
        if action not in legal:
            message = f"returned {action!r}, which is no legal action there; those are "
            message += ", ".join(map(repr, legal[:10])) + (", ..." if len(legal) > 10 else "")
            raise self._watch.fault(self._strategy, "choose", message)
        return action


_WRAPPERS: dict[type, type[_Wrapper]] = {  # the first one that fits
    LearningRule: _WatchedLearningRule,
    PlannedRule: _WatchedPlannedRule,
    SelectionRule: _WatchedRule,
    Backup: _WatchedBackup,
    Evaluation: _WatchedEvaluation,
    Heuristic: _WatchedHeuristic,
    PlayoutPolicy: _WatchedPolicy,
}
