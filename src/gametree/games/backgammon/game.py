"""Backgammon, without the doubling cube."""

from __future__ import annotations

import math
import re
from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ...actors import CHANCE
from ...errors import BadParameter, FinishedPosition
from ...game import Game
from ...naming.parameters import require
from ...primitives.rng import Rng
from .board import BAR, CHECKERS, BackgammonBoard, after_turn, count_at, legal_turns
from .heuristic import WEIGHTS, score_of
from .text import clicks_of_turn, text_of_turn, turn_of_text

if TYPE_CHECKING:
    from ...views import View

__all__ = ["Backgammon", "BackgammonState"]

# Those that are no double first, in the order of OpenSpiel.
_ROLLS = (
    (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (3, 2), (4, 2), (5, 2), (6, 2), (4, 3), (5, 3),
    (6, 3), (5, 4), (6, 4), (6, 5), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6),
)  # fmt: skip
_UNLIKE = 15
_FIRST_OUTCOMES = tuple([(number, 1.0 / _UNLIKE) for number in range(_UNLIKE)])
_OUTCOMES = tuple([(number, 1.0 / (18 if number < _UNLIKE else 36)) for number in range(21)])

_FIRST_ROLL, _ROLL = 0, 1  # what the dice are while they are to be rolled
_NEAR = 5 << 4 * 6 | 3 << 4 * 8
_FAR = 5 << 4 * (13 - 13) | 2 << 4 * (24 - 13)


class BackgammonState(NamedTuple):
    """The checkers of both players, as in `BackgammonBoard`, and who rolls what."""

    near: int
    far: int
    their_near: int
    their_far: int
    dice: int
    """0: the first roll is to come; 1: another is; else 10 * the higher die + the lower."""
    player: int


class Backgammon(Game):
    """Backgammon: bring all checkers home and bear them off before the other player does.

    Each player moves fifteen checkers from point 24 down to 1, and bears them off once all are on
    the last six points. Each die moves one checker by as many points as it shows; a double counts
    as four dice. A point with two enemy checkers or more is closed. A single enemy checker is hit:
    it goes to the bar, and its owner enters it first. Both dice are played if that is possible, or
    as many as possible; if either die can be played but not both, the higher one.

    A player who has borne off no checker when the other is done loses twice (a gammon), and three
    times (a backgammon) with a checker on the bar or in the winner's home. The doubling cube is
    left out.

    Parameters: `scoring`, whether a game counts what is won ("points") or 1 ("win").

    Players: X (0), who has won the opening roll, moves first; O (1). Returns: what is won, and its
    negative.

    State: `BackgammonState`, of plain numbers. Each player counts his points from 24 to 1, the
    last six his home.

    Action: a whole turn, one for each position that can be reached: see `legal_turns`; of the dice
    the number of the roll, no double at first. In text `13/11 6/5`, `bar/22`, `8/5*`, `6/off(2)`
    and `pass`; rolls `31`.
    """

    max_actions = 3060  # ways to share four steps among fifteen checkers
    pieces: ClassVar[tuple[str, ...]] = ("X", "O")

    def __init__(self, scoring: str = "points") -> None:
        require(str, scoring=scoring)
        if scoring not in ("points", "win"):
            raise BadParameter(f'scoring must be "points" or "win", not {scoring!r}')
        self.scoring = scoring
        self._counts_points = scoring == "points"
        self.max_return = 3.0 if scoring == "points" else 1.0
        self.min_return = -self.max_return

    def initial_state(self) -> BackgammonState:
        return BackgammonState(_NEAR, _FAR, _NEAR, _FAR, _FIRST_ROLL, 0)

    def current_player(self, state: BackgammonState) -> int:
        return CHANCE if state.dice <= _ROLL else state.player

    def legal_actions(self, state: BackgammonState) -> list[int]:
        if self.is_terminal(state):
            return [0] * 0
        if state.dice <= _ROLL:
            return list(range(21 if state.dice == _ROLL else _UNLIKE))
        return legal_turns(_board(state), state.dice // 10, state.dice % 10)

    def chance_outcomes(self, state: BackgammonState) -> list[tuple[int, float]]:
        return list(_OUTCOMES) if state.dice == _ROLL else list(_FIRST_OUTCOMES)

    def next_state(self, state: BackgammonState, action: int) -> BackgammonState:
        near, far, their_near, their_far, dice, player = state
        if dice <= _ROLL:
            high, low = _ROLLS[action]
            return BackgammonState(near, far, their_near, their_far, 10 * high + low, player)
        board = after_turn(_board(state), action, dice // 10, dice % 10)
        return BackgammonState(
            board.their_near, board.their_far, board.near, board.far, _ROLL, 1 - player
        )

    def is_terminal(self, state: BackgammonState) -> bool:
        return state.their_near & 15 == CHECKERS

    def returns(self, state: BackgammonState) -> tuple[float, float]:
        won = self._won(state.near, state.far)
        return (-won, won) if state.player == 0 else (won, -won)

    def _won(self, near: int, far: int) -> float:
        """Return what is won against a side that still has such checkers."""
        if near & 15 or not self._counts_points:
            return 1.0
        return 3.0 if far >> 4 * (19 - 13) else 2.0

    def fill_legal_actions(self, state: BackgammonState, out: MutableSequence[int]) -> int:
        actions = self.legal_actions(state)
        if len(actions) <= len(out):
            for number in range(len(actions)):
                out[number] = actions[number]
        return len(actions)

    def random_action(self, state: BackgammonState, rng: Rng) -> int:
        turns = legal_turns(_board(state), state.dice // 10, state.dice % 10)
        return turns[rng.below(len(turns))]

    # What a position promises.

    def heuristic(self, state: BackgammonState) -> tuple[float, float]:
        """Estimate the returns by what is on the board; of a roll after the best turn by it."""
        board = _board(state)
        if state.dice <= _ROLL:
            value = -self._worth(_seen_by_other(board))
        else:
            high, low = state.dice // 10, state.dice % 10
            value = self.min_return
            for turn in legal_turns(board, high, low):
                value = max(value, self._worth(after_turn(board, turn, high, low)))
        return (value, -value) if state.player == 0 else (-value, value)

    def _worth(self, board: BackgammonBoard) -> float:
        """Return what a board promises to the side that has just moved."""
        if board.near & 15 == CHECKERS:
            return self._won(board.their_near, board.their_far)
        score = score_of(WEIGHTS, board) * 3.0 / self.max_return
        return self.max_return * score / math.sqrt(1.0 + score * score)

    def recommended_search(self) -> dict[str, Any] | None:
        from ...mcts.choice_of_method import with_heuristic

        return {**with_heuristic(0.1), "solver": False, "transpositions": False}

    # For people.

    def state_to_text(self, state: BackgammonState) -> str:
        points, bars, off = _counts(state)
        rows = [_row(points, range(12, 24), depth) for depth in range(_DEPTH)]
        below = [_row(points, range(11, -1, -1), depth) for depth in reversed(range(_DEPTH))]
        upper = [_named(state, each) for each in range(13, 25)]
        lower = [_named(state, each) for each in range(12, 0, -1)]
        lines = [_across(each) for each in [upper, *rows]]
        lines += ["", *[_across(each) for each in below], _across(lower)]
        for player, name in enumerate(self.pieces):
            lines.append(f"{name}: {bars[player]} on the bar, {off[player]} off")
        if not self.is_terminal(state):
            rolls = state.dice <= _ROLL
            doing = "to roll" if rolls else f"to play {state.dice}"
            lines.append(f"{self.pieces[state.player]} {doing}")
        return "\n".join(lines)

    def view(self, state: BackgammonState) -> View:
        from ...views import tables

        points, bars, off = _counts(state)
        player, dice = state.player, ""
        clicks = {}
        if state.dice > _ROLL and not self.is_terminal(state):
            high, low = divmod(state.dice, 10)
            dice = "".join(chr(ord("⚀") + die - 1) for die in (high, low))
            zones = [str(place if player == 0 else BAR - place) for place in range(BAR)]
            zones = [f"off{player + 1}", *zones[1:], f"bar{player + 1}"]
            for turn in self.legal_actions(state):
                if turn:
                    clicked = clicks_of_turn(turn, high, low)
                    name = text_of_turn(_board(state), turn, high, low)
                    clicks[name] = tuple(zones[place] for place in clicked)
        return tables(points, bars, off, player, dice, clicks)

    def action_to_text(self, state: BackgammonState, action: int) -> str:
        if state.dice <= _ROLL:
            high, low = _ROLLS[action]
            return f"{high}{low}"
        return text_of_turn(_board(state), action, *divmod(state.dice, 10))

    def text_to_action(self, state: BackgammonState, text: str) -> int:
        legal = self.legal_actions(state)
        if not legal:
            raise FinishedPosition("the game is over in this position: there are no legal moves")
        if state.dice <= _ROLL:
            digits = re.sub(r"[\s:-]", "", text)
            number: int = super().text_to_action(state, "".join(sorted(digits, reverse=True)))
            return number
        return turn_of_text(_board(state), legal, *divmod(state.dice, 10), text)


def _board(state: BackgammonState) -> BackgammonBoard:
    return BackgammonBoard(state.near, state.far, state.their_near, state.their_far)


def _seen_by_other(board: BackgammonBoard) -> BackgammonBoard:
    return BackgammonBoard(board.their_near, board.their_far, board.near, board.far)


_DEPTH = 5  # checkers of a point that the text shows


def _counts(state: BackgammonState) -> tuple[list[int], list[int], list[int]]:
    """Return what is on the points as X counts them, O's negative; on the bars; and borne off."""
    near, far, their_near, their_far = state.near, state.far, state.their_near, state.their_far
    if state.player == 1:
        near, far, their_near, their_far = their_near, their_far, near, far
    points = [
        count_at(near, far, place) - count_at(their_near, their_far, BAR - place)
        for place in range(1, BAR)
    ]
    bars = [count_at(near, far, BAR), count_at(their_near, their_far, BAR)]
    off = [count_at(near, far, 0), count_at(their_near, their_far, 0)]
    return points, bars, off


def _named(state: BackgammonState, point: int) -> str:
    """Return a point as the player to move counts it."""
    return str(point if state.player == 0 else BAR - point)


def _row(points: list[int], places: range, depth: int) -> list[str]:
    """Return what is to be seen of the points in one line of text."""
    cells = []
    for place in places:
        count = abs(points[place])
        piece = "X" if points[place] > 0 else "O"
        more = count > _DEPTH and depth == _DEPTH - 1
        cells.append("." if count <= depth else str(count) if more else piece)
    return cells


def _across(cells: list[str]) -> str:
    padded = [cell.rjust(3) for cell in cells]
    return f"{''.join(padded[:6])} |{''.join(padded[6:])}"
