"""The actors of a game: one player, chance, all players at once, or nobody.

Code asks `is_player`, `is_chance` and `is_everyone`. What runs in each step of an interpreted
simulation compares with the constants instead: the calls would take 3 % of its time.
"""

from __future__ import annotations

from typing import Any, TypeAlias, TypeGuard

__all__ = [
    "CHANCE",
    "EVERYONE",
    "NOBODY",
    "Actor",
    "actor_at",
    "chance_acts",
    "is_chance",
    "is_everyone",
    "is_player",
]

Actor: TypeAlias = int
"""A player, from 0 on, or one of the constants below; an int, since it is one in compiled code."""

CHANCE: Actor = -1
"""The player to move where dice, cards or other luck decide."""

EVERYONE: Actor = -2
"""The player to move where all players choose at the same time."""

NOBODY: Actor = -3
"""No player: the game is over."""


def is_player(actor: Actor | None) -> TypeGuard[Actor]:
    """Return True for one player; False also for None, an actor that is unknown or missing."""
    return actor is not None and actor >= 0


def is_chance(actor: Actor | None) -> bool:
    """Return True for chance."""
    return actor == CHANCE


def is_everyone(actor: Actor | None) -> bool:
    """Return True for all players at once."""
    return actor == EVERYONE


def actor_at(game: Any, state: Any) -> Actor:
    """Return who acts at a position of a game."""
    return NOBODY if game.is_terminal(state) else game.current_player(state)


def chance_acts(game: Any, state: Any) -> bool:
    """Return True where chance moves at a position; the game is not over there.

    In code that is compiled, a branch must test `game.has_chance` itself: then it is
    left out of games without chance, whose moves may be of another type than its outcomes.
    """
    return game.has_chance and is_chance(game.current_player(state))
