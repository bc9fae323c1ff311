"""Positions as text in colour."""

from __future__ import annotations

import re

import click

from ...actors import is_chance
from ...game import Game, State
from ...views.of_game import text_of

__all__ = ["board_text", "player_name"]

# One colour for each player, distinct on dark and on light terminals.
_COLOURS = ("red", "bright_blue", "green", "magenta", "yellow", "cyan")


def board_text(game: Game, state: State, previous: State | None = None) -> str:
    """Return the position, each player's pieces in his colour.

    Where there was none in the position before, a piece is shown reversed:
    that is the last move.
    """
    text = text_of(game, state)
    pieces = _pieces(game)
    if not pieces:
        return text
    before = "" if previous is None else text_of(game, previous)
    comparable = _shape(before) == _shape(text)
    owners = {piece.upper(): player for player, piece in enumerate(pieces)}
    owners |= {piece: player for player, piece in enumerate(pieces)}
    longest_first = sorted(owners, key=len, reverse=True)

    def paint(match: re.Match[str]) -> str:
        piece = match[0]
        colour = _COLOURS[owners[piece] % len(_COLOURS)]
        replaced = before[match.start() : match.end()] if comparable else piece
        is_last_move = replaced not in owners
        return click.style(piece, fg=colour, bold=True, reverse=is_last_move or None)

    return re.sub("|".join(map(re.escape, longest_first)), paint, text)


def player_name(game: Game, player: int) -> str:
    """Return the player's number, counted from 1, and his piece if there is one; or "chance"."""
    if is_chance(player):
        return "chance"
    pieces = _pieces(game)
    piece = f" ({pieces[player]})" if player < len(pieces) else ""
    return f"player {player + 1}{piece}"


def _pieces(game: Game) -> tuple[str, ...]:
    pieces = getattr(game, "pieces", ())
    return tuple(piece for piece in pieces if isinstance(piece, str) and piece)


def _shape(text: str) -> list[int]:
    return [len(line) for line in text.split("\n")]
