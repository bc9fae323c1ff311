"""Whether the last move of a game ended it though most other moves would not have."""

from __future__ import annotations

from ..game import Game
from .game_in_progress import Ending

__all__ = ["ended_abruptly"]

_LEAST_CHOICES = 4
_MOST_TRIED = 8
_GO_ON = 0.75


def ended_abruptly(game: Game, ending: Ending) -> bool:
    """Play the game again up to its last move, and try others there."""
    if ending.last_choices < _LEAST_CHOICES:
        return False
    try:
        state = _after(game, ending.moves[:-1])
        others = [each for each in game.legal_actions(state) if each != ending.moves[-1]]
        tried = others[:: 1 + len(others) // _MOST_TRIED]
        fresh = game.copy if game.states_change else _itself
        goes_on = [not game.is_terminal(game.next_state(fresh(state), each)) for each in tried]
    except Exception:  # the rules answer otherwise this time, which other checks tell
        return False
    return sum(goes_on) >= _GO_ON * max(1, len(goes_on))


def _after(game: Game, moves: tuple[object, ...]) -> object:
    state = game.initial_state()
    if game.states_change:
        state = game.copy(state)
    for action in moves:
        state = game.next_state(state, action)
    return state


def _itself(state: object) -> object:
    return state
