"""The native search of a board, read as a table of wins and plays under (player, state)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from ...limits import Limit
from ...mcts.backup.backup import Backup
from ...mcts.evaluation.evaluation import Evaluation
from ...mcts.evaluation.playout import Playout
from ...mcts.evaluation.playout_policy import PlayoutPolicy
from ...mcts.searcher import Searcher
from ...mcts.selection.rule import SelectionRule
from ...mcts.selection.ucb1 import UCB1
from ...mcts.tracing.another_c import explore_by
from ...mcts.tree.tree import NO_CHILD, ROOT, Tree, edges_of, kept_on_edges
from ...rules.workspace import Workspace
from ..board_game import BoardGame
from ..boards.history import History
from .table import Searched

__all__ = ["TreeTable"]

_Statistics = dict[tuple[int, Any], tuple[float, int]]


class CountedWins(Backup):
    """Means, and on each edge the wins of the player who moves.

    Where lines share a node, an edge has the mean of the node, which does not show
    the wins of the edge.
    """

    edge_fields = (("wins", "f8"),)

    def update(
        self, tree: Tree, number: int, node: Any, edge: Any, heard: Any, work: Workspace
    ) -> None:
        Backup.update(self, tree, number, node, edge, heard, work)
        edge.wins += heard[node.player]


class PlayoutFromRoot(Playout):
    """Play out until this many moves were made since the root, those in the tree included.

    A simulation that goes on then is cut off: it is a tie.

    Attributes:
        max_moves: how many; a float, as a search may go on with another number.

    """

    def __init__(self, policy: PlayoutPolicy | None, max_moves: int) -> None:
        super().__init__(policy, max_plies=0)
        self.max_moves = float(max_moves)

    from_root = True

    def plies_left(self, work: Workspace) -> int:
        return int(self.max_moves) - int(work.counters.depth)


class TreeTable:
    """The native search of a board as a table.

    It is UCT with one new node a simulation. Where the board looks at the last state alone, equal
    states share a node. The tree moves with the game and forgets what can no longer come.

    The table is read from the tree when somebody asks: the plays of the present state directly,
    all else by a walk through the whole tree.

    Args:
        game: the board as a game.
        seed: that of the search.
        compiled: as for `Searcher`.
        policy, evaluation, selection: as for `MonteCarlo`.

    """

    def __init__(
        self,
        game: BoardGame,
        seed: int,
        compiled: bool | str,
        policy: PlayoutPolicy | None,
        evaluation: Evaluation | None,
        selection: SelectionRule | None,
    ) -> None:
        self.game = game
        self._seed = seed
        self._compiled = compiled
        self._policy = policy
        self._evaluation = evaluation
        self._selection = selection
        self._states: list[Any] = []  # up to the root
        self._searcher: Searcher

    def move_to(self, states: Sequence[Any], max_moves: int, explore: float) -> Searcher:
        """Return the search of the last of some states, with all that it knows of it."""
        known = self._states
        states = list(states)
        if not known or states[: len(known)] != known or not self._advance(states[len(known) :]):
            self._searcher = self._begin(states, max_moves, explore)
        self._states = states
        engine = self._searcher.trees.first
        evaluation = engine.method.evaluation
        if isinstance(evaluation, PlayoutFromRoot):
            evaluation.max_moves = float(max_moves)
        if isinstance(engine.method.selection, UCB1) and self._selection is None:
            if engine.method.selection.c != explore:
                explore_by(engine, explore)
        return self._searcher

    def search(
        self,
        line: History,
        states: Sequence[Any],
        limit: Limit,
        max_moves: int,
        explore: float,
    ) -> Searched:
        """Search the last of the states; the arguments are as for `PlayTable`."""
        searcher = self.move_to(states, max_moves, explore)
        self._forget()
        result = searcher.run(limit)
        depth = min(max_moves, searcher.trees.first.max_depth)
        return Searched(result.new_simulations, result.seconds, depth)

    def known(self, player: int, state: Any) -> tuple[float, int]:
        """Return the wins and the plays of a state to which a player has moved."""
        if not self._states:
            return (0, 0)
        return self._near.get((player, state)) or self._all.get((player, state), (0, 0))

    def entries(self) -> Iterator[tuple[int, Any]]:
        """Yield each (player, state) that has statistics."""
        yield from self._all if self._states else ()

    @cached_property
    def _near(self) -> _Statistics:
        """The statistics of the states one move away."""
        return self._walk(whole=False)

    @cached_property
    def _all(self) -> _Statistics:
        return self._walk(whole=True)

    def _forget(self) -> None:
        """Forget what was read: it is going to change."""
        vars(self).pop("_near", None)
        vars(self).pop("_all", None)

    def _walk(self, *, whole: bool) -> _Statistics:
        """Add up the edges that lead to each state, of the whole tree or of its root."""
        found: _Statistics = {}
        with self._searcher.looking() as trees:
            tree = trees.first.tree
            waiting = [(ROOT, self.game.taken_state(self._states))]
            seen = {ROOT}
            while waiting:
                number, state = waiting.pop()
                mover = int(tree.nodes[number].player) + 1
                all_wins = kept_on_edges(tree, number, "wins")
                for edge, wins in zip(edges_of(tree, number), all_wins, strict=True):
                    if not edge.visits:
                        continue
                    following = self.game.next_state(state, edge.action)
                    key = (mover, following[-1])
                    before, plays = found.get(key, (0, 0))
                    wins += before
                    found[key] = (int(wins) if wins == int(wins) else wins, plays + edge.visits)
                    if edge.child != NO_CHILD and edge.child not in seen and whole:
                        seen.add(edge.child)
                        waiting.append((edge.child, following))
        return found

    def _advance(self, states: Sequence[Any]) -> bool:
        """Let the tree follow the game; tell whether one move led to each state in turn."""
        searcher, game = self._searcher, self.game
        for following in states:
            self._forget()
            state = game.taken_state(self._states)
            for action in game.legal_actions(state):
                if game.next_state(state, action)[-1] == following:
                    searcher.advance(action)
                    break
            else:
                return False
            self._states.append(following)
        return True

    def _begin(self, states: Sequence[Any], max_moves: int, explore: float) -> Searcher:
        self._forget()
        return Searcher(
            self.game,
            History.of(states),
            selection=self._selection or UCB1(explore),
            evaluation=self._evaluation or PlayoutFromRoot(self._policy, max_moves),
            backup=CountedWins(),
            transpositions=not (self.game.interpreted_only or self.game.looks_back),
            final_move="value",
            seed=self._seed,
            compiled=self._compiled,
        )
