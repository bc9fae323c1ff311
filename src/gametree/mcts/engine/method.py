"""The method of a search: what is done in each phase of a simulation."""

from __future__ import annotations

import inspect
from copy import copy
from typing import Any

from plainpython.compilable import Compilable

from ...actors import NOBODY, is_player
from ...rules.repetition import Repetition
from ..backup.around import backup_around
from ..backup.ascent import AscentOfTurn, ascent_with
from ..backup.backup import Backup
from ..backup.best_line import BestLineBackup
from ..evaluation.evaluation import Evaluation
from ..proofs.proofs import NoProofs
from ..selection.chance_nodes import ChanceNodes
from ..selection.counted_moves import ListedMoves
from ..selection.descent import edge_choice
from ..selection.rule import SelectionRule
from ..selection.rule_kinds import LearningRule
from ..tree.allocation import Sharing
from ..tree.transpositions import NoTranspositions
from ..tree.tree import PROBABILITY, Field
from .observer import NoObserver

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
        observer: receives what each phase of a simulation did.
        ascent: the way back up the tree, put together of these.
        ascent_of_turn: the way back where threads share the tree.
        best_edge: finds the edge with the highest score.
        rule_prepares: whether the selection rule defines `prepare`.
        draws: whether there are nodes where chance moves.
        open_loop: whether chance moves on the way from node to node instead.
        prepares_nodes: whether a node may need edges before one is chosen.
        recalls: whether new leaves have the value that their parent has found for them.
        may_stop: whether simulations may end at a position that has a node.

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
        around = self.chance_nodes.backup_around(learner) if chance else learner
        if is_player(seeker):
            self.learner = BestLineBackup(learner, seeker)
        self.observer = NoObserver()
        self.ascent = ascent_with(selection, backup_around(around, proofs, transpositions))
        self.ascent_of_turn = AscentOfTurn(selection, proofs)
        self.best_edge = edge_choice(selection)
        self.rule_prepares = type(selection).prepare is not SelectionRule.prepare
        self.open_loop = chance and not self.chance_nodes.shows_positions
        self.draws = chance and not self.open_loop
        self.prepares_nodes = self.open_loop or self.moves.grows
        self.recalls = (
            evaluation.keeps_guesses
            and type(backup) is Backup
            and not self.learner.follows
            and not self.prepares_nodes
        )
        self.may_stop = (
            self.open_loop or proofs.watches or transpositions.shares or evaluation.guides
        )

    def listing(self) -> Method:
        """Return the same for a node whose moves are given, in a game that counts its moves."""
        made = copy(self)
        made.moves = ListedMoves()
        return made

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
