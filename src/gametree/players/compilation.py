"""Compiles a player's search with the game, where possible."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from ..errors import BadParameter, NotCompilable, NotCompiledWarning
from ..game import Game
from ..primitives.actions import Packing
from ..rules.checked_game import CheckedGame, rehearse

__all__ = ["compile_or_none", "refuse_without_key"]


def compile_or_none(
    player: str,
    function: Callable[..., Any],
    game: Game,
    arguments: Callable[[Packing | None], tuple[Any, ...]],
) -> Callable[..., Any] | None:
    """Return `function` compiled for arguments that start with the game; None if it cannot be.

    In that case a warning says why. The arguments are made for how its actions are packed.

    Raises:
        GameError: if the rules break their contract in a first playout.

    """
    from ..compiled.build import compile_search, packing_of

    try:
        return compile_search(function, *arguments(packing_of(game)), rehearsal=rehearse)
    except NotCompilable as error:
        message = f"{player} plays interpreted: {error}"
        warnings.warn(message, NotCompiledWarning, stacklevel=2)
        return None


def refuse_without_key(player: str, game: Game) -> None:
    """Raise BadParameter if the positions of a game cannot be kept in a table."""
    reason = "its states change in place, so they cannot be keys of a table"
    if game.defines_key or not game.states_change:
        try:
            hash(game.key(CheckedGame(game).initial_state()))
            return
        except TypeError:
            reason = "its states are not hashable"
    raise BadParameter(f"{player} cannot play {type(game).__name__} without key(state): {reason}")
