"""Tic-tac-toe on 3x3 cells."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import lowest, nth, popcount, without_lowest

from ..errors import BadParameter
from ..game import Game
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import Piece, View

__all__ = ["FULL", "HAS_LINE", "TicTacToe"]

# A board is nine bits, cell by cell from the top left:
#
#       a  b  c
#   1   0  1  2
#   2   3  4  5
#   3   6  7  8
FULL = 0b111_111_111

_LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

# HAS_LINE[board] is 1 where the board holds three in a row. Bytes, because they
# are the one table that indexes fast both interpreted and compiled.
HAS_LINE = bytes(any(board & line == line for line in _LINES) for board in range(512))

State = tuple[int, int]


class TicTacToe(Game):
    """Tic-tac-toe: whoever first gets three in a row wins.

    Players in turn fill an empty cell of a board of 3x3. A row counts across, down and diagonally.
    A full board without a row is a draw.

    Players: X (0) moves first, O (1). Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: (stones of the player to move, stones of the other), two boards of 9 bits.

    Action: the cell, 0 to 8 row by row from the top left. In text its column and row,
    `a1` to `c3`, with `a1` at the top left.
    """

    max_actions = 9
    pieces: ClassVar[tuple[str, ...]] = ("X", "O")

    def initial_state(self) -> State:
        return (0, 0)

    def current_player(self, state: State) -> int:
        return popcount(state[0] | state[1]) & 1

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        taken = state[0] | state[1]
        return [cell for cell in range(9) if not taken >> cell & 1]

    def next_state(self, state: State, action: int) -> State:
        mine, theirs = state
        return (theirs, mine | 1 << action)

    def is_terminal(self, state: State) -> bool:
        mine, theirs = state
        return HAS_LINE[theirs] != 0 or mine | theirs == FULL

    def returns(self, state: State) -> tuple[float, float]:
        mine, theirs = state
        if HAS_LINE[theirs] == 0:
            return (0.0, 0.0)
        if popcount(mine | theirs) & 1:  # an odd number of stones: X has moved last
            return (1.0, -1.0)
        return (-1.0, 1.0)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        free = FULL ^ (state[0] | state[1])
        count = 0
        while free:
            out[count] = lowest(free)
            free = without_lowest(free)
            count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        free = FULL ^ (state[0] | state[1])
        return nth(free, rng.below(popcount(free)))

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_playouts

        return with_playouts()

    # For people.

    def state_to_text(self, state: State) -> str:
        players = state if self.current_player(state) == 0 else state[::-1]
        lines = ["  a b c"]
        for row in range(3):
            cells = [self._cell_text(players, 3 * row + column) for column in range(3)]
            lines.append(" ".join([str(row + 1), *cells]))
        return "\n".join(lines)

    def view(self, state: State) -> View:
        from ..views import Piece, grid

        players = state if self.current_player(state) == 0 else state[::-1]
        rows = [
            [self._cell_text(players, 3 * row + column) for column in range(3)] for row in range(3)
        ]
        return grid(rows, {"X": Piece("cross", 0), "O": Piece("ring", 1)})

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> State:
        from ..views.placed import stones_in_turn

        stones = [
            sum(1 << 3 * (int(name[1]) - 1) + "abc".index(name[0]) for name in names)
            for names in stones_in_turn(pieces, player, self.pieces)
        ]
        if HAS_LINE[stones[player]]:
            raise BadParameter(
                f"{self.pieces[player]} has three in a row already and cannot be to move"
            )
        return (stones[player], stones[1 - player])

    def action_to_text(self, state: State, action: int) -> str:
        return f"{'abc'[action % 3]}{action // 3 + 1}"

    def _cell_text(self, players: tuple[int, int], cell: int) -> str:
        for player in range(2):
            if players[player] >> cell & 1:
                return self.pieces[player]
        return "."
