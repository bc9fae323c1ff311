"""A position that somebody sets up, as the page shows it: its pieces, its text, what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...errors import BadParameter, GametreeError
from ...game import Game, State
from ...record import Record
from ...setting_up.board import BoardToSet, board_to_set, refuse_unsettable
from ...setting_up.texts import form_of_text, state_of_text, text_of_state
from ...views.of_game import view_of
from ...views.view import Piece, View

__all__ = ["may_be_set_up", "set_up"]


def may_be_set_up(game: Game, view: Mapping[str, Any] | None) -> bool:
    """Return True if positions of a game can probably be set up, without any games at random."""
    try:
        refuse_unsettable(game)
    except BadParameter:
        return False
    own = type(game).state_with_pieces is not Game.state_with_pieces
    bundled = type(game).__module__.startswith("gametree.games.")
    return own or (not bundled and view is not None and any(c["piece"] for c in view["cells"]))


def set_up(
    game: Game, pieces: Mapping[str, int] | None, player: int | None, text: str | None
) -> dict[str, Any]:
    """Return what a position is that somebody sets up, or why the rules do not take it.

    Args:
        game: the rules.
        pieces: the number of the piece on each cell that is not empty; None: as in `text`.
        player: who moves; None: whoever the rules let move.
        text: the position as text; with neither, it is the first one.

    Raises:
        BadParameter: if no position of this game can be set up.

    """
    board = board_to_set(game)
    try:
        state = _wanted(game, board, pieces, player, text)
    except GametreeError as error:
        return _told(game, board, board.view, None, None, str(error))
    view = view_of(game, state)
    record = Record(game, state)
    over = record.over
    mover = None if over else record.player
    problem = "the game is over in this position: there is no move to play" if over else None
    return _told(game, board, view, mover, None if over else text_of_state(game, state), problem)


def _wanted(
    game: Game,
    board: BoardToSet,
    pieces: Mapping[str, int] | None,
    player: int | None,
    text: str | None,
) -> State:
    if text is not None:
        return state_of_text(game, text)
    if pieces is None:
        return game.initial_state()
    placed: dict[str, Piece] = {}
    for cell, number in pieces.items():
        if not 0 <= number < len(board.pieces):
            raise BadParameter(f"the game has no piece number {number}")
        placed[cell] = board.pieces[number]
    if player is not None:
        return board.state(placed, player)
    return board.state_of_any(placed)


def _told(
    game: Game,
    board: BoardToSet,
    view: View,
    player: int | None,
    text: str | None,
    problem: str | None,
) -> dict[str, Any]:
    numbers = {piece: number for number, piece in enumerate(board.pieces)}
    held = board.pieces_in(view)
    placed = {cell: numbers[piece] for cell, piece in held.items() if piece is not None}
    drawn = replace(board.with_own_cells(view), moves={}, last=(), winning=()).to_dict()
    return {
        "form": form_of_text(game),
        "players": game.players,
        "pieces": [
            {"shape": each.shape, "player": each.player, "text": each.text} for each in board.pieces
        ],
        "cells": list(board.cells),
        "view": drawn,
        "placed": placed,
        "player": player,
        "text": text,
        "problem": problem,
    }
