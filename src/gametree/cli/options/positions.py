"""The option `--position`: where a game begins, as text or in a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ...errors import BadParameter

if TYPE_CHECKING:
    from ...game import Game, State

__all__ = ["position_option", "state_set_up"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_ENDINGS = (".fen", ".pgn", ".sgf", ".txt")
_MOST_BYTES = 1 << 20


def position_option(command: _Command) -> _Command:
    """Add `--position`, None where it is not given."""
    return click.option(
        "--position",
        metavar="TEXT|FILE",
        help="Start at this position: FEN, SGF or PGN up to its last position, or rows of signs, "
        "such as 'X../.O./... player 1 to move'.",
    )(command)


def state_set_up(rules: Game, text: str) -> State:
    """Return the position that a text describes, or the text in a file of this name.

    Raises:
        BadParameter: if there is no such position or file; the message says why.

    """
    from ...setting_up.beginnings import begun_at

    if os.path.isfile(text):
        text = _text_of(text)
    elif text.lower().endswith(_ENDINGS):
        raise BadParameter(f"--position names no file: there is no {text}")
    return begun_at(rules, text)


def _text_of(path: str) -> str:
    try:
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise BadParameter(f"{path!r} cannot be read: {error.strerror or error}") from error
    if len(content) > _MOST_BYTES:
        raise BadParameter(f"{path!r} is too large for a position: more than 1 MiB")
    return content.decode("utf-8-sig", errors="replace")
