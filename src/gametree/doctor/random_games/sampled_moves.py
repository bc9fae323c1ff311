"""Games that count or propose their moves, checked by some of those where not all are listed."""

from __future__ import annotations

import copy
from typing import Any, ClassVar

from plainpython.compilable import native_twin

from ...actors import is_chance
from ...game import Action, Game, State
from ...primitives.proposals import DrawnOutcomes, proposed
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame

__all__ = ["MOST_LISTED", "SampledMoves", "SampledProposals", "with_sampled_moves"]

MOST_LISTED = 200


class SampledMoves(Game):
    """A game whose positions give at most `MOST_LISTED` of their moves, spread evenly.

    Attributes:
        met: the most moves of a position of which some were left out; 0: of none.

    """

    counts_actions: ClassVar[bool] = False
    fill_legal_actions = Game.fill_legal_actions
    random_action = Game.random_action
    unwrapped_rules = Game.unwrapped_rules
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


class SampledProposals(Game):
    """A game whose positions give some of the actions that it proposes; interpreted.

    What it checks of the moves is whether some of them follow the rules.
    """

    fill_legal_actions = Game.fill_legal_actions
    random_action = Game.random_action
    unwrapped_rules = Game.unwrapped_rules
    draw_outcome = Game.draw_outcome
    interpreted_only: ClassVar[bool] = True
    why_interpreted = "some of its proposals are checked as a list"

    def all_actions(self, state: State) -> Any:
        """Return the actions of a position, as the game itself does."""
        raise NotImplementedError

    def legal_actions(self, state: State) -> list[Action]:
        return [] if self.is_terminal(state) else list(self.all_actions(state))


class SampledOutcomes(SampledProposals):
    """The same where outcomes of chance are drawn: those listed count alike."""

    def chance_outcomes(self, state: State) -> list[tuple[Action, float]]:
        listed = self.legal_actions(state)
        return [(action, 1.0 / len(listed)) for action in listed]


def with_sampled_moves(game: Game) -> Game:
    """Return the game; one that does not list its moves as one that lists some of them."""
    if game.proposes_actions or game.draws_outcomes:
        return _with_sampled_proposals(game)
    if not game.counts_actions:
        return game
    kind = type(game)
    sampled = copy.copy(game)
    members = {"__module__": kind.__module__, "all_actions": kind.legal_actions}
    sampled.__class__ = type(kind.__name__, (SampledMoves, kind), members)
    vars(sampled)["met"] = 0
    return sampled


def _with_sampled_proposals(game: Game) -> Game:
    def all_actions(self: Game, state: State) -> Any:
        if game.draws_outcomes and is_chance(game.current_player(state)):
            return DrawnOutcomes(game, state)
        found: Any = game.legal_actions(state)
        if not found[:1]:  # which of its methods is at fault
            proposed(CheckedGame(game), state, Rng(0))
        return found

    kind = type(game)
    base = SampledOutcomes if game.draws_outcomes else SampledProposals
    sampled = copy.copy(game)
    members = {"__module__": kind.__module__, "all_actions": all_actions}
    sampled.__class__ = type(kind.__name__, (base, kind), members)
    return sampled
