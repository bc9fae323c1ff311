"""The method of a search: what is done in each phase of a simulation."""

from __future__ import annotations

from ...compilable import Compilable
from ...rules.repetition import Repetition
from ..backup.backup import Backup
from ..evaluation.evaluation import Evaluation
from ..proofs.score_bounds import NoProofs
from ..selection.chance import NoChance
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
        chance: whether chance moves at nodes.
        backup: what a simulation's values do to the statistics on its path.

    """

    def __init__(
        self,
        selection: SelectionRule,
        evaluation: Evaluation,
        repetition: Repetition,
        proofs: NoProofs,
        transpositions: NoTranspositions,
        sharing: Sharing,
        chance: NoChance,
        backup: Backup,
    ) -> None:
        self.selection = selection
        self.evaluation = evaluation
        self.repetition = repetition
        self.proofs = proofs
        self.transpositions = transpositions
        self.sharing = sharing
        self.chance = chance
        self.backup = backup

    def shared_by(self, sharing: Sharing) -> Method:
        """Return the same for a tree whose memory is shared like that."""
        return Method(
            self.selection,
            self.evaluation,
            self.repetition,
            self.proofs.shared_by(sharing),
            self.transpositions,
            sharing,
            self.chance,
            self.backup.shared_by(sharing),
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
            self.chance,
            self.backup,
        )

    def node_fields(self) -> tuple[Field, ...]:
        """Return the fields that the strategies keep on nodes."""
        return (
            *self.selection.node_fields,
            *self.evaluation.node_fields,
            *self.proofs.node_fields,
            *self.transpositions.node_fields,
            *self.backup.node_fields,
        )

    def edge_fields(self) -> tuple[Field, ...]:
        """Return the fields that they keep on edges."""
        return (
            *self.selection.edge_fields,
            *self.evaluation.edge_fields,
            *self.backup.edge_fields,
        )
