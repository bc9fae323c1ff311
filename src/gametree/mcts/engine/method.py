"""The method of a search: what is done in each phase of a simulation."""

from __future__ import annotations

from ...compilable import Compilable
from ...rules.repetition import Repetition
from ..evaluation.evaluation import Evaluation
from ..proofs.score_bounds import NoProofs
from ..selection.rule import SelectionRule
from ..tree.allocation import Sharing
from ..tree.transpositions import NoTranspositions
from ..tree.tree import Field

__all__ = ["Method"]


class Method(Compilable):
    """The strategies of a search, one for each question that the kernel asks.

    Attributes:
        selection: which edge to follow.
        evaluation: what a leaf is worth.
        repetition: what it means that a position comes back.
        proofs: what is known for certain.
        transpositions: whether lines that meet share a node.
        sharing: how the memory of the tree is shared.

    """

    def __init__(
        self,
        selection: SelectionRule,
        evaluation: Evaluation,
        repetition: Repetition,
        proofs: NoProofs,
        transpositions: NoTranspositions,
        sharing: Sharing,
    ) -> None:
        self.selection = selection
        self.evaluation = evaluation
        self.repetition = repetition
        self.proofs = proofs
        self.transpositions = transpositions
        self.sharing = sharing

    def shared_by(self, sharing: Sharing) -> Method:
        """Return the same for a tree whose memory is shared like that."""
        return Method(
            self.selection,
            self.evaluation,
            self.repetition,
            self.proofs.shared_by(sharing),
            self.transpositions,
            sharing,
        )

    def parts(self) -> tuple[Compilable, ...]:
        """Return the strategies."""
        return (
            self.selection,
            self.evaluation,
            self.repetition,
            self.proofs,
            self.transpositions,
            self.sharing,
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
