"""Gives a leaf its value: at once, later, or because it is proven."""

from __future__ import annotations

from plainpython.compilable import Compilable

from ...game import State
from ...rules.repetition import Repetition
from ...rules.workspace import GOES_ON, REPEATED, STUCK, VALUED, Workspace
from ..backup.backup import Backup
from ..proofs.proofs import NoProofs
from ..search_record import SearchRecord
from ..tree.tree import Tree
from .evaluation import Evaluation

__all__ = ["Valuation"]


class Valuation(Compilable):
    """How leaves get their values in a search with some strategies.

    What the strategies do not need is left out of compiled code: whether they do is constant.
    """

    def __init__(
        self, evaluation: Evaluation, backup: Backup, repetition: Repetition, proofs: NoProofs
    ) -> None:
        self.evaluation = evaluation
        self.backup = backup
        self.repetition = repetition
        self.proofs = proofs
        self.waits = evaluation.waits
        # Whether the evaluation alone says what a leaf is worth, at once.
        self.plain = not (
            evaluation.waits or backup.follows or repetition.watches or proofs.watches
        )

    def resume(self, tree: Tree, work: Workspace) -> bool:
        """Take up the next leaf that has waited, if its values have come; tell whether one had."""
        return self.waits and self.evaluation.resume(tree, work)

    def value(self, search: SearchRecord, state: State, depth: int, leaf: int) -> bool:
        """Write to `work.values` what a leaf is worth, after so many steps; False if it waits.

        Proven positions need no evaluation, and what is certain of a leaf is kept.
        """
        if self.plain:
            game, work, rng = search.game, search.work, search.rng
            self.evaluation.evaluate(game, state, rng, work)
            return True
        proofs = self.proofs
        if not proofs.watches:
            return self.estimate(search, state, depth, leaf)
        tree, work = search.tree, search.work
        counters = work.counters
        proofs.require_room(tree, work)  # before anything is learned
        if proofs.recall(tree, work, leaf):
            counters.exact = 1
        else:
            # Where chance moves, what a simulation comes to is one draw of many: exact is then
            # only what is known for certain.
            is_certain = GOES_ON < counters.ending < VALUED
            counters.exact = is_certain or not proofs.chance
            if not self.estimate(search, state, depth, leaf):
                return False
        proofs.conclude(tree, work, depth, leaf)
        return True

    def estimate(self, search: SearchRecord, state: State, depth: int, leaf: int) -> bool:
        """Write to `work.values` what a leaf that is not proven is worth; False if it waits.

        The game's policy says what it is worth that a position comes back, the evaluation all
        else. Of an evaluation of many leaves at once, they wait until there are enough.
        """
        game, tree, work = search.game, search.tree, search.work
        rng = search.rng
        ending = work.counters.ending
        if self.repetition.watches:
            if ending == REPEATED:
                before = tree.nodes[work.path_nodes[depth - 1]]
                self.repetition.judge(game, state, before.player, work)
                return True
            if ending == STUCK:
                self.repetition.judge(game, state, game.current_player(state), work)
                return True
        if self.waits:
            if ending == VALUED:
                return True
            if ending == GOES_ON and self.evaluation.park(game, state, tree, work, depth, leaf):
                return False
        if self.backup.follows and ending == GOES_ON:
            self.backup.reach(game, state, work)
        self.evaluation.evaluate(game, state, rng, work)
        return True
