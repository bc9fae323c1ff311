"""Positions by the moves that lead there."""

from __future__ import annotations

__all__ = ["after", "names_of_moves"]


def after(game, *texts):
    """Return the position after moves, by their names."""
    state = game.initial_state()
    for text in texts:
        state = game.next_state(state, game.text_to_action(state, text))
    return state


def names_of_moves(game, state):
    """Return the names of the legal moves."""
    return [game.action_to_text(state, action) for action in game.legal_actions(state)]
