"""The method of a search: what is done in each phase of a simulation."""

from __future__ import annotations

from ..compilable import Compilable
from .evaluation import Evaluation
from .proofs import NoProofs
from .repetition import Repetition
from .selection import SelectionRule
from .transpositions import NoTranspositions
from .tree import Field
from .updates import Updates

__all__ = ["Method"]


class Method(Compilable):
    """The strategies of a search, one for each question that the kernel asks.

    Attributes:
        selection: which edge to follow.
        evaluation: what a leaf is worth.
        repetition: what it means that a position comes back.
        proofs: what is known for certain.
        transpositions: whether lines that meet share a node.
        updates: how a simulation is written to the tree.

    """

    def __init__(
        self,
        selection: SelectionRule,
        evaluation: Evaluation,
        repetition: Repetition,
        proofs: NoProofs,
        transpositions: NoTranspositions,
        updates: Updates,
    ) -> None:
        self.selection = selection
        self.evaluation = evaluation
        self.repetition = repetition
        self.proofs = proofs
        self.transpositions = transpositions
        self.updates = updates

    def with_updates(self, selection: SelectionRule, updates: Updates) -> Method:
        """Return the same with another rule, and another way to write to the tree."""
        kept = (self.evaluation, self.repetition, self.proofs, self.transpositions)
        return Method(selection, *kept, updates)

    def parts(self) -> tuple[Compilable, ...]:
        """Return the strategies."""
        return (
            self.selection,
            self.evaluation,
            self.repetition,
            self.proofs,
            self.transpositions,
            self.updates,
        )

    def node_fields(self) -> tuple[Field, ...]:
        """Return the fields that the strategies keep on nodes."""
        return (
            *self.selection.node_fields,
            *self.evaluation.node_fields,
            *self.proofs.node_fields,
            *self.transpositions.node_fields,
        )

    def edge_fields(self) -> tuple[Field, ...]:
        """Return the fields that they keep on edges."""
        return (*self.selection.edge_fields, *self.evaluation.edge_fields)
