"""`StateGame`s whose rules draw luck themselves: each draw is an event of chance.

A move is played with a script of draws. Where the rules draw once more than it has, the state is
a `Drawing`: the position before the move, the move, and the draws so far. Each outcome plays the
move again with one more draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...actors import CHANCE
from ...game import Action
from ...views import View
from ..replayed import PositionGame
from ..values.copying import MutablePosition
from ..values.moves import Move, own, text_of
from .luck import NeedsDraw

__all__ = ["DrawingStates", "DrawnMove"]


class DrawnMove(Move):
    """A move with what was drawn when it was played."""

    def __init__(self, move: Any, draws: tuple[int, ...]) -> None:
        super().__init__(move)
        self.draws = draws

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DrawnMove):
            return NotImplemented
        return self.draws == other.draws and super().__eq__(other) is True

    __hash__ = Move.__hash__

    def __str__(self) -> str:
        drawn = "".join(f" {each + 1}" for each in self.draws)
        return f"{text_of(self.move)}{drawn and ' drawing'}{drawn}"

    __repr__ = __str__


class Drawing(NamedTuple):
    """A move that is being played: the rules draw one of `count` outcomes."""

    position: MutablePosition
    move: Action
    draws: tuple[int, ...]
    outcomes: int


class DrawingStates(PositionGame):
    """The methods of a game whose states are positions and `Drawing`s."""

    def copy(self, state: Any) -> Any:
        return state if isinstance(state, Drawing) else super().copy(state)

    def is_terminal(self, state: Any) -> bool:
        return not isinstance(state, Drawing) and super().is_terminal(state)

    def current_player(self, state: Any) -> int:
        return CHANCE if isinstance(state, Drawing) else super().current_player(state)

    def legal_actions(self, state: Any) -> Sequence[Action]:
        return range(state.outcomes) if isinstance(state, Drawing) else super().legal_actions(state)

    def chance_outcomes(self, state: Any) -> Sequence[tuple[Action, float]]:
        return [(outcome, 1 / state.outcomes) for outcome in range(state.outcomes)]

    def next_state(self, state: Any, action: Action) -> Any:
        position, move, draws = state, action, ()
        if isinstance(state, Drawing):
            position, move, draws = state.position, state.move, (*state.draws, action)
        try:
            after = super().copy(position)
            return super().next_state(after, DrawnMove(own(move), draws))
        except NeedsDraw as needed:
            return Drawing(position, move, draws, needed.count)

    def key(self, state: Any) -> Any:
        if isinstance(state, Drawing):
            return super().key(state.position), state.move, state.draws
        return super().key(state)

    def state_to_text(self, state: Any) -> str:
        return super().state_to_text(state.position if isinstance(state, Drawing) else state)

    def action_to_text(self, state: Any, action: Action) -> str:
        if isinstance(state, Drawing):
            return str(action + 1)
        return super().action_to_text(state, action)

    def view(self, state: Any) -> View | None:
        return None if isinstance(state, Drawing) else super().view(state)

    def own_state(self, state: Any) -> Any:
        """Return the user's state in a position; before the move that is being played."""
        position = state.position if isinstance(state, Drawing) else state
        return super().own_state(position)  # type: ignore[misc]
