"""Gives a leaf its value: at once, later, or because it is proven.

One class for each thing that may decide it; `valuation_for` puts those together that a search
needs, so that a plain one pays for nothing else.
"""

from __future__ import annotations

from plainpython.compilable import Compilable

from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.repetition import Repetition
from ...rules.workspace import (
    GOES_ON,
    REPEATED,
    STUCK,
    VALUED,
    Workspace,
)
from ..backup.backup import Backup
from ..proofs.proofs import NoProofs
from ..tree.tree import Tree
from .evaluation import Evaluation

__all__ = ["Valuation", "ValuationAround", "valuation_for"]


class Valuation(Compilable):
    """The evaluation says what a leaf is worth, at once."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation

    def resume(self, tree: Tree, work: Workspace) -> bool:
        """Take up the next leaf that has waited, if its values have come; tell whether one had."""
        return False

    def value(
        self,
        game: Game,
        state: State,
        tree: Tree,
        work: Workspace,
        rng: Rng,
        depth: int,
        leaf: int,
    ) -> bool:
        """Write to `work.values` what a leaf is worth, after so many steps; False if it waits."""
        self.evaluation.evaluate(game, state, rng, work)
        return True


class ValuationAround(Valuation):
    """Another valuation; base class of those that add to it."""

    def __init__(self, inner: Valuation) -> None:
        self.inner = inner

    def resume(self, tree: Tree, work: Workspace) -> bool:
        return self.inner.resume(tree, work)


class ValuationForBackup(ValuationAround):
    """A backup that follows simulations looks at the position first."""

    def __init__(self, inner: Valuation, backup: Backup) -> None:
        super().__init__(inner)
        self.backup = backup

    def value(
        self,
        game: Game,
        state: State,
        tree: Tree,
        work: Workspace,
        rng: Rng,
        depth: int,
        leaf: int,
    ) -> bool:
        if work.counters.ending == GOES_ON:
            self.backup.reach(game, state, work)
        return self.inner.value(game, state, tree, work, rng, depth, leaf)


class ValuationWithWaiting(ValuationAround):
    """Leaves wait until many are evaluated at once."""

    def __init__(self, inner: Valuation, evaluation: Evaluation) -> None:
        super().__init__(inner)
        self.evaluation = evaluation

    def resume(self, tree: Tree, work: Workspace) -> bool:
        return self.evaluation.resume(tree, work)

    def value(
        self,
        game: Game,
        state: State,
        tree: Tree,
        work: Workspace,
        rng: Rng,
        depth: int,
        leaf: int,
    ) -> bool:
        ending = work.counters.ending
        if ending == VALUED:
            return True
        if ending == GOES_ON and self.evaluation.park(game, state, tree, work, depth, leaf):
            return False
        return self.inner.value(game, state, tree, work, rng, depth, leaf)


class ValuationWithRepetition(ValuationAround):
    """The game's policy says what it is worth that a position comes back."""

    def __init__(self, inner: Valuation, repetition: Repetition) -> None:
        super().__init__(inner)
        self.repetition = repetition

    def value(
        self,
        game: Game,
        state: State,
        tree: Tree,
        work: Workspace,
        rng: Rng,
        depth: int,
        leaf: int,
    ) -> bool:
        ending = work.counters.ending
        if ending == REPEATED:
            before = tree.nodes[work.path_nodes[depth - 1]]
            self.repetition.judge(game, state, before.player, work)
            return True
        if ending == STUCK:
            self.repetition.judge(game, state, game.current_player(state), work)
            return True
        return self.inner.value(game, state, tree, work, rng, depth, leaf)


class ValuationWithProofs(ValuationAround):
    """Proven positions need no evaluation; what is certain of a leaf is kept."""

    def __init__(self, inner: Valuation, proofs: NoProofs) -> None:
        super().__init__(inner)
        self.proofs = proofs

    def value(
        self,
        game: Game,
        state: State,
        tree: Tree,
        work: Workspace,
        rng: Rng,
        depth: int,
        leaf: int,
    ) -> bool:
        counters = work.counters
        self.proofs.require_room(tree, work)  # before anything is learned
        if self.proofs.recall(tree, work, leaf):
            counters.exact = 1
        else:
            # Where chance moves, what a simulation comes to is one draw of many: exact is then
            # only what is known for certain.
            is_certain = GOES_ON < counters.ending < VALUED
            counters.exact = is_certain or not self.proofs.chance
            if not self.inner.value(game, state, tree, work, rng, depth, leaf):
                return False
        self.proofs.conclude(tree, work, depth, leaf)
        return True


def valuation_for(
    evaluation: Evaluation, backup: Backup, repetition: Repetition, proofs: NoProofs
) -> Valuation:
    """Return how leaves get their values in a search with these strategies."""
    valuation = Valuation(evaluation)
    if backup.follows:
        valuation = ValuationForBackup(valuation, backup)
    if evaluation.waits:
        valuation = ValuationWithWaiting(valuation, evaluation)
    if repetition.watches:
        valuation = ValuationWithRepetition(valuation, repetition)
    if proofs.watches:
        valuation = ValuationWithProofs(valuation, proofs)
    return valuation
