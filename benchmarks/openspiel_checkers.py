"""Checkers with OpenSpiel's draws, for matches against its players: they know no other rules.

python -m gametree arena mcts:auto ... --game benchmarks/openspiel_checkers.py:OpenSpielCheckers
"""

from __future__ import annotations

from typing import ClassVar

from gametree.games.checkers.game import Checkers
from gametree.games.checkers.moves import CheckersState


class OpenSpielCheckers(Checkers):
    """A draw after 40 moves of both players together without a capture; men's moves count, too."""

    name = "checkers"
    longest: ClassVar[int] = 40

    def next_state(self, state: CheckersState, action: int) -> CheckersState:
        """Return the position after a move."""
        mine, theirs, kings, _, player = Checkers.next_state(self, state, action)
        captures = action >> 5 & 15
        return CheckersState(mine, theirs, kings, 0 if captures else state.clock + 1, player)
