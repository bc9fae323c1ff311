"""The lifetime of values that compiled rules make: see `plainpython.values.arena`.

Interpreted, Python frees what nobody needs, and these functions do nothing. Compiled, values lie
in memory of which nothing is freed by itself; where states are numbers alone they do nothing,
either.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "after_guess",
    "before_guess",
    "forget_values",
    "keep_values",
    "own_state",
    "release_values",
    "settled",
]


def forget_values(game: Any, method: Any, state: Any) -> None:
    """Give up all values but those kept; the arguments say whether there are any."""


def keep_values(game: Any, state: Any) -> Any:
    """Keep all values that there are until `release_values` gets what this returns."""


def own_state(game: Any, state: Any) -> Any:
    """Return a state that rules may change while `state` is kept: compiled, a copy.

    Rules may note in a state what they have computed, also where moves do not change it. What
    is kept must never lead to values that are made later: these are given up, or moved.
    """
    return state


def release_values(game: Any, state: Any, kept: Any) -> None:
    """Give up the values made since they were kept, and keep these no more."""


def before_guess(game: Any, state: Any, function: Any) -> Any:
    """Return where the values begin that a heuristic makes from here on.

    It is a function of game and state, or, where that is None, the game's own.
    """


def after_guess(game: Any, state: Any, function: Any, begun: Any) -> None:
    """Give up the values that a heuristic has made: what it guesses has been written down.

    Where positions are such values themselves, all live on, as a position may keep some.
    """


def settled(game: Any, state: Any) -> Any:
    """Return `state`; of the values that were not kept, only those that belong to it live on."""
    return state
