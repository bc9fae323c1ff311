"""Tries a user's strategies for some checked simulations before they search."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from plainpython.compilable import fingerprint

from ...errors import StrategyError
from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame
from ...user_code.effort import Budget
from ..selection.rule_kinds import PlannedRule
from .engine import Engine
from .method import Method
from .watched_strategies import is_users, watched

__all__ = ["rehearse_strategies"]

_SIMULATIONS = 200
_SECONDS = 0.25
_MEMORY = 1 << 26  # bytes, of which so few simulations need little

_tried: set[tuple[str, ...]] = set()


class _Enough(BaseException):
    """The time for a rehearsal is over; no handler of a strategy's or the search's takes it."""


class _TimedGame(CheckedGame):
    """A checked game that can be asked only for so long."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._budget = Budget(_SECONDS)

    def next_state(self, state: State, action: object) -> State:
        if self._budget.is_spent:
            raise _Enough
        return super().next_state(state, action)


def rehearse_strategies(
    game: Game, state: State, history: Sequence[State], method: Method, expand_after: int
) -> None:
    """Search for a moment with copies of the strategies, if one is a user's, once for each kind.

    What is wrong with the rules of the game is left to the search.

    Raises:
        StrategyError: if a strategy breaks its contract.

    """
    if method.evaluation.waits or not is_users(method):
        return
    try:
        kind = tuple(map(fingerprint, (game, *method.strategies().values())))
        if kind not in _tried:
            _tried.add(kind)
            _search(game, state, history, deepcopy(method), expand_after)
    except StrategyError:
        _tried.discard(kind)
        raise
    except _Enough:
        return
    except Exception:  # it cannot be copied, or the rules are at fault: the search will tell
        return


def _search(
    game: Game, state: State, history: Sequence[State], method: Method, expand_after: int
) -> None:
    checked = _TimedGame(game)
    rng = Rng(0)
    under_watch = watched(method, checked, strict=False)
    engine = Engine(checked, checked.copy(state), under_watch, expand_after, rng, history)
    engine.start_tree()
    if isinstance(under_watch.selection, PlannedRule):
        under_watch.selection.plan(engine.tree, _SIMULATIONS, rng)
    while not engine.finished and not engine.solved and engine.simulations < _SIMULATIONS:
        engine.run(1, _MEMORY)
