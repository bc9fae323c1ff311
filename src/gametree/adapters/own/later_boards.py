"""A later board in the article's interface, written out so that it compiles.

`LaterBoard` finds out which methods a board has and what they take, and asks them through
functions that do not compile. Once that is known, the class written here calls the board's methods
by their names.
"""

from __future__ import annotations

import linecache
from typing import Any, NamedTuple
from zlib import crc32

from .boards import LastState

__all__ = ["LaterMethods", "written_out"]


class LaterMethods(NamedTuple):
    """The names of a later board's methods, and which of them take the history.

    Attributes:
        start, current_player, legal_plays, next_state: the names of these.
        values: the name of the method that gives each player's value; None if there is none.
        winner: the name of the method that gives the winner, where there are no values.
        ended: the name of the method that tells whether the game is over, or None.
        by_line: the names of the methods that take the history; others take its last state.
        in_mapping: whether the values come by player, else in the order of the players.
        keeps_line: whether `next_state` reads more of the history than the last state.

    """

    start: str
    current_player: str
    legal_plays: str
    next_state: str
    values: str | None
    winner: str | None
    ended: str | None
    by_line: frozenset[str]
    in_mapping: bool
    keeps_line: bool


def written_out(board: Any, methods: LaterMethods) -> Any:
    """Return an object in the article's interface that asks a later board."""
    text = _text_of(methods)
    file = f"<methods of {type(board).__name__}, {crc32(text.encode()):08x}>"
    # Where Python and the compiler look for the source of the methods.
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"__name__": "written", "LastState": LastState}
    exec(compile(text, file, "exec", dont_inherit=True), namespace)
    made: type = namespace["Written"]
    made.__name__ = type(board).__name__
    setattr(made, "__reduce__", lambda self: (written_out, (board, methods)))  # noqa: B010
    return made(board)


def _text_of(methods: LaterMethods) -> str:
    def called(name: str) -> str:
        return f"self.board.{name}({'history' if name in methods.by_line else 'history[-1]'})"

    takes, given = "state", "state"
    if methods.keeps_line:
        takes, given = "history", "history"
    elif methods.next_state in methods.by_line:
        given = "LastState(state)"
    lines = [
        "class Written:",
        "    def __init__(self, board):",
        "        self.board = board",
        "    def start(self):",
        f"        return self.board.{methods.start}()",
        "    def current_player(self, state):",
        f"        return self.board.{methods.current_player}(state)",
        "    def legal_plays(self, history):",
        f"        return {called(methods.legal_plays)}",
        f"    def next_state(self, {takes}, play):",
        f"        return self.board.{methods.next_state}({given}, play)",
        "    def winner(self, history):",
    ]
    if methods.ended is not None:
        lines += [f"        if not {called(methods.ended)}:", "            return 0"]
    if methods.values is None:
        assert methods.winner is not None
        lines.append(f"        return {called(methods.winner)}")
    else:
        lines.append(f"        values = {called(methods.values)}")
        lines += _NAMING.format(
            name=methods.values,
            most="max(values.values())" if methods.in_mapping else "max(values)",
            pairs="values.items()" if methods.in_mapping else "enumerate(values, start=1)",
        ).splitlines()
    return "\n".join(lines) + "\n"


_NAMING = """\
        if values is None:
            return 0
        most = {most}
        best = [player for player, value in {pairs} if value == most]
        if len(best) == 1:
            return best[0]
        if len(best) == 0:
            raise ValueError("{name} gives no greatest value")
        if len(best) == len(values):
            return -1
        named = -1
        for player in best:
            named -= 1 << player
        return named
"""
"""How several winners are one number: `LaterBoard.winner` does the same."""
