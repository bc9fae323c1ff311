"""A random game with checked rules, position by position."""

from __future__ import annotations

from collections.abc import Iterator

from ..actors import is_chance
from ..game import State
from ..primitives.rng import Rng
from .checked_game import CheckedGame
from .drawing import outcome

__all__ = ["random_game"]


def random_game(game: CheckedGame, rng: Rng, plies: int) -> Iterator[State]:
    """Yield the positions of a random game, the first and the last included.

    It is broken off after so many plies.

    Raises:
        GameError: if the rules break their contract.

    """
    state: State = game.initial_state()
    yield state
    for _ in range(plies):
        if game.is_terminal(state):
            return
        if is_chance(game.current_player(state)):
            action = outcome(game, state, rng)
        else:
            actions = game.legal_actions(state)
            action = actions[rng.below(len(actions))]
        state = game.next_state(game.copy(state), action)
        yield state
