"""Chinese checkers for two or three players, on stars of several sizes."""

from __future__ import annotations

import math
from collections.abc import Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.bits import lowest, nth, popcount, without_lowest

from ...errors import BadParameter
from ...game import Game
from ...naming.parameters import require
from ...numbers.elementary import exp
from ...primitives.rng import Rng
from .star import CELLS, FIRST_WORD, LARGEST, PLANES, Board, Star, one

if TYPE_CHECKING:
    from ...views import Piece, View

__all__ = ["ChineseCheckers"]

State = tuple[int, int, int, int, int, int, int]

_SCALE = 2.5  # a lead of this many steps makes a player e times as likely to win
_TEMPO = 1.0  # steps that the player to move is ahead
_TEMPERATURE = 0.0625


class ChineseCheckers(Game):
    """Chinese checkers: bring your pieces to the point of the star opposite your own.

    A move is a step to a free cell beside the piece, or a chain of jumps: each over a piece of
    anybody's beside it, in a straight line to the free cell behind. No piece is taken. A move may
    pass through any point of the star; it ends in the middle, in the piece's own point or in its
    goal. A piece in its goal stays there. A player without a move passes.

    Whoever first has a filled goal wins: no cell of it is free, and a piece of its owner is in it,
    so nobody wins by staying at home. After `turns` turns of each player, whoever has the fewest
    steps left to the goal wins; on equal steps they share the win.

    Parameters: `players`, 2 or 3; `size`, the rows of a point, 1 to 4, which have 1, 3, 6 or 10
    pieces on a star of 13, 37, 73 or 121 cells; `turns` of each player, at most.

    Players: X (0) begins below and moves up; of two, O (1) begins above; of three, O begins
    above on the left, A (2) above on the right. Returns: 1 for a win, and what makes the sum 0 for
    the others: -1 for the other, -0.5 for the other two. Who shares gets an equal part.

    State: (low and high word of X's pieces, of O's, of A's, the moves made).

    Action: from * cells + to, or cells * cells to pass. In text both cells, `a1-b3`, a letter from
    the left in its row and the row from below; or `pass`.
    """

    title = "Chinese checkers"
    pieces: ClassVar[tuple[str, ...]] = ("X", "O", "A")

    def __init__(self, players: int = 3, size: int = 3, turns: int = 60) -> None:
        require(int, players=players, size=size, turns=turns)
        if players not in (2, 3):
            raise BadParameter(f"players must be 2 or 3, not {players}")
        if not 1 <= size <= LARGEST:
            raise BadParameter(f"size must be from 1 to {LARGEST}, not {size}")
        if not 1 <= turns <= 10_000:
            raise BadParameter(f"turns must be from 1 to 10000, not {turns}")
        self._star = star = Star(size, players)
        self.players = players
        self.size = size
        self.turns = turns
        self.min_return = -1.0 / (players - 1)
        self.max_actions = size * (size + 1) // 2 * CELLS[size]
        self._cells = CELLS[size]
        self.pass_action = CELLS[size] * CELLS[size]
        self._homes = star.homes
        self._goals = star.goals
        self._ends = star.ends
        self._near = star.near
        self._first_jump = star.first_jump
        self._jumps = star.jumps
        self._planes = star.planes
        self._lines = star.lines()
        self._names = star.names
        self._least = star.least

    def initial_state(self) -> State:
        (x_low, x_high), (o_low, o_high), (a_low, a_high) = self._homes
        return (x_low, x_high, o_low, o_high, a_low, a_high, 0)

    def current_player(self, state: State) -> int:
        return state[6] % self.players

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        player = state[6] % self.players
        low, high = state[2 * player], state[2 * player + 1]
        actions = []
        while low | high:
            piece = _first(low, high)
            low, high = _without_first(low, high)
            to_low, to_high = self._targets(state, player, piece)
            while to_low | to_high:
                actions.append(piece * self._cells + _first(to_low, to_high))
                to_low, to_high = _without_first(to_low, to_high)
        return actions if actions else [self.pass_action]

    def next_state(self, state: State, action: int) -> State:
        x_low, x_high, o_low, o_high, a_low, a_high, ply = state
        if action == self.pass_action:
            return (x_low, x_high, o_low, o_high, a_low, a_high, ply + 1)
        piece = action // self._cells
        from_low, from_high = one(piece)
        to_low, to_high = one(action - piece * self._cells)
        low, high = from_low | to_low, from_high | to_high
        player = ply % self.players
        if player == 0:
            return (x_low ^ low, x_high ^ high, o_low, o_high, a_low, a_high, ply + 1)
        if player == 1:
            return (x_low, x_high, o_low ^ low, o_high ^ high, a_low, a_high, ply + 1)
        return (x_low, x_high, o_low, o_high, a_low ^ low, a_high ^ high, ply + 1)

    def is_terminal(self, state: State) -> bool:
        if state[6] >= self.turns * self.players:
            return True
        for player in range(self.players):
            if self._has_filled(state, player):
                return True
        return False

    def returns(self, state: State) -> list[float]:
        left = [
            -1 if self._has_filled(state, player) else self._steps_left(state, player)
            for player in range(self.players)
        ]
        least = min(left)
        shared = (1.0 - self.min_return) / left.count(least)
        return [self.min_return + (shared if each == least else 0.0) for each in left]

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        player = state[6] % self.players
        low, high = state[2 * player], state[2 * player + 1]
        count = 0
        while low | high:
            piece = _first(low, high)
            low, high = _without_first(low, high)
            to_low, to_high = self._targets(state, player, piece)
            while to_low | to_high:
                out[count] = piece * self._cells + _first(to_low, to_high)
                to_low, to_high = _without_first(to_low, to_high)
                count += 1
        if count == 0:
            out[0] = self.pass_action
            return 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        player = state[6] % self.players
        low, high = state[2 * player], state[2 * player + 1]
        found = 0
        chosen = -1
        chosen_low = chosen_high = 0
        while low | high:
            piece = _first(low, high)
            low, high = _without_first(low, high)
            to_low, to_high = self._targets(state, player, piece)
            moves = popcount(to_low) + popcount(to_high)
            found += moves
            # So each piece is chosen in proportion to its moves, and none is listed.
            if moves and rng.below(found) < moves:
                chosen, chosen_low, chosen_high = piece, to_low, to_high
        if chosen < 0:
            return self.pass_action
        in_low = popcount(chosen_low)
        index = rng.below(in_low + popcount(chosen_high))
        if index < in_low:
            return chosen * self._cells + nth(chosen_low, index)
        return chosen * self._cells + FIRST_WORD + nth(chosen_high, index - in_low)

    def _has_filled(self, state: State, player: int) -> bool:
        """Return whether a player's goal is full, and he is in it."""
        low, high = self._goals[player]
        if state[2 * player] & low | state[2 * player + 1] & high == 0:
            return False
        filled_low = (state[0] | state[2] | state[4]) & low
        return filled_low == low and (state[1] | state[3] | state[5]) & high == high

    def _targets(self, state: State, player: int, piece: int) -> Board:
        """Return the cells where a move of a player's piece may end."""
        at_low, at_high = one(piece)
        low = (state[0] | state[2] | state[4]) ^ at_low
        high = (state[1] | state[3] | state[5]) ^ at_high
        to_low, to_high = at_low, at_high
        new_low, new_high = at_low, at_high
        while new_low | new_high:
            cell = _first(new_low, new_high)
            new_low, new_high = _without_first(new_low, new_high)
            for place in range(self._first_jump[cell], self._first_jump[cell + 1]):
                over_low, over_high, land_low, land_high = self._jumps[place]
                if over_low & low | over_high & high:
                    land_low &= ~(low | to_low)
                    land_high &= ~(high | to_high)
                    to_low |= land_low
                    to_high |= land_high
                    new_low |= land_low
                    new_high |= land_high
        near_low, near_high = self._near[piece]
        goal_low, goal_high = self._goals[player]
        end_low, end_high = self._ends[player]
        if at_low & goal_low | at_high & goal_high:
            end_low, end_high = goal_low, goal_high
        return (
            (to_low | near_low) & end_low & ~(low | at_low),
            (to_high | near_high) & end_high & ~(high | at_high),
        )

    def _steps_left(self, state: State, player: int) -> int:
        """Return how many steps a player's pieces are from his goal; 0 if all are in it."""
        left = -self._least
        for plane in range(PLANES):
            low, high = self._planes[player * PLANES + plane]
            far = popcount(state[2 * player] & low) + popcount(state[2 * player + 1] & high)
            left += far << plane
        return left

    # What a position promises.

    def heuristic(self, state: State) -> list[float]:
        """Estimate the returns from the steps that each player has left.

        A player wins with a probability in proportion to exp(-steps / scale).
        """
        mover = state[6] % self.players
        weights = [self._weight(state, player, mover) for player in range(self.players)]
        shared = (1.0 - self.min_return) / sum(weights)
        return [self.min_return + shared * weight for weight in weights]

    def _weight(self, state: State, player: int, mover: int) -> float:
        left = self._steps_left(state, player) - (_TEMPO if player == mover else 0.0)
        return exp(-left / _SCALE)

    def recommended_search(self) -> dict[str, Any] | None:
        from ...mcts.choice_of_method import with_heuristic

        return with_heuristic(_TEMPERATURE)

    # For people.

    def state_to_text(self, state: State) -> str:
        lines = []
        for margin, cells in self._lines:
            lines.append(margin + " ".join([self._stone(state, cell) for cell in cells]))
        return "\n".join(lines)

    def view(self, state: State) -> View:
        from ...views import Cell, Label, Piece
        from ...views import View as Drawing

        star = self._star
        slope = math.sqrt(3) / 2
        high = 4 * self.size * slope
        cells = []
        texts = []
        for row in star.rows:
            for cell in row:
                column, height = star.at[cell]
                x, y = column / 2 + 1.4, high - height * slope + 1.0
                stone = self._stone(state, cell)
                piece = None if stone == "." else Piece("disc", self.pieces.index(stone))
                shade = 0 if cell in star.middle else 1
                cells.append(Cell(star.names[cell], x, y, "circle", shade=shade, piece=piece))
            first = cells[row[0]]
            texts.append(Label(first.x - 0.8, first.y, star.names[row[0]][1:]))
        # A small disc of his colour beyond the tip of a player's goal.
        middle_x, middle_y = 1.5 * self.size + 1.4, high / 2 + 1.0
        out = 0.8 / (2 * self.size * slope)
        for player in range(self.players):
            tip = cells[star.tips[player]]
            x, y = tip.x + (tip.x - middle_x) * out, tip.y + (tip.y - middle_y) * out
            label = f"the goal of {self.pieces[player]}"
            disc = Piece("disc", player)
            cells.append(Cell(f"goal {player + 1}", x, y, "none", 0.35, label=label, piece=disc))
        size = (3 * self.size + 2.8, high + 2.0)
        return Drawing(*size, tuple(cells), texts=tuple(texts))

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> State:
        words = [[0, 0] for _ in range(3)]
        for name, piece in pieces.items():
            low, high = one(self._names.index(name))
            assert piece.player is not None
            words[piece.player][0] |= low
            words[piece.player][1] |= high
        most = self.size * (self.size + 1) // 2
        for owner in range(self.players):
            count = popcount(words[owner][0]) + popcount(words[owner][1])
            if count != most:
                raise BadParameter(f"{self.pieces[owner]} has {most} pieces, not {count}")
        (x_low, x_high), (o_low, o_high), (a_low, a_high) = words
        return (x_low, x_high, o_low, o_high, a_low, a_high, player)

    def action_to_text(self, state: State, action: int) -> str:
        if action == self.pass_action:
            return "pass"
        piece, cell = divmod(action, self._cells)
        return f"{self._names[piece]}-{self._names[cell]}"

    def _stone(self, state: State, cell: int) -> str:
        low, high = one(cell)
        for player in range(self.players):
            if state[2 * player] & low | state[2 * player + 1] & high:
                return self.pieces[player]
        return "."


def _first(low: int, high: int) -> int:
    """Return the first cell of a board that has some."""
    return lowest(low) if low else FIRST_WORD + lowest(high)


def _without_first(low: int, high: int) -> Board:
    """Return a board without its first cell."""
    return (without_lowest(low), high) if low else (low, without_lowest(high))
