"""Hex on boards of many sizes, with or without the swap rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import lowest, nth, popcount, without_lowest

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import Piece, View

__all__ = ["Hex"]

State = tuple[int, int, int, int, int, int, int, int, int]
Board = tuple[int, int]

_LETTERS = "abcdefghijk"

# A board takes two words, of which the first has the cells 0 to 62. For size 9:
#
#       a  b  c  d  e  f  g  h  i
#    1  0  1  2  3  4  5  6  7  8
#      2  9 10 11 12 13 14 15 16 17       The neighbours of cell 13 are 4 and 5 above it,
#        3 18 19 20 21 22 23 24 25 26     12 and 14 beside it, 21 and 22 below.
#          ...
#            8 63 64 65                   the second word begins with 63
_FIRST_WORD = 63


class Hex(Game):
    """Hex: join your two sides of the board by a chain of your stones.

    Players in turn fill an empty hexagon. X moves first and joins the top and the bottom; O joins
    the left and the right. There are no draws. With `swap`, the second player may take the first
    stone instead of a first move: it becomes theirs, mirrored along the long diagonal.

    Parameters: `size` of the board, 2 to 11; `swap`, whether the second player may swap sides
    instead of a first stone: the first stone becomes his, mirrored along the long diagonal.

    Players: X (0) joins top and bottom and moves first; O (1) joins left and right. Returns: 1
    for a win, -1 for a loss; there are no draws.

    State: (low and high word of X's stones, of O's stones, of X's stones that a chain joins with
    the top, of O's stones that a chain joins with the left side, the player to move).

    Action: row * size + column, or size * size to swap. In text column and row, `a1` at the top
    left, or `swap`.
    """

    pieces: ClassVar[tuple[str, ...]] = ("X", "O")

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        require(int, size=size)
        require(bool, swap=swap)
        if not 2 <= size <= len(_LETTERS):
            raise BadParameter(f"size must be from 2 to {len(_LETTERS)}, not {size}")
        self.size = size
        self.swap = swap
        self.max_actions = size * size
        self._swap = size * size
        cells = range(size * size)
        self._cells = _words(cells)
        self._near = tuple([_words(self._neighbours(cell)) for cell in cells])
        # Where the chains of each player begin and end.
        self._begin = (_words(cells[:size]), _words(cells[::size]))
        self._end = (_words(cells[-size:]), _words(cells[size - 1 :: size]))

    def initial_state(self) -> State:
        return (0, 0, 0, 0, 0, 0, 0, 0, 0)

    def current_player(self, state: State) -> int:
        return state[8]

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        low, high = self._free(state)
        cells = [cell for cell in range(_FIRST_WORD) if low >> cell & 1]
        cells += [cell for cell in range(_FIRST_WORD, self._swap) if high >> cell - _FIRST_WORD & 1]
        return [*cells, self._swap] if self._can_swap(state) else cells

    def next_state(self, state: State, action: int) -> State:
        if self.swap and action == self._swap:
            return self._swapped(state)
        (
            x_low,
            x_high,
            o_low,
            o_high,
            x_low_joined,
            x_high_joined,
            o_low_joined,
            o_high_joined,
            player,
        ) = state
        low, high = _one(action)
        if player == 0:
            x_low |= low
            x_high |= high
            x_low_joined, x_high_joined = self._joined(
                0, action, x_low, x_high, x_low_joined, x_high_joined
            )
        else:
            o_low |= low
            o_high |= high
            o_low_joined, o_high_joined = self._joined(
                1, action, o_low, o_high, o_low_joined, o_high_joined
            )
        return (
            x_low,
            x_high,
            o_low,
            o_high,
            x_low_joined,
            x_high_joined,
            o_low_joined,
            o_high_joined,
            1 - player,
        )

    def is_terminal(self, state: State) -> bool:
        return self._has_won(state, 0) or self._has_won(state, 1)

    def returns(self, state: State) -> tuple[float, float]:
        return (1.0, -1.0) if self._has_won(state, 0) else (-1.0, 1.0)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        low, high = self._free(state)
        count = 0
        while low:
            out[count] = lowest(low)
            low = without_lowest(low)
            count += 1
        while high:
            out[count] = _FIRST_WORD + lowest(high)
            high = without_lowest(high)
            count += 1
        if self._can_swap(state):
            out[count] = self._swap
            count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        low, high = self._free(state)
        in_low = popcount(low)
        in_both = in_low + popcount(high)
        index = rng.below(in_both + self._can_swap(state))
        if self.swap and index == in_both:
            return self._swap
        # Which word it is cannot be predicted: values are chosen, and nothing branches.
        in_first = index < in_low
        word = low if in_first else high
        before = 0 if in_first else in_low
        return (0 if in_first else _FIRST_WORD) + nth(word, index - before)

    def _free(self, state: State) -> Board:
        return (self._cells[0] ^ (state[0] | state[2]), self._cells[1] ^ (state[1] | state[3]))

    def _has_won(self, state: State, player: int) -> bool:
        low, high = self._end[player]
        return state[4 + 2 * player] & low | state[5 + 2 * player] & high != 0

    def _joined(
        self, player: int, cell: int, low: int, high: int, low_joined: int, high_joined: int
    ) -> Board:
        """Return a player's stones that are joined with his first side after a new stone."""
        new_low, new_high = _one(cell)
        near_low, near_high = self._near[cell]
        begin_low, begin_high = self._begin[player]
        if (
            new_low & begin_low
            | new_high & begin_high
            | near_low & low_joined
            | near_high & high_joined
        ) == 0:
            return (low_joined, high_joined)
        # Each stone is joined once in a game, and then tells its neighbours.
        while new_low | new_high:
            low_joined |= new_low
            high_joined |= new_high
            if new_low:
                near_low, near_high = self._near[lowest(new_low)]
                new_low = without_lowest(new_low)
            else:
                near_low, near_high = self._near[_FIRST_WORD + lowest(new_high)]
                new_high = without_lowest(new_high)
            new_low |= near_low & low & ~low_joined
            new_high |= near_high & high & ~high_joined
        return (low_joined, high_joined)

    def _can_swap(self, state: State) -> bool:
        return self.swap and state[8] == 1 and state[2] | state[3] == 0  # O's first turn

    def _swapped(self, state: State) -> State:
        """Return the position in which X's only stone has become O's, mirrored."""
        cell = lowest(state[0]) if state[0] else _FIRST_WORD + lowest(state[1])
        row = cell // self.size
        mirrored = (cell - row * self.size) * self.size + row
        low, high = _one(mirrored)
        joined_low, joined_high = self._joined(1, mirrored, low, high, 0, 0)
        return (0, 0, low, high, 0, 0, joined_low, joined_high, 0)

    def _neighbours(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.size)
        places = [
            (row + down, column + right)
            for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
        ]
        return [
            down * self.size + right
            for down, right in places
            if 0 <= down < self.size and 0 <= right < self.size
        ]

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_playouts

        return with_playouts(placing=True)

    # For people.

    def state_to_text(self, state: State) -> str:
        lines = [" ".join([" ", *_LETTERS[: self.size]])]
        for row in range(self.size):
            cells = [
                self._stone(state, cell) for cell in range(row * self.size, (row + 1) * self.size)
            ]
            lines.append(" " * row + " ".join([str(row + 1).rjust(2), *cells]))
        return "\n".join(lines)

    def view(self, state: State) -> View:
        from dataclasses import replace

        from ..views import Cell, Label, Piece, hexagons

        kinds = {"X": Piece("disc", 0), "O": Piece("disc", 1)}
        size = self.size
        rows = [
            [self._stone(state, row * size + column) for column in range(size)]
            for row in range(size)
        ]
        board = hexagons(rows, kinds)
        # Small discs of his colour along the sides that a player is to join.
        rim = []
        texts = []
        at = {cell.id: cell for cell in board.cells}
        for index in range(size):
            top, bottom = at[self._name(0, index)], at[self._name(size - 1, index)]
            left, right = at[self._name(index, 0)], at[self._name(index, size - 1)]
            for side, cell, x, y, player in (
                ("top", top, -0.25, -0.75, 0),
                ("bottom", bottom, 0.25, 0.75, 0),
                ("left", left, -0.8, 0.0, 1),
                ("right", right, 0.8, 0.0, 1),
            ):
                rim.append(
                    Cell(
                        f"{side} {index + 1}",
                        cell.x + x,
                        cell.y + y,
                        "none",
                        0.35,
                        label=f"{side}, a side of {self.pieces[player]}",
                        piece=Piece("disc", player),
                    )
                )
            texts.append(Label(top.x - 0.55, top.y - 1.1, _LETTERS[index]))
            texts.append(Label(left.x - 1.25, left.y, str(index + 1)))
        moved = [replace(cell, x=cell.x + 1.5, y=cell.y + 1.3) for cell in (*board.cells, *rim)]
        texts = [replace(text, x=text.x + 1.5, y=text.y + 1.3) for text in texts]
        return replace(
            board,
            width=board.width + 2.6,
            height=board.height + 2.3,
            cells=tuple(moved),
            texts=tuple(texts),
            winning=tuple(self._name(*divmod(cell, size)) for cell in self._winning_chain(state)),
        )

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> State:
        state = self.initial_state()
        for name, piece in pieces.items():
            cell = (int(name[1:]) - 1) * self.size + _LETTERS.index(name[0])
            assert piece.player is not None
            state = self.next_state((*state[:8], piece.player), cell)
        if self._has_won(state, player):
            raise BadParameter(
                f"{self.pieces[player]} has joined both sides already and cannot be to move"
            )
        return (*state[:8], player)

    def _winning_chain(self, state: State) -> list[int]:
        """Return the shortest chain that joins the winner's sides; none before the end."""
        for player, stone in enumerate(self.pieces):
            if not self._has_won(state, player):
                continue
            size = self.size
            side = (range(size), range(0, size * size, size))[player]
            chains = [[cell] for cell in side if self._stone(state, cell) == stone]
            seen = {chain[0] for chain in chains}
            for chain in chains:
                if divmod(chain[-1], size)[player] == size - 1:
                    return chain
                for near in self._neighbours(chain[-1]):
                    if near not in seen and self._stone(state, near) == stone:
                        seen.add(near)
                        chains.append([*chain, near])
        return []

    def action_to_text(self, state: State, action: int) -> str:
        return "swap" if action == self._swap else self._name(*divmod(action, self.size))

    def _name(self, row: int, column: int) -> str:
        return f"{_LETTERS[column]}{row + 1}"

    def _stone(self, state: State, cell: int) -> str:
        low, high = _one(cell)
        if state[0] & low | state[1] & high:
            return self.pieces[0]
        return self.pieces[1] if state[2] & low | state[3] & high else "."


def _one(cell: int) -> Board:
    """Return the board with one stone."""
    stone = 1 << (cell if cell < _FIRST_WORD else cell - _FIRST_WORD)
    return (stone if cell < _FIRST_WORD else 0, stone if cell >= _FIRST_WORD else 0)


def _words(cells: Iterable[int]) -> Board:
    """Return the board with a stone on each of some cells."""
    board = sum(1 << cell for cell in cells)
    return (board & (1 << _FIRST_WORD) - 1, board >> _FIRST_WORD)
