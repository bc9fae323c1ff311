"""Moves by their names: played on a record."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import FinishedPosition, GametreeError, IllegalMove
from ..game import Action
from ..record import Record

__all__ = ["action_named", "play_all", "play_named"]


def action_named(record: Record, name: str) -> Action:
    """Return the legal move of this name.

    Raises:
        IllegalMove: if there is none, whatever the game makes of such a text.

    """
    game, state = record.game, record.state
    legal = record.legal_actions()
    if not legal:
        raise IllegalMove("the game is over in this position: there are no legal moves")
    for each in () if game.counts_actions else legal:  # numbers are named by themselves
        if game.action_to_text(state, each) == name:
            return each
    try:
        action = game.text_to_action(state, name)
    except (IllegalMove, FinishedPosition) as error:
        raise IllegalMove(str(error)) from error
    except Exception as error:
        raise IllegalMove(f"{name.strip()!r} is no legal move here") from error
    if action not in legal:
        raise IllegalMove(f"{name.strip()!r} is no legal move here")
    return action


def play_named(record: Record, name: str) -> str:
    """Play the legal move of this name; return its name as the game writes it."""
    action = action_named(record, name)
    written = record.game.action_to_text(record.state, action)
    record.play(action)
    return written


def play_all(record: Record, names: Iterable[str]) -> list[str]:
    """Play moves; return their names as the game writes them.

    Raises:
        IllegalMove: it says which of them is not legal.

    """
    played: list[str] = []
    for number, name in enumerate(names, start=1):
        try:
            played.append(play_named(record, name))
        except GametreeError as error:
            raise IllegalMove(f"move {number}, {name!r}, cannot be played: {error}") from error
    return played
