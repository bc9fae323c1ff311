"""Tablebases of two chess endings, compared with a solver that shares no code with gametree.

    python benchmarks/tablebases.py

The solver lists all legal placements of two kings and a queen or rook, and sweeps over them until
no distance changes. Positions that the tablebase lacks cannot be reached from its start. The rate
is positions per minute of processor time, without compilation.
"""

from __future__ import annotations

import time
from typing import Any

import numba as nb
import numpy as np

import gametree as gt
from gametree.games import Chess

_KING = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_OPEN = 255  # the distance of a position that is not won


@nb.njit(cache=True)
def _near(first: int, second: int) -> bool:
    return abs(first // 8 - second // 8) <= 1 and abs(first % 8 - second % 8) <= 1


@nb.njit(cache=True)
def _attacks(piece: int, king: int, target: int, queen: bool) -> bool:
    """Return True if the piece attacks a square; the white king may be in between."""
    down, across = target // 8 - piece // 8, target % 8 - piece % 8
    straight = (down == 0) != (across == 0)
    diagonal = queen and down != 0 and abs(down) == abs(across)
    if not straight and not diagonal:
        return False
    step = 8 * ((down > 0) - (down < 0)) + (across > 0) - (across < 0)
    at = piece + step
    while at != target:
        if at == king:
            return False
        at += step
    return True


@nb.njit(cache=True)
def _sweep(white: Any, black: Any, queen: bool, depth: int) -> int:
    """Find the positions that are won in `depth` plies; return how many."""
    found = 0
    for king in range(64):
        for piece in range(64):
            for other in range(64):
                if piece in (king, other) or _near(king, other):
                    continue
                checks = _attacks(piece, king, other, queen)
                if depth % 2 == 0 and black[king, piece, other] == _OPEN:
                    escapes, moves = False, False
                    for down, across in _KING:
                        y, x = other // 8 + down, other % 8 + across
                        if not (0 <= y < 8 and 0 <= x < 8) or _near(king, 8 * y + x):
                            continue
                        to = 8 * y + x
                        if to != piece and _attacks(piece, king, to, queen):
                            continue
                        moves = True
                        escapes = escapes or to == piece or white[king, piece, to] >= depth
                    if (moves or checks) and not escapes:
                        black[king, piece, other] = depth
                        found += 1
                elif depth % 2 == 1 and not checks and white[king, piece, other] == _OPEN:
                    wins = False
                    for down, across in _KING:
                        y, x = king // 8 + down, king % 8 + across
                        if 0 <= y < 8 and 0 <= x < 8 and 8 * y + x != piece:
                            to = 8 * y + x
                            if not _near(to, other) and black[to, piece, other] < depth:
                                wins = True
                    for to in range(64):
                        if to != king and to != other and _attacks(piece, king, to, queen):
                            passes = _attacks(piece, other, to, queen)
                            if passes and black[king, to, other] < depth:
                                wins = True
                    if wins:
                        white[king, piece, other] = depth
                        found += 1
    return found


def _name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def fen(king: int, piece: int, other: int, letter: str, turn: str) -> str:
    """Return a position as FEN."""
    board = [""] * 64
    board[king], board[piece], board[other] = "K", letter, "k"
    rows = []
    for row in reversed(range(8)):
        text = "".join(each or "1" for each in board[8 * row : 8 * row + 8])
        for count in range(8, 1, -1):
            text = text.replace("1" * count, str(count))
        rows.append(text)
    return f"{'/'.join(rows)} {turn} - - 0 1"


def measure(letter: str) -> str:
    """Return a row of the table."""
    game = Chess(fen=f"8/8/8/8/8/2k5/8/K{letter}6 w - - 0 1")
    gt.tablebase(game, compiled=True)  # compiles
    begun = time.process_time()
    table = gt.tablebase(game, compiled=True)
    spent = time.process_time() - begun
    white, black = (np.full((64, 64, 64), _OPEN, np.uint8) for _ in range(2))
    depth = 0
    while _sweep(white, black, letter == "Q", depth) or depth == 0:
        depth += 1
    legal, missing, wrong = 0, 0, 0
    for king, piece, other in np.ndindex(64, 64, 64):
        if piece in (king, other) or _near(king, other):
            continue
        checks = _attacks(piece, king, other, letter == "Q")
        for turn, distances in (("w", white), ("b", black)):
            if turn == "w" and checks:
                continue
            legal += 1
            found = table.value(game.state_of_fen(fen(king, piece, other, letter, turn)))
            if found is None:
                missing += 1
                continue
            right = int(distances[king, piece, other])
            won = found.returns[0] == 1.0
            wrong += won != (right != _OPEN) or (won and found.distance != right)
    return (
        f"| K{letter}K | {len(table):,} | {legal:,} | {missing} | {wrong} | "
        f"{int(white[white < _OPEN].max())} plies | {spent:.1f} s | "
        f"{60 * len(table) / spent / 1e6:.1f} million |"
    )


def main() -> None:
    print(
        "| ending | positions | legal with all pieces | not reached | wrong | longest win | "
        "processor time | positions a minute |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for letter in "QR":
        print(measure(letter), flush=True)


if __name__ == "__main__":
    main()
