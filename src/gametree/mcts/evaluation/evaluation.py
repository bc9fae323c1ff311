"""The base class of evaluations: what a leaf is worth to each player."""

from __future__ import annotations

from typing import Any

from plainpython.compilable import Compilable

from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.workspace import Workspace
from ..registry import Strategies, StrategiesAround
from ..tree.tree import Field, Tree

__all__ = ["EVALUATIONS", "EVALUATIONS_AROUND", "Evaluation"]


class Evaluation(Compilable):
    """Base class of evaluations: define `evaluate`.

    One that has priors for the actions as well is a `GuidedEvaluation`; one that
    looks at many positions at once, a `BatchEvaluator`.
    """

    node_fields: tuple[Field, ...] = ()
    edge_fields: tuple[Field, ...] = ()
    gives_priors: bool = False
    """Whether each edge has a `prior`; those of a node sum to 1."""

    writes_priors: bool = False
    """Whether `write_priors` is defined, for searches of games that hide something."""

    is_slow: bool = False  # whether a search has but few of its values
    waits: bool = False  # whether leaves wait for their values: see `mcts.batching.pending`
    guides: bool = False  # whether new nodes wait for their priors
    sees_ends: bool = False
    """Whether `open` sets `node.goes_on` where it has seen that no move ends the game."""

    keeps_guesses: bool = False
    """Whether `open` values each position behind a new node, and `recall` finds that again."""

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        """Write to `work.values` what the position is worth to each player.

        `work.actions` is free to use. The position may be a finished one. One of a game
        with `states_change` may be changed: whoever looks at it later passes a copy.
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method evaluate")

    def open(self, game: Game, state: State, tree: Tree, number: int) -> None:
        """Prepare a new node and its edges."""

    def recall(self, tree: Tree, work: Workspace, depth: int) -> bool:
        """Write to `work.values` what `open` found the leaf of a path to be worth, if it did."""
        return False

    def write_priors(
        self, game: Game, state: State, player: int, actions: Any, count: int, out: Any, first: int
    ) -> None:
        """Write the priors of the first `count` actions of a position to `out` from `first` on."""

    def ready(self, node: Any) -> bool:
        """Return whether a node has its priors, where they come later."""
        return True

    def park(
        self, game: Game, state: State, tree: Tree, work: Workspace, depth: int, child: int
    ) -> bool:
        """Keep a leaf, and the path to it, till it is evaluated; False if it need not wait."""
        return False

    def resume(self, tree: Tree, work: Workspace) -> bool:
        """Take up the next parked simulation, if it is valued: path, leaf and values."""
        return False

    def fade(self) -> None:
        """Trust less in what was learned: a move of the game has been made."""

    def fitted_to(self, game: Game) -> Evaluation:
        """Return this evaluation with what depends on the game filled in.

        Raises:
            BadParameter: if the game lacks what the evaluation needs.

        """
        return self


EVALUATIONS = Strategies(
    "evaluation",
    Evaluation,
    "What a leaf is worth, in place of a playout: a class in a file.",
)
"""The bundled evaluations that have a name; playouts are chosen by their policy."""

EVALUATIONS_AROUND: StrategiesAround[Evaluation] = StrategiesAround("evaluation")
"""The bundled evaluations that go around another one."""
