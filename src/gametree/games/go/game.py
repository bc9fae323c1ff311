"""Go on boards of many sizes, with area scoring."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from plainpython.hashing import key_of_state

from ...errors import BadParameter, FinishedPosition, IllegalMove
from ...game import Game
from ...naming.parameters import require
from ...primitives.records import copied_record
from ...primitives.rng import Rng
from .board import (
    BLACK,
    EMPTY,
    LARGEST,
    WHITE,
    Board,
    area,
    board_with,
    breathes,
    empty_board,
    fill_playable,
    is_playable,
    put_pass,
    put_stone,
)

if TYPE_CHECKING:
    from ...views import Piece, View

__all__ = ["Go"]

_LETTERS = "ABCDEFGHJKLMNOPQRST"  # without I, as on every board
_LONGEST = 10_000  # plies
_PLIES = 1 << 20  # in a key, more than there are


class Go(Game):
    """Go: surround more of the board than the other player.

    Players in turn put a stone on a point, or pass. Stones of one colour that are neighbours along
    the lines are a chain; the empty points beside it are its liberties. A stone takes the enemy
    chains that have no liberty left. A stone may not leave its own chain without a liberty
    (suicide), nor retake at once the single stone that has just taken a single one (ko).

    Two passes one after the other end the game, and so do `max_plies` moves. A point is a player's
    if their stone is on it, or if it is empty and only their stones are reached from it. This
    counts stones as they are, so take dead stones before you pass. White gets `komi` points; more
    points win.

    Parameters: `size` of the board, 2 to 19; `komi`; `superko`, whether no move may bring back
    the stones of any earlier position (positional superko), which rules out longer cycles than a
    ko; `max_plies`, passes included, 2 * size * size by default.

    Players: X (0), black, moves first; O (1), white. Returns: 1 for a win, -1 for a loss, 0 for a
    draw, which needs a whole number as komi.

    State: a record of `go_board`, changed by `next_state`.

    Action: row * size + column, row 0 at the bottom; size * size to pass. In text column and row,
    `A1` at the bottom left, without the letter I; `pass`.
    """

    pieces: ClassVar[tuple[str, ...]] = ("X", "O")
    states_change = True

    point_of_action: Any  # points are those of `go_board`
    action_of_point: Any

    def __init__(
        self,
        size: int = 9,
        komi: float = 7.5,
        superko: bool = False,
        max_plies: int | None = None,
    ) -> None:
        require(int, size=size)
        require(bool, superko=superko)
        if not 2 <= size <= LARGEST:
            raise BadParameter(f"size must be from 2 to {LARGEST}, not {size}")
        if isinstance(komi, bool) or not isinstance(komi, int | float) or not math.isfinite(komi):
            raise BadParameter(f"komi must be a number, not {komi!r}")
        if max_plies is not None:
            require(int, max_plies=max_plies)
            if not 1 <= max_plies <= _LONGEST:
                raise BadParameter(f"max_plies must be from 1 to {_LONGEST}, not {max_plies}")
        self.size = size
        self.komi = float(komi)
        self.superko = superko
        self.max_plies = max_plies
        self.max_actions = size * size + 1
        self._pass = size * size
        self._width = size + 1
        self._longest = 2 * size * size if max_plies is None else max_plies
        points = [
            row * self._width + column
            for row in range(1, size + 1)
            for column in range(1, size + 1)
        ]
        actions = [self._pass] * ((size + 2) * self._width + 1)
        for action, point in enumerate(points):
            actions[point] = action
        self.point_of_action = np.array(points)
        self.action_of_point = np.array(actions)

    def initial_state(self) -> Board:
        return empty_board(self.size, self._longest if self.superko else 0)

    def state_with_stones(
        self, black: Iterable[int] = (), white: Iterable[int] = (), player: int = 0
    ) -> Board:
        """Return a position with these stones: a handicap, or a problem.

        Args:
            black: the points of the black stones, as actions.
            white: those of the white ones.
            player: who moves: 0 is black, 1 white.

        Raises:
            BadParameter: if a point is not on the board or has two stones, or if the stones of a
                chain have no liberty.

        """
        stones = [list(black), list(white)]
        laid = stones[0] + stones[1]
        if player not in (0, 1):
            raise BadParameter(f"player must be 0 for black or 1 for white, not {player!r}")
        for action in laid:
            if isinstance(action, bool) or action not in range(self._pass):
                raise BadParameter(
                    f"a stone must be on a point from 0 to {self._pass - 1}, not {action!r}"
                )
        if len(set(laid)) < len(laid):
            twice = next(each for each in laid if laid.count(each) > 1)
            raise BadParameter(f"there are two stones on {self._name(twice)}")
        points = [[int(self.point_of_action[action]) for action in each] for each in stones]
        remembered = self._longest if self.superko else 0
        board = board_with(self.size, remembered, points[0], points[1], player)
        taken = [each for each in laid if board.points[self.point_of_action[each]] == EMPTY]
        if taken or any(board.liberties[board.chain[self.point_of_action[a]]] == 0 for a in laid):
            raise BadParameter("the stones of a chain have no liberty: no game has such a position")
        return board

    def copy(self, state: Board) -> Board:
        return copied_record(state)

    def current_player(self, state: Board) -> int:
        return int(state.plies) & 1

    def legal_actions(self, state: Board) -> list[int]:
        actions = [0] * self.max_actions
        count = self.fill_legal_actions(state, actions)
        return actions[:count]

    def next_state(self, state: Board, action: int) -> Board:
        if action == self._pass:
            put_pass(state)
        else:
            colour = BLACK + self.current_player(state)
            put_stone(state, int(self.point_of_action[action]), colour, self._width, self.superko)
        return state

    def is_terminal(self, state: Board) -> bool:
        return bool(state.passes == 2 or state.plies >= self._longest)

    def returns(self, state: Board) -> tuple[float, float]:
        lead = self.score(state)
        if lead == 0.0:
            return (0.0, 0.0)
        return (1.0, -1.0) if lead > 0.0 else (-1.0, 1.0)

    def score(self, state: Board) -> float:
        """Return by how many points black leads, komi counted, if the stones stay as they are."""
        return area(state, self._width) - self.komi

    def key(self, state: Board) -> int:
        rest = int(state.ko) * _PLIES + int(state.plies)
        return key_of_state((int(state.key), int(state.past), rest, int(state.passes)))

    def fill_legal_actions(self, state: Board, out: MutableSequence[int]) -> int:
        if self.is_terminal(state):
            return 0
        colour = BLACK + self.current_player(state)
        count = fill_playable(state, self.point_of_action, colour, self._width, self.superko, out)
        out[count] = self._pass
        return count + 1

    def random_action(self, state: Board, rng: Rng) -> int:
        colour = BLACK + self.current_player(state)
        count = int(state.free_count)
        while True:  # until it is a legal one: no two are drawn with different probabilities
            place = rng.below(count + 1)
            if place == count:
                return self._pass
            point = int(state.free[place])
            if self._is_playable(state, point, colour):
                return int(self.action_of_point[point])

    def _is_playable(self, state: Board, point: int, colour: int) -> bool:
        return is_playable(state, point, colour, self._width, self.superko)

    def recommended_search(self) -> dict[str, Any] | None:
        from .knowledge import GoKnowledge, InformedGRAVE

        # Games end by passes, which playouts hardly make: there is little to prove.
        return {
            "selection": InformedGRAVE(rave_bias=3e-4),
            "evaluation": GoKnowledge(),
            "expand_after": 2,
        }

    # For people.

    def state_to_text(self, state: Board) -> str:
        stones = {EMPTY: ".", BLACK: self.pieces[0], WHITE: self.pieces[1]}
        lines = []
        for row in reversed(range(self.size)):
            first = row * self.size
            points = [self.point_of_action[action] for action in range(first, first + self.size)]
            cells = [stones[int(state.points[point])] for point in points]
            lines.append(" ".join([str(row + 1).rjust(2), *cells]))
        lines.append(" ".join(["  ", *_LETTERS[: self.size].lower()]))
        message = f"{self.pieces[self.current_player(state)]} to move"
        if state.passes:
            message += " after a pass"
        if state.ko:
            message += f", not to {self._name(self.action_of_point[int(state.ko)]).lower()} (ko)"
        return "\n".join([*lines, "the game is over" if self.is_terminal(state) else message])

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> Board:
        stones: list[list[int]] = [[], []]
        for name, piece in pieces.items():
            assert piece.player is not None
            row, column = int(name[1:]) - 1, _LETTERS.index(name[0])
            stones[piece.player].append(row * self.size + column)
        return self.state_with_stones(stones[0], stones[1], player)

    def view(self, state: Board) -> View:
        from dataclasses import replace

        from ...views import Label, Piece, points

        size = self.size
        stones = {BLACK: Piece("stone", 0), WHITE: Piece("stone", 1)}
        names = [self._name(action) for action in range(self._pass)]
        places = {
            name: (action % size + 0.4, size - 1.0 - action // size)
            for action, name in enumerate(names)
        }
        across = [(a, a + 1) for a in range(self._pass) if (a + 1) % size]
        up = [(a, a + size) for a in range(self._pass - size)]
        contents = {
            name: stones.get(int(state.points[self.point_of_action[action]]))
            for action, name in enumerate(names)
        }
        board = points(places, [(names[a], names[b]) for a, b in across + up], contents)
        stars = {names[action] for action in self._stars()}
        cells = [
            replace(cell, shape="point" if cell.id in stars else "none", size=1.25)
            for cell in board.cells
        ]
        texts = [Label(0.2, size - row - 0.5, str(row + 1)) for row in range(size)]
        texts += [Label(column + 0.9, size + 0.3, _LETTERS[column]) for column in range(size)]
        return replace(
            board,
            width=board.width + 0.1,
            height=board.height + 0.6,
            cells=tuple(cells),
            texts=tuple(texts),
        )

    def _stars(self) -> list[int]:
        """Return the points that a board marks."""
        size = self.size
        edge = 3 if size >= 13 else 2
        if size <= 2 * edge + 1:
            return []
        lines = [edge, size - 1 - edge]
        stars = [row * size + column for row in lines for column in lines]
        if size % 2:
            middle = size // 2
            stars.append(middle * size + middle)
            if size == LARGEST:
                stars += [row * size + middle for row in lines]
                stars += [middle * size + column for column in lines]
        return stars

    def action_to_text(self, state: Board, action: int) -> str:
        return self._name(action)

    def text_to_action(self, state: Board, text: str) -> int:
        if self.is_terminal(state):
            raise FinishedPosition("the game is over in this position: there are no legal moves")
        name = text.strip()
        if name.casefold() == "pass":
            return self._pass
        column, row = _LETTERS.find(name[:1].upper()), name[1:]
        fits = name and column >= 0 and row.isascii() and row.isdecimal() and row[0] != "0"
        if not (fits and len(row) <= 2 and column < self.size and int(row) <= self.size):
            raise IllegalMove(
                f"{name!r} is no legal move here; legal moves are pass, and a column and a row "
                f"from {self._name(0)} to {self._name(self._pass - 1)}; there is no column I"
            )
        action = (int(row) - 1) * self.size + column
        reason = self._why_not(state, self.point_of_action[action])
        if reason:
            raise IllegalMove(f"{name!r} is no legal move here: {reason}")
        return action

    def _why_not(self, state: Board, point: int) -> str:
        """Return why no stone may be put on a point; nothing if one may."""
        colour = BLACK + self.current_player(state)
        if state.points[point] != EMPTY:
            return "there is a stone"
        if not breathes(state.points, state.chain, state.liberties, point, colour, self._width):
            return "the stone would have no liberty (suicide)"
        if state.ko == point:
            return "it would retake the ko at once"
        if not self._is_playable(state, point, colour):
            return "it would bring back an earlier position (superko)"
        return ""

    def _name(self, action: int) -> str:
        if action == self._pass:
            return "pass"
        row, column = divmod(action, self.size)
        return f"{_LETTERS[column]}{row + 1}"
