"""Tells games of placing: a move takes itself, and nothing else, from the moves of both players.

So it is in hex, gomoku and others where stones are put down and stay. There what a move did in
all simulations in which it came, whenever it came, says much of it (Gelly and Silver, 2011).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..actors import actor_at, is_player
from ..game import Game, State

__all__ = ["is_game_of_placing"]

_SHARE = 0.95
"""Of the moves that are tried, so many must be like that."""

_FEWEST = 20
"""With fewer moves in a position, on average, each is soon known by itself."""

_ENOUGH = 8


def is_game_of_placing(game: Game, positions: Sequence[State]) -> bool:
    """Return whether moves are placings, and many, by some positions of random games.

    Raises:
        Exception: what the rules raise.

    """
    if game.players != 2:
        return False
    counts: list[int] = []
    placings = 0
    for state in positions:
        if not is_player(actor_at(game, state)):
            continue
        moves = list(game.legal_actions(state))
        action = moves[len(moves) // 2]
        successor = game.next_state(game.copy(state), action)
        if game.is_terminal(successor):
            continue
        counts.append(len(moves))
        if game.current_player(successor) == game.current_player(state):
            return False
        left = list(game.legal_actions(successor))
        placings += {*left, action} == {*moves} and len(left) == len(moves) - 1
    return (
        len(counts) >= _ENOUGH
        and sum(counts) >= _FEWEST * len(counts)
        and placings >= _SHARE * len(counts)
    )
