"""Keys of positions that are the same for a position and its mirror images."""

from __future__ import annotations

from collections.abc import Hashable

from ..game import Game, State
from ..rules.checked_game import CheckedGame
from ..views.of_game import view_of

__all__ = ["mirror_key"]

_DIGITS = 3  # of coordinates


def mirror_key(game: Game, state: State) -> Hashable:
    """Return a key that a position shares with its turned and reflected images on the board.

    Positions of a game without a board of pieces have keys of their own.
    """
    player = CheckedGame(game).current_player(state)
    cells = view_of(game, state).cells
    pieces = [each for each in cells if each.piece is not None]
    if not pieces:
        return player, game.state_to_text(state)
    # Around the middle of the board, turned and reflected in all eight ways.
    x = 0.5 * (min(each.x for each in cells) + max(each.x for each in cells))
    y = 0.5 * (min(each.y for each in cells) + max(each.y for each in cells))
    points = [
        (round(each.x - x, _DIGITS), round(each.y - y, _DIGITS), str(each.piece)) for each in pieces
    ]
    images = []
    for across in (1, -1):
        for down in (1, -1):
            kept = [(across * a + 0.0, down * b + 0.0, piece) for a, b, piece in points]
            images += [sorted(kept), sorted((b, a, piece) for a, b, piece in kept)]
    return player, tuple(min(images))
