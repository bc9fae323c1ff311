"""Ultimate tic-tac-toe: nine boards that are the cells of a tenth."""

from __future__ import annotations

import math
from collections.abc import Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import lowest, nth, popcount, without_lowest

from ..errors import BadParameter
from ..game import Game
from ..primitives.rng import Rng
from .tic_tac_toe import FULL, HAS_LINE

if TYPE_CHECKING:
    from ..views import Piece, View

__all__ = ["UltimateTicTacToe"]

State = tuple[int, int, int, int, int, int, int, int]

# The 81 cells are numbered board by board, and take two words of nine bits a board. The
# high word of a player also holds the boards won, as the cells of the large board:
#
#   bits    62-54  53-45  44-36  35-27  26-18  17-9   8-0
#   low     board  board  board  board  board  board  board      boards   0 1 2
#             6      5      4      3      2      1      0        and the  3 4 5
#   high                                large  board  board      cells of 6 7 8
#                                       board    8      7        each
_IN_LOW = 63
_LARGE = 18

_ANYWHERE = 9

_SURE = 255
_WON = 1 << 40  # more than all lines together

_LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
)  # fmt: skip

# The other two boards of each line through a board of the large one; `9, 9` where there are
# fewer than four.
_LINES_THROUGH = (
    ((1, 2), (3, 6), (4, 8), (9, 9)),
    ((0, 2), (4, 7), (9, 9), (9, 9)),
    ((0, 1), (5, 8), (4, 6), (9, 9)),
    ((0, 6), (4, 5), (9, 9), (9, 9)),
    ((0, 8), (1, 7), (2, 6), (3, 5)),
    ((2, 8), (3, 4), (9, 9), (9, 9)),
    ((0, 3), (7, 8), (2, 4), (9, 9)),
    ((1, 4), (6, 8), (9, 9), (9, 9)),
    ((0, 4), (2, 5), (6, 7), (9, 9)),
)

# What the turn and the lines weigh, see `UltimateTicTacToe.features`. Fitted to games that
# the search played against itself by benchmarks/fit_heuristics.py.
_WEIGHTS = (-0.208, 1.166)

# Cells 0 to 4, and 5 to 8, as a number of base three: see `_code`.
_FIRST_FIVE = bytes(sum(3**cell for cell in range(5) if cells >> cell & 1) for cells in range(32))
_LAST_FOUR = bytes(sum(3**cell for cell in range(4) if cells >> cell & 1) for cells in range(16))
_SHIFTED = 3**5


class UltimateTicTacToe(Game):
    """Ultimate tic-tac-toe: win small boards; three of them in a row win the game.

    Nine small boards of tic-tac-toe are the cells of a large one. The cell that you fill in a small
    board names the board where the other player moves next: the one in the same place of the large
    board. If that board is won or full, the other player may choose any other. When all boards are
    finished and no one has three in a row, it is a draw.

    Players: X (0) moves first, O (1). Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: (low and high word of the player to move, low and high of the other, low and high of
    the cells still open, the board to play in or 9 for any, the player to move). Cells are open
    that are free and in an unfinished board; none is when the game is over.

    Action: board * 9 + cell, both numbered row by row from the top left. In text column and
    row of the whole grid, `a1` to `i9`, with `a1` at the top left.
    """

    max_actions = 81
    pieces: ClassVar[tuple[str, ...]] = ("X", "O")

    def initial_state(self) -> State:
        return (0, 0, 0, 0, (1 << _IN_LOW) - 1, (1 << _LARGE) - 1, _ANYWHERE, 0)

    def current_player(self, state: State) -> int:
        return state[7]

    def legal_actions(self, state: State) -> list[int]:
        open_low, open_high, target = state[4], state[5], state[6]
        boards = range(9) if target == _ANYWHERE else range(target, target + 1)
        return [
            9 * board + cell
            for board in boards
            for cell in range(9)
            if _nine(open_low, open_high, board) >> cell & 1
        ]

    def next_state(self, state: State, action: int) -> State:
        mine_low, mine_high, theirs_low, theirs_high, open_low, open_high, _, player = state
        if action < _IN_LOW:
            mine_low |= 1 << action
            open_low ^= 1 << action
        else:
            mine_high |= 1 << action - _IN_LOW
            open_high ^= 1 << action - _IN_LOW
        board = action * 57 >> 9  # action // 9, in half the time: all of a playout waits for it
        if HAS_LINE[_nine(mine_low, mine_high, board)] != 0:
            mine_high |= 1 << _LARGE + board
            if action < _IN_LOW:
                open_low &= ~(FULL << 9 * board)
            else:
                open_high &= ~(FULL << 9 * board - _IN_LOW)
            if HAS_LINE[mine_high >> _LARGE] != 0:
                open_low = 0
                open_high = 0
        target = action - 9 * board
        if _nine(open_low, open_high, target) == 0:
            target = _ANYWHERE
        return (
            theirs_low, theirs_high, mine_low, mine_high, open_low, open_high, target, 1 - player
        )  # fmt: skip

    def is_terminal(self, state: State) -> bool:
        return state[4] | state[5] == 0

    def returns(self, state: State) -> tuple[float, float]:
        if HAS_LINE[state[3] >> _LARGE] == 0:
            return (0.0, 0.0)
        if state[7] == 1:  # X has moved last
            return (1.0, -1.0)
        return (-1.0, 1.0)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        low, high, target = state[4], state[5], state[6]
        if target != _ANYWHERE:
            low, high = _only(low, high, target)
        count = 0
        while low:
            out[count] = lowest(low)
            low = without_lowest(low)
            count += 1
        while high:
            out[count] = _IN_LOW + lowest(high)
            high = without_lowest(high)
            count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        low, high, target = state[4], state[5], state[6]
        if target != _ANYWHERE:
            cells = _nine(low, high, target)
            return 9 * target + nth(cells, rng.below(popcount(cells)))
        in_low = popcount(low)
        index = rng.below(in_low + popcount(high))
        if index < in_low:
            return nth(low, index)
        return _IN_LOW + nth(high, index - in_low)

    # What a position promises: three boards in a row, each with the chance that it is won.

    def heuristic(self, state: State) -> tuple[float, float]:
        """Estimate the returns from the chances of each line of the large board."""
        turn, lines = self.features(state)
        if lines == _WON:
            value = 1.0
        else:
            score = _WEIGHTS[0] * turn + _WEIGHTS[1] * lines
            value = score / math.sqrt(1.0 + score * score)
        if state[7] == 1:
            value = -value
        return (value, -value)

    def features(self, state: State) -> tuple[float, float]:
        """Return what the player to move has more than the other: numbers that are weighted.

        The turn; the lines of the large board, each counted by the product of the chances to
        win its boards, as they are after the best move in one that may be played in. `_WON`
        if a move wins the game.
        """
        mine_low, mine_high, theirs_low, theirs_high, open_low, open_high, target, _ = state
        mine = _chances_of(mine_low, mine_high, theirs_low, theirs_high)
        theirs = _chances_of(theirs_low, theirs_high, mine_low, mine_high)
        boards = 1 << target
        if target == _ANYWHERE:
            boards = 0
            for board in range(9):
                if _nine(open_low, open_high, board):
                    boards |= 1 << board
        best = -_WON
        while boards:
            board = lowest(boards)
            boards = without_lowest(boards)
            code = _code(_nine(mine_low, mine_high, board), _nine(theirs_low, theirs_high, board))
            mine_through = 0
            theirs_through = 0
            for one, other in _LINES_THROUGH[board]:
                mine_through += mine[one] * mine[other]
                theirs_through += theirs[one] * theirs[other]
                if mine[one] * mine[other] * _OWN_AFTER[code] == _SURE**3:
                    return (1.0, float(_WON))
            gain = (_OWN_AFTER[code] - mine[board]) * mine_through
            gain -= (_OTHERS_AFTER[code] - theirs[board]) * theirs_through
            best = max(best, gain)
        for a, b, c in _LINES:
            best += mine[a] * mine[b] * mine[c] - theirs[a] * theirs[b] * theirs[c]
        return (1.0, best / _SURE**3)

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_heuristic

        return with_heuristic(0.25)

    # For people.

    def state_to_text(self, state: State) -> str:
        mine, theirs = state[0:2], state[2:4]
        players = (mine, theirs) if state[7] == 0 else (theirs, mine)
        lines = ["  a b c   d e f   g h i"]
        for row in range(9):
            if row in (3, 6):
                lines.append("  ------+-------+------")
            cells = [_piece(self.pieces, players, _action(row, column)) for column in range(9)]
            thirds = [" ".join(cells[start : start + 3]) for start in (0, 3, 6)]
            lines.append(f"{row + 1} " + " | ".join(thirds))
        lines.append("boards:")
        for row in range(3):
            boards = []
            for board in range(3 * row, 3 * row + 3):
                # By its stones: once the game is over no cell is open in any board.
                full = _nine(mine[0] | theirs[0], mine[1] | theirs[1], board) == FULL
                piece = _piece(self.pieces, players, 81 + board)
                boards.append("=" if full and piece == "." else piece)
            lines.append("  " + " ".join(boards))
        return "\n".join([*lines, f"next: {_where(state)}"])

    def view(self, state: State) -> View:
        from dataclasses import replace

        from ..views import Cell, Piece, Stroke, grid
        from ..views.rows import longest_rows

        kinds = {"X": Piece("cross", 0), "O": Piece("ring", 1)}
        mine, theirs = state[0:2], state[2:4]
        players = (mine, theirs) if state[7] == 0 else (theirs, mine)
        rows = [
            [_piece(self.pieces, players, _action(row, column)) for column in range(9)]
            for row in range(9)
        ]
        # The board where the next move must be, and each that is won under one large piece.
        shaded = [self.action_to_text(state, action) for action in self.legal_actions(state)]
        board = grid(rows, kinds, shaded=shaded)
        won = []
        for index in range(9):
            piece = _piece(self.pieces, players, 81 + index)
            if piece != ".":
                x, y = index % 3 * 3 + 2.0, index // 3 * 3 + 1.5
                label = f"board {index + 1}"
                cell = Cell(label, x, y, "none", 3.0, label=label, piece=kinds[piece])
                won.append(cell)
        edges = (0, 3, 6, 9)
        lines = [Stroke(each + 0.5, 0, each + 0.5, 9, "thick") for each in edges]
        lines += [Stroke(0.5, each, 9.5, each, "thick") for each in edges]
        winning = tuple(dict.fromkeys(cell.id for row in longest_rows(won) for cell in row))
        return replace(board, cells=(*board.cells, *won), lines=tuple(lines), winning=winning)

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> State:
        """Return the position with these stones; the next one may go to any unfinished board.

        Raises:
            BadParameter: if both players have a row in one board.

        """
        names = {self.action_to_text(self.initial_state(), action): action for action in range(81)}
        words = [[0, 0], [0, 0]]
        for name, piece in pieces.items():
            assert piece.player is not None
            action = names[name]
            words[piece.player][action >= _IN_LOW] |= 1 << action % _IN_LOW
        free = [(1 << _IN_LOW) - 1, (1 << _LARGE) - 1]
        for at in range(2):
            free[at] &= ~(words[0][at] | words[1][at])
        for board in range(9):
            rows = [HAS_LINE[_nine(low, high, board)] != 0 for low, high in words]
            if all(rows):
                raise BadParameter(f"both players have three in a row in board {board + 1}")
            if any(rows):
                words[rows.index(True)][1] |= 1 << _LARGE + board
                free[0] &= ~_only(free[0], free[1], board)[0]
                free[1] &= ~_only(free[0], free[1], board)[1]
        mine, theirs = words[player], words[1 - player]
        if HAS_LINE[mine[1] >> _LARGE]:
            raise BadParameter(
                f"{self.pieces[player]} has three boards in a row already and cannot be to move"
            )
        if HAS_LINE[theirs[1] >> _LARGE]:
            free = [0, 0]
        return (mine[0], mine[1], theirs[0], theirs[1], free[0], free[1], _ANYWHERE, player)

    def action_to_text(self, state: State, action: int) -> str:
        board, cell = divmod(action, 9)
        column = board % 3 * 3 + cell % 3
        row = board // 3 * 3 + cell // 3
        return f"{'abcdefghi'[column]}{row + 1}"


def _code(cells: int, others: int) -> int:
    """Return the index of a small board in `_chances`, in base three: free, own, the other's."""
    own = _FIRST_FIVE[cells & 31] + _SHIFTED * _LAST_FOUR[cells >> 5]
    other = _FIRST_FIVE[others & 31] + _SHIFTED * _LAST_FOUR[others >> 5]
    return own + 2 * other


def _tables() -> tuple[bytes, bytes, bytes]:
    """Return a player's chance to win any small board by `_code`, where _SURE is 1.

    Each next stone is either player's with the same probability, and lies in any free cell.
    Then the chances of the player and of the other one after the player's best move.
    """
    cells, others, swapped = [0], [0], [0]
    for code in range(1, 3**9):
        rest, stone = divmod(code, 3)
        cells.append(cells[rest] << 1 | (stone == 1))
        others.append(others[rest] << 1 | (stone == 2))
        swapped.append(3 * swapped[rest] + -stone % 3)
    # To lay a stone is to add a power of three, or two of them for the other player.
    free = [
        [3**cell for cell in range(9) if not (own | other) >> cell & 1]
        for own, other in zip(cells, others, strict=True)
    ]
    orders = [math.factorial(count) << count for count in range(10)]
    won = [0] * 3**9  # in how many of all orders of stones
    for code in reversed(range(3**9)):
        if HAS_LINE[cells[code]]:
            won[code] = orders[len(free[code])]
        elif not HAS_LINE[others[code]]:
            won[code] = sum([won[code + stone] + won[code + 2 * stone] for stone in free[code]])
    chances = [round(_SURE * won[code] / orders[len(free[code])]) for code in range(3**9)]
    after = list(range(3**9))
    for code, stones in enumerate(free):
        if stones and not HAS_LINE[cells[code]] and not HAS_LINE[others[code]]:
            nexts = [code + stone for stone in stones]
            after[code] = max(nexts, key=lambda one: (won[one] - won[swapped[one]], won[one]))
    return (
        bytes(chances),
        bytes([chances[code] for code in after]),
        bytes([chances[swapped[code]] for code in after]),
    )


_CHANCES, _OWN_AFTER, _OTHERS_AFTER = _tables()


def _chance(cells: int, others: int) -> int:
    """Return the chance to win the board in the lowest nine bits."""
    # Plus 0: compiled, what is read from bytes has 8 bits and no sign.
    return 0 + _CHANCES[_code(cells & FULL, others & FULL)]


def _chances_of(low: int, high: int, other_low: int, other_high: int) -> tuple[int, ...]:
    """Return a player's chance to win each board, and 0 for none at all."""
    return (
        _chance(low, other_low),
        _chance(low >> 9, other_low >> 9),
        _chance(low >> 18, other_low >> 18),
        _chance(low >> 27, other_low >> 27),
        _chance(low >> 36, other_low >> 36),
        _chance(low >> 45, other_low >> 45),
        _chance(low >> 54, other_low >> 54),
        _chance(high, other_high),
        _chance(high >> 9, other_high >> 9),
        0,
    )


def _nine(low: int, high: int, board: int) -> int:
    """Return the nine cells of one board."""
    if board < 7:
        return low >> 9 * board & FULL
    return high >> 9 * board - _IN_LOW & FULL


def _only(low: int, high: int, board: int) -> tuple[int, int]:
    """Return the cells of one board, where they are."""
    if board < 7:
        return (low & FULL << 9 * board, 0)
    return (0, high & FULL << 9 * board - _IN_LOW)


def _action(row: int, column: int) -> int:
    """Return the action for a cell of the 9x9 grid."""
    return 9 * (row // 3 * 3 + column // 3) + row % 3 * 3 + column % 3


def _piece(pieces: tuple[str, ...], players: tuple[tuple[int, ...], ...], index: int) -> str:
    """Return whose stone lies in a cell; those of the large board count from 81."""
    for player, piece in enumerate(pieces):
        low, high = players[player]
        if low >> index & 1 if index < _IN_LOW else high >> index - _IN_LOW & 1:
            return piece
    return "."


def _where(state: State) -> str:
    """Return in words where the next move must go."""
    if state[4] | state[5] == 0:
        return "nowhere, the game is over"
    if state[6] == _ANYWHERE:
        return "any unfinished board"
    column, row = state[6] % 3 * 3, state[6] // 3 * 3
    return f"{'abcdefghi'[column]}{row + 1} to {'abcdefghi'[column + 2]}{row + 3}"
