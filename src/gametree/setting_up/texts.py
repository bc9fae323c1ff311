"""Positions as text: FEN, the last position of an SGF or PGN file, or rows of signs.

X . .
. O .
. . .
player 1 to move

Rows may be in one line as well: X../.O./... player 1 to move
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import BadParameter, GametreeError, ReplayError
from ..game import Game, State, title_of
from ..game_files.reading import games_of_bytes
from ..views.of_game import view_of
from ..views.view import Cell, Piece
from .board import BoardToSet, board_to_set, check_state, refuse_unsettable

__all__ = ["exact_text", "form_of_text", "state_of_text", "text_of_state"]

_EMPTY = "."
_BLANKS = ".-_·+"
_SPARE = "XOABCDEFGHIJKLMNPQRSTUVWYZ"
_TURN = re.compile(r"(?:player\s+(\d+)|(\S+))\s+to\s+(?:move|play)\b", re.IGNORECASE)
_SGF_GAMES = ("go", "othello", "gomoku", "hex")
_SHOWN = 60


def form_of_text(game: Game) -> str:
    """Return what a text of a position may be, in words."""
    if _has_fen(game):
        return "FEN or PGN" if game.name == "chess" else "FEN"
    return "SGF or rows of signs" if game.name in _SGF_GAMES else "rows of signs"


def text_of_state(game: Game, state: State) -> str:
    """Return a position as text that `state_of_text` reads.

    Raises:
        BadParameter: if positions of the game cannot be set up.

    """
    if _has_fen(game):
        return str(game.state_to_fen(state))  # type: ignore[attr-defined]
    board = board_to_set(game)
    signs = _signs(game, board)
    pieces = board.pieces_in(view_of(game, state))
    rows = [
        "".join(signs[piece] if (piece := pieces.get(cell.id)) else _EMPTY for cell in row)
        for row in _rows(board)
    ]
    return "\n".join([*rows, f"player {game.current_player(state) + 1} to move"])


def exact_text(game: Game, state: State) -> str:
    """Return a position as text that says all of it.

    Raises:
        BadParameter: if there is none.

    """
    text = text_of_state(game, state)
    if game.key(state_of_text(game, text)) != game.key(state):
        raise BadParameter(
            f"the board does not say all of this position of {title_of(game)}: begin at an earlier "
            "one"
        )
    return text


def state_of_text(game: Game, text: str) -> State:
    """Return the position that a text describes.

    Raises:
        BadParameter: if it describes none that the rules have; the message says why.

    """
    refuse_unsettable(game)
    text = text.strip()
    if not text:
        raise BadParameter(f"the text of the position is empty: {form_of_text(game)} is expected")
    try:
        if re.match(r"\(\s*;", text) or (text.startswith("[") and game.name == "chess"):
            state = _state_of_file(game, text)
        elif _has_fen(game):
            state = game.state_of_fen(" ".join(text.split()))  # type: ignore[attr-defined]
        else:
            return _state_of_rows(game, text)
    except BadParameter:
        raise
    except GametreeError as error:
        raise BadParameter(str(error)) from error
    check_state(game, state)
    return state


def _has_fen(game: Game) -> bool:
    return hasattr(game, "state_of_fen") and hasattr(game, "state_to_fen")


def _state_of_file(game: Game, text: str) -> State:
    """Return the last position of a game in SGF or PGN."""
    found = games_of_bytes(text.encode(), {}, "the text")[0]
    record = found.record
    if type(record.game) is not type(game):
        raise ReplayError(
            f"the text is a game of {title_of(record.game)}, and {title_of(game)} is set up"
        )
    if _has_fen(game):
        return record.state
    view = view_of(record.game, record.state)
    board = board_to_set(game)
    if {cell.id for cell in view.cells} != {cell.id for cell in board.view.cells}:
        raise ReplayError("the text is of a board of another size: choose that size first")
    pieces = board.pieces_in(view)
    if record.over:
        raise ReplayError("the game in the text is over: there is no move to play")
    return board.state(_without_gaps(pieces), record.player)


def _state_of_rows(game: Game, text: str) -> State:
    """Return the position of rows of signs; without a player to move, the first that fits."""
    board = board_to_set(game)
    signs = {sign: piece for piece, sign in _signs(game, board).items()}
    pieces = _placed(text, _rows(board), signs)
    turn = _TURN.search(text)
    if turn is not None:
        return board.state(pieces, _player(game, signs, turn[1], turn[2]))
    return board.state_of_any(pieces)


def _placed(
    text: str, rows: Sequence[Sequence[Cell]], signs: Mapping[str, Piece]
) -> dict[str, Piece]:
    known = {*signs, *_BLANKS}
    text = _TURN.sub("", text)
    written = text.splitlines() if "/" in known or "\n" in text else text.split("/")
    lines = [_signs_of_line(line, known) for line in written]
    placed: dict[str, Piece] = {}
    at = 0
    for number, row in enumerate(rows, start=1):
        while at < len(lines) and len(lines[at]) != len(row):
            at += 1
        if at == len(lines):
            raise BadParameter(
                f"the text has no row {number} of the board: {len(rows)} rows are expected, each "
                f"in a line or separated by /, this one of {len(row)} signs, each "
                f"{', '.join(signs)} or {_EMPTY}"
            )
        for cell, sign in zip(row, lines[at], strict=True):
            if sign in signs:
                placed[cell.id] = signs[sign]
        at += 1
    return placed


def _signs_of_line(line: str, known: set[str]) -> list[str]:
    """Return the signs of a row: words of one sign, or one word of many."""
    words = [word for word in re.sub(r"\|", " ", line).split() if word in known]
    whole = "".join(line.split())
    return list(whole) if not words and whole and set(whole) <= known else words


def _player(game: Game, signs: Mapping[str, Piece], number: str | None, sign: str | None) -> int:
    if number is not None and 1 <= int(number) <= game.players:
        return int(number) - 1
    if sign in game.pieces:
        return game.pieces.index(sign)
    found = signs.get(sign or "")
    if found is not None and found.player is not None:
        return found.player
    told = (number or sign or "")[:_SHOWN]
    raise BadParameter(f"nobody is called {told!r}: write, say, player 1 to move")


def _signs(game: Game, board: BoardToSet) -> dict[Piece, str]:
    """Return a sign for each piece: the game's own for its players' first pieces."""
    signs: dict[Piece, str] = {}
    for piece in board.pieces:
        own: list[Any] = [piece.text] if len(piece.text) == 1 and piece.text.isascii() else []
        if piece.player is not None and piece.player < len(game.pieces):
            own += [game.pieces[piece.player], game.pieces[piece.player].upper()]
        taken = {*signs.values(), *_BLANKS}
        signs[piece] = next(each for each in (*own, *_SPARE) if each not in taken)
    return signs


def _rows(board: BoardToSet) -> list[list[Cell]]:
    """Return the cells row by row, as they are seen."""
    rows: dict[float, list[Cell]] = {}
    for cell in board.view.cells:
        if cell.id in board.cells:
            rows.setdefault(round(cell.y, 2), []).append(cell)
    return [sorted(rows[y], key=lambda cell: cell.x) for y in sorted(rows)]


def _without_gaps(pieces: Mapping[str, Piece | None]) -> dict[str, Piece]:
    return {cell: piece for cell, piece in pieces.items() if piece is not None}
