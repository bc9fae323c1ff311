"""Games of chess in PGN, as positions and moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..errors import GametreeError, ReplayError
from ..games.chess.game import Chess
from ..naming.parameters import create
from ..numbers.counting import counted
from ..record import Record
from .file_game import FileGame
from .pgn_syntax import PgnGame

__all__ = ["game_of_pgn"]

_USUAL = ("", "standard", "chess", "normal", "from position", "fen")  # values of the tag Variant
_CHESS960 = ("chess960", "960", "fischerandom", "fischerrandom", "chess9lx", "freestyle")
_RETURNS = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
_HOW = {"time forfeit": "time", "rules infraction": "illegal move"}  # by the tag Termination
_FIGURINES = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", "♙♟")
_LOWER_CASE = re.compile(r"[kqrn][a-h1-8x]")
_HELD_APART = {"White", "Black", "Result"}


def game_of_pgn(written: PgnGame, parameters: Mapping[str, Any]) -> FileGame:
    """Return a game of chess as its rules play it.

    Args:
        written: the game.
        parameters: of `Chess`; a `fen` takes the place of that in the file.

    Raises:
        ReplayError: if its rules or its first position are not those of chess.

    """
    tags, notes = written.tags, written.notes
    variant = tags.get("Variant", "")
    is_chess960 = re.sub("[ _/-]", "", variant.lower()) in _CHESS960
    if variant.lower() not in _USUAL and not is_chess960:
        raise ReplayError(
            f"the game is of the variant {variant!r}: gametree plays usual chess and Chess960"
        )
    fen = tags.get("FEN", "").strip()
    if fen and "fen" in parameters:
        notes.add(f"the given fen takes the place of the tag FEN, {fen!r}")
    try:
        game = create(Chess, {"fen": fen or "startpos", "chess960": is_chess960, **parameters})
    except GametreeError as error:
        raise ReplayError(f"the first position is refused: {error}") from error
    if tags.get("SetUp") == "1" and not fen:
        notes.add("SetUp names a position, and there is no FEN: the usual one is taken")
    record = Record(game)
    _check_numbers(written, record)
    played_all = _play(written, record)
    _tell_left_out(written)
    return FileGame(
        record=record,
        players=(tags.get("White", "?"), tags.get("Black", "?")),
        result=written.result if written.result not in ("", "*") else _result_tag(written),
        returns=_returns(written),
        how=_how(written, record, played_all),
        tags={name: value for name, value in tags.items() if name not in _HELD_APART},
        notes=notes.sentences(),
    )


def _play(written: PgnGame, record: Record) -> bool:
    """Play the moves up to the first one that is not legal; return False if there is one."""
    for number, move in enumerate(written.moves):
        try:
            record.play(_action(written, record, move.text, move.offset))
        except GametreeError as error:
            left = counted(len(written.moves) - number, "move")
            written.notes.add(
                f"{error}; move {number + 1} cannot be played: {left} from here on left out",
                move.offset,
            )
            return False
    return True


def _action(written: PgnGame, record: Record, text: str, offset: int) -> int:
    """Return the move of a text in any of the ways in which programs write SAN."""
    assert isinstance(record.game, Chess)
    name = text.translate(_FIGURINES)
    name = re.sub(r"(?:e\.?p\.?|†|‡|ch|mate|\$\d+|[+#!?])+$", "", name)
    name = re.sub(r"^P(?=[a-h])", "", name)
    name = re.sub(r"[(/]?([QRBNqrbn])\)?$", r"\1", name) if name[:1] in "abcdefgh" else name
    name = name.replace("×", "x").replace("–", "-")  # noqa: RUF001
    try:
        return record.game.text_to_action(record.state, name)
    except GametreeError as error:
        if _LOWER_CASE.match(name):
            written.notes.add(f"{text!r} was read as {name.capitalize()!r}", offset)
            return record.game.text_to_action(record.state, name[0].upper() + name[1:])
        if name != text and not record.over:
            raise type(error)(f"{text!r}: {error}") from error
        raise


def _check_numbers(written: PgnGame, record: Record) -> None:
    """Note the first number of a move that is not the one expected there."""
    board = record.state.board
    for number, moves, offset in written.numbers:
        expected = board.number + (moves + board.player) // 2
        # A number without a move behind it may stand before the result.
        if number != expected and moves < len(written.moves):
            written.notes.add(f"this move has the number {number}, and is move {expected}", offset)
            return


def _tell_left_out(written: PgnGame) -> None:
    parts = [
        counted(number, noun)
        for number, noun in (
            (written.variations, "variation"),
            (written.comments, "comment"),
            (written.marks, "mark"),
        )
        if number
    ]
    if parts:
        written.notes.add(f"left out: {', '.join(parts)}")


def _result_tag(written: PgnGame) -> str:
    result = written.tags.get("Result", "")
    return "" if result in ("*", "?") else result


def _returns(written: PgnGame) -> tuple[float, ...] | None:
    ends, tag = written.result, _result_tag(written)
    if tag and ends not in ("", "*", tag):
        written.notes.add(f"the tag Result says {tag!r}, and the moves end with {ends}")
    if not ends:
        written.notes.add("no result stands behind the moves: the file may be cut off there")
    return _RETURNS.get(ends) or _RETURNS.get(tag)


def _how(written: PgnGame, record: Record, played_all: bool) -> str:
    if record.over and played_all:
        own = tuple(record.returns)
        told = _RETURNS.get(written.result)
        if told is not None and told != own:
            written.notes.add(f"the game ends by the rules, and not as {written.result} says")
        return "rules"
    if _RETURNS.get(written.result) is None or not played_all:
        return "unfinished"
    termination = written.tags.get("Termination", "").lower()
    if termination == "normal":
        return "agreement" if written.result == "1/2-1/2" else "resignation"
    return _HOW.get(termination, "as the file says")
