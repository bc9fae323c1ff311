"""Stones that players put down in turn: those of each, checked to be as many as they must be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..errors import BadParameter
from .view import Piece

__all__ = ["stones_in_turn"]


def stones_in_turn(
    pieces: Mapping[str, Piece], player: int, names: Sequence[str]
) -> list[list[str]]:
    """Return the cells of the first player's stones and of the second's.

    Args:
        pieces: the stone on each cell that is not empty.
        player: who moves.
        names: what the players are called.

    Raises:
        BadParameter: if two players who put down a stone each turn cannot have so many.

    """
    stones = [[cell for cell, piece in pieces.items() if piece.player == seat] for seat in range(2)]
    first, second = map(len, stones)
    if first - second != player:
        expected = "as many stones as" if player == 0 else "one stone more than"
        raise BadParameter(
            f"{names[0]} has {first} and {names[1]} {second}: with {names[player]} to move, "
            f"{names[0]} must have {expected} {names[1]}"
        )
    return stones
