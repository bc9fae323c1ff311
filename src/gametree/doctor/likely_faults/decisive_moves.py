"""Finds games that the last move decided: most other moves there would have let them go on."""

from __future__ import annotations

from ...game import Game
from ..random_games.game_in_progress import Ending

__all__ = ["last_move_was_decisive"]

_LEAST_CHOICES = 4
_MOST_TRIED = 8
_GO_ON = 0.75


def last_move_was_decisive(game: Game, ending: Ending) -> bool:
    """Return True if most other last moves would not have ended the game; replays it to see."""
    if ending.last_choices < _LEAST_CHOICES:
        return False
    try:
        state = _after(game, ending.moves[:-1])
        others = [each for each in game.legal_actions(state) if each != ending.moves[-1]]
        tried = others[:: 1 + len(others) // _MOST_TRIED]
        fresh = game.copy if game.states_change else _itself
        goes_on = [not game.is_terminal(game.next_state(fresh(state), each)) for each in tried]
    except Exception:  # the rules are not deterministic; other checks report that
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
