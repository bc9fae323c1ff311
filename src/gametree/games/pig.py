"""Pig, the dice game, for two players and more."""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any

from ..actors import CHANCE
from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..numbers.elementary import exp
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import View

__all__ = ["Pig"]

State = tuple[int, int, int, bool]

_ROLL, _HOLD = 0, 1
_SIDES = 6
_OUTCOMES = tuple([(side, 1.0 / _SIDES) for side in range(_SIDES)])
_FIELD = 10  # bits for the points of a player
_MOST_PLAYERS = 6

# Of the heuristic: fitted to exact values of two players' positions by benchmarks/pig_values.py.
_TO_MOVE = 3.69  # points that it is worth to move
_AT_RISK = 0.727  # points that a point of this turn is worth
_LEAST = 10.0  # points that are lacking at least: it takes a turn
_STEEPNESS = 0.422


class Pig(Game):
    """Pig: roll a die as often as you dare; whoever first has `score` points wins.

    What you roll in a turn is added up. Hold to keep the sum: then the next player's turn begins.
    If you roll a 1, you lose the sum and the turn. A player who would win by holding has to hold.

    Parameters: `score` that wins, and the number of `players`.

    Players: 0 moves first, then 1, and so on. Returns: 1 for the winner, -1 for the other player;
    of more players, each other one gets -1 / (players - 1).

    State: (points of all players, 10 bits each, the lowest for player 0; points of this turn; whose
    turn it is; whether the die is rolling).

    Action: 0 to roll, 1 to hold; of the die what it shows less one. In text `roll`, `hold`, and `1`
    to `6`.
    """

    max_actions = _SIDES

    def __init__(self, score: int = 100, players: int = 2) -> None:
        require(int, score=score, players=players)
        if not 1 <= score <= 1000:
            raise BadParameter(f"score must be from 1 to 1000, not {score}")
        if not 2 <= players <= _MOST_PLAYERS:
            raise BadParameter(f"players must be from 2 to {_MOST_PLAYERS}, not {players}")
        self.score = score
        self.players = players
        self.min_return = -1.0 / (players - 1)

    def initial_state(self) -> State:
        return (0, 0, 0, False)

    def current_player(self, state: State) -> int:
        return CHANCE if state[3] else state[2]

    def legal_actions(self, state: State) -> list[int]:
        if state[3]:
            return [0, 1, 2, 3, 4, 5]
        if self.is_terminal(state):
            return []
        return [_HOLD] if self._wins_by_holding(state) else [_ROLL, _HOLD]

    def chance_outcomes(self, state: State) -> tuple[tuple[int, float], ...]:
        return _OUTCOMES

    def next_state(self, state: State, action: int) -> State:
        points, turn, player, rolling = state
        following = player + 1 if player + 1 < self.players else 0
        if rolling:
            if action == 0:
                return (points, 0, following, False)
            return (points, turn + action + 1, player, False)
        if action == _ROLL:
            return (points, turn, player, True)
        return (points + (turn << _FIELD * player), 0, following, False)

    def is_terminal(self, state: State) -> bool:
        before = state[2] - 1 if state[2] > 0 else self.players - 1  # the last one who held
        return self._points(state, before) >= self.score

    def returns(self, state: State) -> list[float]:
        return [
            1.0 if self._points(state, player) >= self.score else self.min_return
            for player in range(self.players)
        ]

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if state[3]:
            for side in range(_SIDES):
                out[side] = side
            return _SIDES
        if self.is_terminal(state):
            return 0
        if self._wins_by_holding(state):
            out[0] = _HOLD
            return 1
        out[0] = _ROLL
        out[1] = _HOLD
        return 2

    def random_action(self, state: State, rng: Rng) -> int:
        return _HOLD if self._wins_by_holding(state) else rng.below(2)

    def _wins_by_holding(self, state: State) -> bool:
        return self._points(state, state[2]) + state[1] >= self.score

    def _points(self, state: State, player: int) -> int:
        return state[0] >> _FIELD * player & (1 << _FIELD) - 1

    # What a position promises.

    def heuristic(self, state: State) -> list[float]:
        """Estimate the returns by the points that each player lacks."""
        lacking = 0.0
        for player in range(self.players):
            lacking += self._lacking(state, player)
        scale = _STEEPNESS / math.sqrt(2.0 * lacking / self.players)
        total = 0.0
        for player in range(self.players):
            total += self._weight(state, player, scale)
        rest = (1.0 - self.min_return) / total
        return [
            self.min_return + rest * self._weight(state, player, scale)
            for player in range(self.players)
        ]

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_heuristic

        return {**with_heuristic(0.1), "solver": False, "transpositions": False}  # nothing is sure

    def _lacking(self, state: State, player: int) -> float:
        """Return how many points a player lacks, a part of those of this turn counted."""
        points = float(self._points(state, player))
        if player == state[2]:
            points += _AT_RISK * state[1]
        return max(_LEAST, self.score - points)

    def _weight(self, state: State, player: int, scale: float) -> float:
        """Return a player's chance to win, as a part of the sum of all weights."""
        ahead = _TO_MOVE if player == state[2] else 0.0
        return exp(scale * (ahead - self._lacking(state, player)))

    # For people.

    def state_to_text(self, state: State) -> str:
        _, turn, player, rolling = state
        lines = [f"player {seat + 1}: {self._points(state, seat)}" for seat in range(self.players)]
        if not self.is_terminal(state):
            rolls = ", the die is rolling" if rolling else ""
            lines.append(f"player {player + 1} to move: {turn} in this turn{rolls}")
        return "\n".join(lines)

    def view(self, state: State) -> View:
        from ..views import Cell, Label, Piece, View

        _, turn, player, rolling = state
        goes_on = not self.is_terminal(state)
        cells = []
        texts = [Label(1.9, 0.3, "points"), Label(3.1, 0.3, "this turn")]
        for seat in range(self.players):
            y = seat + 1.0
            named = f"player {seat + 1}"
            texts.append(Label(0.7, y, named))
            piece = Piece("text", seat, str(self._points(state, seat)))
            cells.append(Cell(f"points.{seat + 1}", 1.9, y, label=f"{named}, points", piece=piece))
            moves = goes_on and seat == player
            cells.append(
                Cell(
                    f"turn.{seat + 1}",
                    3.1,
                    y,
                    shade=2 if moves else 0,
                    label=f"{named}, this turn",
                    zone="hold" if moves else "",
                    piece=Piece("text", seat, str(turn)) if moves else None,
                )
            )
        if goes_on:
            die = Piece("text", None, "?" if rolling else "⚅")
            cells.append(Cell("roll", 4.6, self.players / 2 + 0.5, "none", label="die", piece=die))
        return View(5.4, self.players + 0.7, tuple(cells), texts=tuple(texts))

    def action_to_text(self, state: State, action: int) -> str:
        return str(action + 1) if state[3] else ("roll", "hold")[action]
