"""The GTP commands `loadsgf` and `printsgf`: the game of a file, and the game as one."""

from __future__ import annotations

import copy
from pathlib import Path

from ...errors import BadParameter, ReplayError
from ...files.replacing import replacing
from ...game_files.reading import read_games
from ...game_files.writing import text_of_game
from .board import GtpBoard
from .commands import GtpCommand, read_count
from .dialects import dialect_of

__all__ = ["load_sgf", "print_sgf"]


def load_sgf(board: GtpBoard, command: GtpCommand) -> None:
    """Take the board, the komi and the moves of a file's first game.

    With a number N, only the moves before the Nth are played.

    Raises:
        BadParameter: with what is answered; then nothing has changed.

    """
    if len(command.arguments) not in (1, 2):
        raise BadParameter("syntax error: expected loadsgf FILENAME [MOVE_NUMBER]")
    name, *number = command.arguments
    before = read_count(number[0], "the number of a move") if number else None
    try:
        record = read_games(name)[0].record
    except ReplayError as error:
        raise BadParameter(f"cannot load file: {error}") from error
    if type(record.game) is not type(board.dialect.game):
        raise BadParameter(
            f"cannot load file: it holds {record.game.name}, not {board.dialect.game.name}"
        )
    if before is not None:
        record.take_back(max(0, len(record.actions) - max(0, before - 1)))
    board.go_on(dialect_of(record.game), record)


def print_sgf(board: GtpBoard, command: GtpCommand) -> str:
    """Return the game as SGF; with the name of a file, write it there.

    Raises:
        BadParameter: if the file cannot be written.

    """
    if len(command.arguments) > 1:
        raise BadParameter("syntax error: expected printsgf [FILENAME]")
    over = board.dialect.is_over(board.record)
    returns = board.dialect.game.returns(board.record.state) if over else None
    how = "rules" if over else "unfinished"
    record = copy.copy(board.record)
    record.game = board.dialect.game  # without the turns after its end, which other programs need
    text = text_of_game(record, ("black", "white"), returns, how, ".sgf")
    if not command.arguments:
        return text.strip()
    try:
        with replacing(Path(command.arguments[0]), "x", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise BadParameter(f"cannot write file: {error}") from error
    return ""
