"""Games that count their moves, checked by some of them where there are too many to list."""

from __future__ import annotations

import copy
from typing import Any, ClassVar

from plainpython.compilable import native_twin

from ...game import Action, Game, State

__all__ = ["MOST_LISTED", "SampledMoves", "with_sampled_moves"]

MOST_LISTED = 200


class SampledMoves(Game):
    """A game whose positions give at most `MOST_LISTED` of their moves, spread evenly.

    Attributes:
        met: the most moves of a position of which some were left out; 0: of none.

    """

    counts_actions: ClassVar[bool] = False
    fill_legal_actions = Game.fill_legal_actions
    random_action = Game.random_action
    met: int

    def all_actions(self, state: State) -> Any:
        """Return all actions, as the game itself does."""
        raise NotImplementedError

    def _native_legal_actions(self, state: State) -> list[Action]:
        actions = self.all_actions(state)
        count = len(actions)
        if count <= MOST_LISTED:
            return list(actions)
        last = MOST_LISTED - 1
        return [actions[index * (count - 1) // last] for index in range(MOST_LISTED)]

    @native_twin(_native_legal_actions)
    def legal_actions(self, state: State) -> list[Action]:
        count = len(self.all_actions(state))
        if count > MOST_LISTED:
            self.met = max(self.met, count)
        return self._native_legal_actions(state)


def with_sampled_moves(game: Game) -> Game:
    """Return the game; one that counts its moves as one that lists some of them."""
    if not game.counts_actions:
        return game
    kind = type(game)
    sampled = copy.copy(game)
    members = {"__module__": kind.__module__, "all_actions": kind.legal_actions}
    sampled.__class__ = type(kind.__name__, (SampledMoves, kind), members)
    vars(sampled)["met"] = 0
    return sampled
