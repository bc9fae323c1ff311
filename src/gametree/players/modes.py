"""What searching players share: their code compiled with the game, or interpreted."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from ..errors import BadParameter, NotCompilable, NotCompiledWarning
from ..game import Game
from ..rules.checked_game import CheckedGame, rehearse

__all__ = ["compile_or_not", "refuse_without_key"]


def compile_or_not(
    player: str, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> Callable[..., Any] | None:
    """Return `function` compiled for arguments that start with a game, or None.

    None comes with a warning that says why it cannot be compiled.

    Raises:
        GameError: if the rules break their contract in a first playout.

    """
    from ..compiled.build import compile_search

    try:
        return compile_search(function, *arguments, rehearsal=rehearse)
    except NotCompilable as error:
        message = f"{player} plays interpreted: {error}"
        warnings.warn(message, NotCompiledWarning, stacklevel=2)
        return None


def refuse_without_key(player: str, game: Game) -> None:
    """Raise BadParameter if the positions of a game cannot be remembered."""
    reason = "its states change, so they cannot be remembered themselves"
    if game.defines_key or not game.states_change:
        try:
            hash(game.key(CheckedGame(game).initial_state()))
            return
        except TypeError:
            reason = "its states are not hashable"
    raise BadParameter(f"{player} cannot play {type(game).__name__} without key(state): {reason}")
