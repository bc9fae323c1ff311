"""Games of chess written as PGN, in its export format.

PGN standard (Edwards, 1994), sections 8.1.1 (the seven tags), 8.2.2 (numbers), 8.2.6 (ends) and
9.7 (positions).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..games.chess.game import Chess
from .endings import ending_in_words

__all__ = ["pgn_of_moves", "pgn_quoted", "pgn_result", "wrapped"]

_WIDTH = 79
_USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_TERMINATIONS = {
    "time": "time forfeit",
    "illegal move": "rules infraction",
    "crash": "abandoned",
    "max plies": "adjudication",
    "unfinished": "unterminated",
}


def pgn_of_moves(
    game: Chess,
    moves: Sequence[str],
    returns: Sequence[float] | None,
    how: str,
    tags: Mapping[str, str],
    loser: int | None = None,
) -> str:
    """Return a game as PGN, with an empty line behind it.

    Args:
        game: the rules, with the position where the game begins.
        moves: their names in SAN.
        returns: what each player got; None if the game is unfinished.
        how: how it ended, as `GameReplay.how` or `GameRecord.termination`.
        tags: any of the seven tags of the standard that are known, and others.
        loser: the player who overstepped the time, or broke the rules.

    """
    state = game.initial_state()
    fen = game.state_to_fen(state)
    result = pgn_result(returns)
    lines = dict.fromkeys(("Event", "Site", "Date", "Round", "White", "Black"), "?")
    lines |= {"Date": "????.??.??", "Result": result}
    lines |= {name: value for name, value in tags.items() if name != "Result"}
    if game.chess960:
        lines["Variant"] = "Chess960"
    if fen != _USUAL or game.chess960:
        lines |= {"SetUp": "1", "FEN": fen}
    lines["Termination"] = _TERMINATIONS.get(how, "normal")
    head = "".join(f"[{name} {pgn_quoted(value)}]\n" for name, value in lines.items())
    words = _numbered(moves, state.board.number, state.board.player)
    message = ending_in_words(how, ("White", "Black"), returns, loser)
    comment = f"{{{message}}}".split() if message else []
    return f"{head}\n{wrapped([*words, *comment, result], _WIDTH)}\n\n"


def _numbered(moves: Sequence[str], number: int, player: int) -> list[str]:
    words: list[str] = []
    for move in moves:
        if player == 0:
            words.append(f"{number}.")
        elif not words:
            words.append(f"{number}...")
        words.append(move)
        number += player
        player = 1 - player
    return words


def pgn_result(returns: Sequence[float] | None) -> str:
    """Return the result of a game of two in PGN's words: 1-0, 0-1, 1/2-1/2 or *."""
    if returns is None or len(returns) != 2 or returns[0] + returns[1] != 0:
        return "*"
    return "1-0" if returns[0] > 0 else "0-1" if returns[0] < 0 else "1/2-1/2"


def pgn_quoted(value: str) -> str:
    """Return the value of a tag as PGN quotes it; line ends and other signs become spaces."""
    printable = "".join(each if each.isprintable() else " " for each in value)
    escaped = printable.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def wrapped(words: Sequence[str], width: int) -> str:
    """Return words in lines of at most this width."""
    lines: list[list[str]] = []
    left = 0
    for word in words:
        if len(word) + 1 > left:
            lines.append([])
            left = width + 1
        lines[-1].append(word)
        left -= len(word) + 1
    return "\n".join(map(" ".join, lines))
