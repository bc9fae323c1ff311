"""Compiles a player's search with the game, where possible."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from ..errors import BadParameter, NotCompilable, NotCompiledWarning
from ..game import Game
from ..primitives.action_parts import Unfit
from ..primitives.actions import Packing
from ..rules.checked_game import CheckedGame, rehearse
from ..user_code.locating import described

__all__ = ["compile_or_none", "goes_on_interpreted", "refuse_without_key"]


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
    try:
        from ..native.build import compile_search, packing_of

        return compile_search(function, *arguments(packing_of(game)), rehearsal=rehearse)
    except NotCompilable as error:
        message = f"{player} plays interpreted: {error}"
        warnings.warn(message, NotCompiledWarning, stacklevel=2)
        return None


def goes_on_interpreted(player: str, game: Game, error: Exception) -> bool:
    """Return whether only compiled rules raise an error; warn that the player goes on without them.

    Compiled rules raise it where Python would go on: see `compiled.machine_errors`.
    """
    from plainpython.machine_errors import MACHINE_ERRORS

    if not isinstance(error, (*MACHINE_ERRORS, Unfit)):
        return False
    message = (
        f"{player} plays {type(game).__name__} interpreted from here: the compiled rules raised "
        f"{described(error)}; gametree.check(game) tells where"
    )
    warnings.warn(message, NotCompiledWarning, stacklevel=2)
    return True


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
