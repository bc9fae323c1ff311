"""Checks that levels make sense for a game: two players or more, decisions, and an end."""

from __future__ import annotations

from ..actors import is_player
from ..errors import BadParameter
from ..game import Game, title_of
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.one_by_one import one_by_one
from ..rules.random_game import random_game

__all__ = ["check_suitable"]

_GAMES = 3
_MOST_PLIES = 2000


def check_suitable(game: Game, purpose: str = "levels") -> None:
    """Check that players of a game can be ordered by their strength.

    Args:
        game: the rules.
        purpose: what it is for, as messages call it.

    Raises:
        BadParameter: if not; the message says why.
        GameError: if the rules break their contract.

    """
    name = title_of(game)
    if game.players < 2:
        raise BadParameter(
            f"{name} has one player, and {purpose} need opponents: compare ways to play it with "
            "`gametree tournament`"
        )
    checked = CheckedGame(one_by_one(game))
    rng = Rng(0)
    decisions = endings = 0
    for _ in range(_GAMES):
        for plies, state in enumerate(random_game(checked, rng, _MOST_PLIES)):
            over = checked.is_terminal(state)
            endings += over
            if not over and is_player(checked.current_player(state)):
                decisions += len(checked.legal_actions(state)) > 1
            if plies >= _MOST_PLIES:
                break
    if not endings and not game.repetition:
        raise BadParameter(
            f"no random game of {name} ended within {_MOST_PLIES:,} moves, so nobody would win: "
            "check its is_terminal with `gametree check`"
        )
    if not decisions:
        raise BadParameter(f"chance alone decides {name}: no player ever has a choice")
