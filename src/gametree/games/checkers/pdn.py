"""Positions and moves of English draughts as people write them, out and in.

Portable Draughts Notation (PDN): `B:W18,24,K10:B1,12` is a position with black to move, K before a
king; 11-15 is a move, 22x15 a capture, 22x15x8 one that is distinguished by all of its squares.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import BadParameter, IllegalMove
from .moves import LAST_ROWS, CheckersState, place_of, squares_of

__all__ = ["action_of_text", "fen_of_state", "path_of_action", "state_of_fen", "text_of_action"]

_NAMES = ("black", "white")
_LETTERS = "BW"
_MOST_PIECES = 12
_LISTED = 12
_ITEM = re.compile("(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")
_MOVE = re.compile("[0-9]{1,2}(?:[-x:][0-9]{1,2})+")


def fen_of_state(state: CheckersState) -> str:
    """Return a position as FEN; `:H` and the clock are written where it does not stand at 0."""
    both = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
    sides = []
    for letter, pieces in zip("WB", reversed(both), strict=True):
        names = [
            f"{'K' if state.kings >> place_of(square) & 1 else ''}{square + 1}"
            for square in range(32)
            if pieces >> place_of(square) & 1
        ]
        sides.append(letter + ",".join(names))
    clock = f":H{state.clock}" if state.clock else ""
    return f"{_LETTERS[state.player]}:{':'.join(sides)}{clock}"


def state_of_fen(text: str, longest: int) -> CheckersState:
    """Return the position that a FEN describes; `longest` is the most that its clock may show.

    Raises:
        BadParameter: if it is malformed, or no game can come to it; the message says why.

    """
    turn, *fields = text.strip().rstrip(".").split(":")
    if turn not in ("B", "W"):
        raise _refusal(text, f"it must begin with B: or W:, the player to move, not {turn[:9]!r}")
    player = _LETTERS.index(turn)
    sides: dict[str, dict[int, bool]] = {}
    clock = 0
    for field in fields:
        if field[:1] in ("B", "W") and field[0] not in sides:
            sides[field[0]] = _placed(text, field[1:], _LETTERS.index(field[0]))
        elif re.fullmatch("H[0-9]{1,3}", field):
            clock = int(field[1:])
        elif not re.fullmatch("F[0-9]{1,4}", field):  # the number of the move, which counts nothing
            raise _refusal(
                text,
                f"{field[:20]!r} is none of W and B with their squares, each once, and H with the "
                "moves since a capture or a man's move",
            )
    if len(sides) < 2:
        raise _refusal(text, "the squares of W and those of B are needed, as in B:W21,K3:B1,2")
    if clock > longest:
        raise _refusal(text, f"its clock stands at {clock}; the game was over at {longest}")
    _check_sides(text, sides, player)
    boards = [sum(1 << place_of(square) for square in sides[letter]) for letter in _LETTERS]
    kings = sum(
        1 << place_of(square) for side in sides.values() for square, king in side.items() if king
    )
    return CheckersState(boards[player], boards[1 - player], kings, clock, player)


def _refusal(text: str, why: str) -> BadParameter:
    return BadParameter(f"{text[:100]!r} is no FEN of a checkers position: {why}")


def _placed(text: str, listed: str, player: int) -> dict[int, bool]:
    """Return the squares of a player's pieces, and which of them are kings."""
    pieces: dict[int, bool] = {}
    for item in listed.split(",") if listed else []:
        found = _ITEM.fullmatch(item.strip())
        numbers = [int(each) for each in found.groups()[1:] if each] if found else []
        if found is None or not all(1 <= number <= 32 for number in numbers):
            raise _refusal(
                text, f"{item.strip()[:20]!r} is no square from 1 to 32, such as 7, K7 or 5-8"
            )
        for square in range(numbers[0] - 1, numbers[-1]):
            if square in pieces:
                raise _refusal(text, f"there are two pieces on {square + 1}")
            pieces[square] = bool(found[1])
            if not found[1] and LAST_ROWS[player] >> place_of(square) & 1:
                raise _refusal(
                    text, f"a {_NAMES[player]} man on {square + 1} would be a king, K{square + 1}"
                )
    return pieces


def _check_sides(text: str, sides: dict[str, dict[int, bool]], player: int) -> None:
    common = sides["B"].keys() & sides["W"].keys()
    if common:
        raise _refusal(text, f"there are two pieces on {min(common) + 1}")
    for name, letter in zip(_NAMES, _LETTERS, strict=True):
        if len(sides[letter]) > _MOST_PIECES:
            raise _refusal(text, f"{name} has {len(sides[letter])} pieces; 12 is the most")
    if not sides[_LETTERS[1 - player]]:
        raise _refusal(
            text,
            f"{_NAMES[1 - player]} has no pieces, and it is {_NAMES[player]}'s turn: the game was "
            "over before",
        )


def path_of_action(action: int) -> list[int]:
    """Return the squares of a move from the first to the last, counted from 1."""
    return [square + 1 for square in squares_of(action)]


def text_of_action(legal: Sequence[int], action: int) -> str:
    """Return the name of a move, one of all `legal` ones: by all squares where two would do."""
    path = path_of_action(action)
    ends = [path[0], path[-1]]
    of_the_piece = [each for each in legal if each & 31 == action & 31]
    alike = [each for each in of_the_piece if path_of_action(each)[-1] == path[-1]]
    squares = path if len(alike) > 1 else ends
    return ("x" if captures_of(action) else "-").join(map(str, squares))


def _listed(legal: Sequence[int]) -> str:
    """Return the names of some legal moves."""
    some = ", ".join(text_of_action(legal, action) for action in legal[:_LISTED])
    return some + (", ..." if len(legal) > _LISTED else "")


def captures_of(action: int) -> int:
    """Return how many pieces a move captures."""
    return action >> 5 & 15


def action_of_text(state: CheckersState, legal: Sequence[int], text: str) -> int:
    """Return the legal move that a text names by its first square, its last and any between.

    Raises:
        IllegalMove: if it is malformed, ambiguous or not legal; the message says which.

    """
    name = "".join(text.split()).lower()
    if not _MOVE.fullmatch(name):
        raise IllegalMove(
            f"{text.strip()[:40]!r} is no legal move here: write it as in 11-15, 22x15 or 22x15x8; "
            f"legal moves are {_listed(legal)}"
        )
    squares = [int(each) for each in re.split("[-x:]", name)]
    fitting = [action for action in legal if _fits(squares, path_of_action(action))]
    exact = [action for action in fitting if path_of_action(action) == squares]
    if exact or len(fitting) == 1:
        return (exact or fitting)[0]
    if fitting:
        names = ", ".join(text_of_action(legal, action) for action in fitting)
        raise IllegalMove(f"{text.strip()!r} is ambiguous here: it may be {names}")
    why = _why_illegal(state, legal, squares)
    raise IllegalMove(
        f"{text.strip()!r} is no legal move here: {why}; legal moves are {_listed(legal)}"
    )


def _fits(squares: list[int], path: list[int]) -> bool:
    """Return whether squares are the ends of a path, with others of it in order."""
    if (squares[0], squares[-1]) != (path[0], path[-1]) or len(squares) > len(path):
        return False
    rest = iter(path)
    return all(square in rest for square in squares)


def _why_illegal(state: CheckersState, legal: Sequence[int], squares: list[int]) -> str:
    if not all(1 <= square <= 32 for square in squares):
        return "squares are numbered from 1 to 32"
    first = place_of(squares[0] - 1)
    if not state.mine >> first & 1:
        return f"{_NAMES[state.player]}, who is to move, has no piece on {squares[0]}"
    if not captures_of(legal[0]):
        return f"the piece on {squares[0]} cannot go there"
    paths = [path_of_action(action) for action in legal]
    if any(path[: len(squares)] == squares for path in paths):
        return f"the capture goes on from {squares[-1]}"
    if all(path[0] != squares[0] for path in paths):
        return "who can capture must"
    return f"the piece on {squares[0]} captures otherwise"
