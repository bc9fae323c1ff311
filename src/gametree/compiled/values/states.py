"""The type of a game's states, from the states of some random games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...game import Game, State
from ...primitives.rng import Rng
from ...primitives.state_forms import spelled
from ..reasons import Unsupported
from .kinds import joined, kind_of
from .observation import Observation

__all__ = ["MOST_FIXED", "state_kind"]

MOST_FIXED = 16
"""Members of a tuple that may be there for what each means, as in a record without names."""

_GAMES = 6
_PLIES = 200


def state_kind(game: Game, first: State) -> tuple[Any, dict[type, Any]]:
    """Return the type of the states of a game, and those of the objects its rules make besides.

    The type of the states is None if there is none of ours.

    Raises:
        Unsupported: if two states have no type in common.

    """
    with Observation() as observation:
        return _state_kind(game, first), observation.kinds


def _state_kind(game: Game, first: State) -> Any:
    try:
        kind = kind_of(first)
    except Unsupported:
        return None
    rng = Rng(0)
    for _ in range(_GAMES):
        for state in _random_states(game, rng):
            wider = joined(kind, kind_of(state))
            if wider is None:
                raise Unsupported(
                    f"after {spelled(first)} it returns {spelled(state)}",
                    "make both the same type on every path",
                )
            kind = wider
    return kind


def _random_states(game: Game, rng: Rng) -> Iterator[State]:
    """Yield the states of a random game, up to where the rules fail: that is told elsewhere."""
    state = game.initial_state()
    for _ in range(_PLIES):
        try:
            actions = list(game.legal_actions(state))
            game.current_player(state)
            if not actions or game.is_terminal(state):
                game.returns(state)
                return
            if game.defines_heuristic:
                game.heuristic(state)
            state = game.next_state(game.copy(state), actions[rng.below(len(actions))])
        except Exception:
            return
        yield state
