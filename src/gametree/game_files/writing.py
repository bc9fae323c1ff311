"""A game that was played, as the text of an SGF or PGN file."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from ..errors import ReplayError
from ..game import Game
from ..games.chess.game import Chess
from ..record import Record
from .pgn_writing import pgn_of_moves
from .sgf_boards import board_of
from .sgf_writing import sgf_of_record

__all__ = ["GAME_ENDINGS", "check_writable", "text_of_game"]

GAME_ENDINGS = (".pgn", ".sgf")
"""How the names of such files end."""


def check_writable(game: Game, ending: str) -> None:
    """Check that a file of this kind can hold the game.

    Args:
        game: the rules.
        ending: of the file's name, one of `GAME_ENDINGS`.

    Raises:
        ReplayError: if it cannot.

    """
    if ending == ".sgf":
        board_of(game)
    elif type(game) is not Chess:
        raise ReplayError(f"PGN files are of chess, not of {game.name}")


def text_of_game(
    record: Record,
    players: Sequence[str],
    returns: Sequence[float] | None,
    how: str,
    ending: str,
    date: dt.date | None = None,
) -> str:
    """Return a game as the text of a file.

    Args:
        record: the game.
        players: their names.
        returns: what each got; None if the game is unfinished.
        how: how it ended, as `GameReplay.how`.
        ending: of the file's name, one of `GAME_ENDINGS`.
        date: when it was played; None if that is not known.

    Raises:
        ReplayError: if such a file cannot hold it.

    """
    check_writable(record.game, ending)
    game = record.game
    if ending == ".sgf":
        tags = {} if date is None else {"DT": date.isoformat()}
        return sgf_of_record(record, players, returns, how, tags)
    assert isinstance(game, Chess)
    first = record.positions[0]
    begun = Chess(game.state_to_fen(first), game.claims, game.chess960)
    moves = [
        game.action_to_text(state, action)
        for state, action in zip(record.positions, record.actions, strict=False)
    ]
    tags = {"White": players[0], "Black": players[1]}
    if date is not None:
        tags["Date"] = date.strftime("%Y.%m.%d")
    return pgn_of_moves(begun, moves, returns, how, tags)
