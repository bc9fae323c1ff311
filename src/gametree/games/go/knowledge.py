"""Knowledge of go: how good the moves of a position look before they are tried."""

from __future__ import annotations

from typing import Any, Self

from ...errors import BadParameter
from ...game import Game, State
from ...mcts.evaluation.playout import Playout
from ...mcts.evaluation.playout_policy import PlayoutPolicy
from ...mcts.selection.rave import GRAVE
from ...mcts.tree.tree import Tree
from .board import BLACK, EMPTY, NOWHERE, WHITE, Board
from .playouts import GoPlayouts, escapes, is_eye, matches, only_liberty

__all__ = ["GoKnowledge", "InformedGRAVE"]

# So many simulations, won or lost, each of these counts for.
_EVEN = 10
_EYE = 60
_PASS = 20
_SINGLE, _MANY = 15, 30  # stones that are taken or saved
_PATTERN = 10
_SELF_ATARI = 10
_NEAR = (0, 24, 22, 8)  # by the distance from the last stone
_OPEN = 10  # the third line where nobody is, and the first two


class InformedGRAVE(GRAVE):
    """GRAVE, where what is known of a move before it is tried counts as this many simulations.

    For an evaluation with the fields of `GoKnowledge`. Gelly and Silver (2007) begin the
    statistics of a new position so; here they are added wherever these are taken from.
    """

    def heard_of(self, node: Any, edge: Any) -> tuple[float, float]:
        total, visits = GRAVE.heard_of(self, node, edge)
        return total + edge.known_total, visits + float(edge.known_visits)


class GoKnowledge(Playout):
    """Playouts, and for each move of a new position simulations that nobody has made.

    Won ones for taking and saving stones, for patterns, beside the last stone and on the third
    line of an open side; lost ones for one's own eyes, for stones that can be taken at once, for
    passes, and on the first two lines of an open side. What counts, and for how many, is much as
    in Michi (Petr Baudis, 2015). `InformedGRAVE` follows them.
    """

    edge_fields = (("known_total", "f4"), ("known_visits", "i4"))

    def __init__(self, policy: PlayoutPolicy | None = None) -> None:
        super().__init__(GoPlayouts() if policy is None else policy)

    size: int = 0
    actions: Any = None
    points: Any = None

    def fitted_to(self, game: Game) -> Self:
        rules: Any = game
        if not hasattr(rules, "point_of_action"):
            raise BadParameter(f"GoKnowledge is of go, not of {game.name}")
        fitted = super().fitted_to(game)
        fitted.size = rules.size
        fitted.points = rules.point_of_action
        return fitted

    def open(self, game: Game, state: State, tree: Tree, number: int) -> None:
        node = tree.nodes[number]
        edges = tree.edges[number]
        colour = BLACK + int(state.plies & 1)
        for place in range(node.count):
            edge = edges[place]
            visits = _EVEN
            total = 0.0
            action = int(edge.action)
            if action < self.size * self.size:
                won, lost = self.known(state, int(self.points[action]), colour)
                visits += won + lost
                total += won - lost
            elif state.passes == 0:
                visits += _PASS
                total -= _PASS
            edge.known_visits = visits
            edge.known_total = total

    def known(self, board: Board, point: int, colour: int) -> tuple[int, int]:
        """Return how many simulations speak for a stone, and how many against it."""
        size = self.size
        width = size + 1
        points = board.points
        won, lost = 0, 0
        if is_eye(board, point, colour, width):
            return (0, _EYE)
        takes = False
        for side in range(4):
            near = point + (-1 if side == 0 else 1 if side == 1 else -width if side == 2 else width)
            if points[near] == EMPTY or points[near] > WHITE:
                continue
            if only_liberty(board, near, width) == NOWHERE:
                continue
            own = points[near] == colour
            if not own:
                takes = True
            if not own or escapes(board, point, colour, width):
                won += _SINGLE if board.stones[board.chain[near]] == 1 else _MANY
        if not takes and not escapes(board, point, colour, width):
            lost += _SELF_ATARI
        if matches(board, point, width):
            won += _PATTERN
        row, column = point // width, point % width
        last = int(board.last)
        if last != NOWHERE:
            distance = abs(last // width - row) + abs(last % width - column)
            if distance <= 3:
                won += _NEAR[distance]
        line = min(row, column, size + 1 - row, size + 1 - column)
        if line <= 3 and self.is_open(board, row, column):
            if line == 3:
                won += _OPEN
            else:
                lost += _OPEN
        return (won, lost)

    def is_open(self, board: Board, row: int, column: int) -> bool:
        """Return whether no stone is within three steps of a point, along rows and columns."""
        width = self.size + 1
        for other in range(max(1, row - 3), min(self.size, row + 3) + 1):
            reach = 3 - abs(other - row)
            for point in range(
                other * width + max(1, column - reach),
                other * width + min(self.size, column + reach) + 1,
            ):
                if board.points[point] != EMPTY:
                    return False
        return True
