"""The method of a search: what is done in each phase of a simulation."""

from __future__ import annotations

import inspect
from typing import Any

from plainpython.compilable import Compilable

from ...rules.repetition import Repetition
from ..backup.around import backup_around
from ..backup.ascent import AscentOfTurn, ascent_with
from ..backup.backup import Backup
from ..backup.best_line import NOBODY, BestLineBackup
from ..evaluation.evaluation import Evaluation
from ..evaluation.valuation import Valuation
from ..proofs.proofs import NoProofs
from ..selection.chance_nodes import ChanceNodes
from ..selection.counted_moves import CountedMoves, GrowingDescent, ListedMoves
from ..selection.descent import descent_for
from ..selection.rule import SelectionRule
from ..selection.rule_kinds import LearningRule
from ..tree.allocation import Sharing
from ..tree.transpositions import NoTranspositions
from ..tree.tree import PROBABILITY, Field

__all__ = ["Method"]


class Method(Compilable):
    """The strategies of a search, one for each question that a simulation asks.

    Attributes:
        selection: which edge to follow.
        evaluation: what a leaf is worth.
        repetition: what it means that a position comes back.
        proofs: what is known for certain.
        transpositions: whether lines that meet share a node.
        sharing: how the memory of the tree is shared.
        chance: whether it moves in the game.
        backup: what a simulation's values do to the statistics on its path.
        chance_nodes: how it goes on where chance moves.
        seeker: whose best line is kept; NOBODY if none is.
        moves: how nodes get their edges.
        learner: the backup, with what the selection rule keeps, and the best line.
        descent, valuation, ascent: the way down the tree, what a leaf is worth, and the way back,
            put together of these.
        ascent_of_turn: the way back where threads share the tree.

    """

    def __init__(
        self,
        selection: SelectionRule,
        evaluation: Evaluation,
        repetition: Repetition,
        proofs: NoProofs,
        transpositions: NoTranspositions,
        sharing: Sharing,
        *,
        chance: bool,
        backup: Backup,
        chance_nodes: ChanceNodes | None = None,
        seeker: int = NOBODY,
        moves: ListedMoves | None = None,
    ) -> None:
        self.selection = selection
        self.evaluation = evaluation
        self.repetition = repetition
        self.proofs = proofs
        self.transpositions = transpositions
        self.sharing = sharing
        self.chance = chance
        self.backup = backup
        self.chance_nodes = ChanceNodes() if chance_nodes is None else chance_nodes
        self.seeker = seeker
        self.moves = ListedMoves() if moves is None else moves
        learner = backup
        if isinstance(selection, LearningRule):
            learner = selection.backup_around(backup)
        self.learner = learner
        self.descent = descent_for(
            selection, evaluation, repetition, proofs, transpositions, learner
        )
        around = learner
        if chance:
            self.descent = self.chance_nodes.descent_around(self.descent, selection)
            around = self.chance_nodes.backup_around(learner)
        if isinstance(self.moves, CountedMoves) and self.moves.grows:
            self.descent = GrowingDescent(self.descent, self.moves)
        if seeker != NOBODY:
            self.learner = BestLineBackup(learner, seeker)
        self.valuation = Valuation(evaluation, learner, repetition, proofs)
        self.ascent = ascent_with(selection, backup_around(around, proofs, transpositions))
        self.ascent_of_turn = AscentOfTurn(selection, proofs)

    def shared_by(self, sharing: Sharing) -> Method:
        """Return the same for a tree whose memory is shared like that."""
        return self.replaced(proofs=self.proofs.shared_by(sharing), sharing=sharing)

    def replaced(self, **parts: Any) -> Method:
        """Return the same with some of its strategies replaced."""
        given = {name: getattr(self, name) for name in inspect.signature(Method).parameters}
        return Method(**given | parts)

    def strategies(self) -> dict[str, Compilable]:
        """Return the strategies that users choose, by their keywords."""
        return {
            "selection": self.selection,
            "evaluation": self.evaluation,
            "backup": self.backup,
            "chance": self.chance_nodes,
        }

    def parts(self) -> tuple[Compilable, ...]:
        """Return the strategies that keep something on nodes and edges."""
        return (
            self.selection,
            self.evaluation,
            self.proofs,
            self.transpositions,
            self.backup,
            *((self.chance_nodes,) if self.chance else ()),
            *((self.moves,) if self.moves.counts else ()),
        )

    def node_fields(self) -> tuple[Field, ...]:
        """Return the fields that the strategies keep on nodes."""
        return tuple(field for part in self.parts() for field in getattr(part, "node_fields", ()))

    def edge_fields(self) -> tuple[Field, ...]:
        """Return the fields that they keep on edges."""
        kept = tuple(field for part in self.parts() for field in getattr(part, "edge_fields", ()))
        return (*kept, PROBABILITY) if self.chance else kept
