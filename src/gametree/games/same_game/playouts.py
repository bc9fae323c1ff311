"""Playouts of SameGame that spare a colour."""

from __future__ import annotations

from typing import Any, Self

from ...errors import BadParameter
from ...game import Game, State
from ...mcts.evaluation.playout_policy import PlayoutPolicy
from ...primitives.rng import Rng
from ...rules.workspace import Workspace

__all__ = ["TabuColour"]


class TabuColour(PlayoutPolicy):
    """A random group, but one of the colour with most blocks only where there is no other.

    So its blocks come together, to be taken as one large group in the end. Schadd and others
    ("Single-player Monte-Carlo tree search", Computers and Games, 2008) choose the colour once for
    each playout; Cazenave ("Nested Monte-Carlo search", 2009) takes the most frequent one.
    """

    def fitted_to(self, game: Game) -> Self:
        if not hasattr(game, "random_action_without"):
            raise BadParameter(f"TabuColour plays SameGame, not {game.name}")
        return self

    def choose(self, game: Any, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        return game.random_action_without(state, game.most_frequent_kind(state), rng)
