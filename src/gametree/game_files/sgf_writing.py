"""Games of go, othello, gomoku and hex written as SGF FF[4]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import __version__
from ..game import State
from ..games.go.game import Go
from ..record import Record
from .endings import ending_in_words
from .sgf_boards import SgfBoard, board_of
from .sgf_syntax import escaped

__all__ = ["sgf_of_record"]

_WIDTH = 79
_LETTERS = {"resignation": "R", "time": "T", "illegal move": "F", "crash": "F"}


def sgf_of_record(
    record: Record,
    players: Sequence[str],
    returns: Sequence[float] | None,
    how: str,
    tags: Mapping[str, str],
) -> str:
    """Return a game as SGF.

    Args:
        record: the game.
        players: their names.
        returns: what each got; None if the game is unfinished.
        how: how it ended, as `GameReplay.how`.
        tags: other properties of the root, with their values.

    Raises:
        ReplayError: if SGF has no words for the game.

    """
    board = board_of(record.game)
    root = {"FF": "4", "CA": "UTF-8", "GM": str(board.number), "SZ": str(board.size)}
    root["AP"] = f"gametree:{__version__}"
    game = record.game
    if isinstance(game, Go):
        root |= {"KM": f"{game.komi:g}", "RU": "Chinese"}
    root |= {"PB": players[0], "PW": players[1]}
    result = _result(record, returns, how)
    if result:
        root["RE"] = result
    root |= {name: value for name, value in tags.items() if name not in root}
    head = "".join(f"{name}[{escaped(_plain(value))}]\n" for name, value in root.items())
    nodes = [
        f";{'BW'[int(game.current_player(state))]}[{board.move_name(action)}]"
        for state, action in zip(record.positions, record.actions, strict=False)
    ]
    message = ending_in_words(how, ("Black", "White"), returns, None)
    last = f"C[{escaped(message)}]" if message else ""
    setup = _setup(board, record.positions[0])
    return f"(;{head}{setup}{_lines([*nodes, last])})\n"


def _setup(board: SgfBoard, state: State) -> str:
    """Return the stones of a first position of go, and who moves there."""
    game = board.game
    if not isinstance(game, Go) or (state.plies == 0):
        return ""
    names: dict[int, list[str]] = {1: [], 2: []}
    for action in range(game.size**2):
        colour = int(state.points[game.point_of_action[action]])
        if colour in names:
            names[colour].append(board.move_name(action))
    stones = "".join(
        f"A{'BW'[colour - 1]}{''.join(f'[{each}]' for each in points)}\n"
        for colour, points in names.items()
        if points
    )
    handicap = len(names[1]) if not names[2] and len(names[1]) > 1 else 0
    turn = "BW"[game.current_player(state)]
    return f"{f'HA[{handicap}]' if handicap and turn == 'W' else ''}{stones}PL[{turn}]\n"


def _result(record: Record, returns: Sequence[float] | None, how: str) -> str:
    if returns is None:
        return ""
    if returns[0] == returns[1]:
        return "0"
    winner = "B" if returns[0] > returns[1] else "W"
    if how == "rules" and isinstance(record.game, Go):
        return f"{winner}+{abs(record.game.score(record.state)):g}"
    return f"{winner}+{_LETTERS.get(how, '')}"


def _plain(text: str) -> str:
    """Return a text in one line, of signs that can be written."""
    return "".join(each if each.isprintable() else " " for each in text)


def _lines(nodes: Sequence[str]) -> str:
    lines = [""]
    for node in nodes:
        if len(lines[-1]) + len(node) > _WIDTH:
            lines.append("")
        lines[-1] += node
    return "\n".join(lines)
