"""The legal moves of a chess position, and what is on the board after one.

Legal moves are found as boards: for each direction of each kind of piece the squares where one of
them gets that way. The move is then known from its direction and its square alone, since the
piece that makes it is the first one on the way back. Pieces that are pinned go along their pin
only, and in check moves lead to the checker or between it and the king, so that no move has to be
made to see whether it is legal.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from plainpython.bits import ALL, bit, lowest, nth, popcount, u64, without_lowest

from .attacks import (
    KNIGHT_STEPS,
    LAST_ROWS,
    RAY_STEPS,
    EightBoards,
    is_attacked,
    king_steps,
    knight_steps,
    pawn_attacks,
    rays,
)
from .board import ChessBoard

__all__ = [
    "BISHOP",
    "KNIGHT",
    "MOST_MOVES",
    "QUEEN",
    "ROOK",
    "ChessMoves",
    "after_move",
    "any_of",
    "count_of",
    "forward",
    "has_move",
    "in_check",
    "legal_moves",
    "legal_passing",
    "moves_to",
    "nth_action",
    "write_actions",
]

MOST_MOVES = 218
"""The most legal moves of a position that a game can come to."""

# What a pawn becomes, in bits 12 to 14 of an action; 0: no pawn is promoted.
KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4


class ChessMoves(NamedTuple):
    """The squares where each kind of move leads."""

    first: EightBoards
    """What pawns do (a step, captures towards the a-file and towards the h-file, two steps,
    captures of a pawn that has passed to either side), then the king's steps, and castling."""
    knights: EightBoards
    """By `KNIGHT_STEPS`."""
    sliders: EightBoards
    """Bishops, rooks and queens, by `RAY_STEPS`."""


_PROMOTING = 3  # the first are those that may promote pawns
_KING = 6
_PAWN_STEPS = ((8, 7, 9, 16, 7, 9), (-8, -9, -7, -16, -9, -7))  # of each player

_NONE: int = u64(0)
_FIRST_ROW = (u64(0xFF), u64(0xFF << 56))  # of each player
_FOURTH_ROW = (u64(0xFF << 24), u64(0xFF << 32))
_KING_SIDE = u64(0xF0F0_F0F0_F0F0_F0F0)
_TO_KING_ROOK = u64(0x6000_0000_0000_0060)  # between king and rook
_TO_QUEEN_ROOK = u64(0x0E00_0000_0000_000E)
_PASSED_BY_KING = u64(0x0C00_0000_0000_000C)  # to the left: not attacked


def legal_moves(board: ChessBoard) -> ChessMoves:
    """Return the squares where each kind of move leads."""
    pawns, knights, diagonal = board.pawns, board.knights, board.diagonal
    straight, player = board.straight, board.player
    mine, theirs = board.white, board.black
    if player == 1:
        mine, theirs = theirs, mine
    empty = ALL ^ (mine | theirs)
    king = board.kings & mine

    # The rays of the enemy, as if our king were not there: it cannot flee along them.
    n, s, e, w, ne, sw, nw, se = rays(
        straight & theirs, straight & theirs, diagonal & theirs, diagonal & theirs, empty | king
    )
    danger = n | s | e | w | ne | sw | nw | se
    danger |= any_of(knight_steps(knights & theirs)) | king_steps(board.kings & theirs)
    left, right = pawn_attacks(pawns & theirs, 1 - player)
    danger |= left | right

    # An own piece where they meet the rays of the king is pinned.
    kn, ks, ke, kw, kne, ksw, knw, kse = rays(king, king, king, king, empty)
    on_file = (kn & s | ks & n) & mine
    on_row = (ke & w | kw & e) & mine
    on_rising = (kne & sw | ksw & ne) & mine
    on_falling = (knw & se | kse & nw) & mine
    pinned = on_file | on_row | on_rising | on_falling

    # Where pieces may go; in check to the checker or between, in double check nowhere.
    goal = ALL ^ mine
    if danger & king:
        goal &= kn if s & king else ALL
        goal &= ks if n & king else ALL
        goal &= ke if w & king else ALL
        goal &= kw if e & king else ALL
        goal &= kne if sw & king else ALL
        goal &= ksw if ne & king else ALL
        goal &= knw if se & king else ALL
        goal &= kse if nw & king else ALL
        left, right = pawn_attacks(king, player)
        beside = any_of(knight_steps(king)) & knights | (left | right) & pawns
        goal &= beside & theirs if beside & theirs else ALL

    to_left, to_right = on_falling, on_rising  # the lines on which pawns capture
    if player == 1:
        to_left, to_right = on_rising, on_falling
    movers = pawns & mine
    pushed = forward(movers & ~(pinned ^ on_file), player) & empty
    doubled = forward(pushed, player) & empty & _FOURTH_ROW[player]
    left, _ = pawn_attacks(movers & ~(pinned ^ to_left), player)
    _, right = pawn_attacks(movers & ~(pinned ^ to_right), player)
    passing_left, passing_right = _NONE, _NONE
    if board.passing:
        passing_left, passing_right = legal_passing(board)
    a, b, c, d, f, g, h, i = knight_steps(knights & mine & ~pinned)
    n, s, e, w, ne, sw, nw, se = rays(
        straight & mine & ~(pinned ^ on_file),
        straight & mine & ~(pinned ^ on_row),
        diagonal & mine & ~(pinned ^ on_rising),
        diagonal & mine & ~(pinned ^ on_falling),
        empty,
    )
    return ChessMoves(
        EightBoards(
            pushed & goal, left & goal & theirs, right & goal & theirs, doubled & goal,
            passing_left, passing_right,
            king_steps(king) & ~(mine | danger), _castled(board, king, danger),
        ),
        EightBoards(a & goal, b & goal, c & goal, d & goal, f & goal, g & goal, h & goal, i & goal),
        EightBoards(
            n & goal, s & goal, e & goal, w & goal, ne & goal, sw & goal, nw & goal, se & goal
        ),
    )  # fmt: skip


def any_of(boards: EightBoards) -> int:
    """Return the squares of eight boards together."""
    a, b, c, d, e, f, g, h = boards
    return a | b | c | d | e | f | g | h


def forward(pawns: int, player: int) -> int:
    """Return the squares before a player's pawns."""
    return pawns << 8 & ALL if player == 0 else pawns >> 8


def _castled(board: ChessBoard, king: int, danger: int) -> int:
    """Return where the king gets by castling."""
    row = _FIRST_ROW[board.player]
    rooks = board.castling & row
    if not rooks or danger & king:
        return _NONE
    occupied = board.white | board.black
    found = _NONE
    if rooks & _KING_SIDE and not (occupied | danger) & row & _TO_KING_ROOK:
        found |= king << 2
    if (
        rooks & ~_KING_SIDE
        and not occupied & row & _TO_QUEEN_ROOK
        and not danger & row & _PASSED_BY_KING
    ):
        found |= king >> 2
    return found


def legal_passing(board: ChessBoard) -> tuple[int, int]:
    """Return `passing` if a pawn may capture towards the a-file, and if one may towards the h-file.

    Two pawns leave their squares at once, so it is tried whether the king is attacked then.
    """
    player, passing = board.player, board.passing
    mine = board.white if player == 0 else board.black
    captured = forward(passing, 1 - player)
    on_left, on_right = pawn_attacks(passing, 1 - player)
    to_left, to_right = _NONE, _NONE
    if on_right & board.pawns & mine and _is_safe_after(board, on_right, captured):
        to_left = passing
    if on_left & board.pawns & mine and _is_safe_after(board, on_left, captured):
        to_right = passing
    return to_left, to_right


def _is_safe_after(board: ChessBoard, pawn: int, captured: int) -> bool:
    """Return whether the own king is not attacked after a capture of a pawn that has passed."""
    player = board.player
    mine, theirs = board.white, board.black
    if player == 1:
        mine, theirs = theirs, mine
    occupied = (mine | theirs) ^ pawn ^ captured | board.passing
    return not is_attacked(
        board.kings & mine,
        board.pawns & theirs ^ captured,
        board.knights & theirs,
        board.diagonal & theirs,
        board.straight & theirs,
        ALL ^ occupied,
        player,
    )


def in_check(board: ChessBoard) -> bool:
    """Return whether the player to move is in check."""
    mine, theirs = board.white, board.black
    if board.player == 1:
        mine, theirs = theirs, mine
    return is_attacked(
        board.kings & mine,
        board.pawns & theirs,
        board.knights & theirs,
        board.diagonal & theirs,
        board.straight & theirs,
        ALL ^ (mine | theirs),
        board.player,
    )


def has_move(moves: ChessMoves) -> bool:
    """Return whether there are moves at all."""
    first, knights, sliders = moves
    return any_of(first) | any_of(knights) | any_of(sliders) != 0


def count_of(moves: ChessMoves) -> int:
    """Return the number of moves."""
    first, knights, sliders = moves
    count = _total(first) + _total(knights) + _total(sliders)
    # One pawn can step to a square or capture there, but two can capture there.
    promoting = popcount((first[0] | first[1]) & LAST_ROWS) + popcount(first[2] & LAST_ROWS)
    return count + 3 * promoting


def moves_to(moves: ChessMoves, squares: int) -> ChessMoves:
    """Return those of the moves that lead to some squares."""
    return ChessMoves(
        _common(moves.first, squares),
        _common(moves.knights, squares),
        _common(moves.sliders, squares),
    )


def _common(boards: EightBoards, squares: int) -> EightBoards:
    a, b, c, d, e, f, g, h = boards
    return EightBoards(
        a & squares, b & squares, c & squares, d & squares,
        e & squares, f & squares, g & squares, h & squares,
    )  # fmt: skip


def nth_action(board: ChessBoard, moves: ChessMoves, index: int) -> int:
    """Return one of the moves by its number, from 0 on; pawns become queens first."""
    first, knights, sliders = moves
    count = _total(first)
    if index < count:
        kind, target = _nth_of_eight(first, index)
        return _first_action(board, kind, target)
    index -= count
    count = _total(knights)
    if index < count:
        kind, target = _nth_of_eight(knights, index)
        return _knight_action(kind, target)
    index -= count
    count = _total(sliders)
    if index < count:
        kind, target = _nth_of_eight(sliders, index)
        return _sliding_action(board, kind, target)
    index -= count
    kind = 0
    while index >= 3 * popcount(first[kind] & LAST_ROWS):
        index -= 3 * popcount(first[kind] & LAST_ROWS)
        kind += 1
    queen = _first_action(board, kind, nth(first[kind] & LAST_ROWS, index // 3))
    return queen - (1 + index % 3 << 12)


def write_actions(board: ChessBoard, moves: ChessMoves, out: MutableSequence[int]) -> int:
    """Write all moves to `out`, in the order of `nth_action`; return how many there are."""
    first, knights, sliders = moves
    count = 0
    for kind in range(8):
        left = first[kind]
        while left:
            out[count] = _first_action(board, kind, lowest(left))
            left = without_lowest(left)
            count += 1
    for kind in range(8):
        left = knights[kind]
        while left:
            out[count] = _knight_action(kind, lowest(left))
            left = without_lowest(left)
            count += 1
    for kind in range(8):
        left = sliders[kind]
        while left:
            out[count] = _sliding_action(board, kind, lowest(left))
            left = without_lowest(left)
            count += 1
    for kind in range(_PROMOTING):
        left = first[kind] & LAST_ROWS
        while left:
            queen = _first_action(board, kind, lowest(left))
            left = without_lowest(left)
            for less in range(1, 4):
                out[count] = queen - (less << 12)
                count += 1
    return count


def _total(boards: EightBoards) -> int:
    """Return how many squares there are in eight boards."""
    a, b, c, d, e, f, g, h = boards
    count = popcount(a) + popcount(b) + popcount(c) + popcount(d)
    return count + popcount(e) + popcount(f) + popcount(g) + popcount(h)


def _nth_of_eight(boards: EightBoards, index: int) -> tuple[int, int]:
    """Return in which of eight boards the square of a number is, and the square.

    Without a jump that the processor could only guess.
    """
    a, b, c, d, e, f, g, h = boards
    kind, board, before = 0, a, 0
    count = popcount(a)
    if index >= count:
        kind, board, before = 1, b, count
    count += popcount(b)
    if index >= count:
        kind, board, before = 2, c, count
    count += popcount(c)
    if index >= count:
        kind, board, before = 3, d, count
    count += popcount(d)
    if index >= count:
        kind, board, before = 4, e, count
    count += popcount(e)
    if index >= count:
        kind, board, before = 5, f, count
    count += popcount(f)
    if index >= count:
        kind, board, before = 6, g, count
    count += popcount(g)
    if index >= count:
        kind, board, before = 7, h, count
    return kind, nth(board, index - before)


def _first_action(board: ChessBoard, kind: int, target: int) -> int:
    """Return the move of a pawn or the king to a square; a pawn becomes a queen."""
    if kind >= _KING:
        mine = board.white if board.player == 0 else board.black
        return lowest(board.kings & mine) | target << 6
    origin = target - _PAWN_STEPS[board.player][kind]
    if bit(target) & LAST_ROWS:
        return origin | target << 6 | QUEEN << 12
    return origin | target << 6


def _knight_action(kind: int, target: int) -> int:
    return target - KNIGHT_STEPS[kind] | target << 6


def _sliding_action(board: ChessBoard, kind: int, target: int) -> int:
    """Return the move of a bishop, rook or queen to a square: of the first one on the way back."""
    step = RAY_STEPS[kind]
    occupied = board.white | board.black
    origin = target - step
    while not occupied & bit(origin):
        origin -= step
    return origin | target << 6


def after_move(board: ChessBoard, action: int) -> ChessBoard:
    """Return the position after a legal move."""
    player = board.player
    origin, target, promotion = action & 63, action >> 6 & 63, action >> 12
    start, end = bit(origin), bit(target)
    pawns, knights, diagonal = board.pawns, board.knights, board.diagonal
    straight, kings, castling = board.straight, board.kings, board.castling
    mine, theirs = board.white, board.black
    if player == 1:
        mine, theirs = theirs, mine
    passing = _NONE
    clock = board.clock + 1

    captured = end & theirs
    if pawns & start:
        clock = 0
        if end == board.passing:
            captured = forward(end, 1 - player)
        elif target - origin == 16 or origin - target == 16:
            passing = forward(start, player)
    if captured:
        clock = 0
        theirs ^= captured
        pawns &= ~captured
        knights &= ~captured
        diagonal &= ~captured
        straight &= ~captured

    both = start | end
    mine ^= both
    castling &= ~both
    if pawns & start:
        pawns ^= both
    if knights & start:
        knights ^= both
    if diagonal & start:
        diagonal ^= both
    if straight & start:
        straight ^= both
    if kings & start:
        kings ^= both
        castling &= ~_FIRST_ROW[player]
        rook = _NONE
        if target - origin == 2:
            rook = end << 1 | end >> 1
        elif origin - target == 2:
            rook = end >> 2 | end << 1
        mine ^= rook
        straight ^= rook
    if promotion:
        pawns ^= end
        if promotion == KNIGHT:
            knights |= end
        if promotion in (BISHOP, QUEEN):
            diagonal |= end
        if promotion in (ROOK, QUEEN):
            straight |= end

    white, black = mine, theirs
    if player == 1:
        white, black = theirs, mine
    number = board.number + player
    if passing:  # only if it can be captured there
        left, right = legal_passing(
            ChessBoard(
                white, black, pawns, knights, diagonal, straight, kings, castling, passing,
                clock, number, 1 - player,
            )
        )  # fmt: skip
        passing = left | right
    return ChessBoard(
        white, black, pawns, knights, diagonal, straight, kings, castling, passing,
        clock, number, 1 - player,
    )  # fmt: skip
