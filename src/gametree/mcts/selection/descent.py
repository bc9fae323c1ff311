"""The way down the tree: which edge a simulation follows from a node, and where it stops.

One class for each thing that a search minds on the way; `descent_for` puts those together
that it needs, so that a plain search pays for nothing else.
"""

from __future__ import annotations

import math
from typing import Any

from plainpython.compilable import Compilable, native_twin

from ...game import CHANCE, Game, State
from ...primitives.rng import Rng
from ...rules.repetition import Repetition
from ...rules.workspace import REPEATED, RulesBroken, Workspace
from ..backup.backup import Backup
from ..evaluation.evaluation import Evaluation
from ..proofs.proofs import NoProofs
from ..search_record import SearchRecord
from ..tree.transpositions import NoTranspositions
from ..tree.tree import NO_CHILD, Tree
from .rule import SelectionRule
from .ucb1 import UCB1

__all__ = [
    "Descent",
    "DescentAround",
    "DescentByUCB1",
    "DescentWithChance",
    "descent_by",
    "descent_for",
    "drawn_edge",
]

_LOWEST = -math.inf


class Descent(Compilable):
    """A player chooses at every node, by the rule, until a position has no node."""

    looks: bool = False
    """Whether it looks at each position that has a node: `arrive`."""

    def __init__(self, rule: SelectionRule) -> None:
        self.rule = rule

    def begin(self, work: Workspace) -> None:
        """Get ready for another simulation, or the same one again."""

    def arrive(self, search: SearchRecord, state: State, depth: int, number: int) -> int:
        """Look at a position before an edge of its node is chosen; return the node to go on with.

        -1 if the simulation ends there, as if the position had none.
        """
        return number

    def choose(
        self, tree: Tree, number: int, node: Any, count: int, work: Workspace, rng: Rng
    ) -> int:
        """Return the place of the edge to follow, of the first `count` of a node.

        The edges of a node are in random order, so ties go to a random one, and
        so does the choice among children not yet tried.
        """
        rule = self.rule
        if rule.tries_all_first and node.visits < count:
            return node.visits  # type: ignore[no-any-return]
        edges = tree.edges[number]
        value_range = work.span.range
        best = 0
        best_score = _LOWEST
        for place in range(count):
            score = rule.score(node, edges[place], value_range)
            if score > best_score:
                best_score = score
                best = place
        return best

    def _native_follow(
        self, game: Game, state: State, edge: Any, work: Workspace, rng: Rng
    ) -> State:
        return game.next_state(state, edge.action)

    @native_twin(_native_follow)
    def follow(self, game: Game, state: State, edge: Any, work: Workspace, rng: Rng) -> State:
        """Return the position behind an edge of the node of `state`.

        Interpreted, the edge keeps it: a method call costs more than the memory.
        """
        if game.states_change:
            return game.next_state(state, edge.action)
        if edge.state is None:
            edge.state = game.next_state(state, edge.action)
        return edge.state

    def stops(self, tree: Tree, number: int, work: Workspace, depth: int) -> bool:
        """Tell whether the simulation goes no further than a node, the end of so many steps."""
        return False


class DescentByUCB1(Descent):
    """UCB1 without a call for each score.

    Interpreted, the calls take 7 % of a simulation of tic-tac-toe, 3 % in connect four.
    """

    def choose(
        self, tree: Tree, number: int, node: Any, count: int, work: Workspace, rng: Rng
    ) -> int:
        visits: int = node.visits
        if visits < count:
            return visits
        edges = tree.edges[number]
        explore = node.explore * work.span.range
        best = 0
        best_score = _LOWEST
        for place in range(count):
            edge = edges[place]
            score = edge.mean + edge.inverse_root * explore
            if score > best_score:
                best_score = score
                best = place
        return best


class PreparedDescent(Descent):
    """The rule looks at the node before it scores the edges."""

    def choose(
        self, tree: Tree, number: int, node: Any, count: int, work: Workspace, rng: Rng
    ) -> int:
        few = self.rule.prepare(tree, number, node.visits, count, work, rng)
        if few < 1 <= count:
            raise RulesBroken
        return Descent.choose(self, tree, number, node, min(few, count), work, rng)


class DescentAround(Descent):
    """Another descent; base class of those that add to it."""

    def __init__(self, inner: Descent) -> None:
        self.inner = inner
        self.looks = inner.looks

    def begin(self, work: Workspace) -> None:
        self.inner.begin(work)

    def arrive(self, search: SearchRecord, state: State, depth: int, number: int) -> int:
        return self.inner.arrive(search, state, depth, number)

    def choose(
        self, tree: Tree, number: int, node: Any, count: int, work: Workspace, rng: Rng
    ) -> int:
        return self.inner.choose(tree, number, node, count, work, rng)

    def follow(self, game: Game, state: State, edge: Any, work: Workspace, rng: Rng) -> State:
        return self.inner.follow(game, state, edge, work, rng)

    def stops(self, tree: Tree, number: int, work: Workspace, depth: int) -> bool:
        return self.inner.stops(tree, number, work, depth)


class DescentForBackup(DescentAround):
    """The backup is told that a simulation begins."""

    def __init__(self, inner: Descent, backup: Backup) -> None:
        super().__init__(inner)
        self.backup = backup

    def begin(self, work: Workspace) -> None:
        self.inner.begin(work)
        self.backup.begin()


class DescentWithProofs(DescentAround):
    """Edges that a proof rules out are followed no more, nor what is beyond a settled node."""

    def __init__(self, inner: Descent, proofs: NoProofs) -> None:
        super().__init__(inner)
        self.proofs = proofs

    def choose(
        self, tree: Tree, number: int, node: Any, count: int, work: Workspace, rng: Rng
    ) -> int:
        return self.inner.choose(tree, number, node, self.proofs.unpruned(node), work, rng)

    def stops(self, tree: Tree, number: int, work: Workspace, depth: int) -> bool:
        return self.proofs.settled(tree.nodes[number]) or self.inner.stops(
            tree, number, work, depth
        )


class DescentInGraph(DescentAround):
    """Lines share nodes, and one that comes back to its own path ends there."""

    def stops(self, tree: Tree, number: int, work: Workspace, depth: int) -> bool:
        if number <= work.path_nodes[depth - 1]:  # not made after its parent: perhaps before
            for step in range(depth):
                if work.path_nodes[step] == number:
                    return True
        return self.inner.stops(tree, number, work, depth)


class DescentWithPriors(DescentAround):
    """Nodes wait for their priors; until these have come, simulations end there."""

    def __init__(self, inner: Descent, evaluation: Evaluation) -> None:
        super().__init__(inner)
        self.evaluation = evaluation

    def stops(self, tree: Tree, number: int, work: Workspace, depth: int) -> bool:
        if self.inner.stops(tree, number, work, depth):
            return True
        return not self.evaluation.ready(tree.nodes[number])


class DescentWithRepetition(DescentAround):
    """Positions are noted, and the game may be over where one comes back."""

    def __init__(self, inner: Descent, repetition: Repetition) -> None:
        super().__init__(inner)
        self.repetition = repetition

    def begin(self, work: Workspace) -> None:
        self.inner.begin(work)
        self.repetition.begin(work)

    def follow(self, game: Game, state: State, edge: Any, work: Workspace, rng: Rng) -> State:
        state = self.inner.follow(game, state, edge, work, rng)
        over = self.repetition.arrive(game, state, work)
        if over and edge.child == NO_CHILD:
            work.counters.ending = REPEATED
        return state


class DescentWithChance(DescentAround):
    """An edge is drawn by the probabilities of the outcomes where chance moves."""

    def choose(
        self, tree: Tree, number: int, node: Any, count: int, work: Workspace, rng: Rng
    ) -> int:
        if node.player == CHANCE:
            return drawn_edge(tree.edges[number], node.count, 1.0, rng)
        return self.inner.choose(tree, number, node, count, work, rng)


def descent_by(rule: SelectionRule) -> Descent:
    """Return the way down by a rule alone."""
    if type(rule) is UCB1:  # a class derived from it may score otherwise
        return DescentByUCB1(rule)
    plain = type(rule).prepare is SelectionRule.prepare
    return Descent(rule) if plain else PreparedDescent(rule)


def descent_for(
    rule: SelectionRule,
    evaluation: Evaluation,
    repetition: Repetition,
    proofs: NoProofs,
    transpositions: NoTranspositions,
    backup: Backup,
) -> Descent:
    """Return the way down for the strategies of a search, in a game without chance."""
    descent = descent_by(rule)
    if backup.follows:
        descent = DescentForBackup(descent, backup)
    if transpositions.shares:
        descent = DescentInGraph(descent)
    if proofs.watches:
        descent = DescentWithProofs(descent, proofs)
    if evaluation.guides:
        descent = DescentWithPriors(descent, evaluation)
    if repetition.watches:
        descent = DescentWithRepetition(descent, repetition)
    return descent


def drawn_edge(edges: Any, count: int, total: float, rng: Rng) -> int:
    """Return the place of a random one of the first edges, whose probabilities sum to `total`."""
    chosen = 0
    left = total * rng.uniform()
    for place in range(count):
        probability = edges[place].probability
        if probability > 0.0:
            chosen = place
            left -= probability
            if left < 0.0:
                break
    return chosen
