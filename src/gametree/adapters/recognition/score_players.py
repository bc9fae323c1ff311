"""The number of players of a state with a score, found by random games.

The score counts as the first player's. In a game of two who take turns it then never falls by a
move of theirs, and never rises by a move of the other's. In a puzzle, it rises or falls by moves of
both numbers, even and odd.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ...errors import BadParameter
from ...rules.snapshots import freeze
from ...user_code.effort import Budget
from . import roles
from .members import find

__all__ = ["players_of"]

_GAMES = 20
_MOVES = 60
_SECONDS = 0.5  # of processor time
_EARLY = 4  # positions that show whether whose turn it is alternates


def players_of(state: Any, score: Callable[[Any], float]) -> tuple[int, str]:
    """Return the number of players that random games show, and how they show it.

    Raises:
        BadParameter: if they do not show it.

    """
    name = type(state).__name__
    try:
        gains = _gains(state, score)
        turn = _alternating(state)
    except Exception:  # a search reports it, with the method and the line
        return 1, "one player"
    even, odd = gains
    if min(even, default=0) >= 0 >= max(odd, default=0) and any(even) and any(odd):
        return 2, (
            "two players take turns: in random games the score never falls by a move of the first, "
            "and never rises by a move of the second"
        )
    if turn is not None:
        raise BadParameter(
            f"{name}.{turn[0]} is {turn[1]!r} and {turn[2]!r} in turn, so two players seem to "
            "move, and the scores of random games do not show whose they are: give players=2, "
            'with perspective="to_move" or "just_moved" if they are not the first player\'s; or '
            "players=1 if it is a puzzle"
        )
    signs = [{gain > 0 for gain in each if gain} for each in (even, odd)]
    if signs[0] & signs[1] or not odd:
        return 1, "one player: the score rises or falls by any move in random games"
    raise BadParameter(
        f"{name} does not show in random games whether one player moves or two take turns: give "
        "players=1 for a puzzle, players=2 for a game of two"
    )


def _gains(state: Any, score: Callable[[Any], float]) -> tuple[list[float], list[float]]:
    """Return by how much each move changes the score: the first, third, ..., and the others."""
    gains: tuple[list[float], list[float]] = ([], [])
    budget = Budget(_SECONDS)
    for seed in range(_GAMES):
        chance = random.Random(seed)
        at, before = state, score(state)
        for move in range(_MOVES):
            count = at.get_move_count()
            if not count or budget.is_spent:
                break
            at = at.do_move(chance.randrange(count))
            after = score(at)
            gains[move % 2].append(after - before)
            before = after
    return gains


def _alternating(state: Any) -> tuple[str, Any, Any] | None:
    """Return what says whose turn it is, and its two answers, if they alternate."""
    turn = find(state, roles.PLAYER) or find(state, roles.JUST_MOVED)
    if turn is None:
        return None
    whose = []
    for _ in range(_EARLY):
        whose.append(freeze(turn.ask(state)))
        if not state.get_move_count():
            break
        state = state.do_move(0)
    if len(whose) < _EARLY or whose != whose[:2] * (_EARLY // 2) or whose[0] == whose[1]:
        return None
    return turn.name, whose[0], whose[1]
