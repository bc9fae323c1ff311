"""Nodes of positions with long lists of moves: edges come as widening needs them.

`mcts.selection.counted_moves` does the same for moves that are only counted. Here the rules list
the moves, so a node that needs more edges has them listed again, and takes the next ones in the
order of a key. Nobody shuffles or keeps a list of a million moves for a node that looks at ten.
"""

from __future__ import annotations

from typing import Any

from plainpython.compilable import native_twin

from ...game import Game, State
from ...primitives.actions import holds
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame
from ...rules.many_moves import LAST_KEY, LISTED, keyed
from ...rules.workspace import RulesBroken, Workspace
from ..backup.backup import Backup
from ..evaluation.evaluation import Evaluation
from ..evaluation.random_playouts import listed
from ..proofs.proofs import NoProofs
from ..tree.transpositions import NoTranspositions
from ..tree.tree import COUNTED, Tree
from .counted_moves import GROWTH, CountedMoves, ListedMoves, moves_for, needs_whole_nodes
from .progressive_widening import Widening
from .rule import SelectionRule

__all__ = ["LongLists", "edges_for"]


class LongLists(CountedMoves):
    """A node with more than `LISTED` moves gets edges as its visits need them.

    Args:
        rule: says how many edges a node needs.
        kept: whether `legal_actions` returns a `range` or a tuple that the game keeps. Compiled
            code takes single moves from it then, and copies none of the others.

    """

    def __init__(self, rule: SelectionRule, *, kept: bool) -> None:
        super().__init__(rule, whole=False)
        self.kept = kept

    def _native_count(self, game: Game, state: State, work: Workspace) -> int:
        if self.kept:
            count = len(game.legal_actions(state))  # type: ignore[arg-type]
            if count > LISTED:
                return count
        return ListedMoves.count(self, game, state, work)

    @native_twin(_native_count)
    def count(self, game: Game, state: State, work: Workspace) -> int:
        if not _only_lists(game):
            return self._native_count(game, state, work)
        actions = listed(game.legal_actions(state), len(work.actions))
        if len(actions) <= LISTED:
            work.actions[: len(actions)] = actions
        return len(actions)

    def _native_open(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, rng: Rng
    ) -> None:
        node = tree.nodes[number]
        node.total = self.count(game, state, work)
        node.order = 1 + rng.below(LAST_KEY)
        tree.used[COUNTED] += 1
        self.lay(game, state, tree, number, work, self.wanted(node))

    def open(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, rng: Rng
    ) -> None:
        self._native_open(game, state, tree, number, work, rng)

    def _native_actions(self, game: Game, state: State, work: Workspace) -> Any:
        self.count(game, state, work)
        return work.actions

    @native_twin(_native_actions)
    def actions(self, game: Game, state: State, work: Workspace) -> Any:
        """Return the legal actions of a position; they may be in `work.actions`, with others."""
        if not _only_lists(game):
            return self._native_actions(game, state, work)
        return listed(game.legal_actions(state), len(work.actions))

    def _native_end(self, node: Any, wanted: int) -> int:
        return node.count  # type: ignore[no-any-return]

    @native_twin(_native_end)
    def end(self, node: Any, wanted: int) -> int:
        """Return how many edges get their moves at once, as the moves have to be listed again."""
        return int(min(node.total, max(wanted, GROWTH * node.laid)))

    def _native_lay(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, wanted: int
    ) -> None:
        if not self.kept:
            self.lay_listed(game, state, tree, number, work, wanted)
            return
        node = tree.nodes[number]
        edges = tree.edges[number]
        stop = self.end(node, wanted)
        actions: Any = game.legal_actions(state)
        for place in range(node.laid, stop):
            put(edges, place, actions[keyed(place, int(node.total), int(node.order))])
        node.laid = stop

    @native_twin(_native_lay)
    def lay(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, wanted: int
    ) -> None:
        self.lay_listed(game, state, tree, number, work, wanted)

    def lay_listed(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, wanted: int
    ) -> None:
        """Give so many edges of a node their moves, from a list of all moves."""
        node = tree.nodes[number]
        edges = tree.edges[number]
        stop = self.end(node, wanted)
        if node.laid >= stop:
            return
        actions = self.actions(game, state, work)
        for place in range(node.laid, stop):
            put(edges, place, actions[keyed(place, int(node.total), int(node.order))])
        node.laid = stop


def _native_put(edges: Any, place: int, action: Any) -> None:
    edges[place].action = action
    if not holds(edges[place], action):
        raise RulesBroken  # it does not fit 32 bits


@native_twin(_native_put)
def put(edges: Any, place: int, action: Any) -> None:
    """Give an edge its action."""
    edges[place].action = action


def _only_lists(game: Game) -> bool:
    """Return True if a game's own `legal_actions` are all that lists its actions."""
    if isinstance(game, CheckedGame):
        game = game.game
    return type(game).fill_legal_actions is Game.fill_legal_actions


def keeps_moves(game: Game) -> bool:
    """Return True if a game's moves are numbers in a `range`, or in a tuple that it keeps."""
    if not _only_lists(game):
        return False
    try:
        state = game.initial_state()
        moves, again = game.legal_actions(state), game.legal_actions(state)
    except Exception:  # whatever is wrong with the rules shows in the search
        return False
    if isinstance(moves, range):
        return True
    return type(moves) is tuple and moves is again and all(type(each) is int for each in moves)


def edges_for(
    game: Game,
    rule: SelectionRule,
    evaluation: Evaluation,
    backup: Backup,
    proofs: NoProofs,
    transpositions: NoTranspositions,
) -> ListedMoves:
    """Return how the nodes of a search get their edges: see `moves_for`."""
    moves = moves_for(game, rule, evaluation, backup, proofs, transpositions)
    if game.counts_actions or type(rule) is not Widening or game.arranges_actions:
        return moves
    whole = needs_whole_nodes(evaluation, backup, proofs, transpositions)
    filtered = game.repetition == "forbidden" or game.defines_chance_outcomes
    if whole or filtered:
        return moves
    return LongLists(rule, kept=keeps_moves(game))
