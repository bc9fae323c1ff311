"""Games that begin at a position that somebody has set up: `position`, a parameter of any game."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from ..errors import BadParameter, GametreeError
from ..game import Game, State
from ..naming.loading import game_class, load_game
from ..naming.parameters import where_constructed
from .texts import state_of_text

__all__ = ["POSITION", "begun_at", "begun_game", "has_position"]

POSITION = "position"
"""The parameter; a class that has one of this name keeps it."""


def begun_game(spec: str, parameters: Mapping[str, str]) -> tuple[Game, State | None]:
    """Return a game, and where it begins; None for its first position.

    Args:
        spec: the game, as `load_game` takes it.
        parameters: its parameters, and perhaps a `position` as text.

    Raises:
        GametreeError: as `load_game`.
        BadParameter: if the position cannot be played on from, or the game is over there.

    """
    if POSITION not in parameters or _has_own(spec):
        return load_game(spec, parameters), None
    rest = {name: text for name, text in parameters.items() if name != POSITION}
    game = load_game(spec, rest)
    return game, begun_at(game, parameters[POSITION])


def begun_at(game: Game, text: str) -> State:
    """Return the position that a text describes, as `state_of_text` reads it.

    Raises:
        BadParameter: if the position cannot be played on from, or the game is over there.

    """
    state = state_of_text(game, text)
    if not game.legal_actions(state):
        raise BadParameter("the game is over in this position: there is no move to play")
    return state


def has_position(cls: type[Game]) -> bool:
    """Return True if a class has a parameter `position` of its own."""
    return POSITION in inspect.signature(where_constructed(cls)).parameters


def _has_own(spec: str) -> bool:
    try:
        return has_position(game_class(spec))
    except GametreeError:  # rules in another interface
        return False
