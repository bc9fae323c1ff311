"""Refuse what would use information that a game hides from the player to move."""

from __future__ import annotations

from ..errors import BadParameter
from ..game import Game

__all__ = ["refuse_hidden"]


_INSTEAD = "use gt.search or the player mcts, which search by what that player knows"


def refuse_hidden(game: Game, what: str, instead: str = _INSTEAD) -> None:
    """Raise `BadParameter` if a game hides something; `what` is what would use the whole state.

    `instead` says what the caller can do.

    Call this wherever an answer is computed from the true state: it would be a wrong answer.
    """
    if not getattr(game, "hides_information", False):  # whatever is no game is refused elsewhere
        return
    name = type(game).__name__
    if game.defines_sample_state and not game.defines_information_state:
        raise BadParameter(
            f"{name} defines sample_state but not information_state: define "
            "information_state(state, player) too, which returns all that a player knows"
        )
    why = (
        f"{name}.information_state says that it hides something from the players"
        if game.defines_information_state
        else f"{name}.legal_actions takes a player, so players choose at the same time"
    )
    raise BadParameter(
        f"{what} would see what the player to move does not know, and {why}: {instead}"
    )
