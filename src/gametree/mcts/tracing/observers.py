"""Notes the steps of a simulation: what each phase did, the scores, the moves of the playout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...actors import is_chance
from ...game import Action, Game, State
from ...primitives.actions import is_same
from ...rules.workspace import GAME_OVER, REPEATED, STUCK, Workspace
from ..engine.method import Method
from ..engine.observer import NoObserver
from ..parallel.merged_tree import copy_node
from ..search_record import SearchRecord
from ..selection.rule import SelectionRule, terms_of
from ..selection.terms import Term
from ..selection.ucb1 import UCB1
from ..tree.transpositions import Transpositions
from ..tree.tree import NO_CHILD, PROBABILITY, ROOT, Tree, edges_of, met_edges, priors_of
from .steps import BackedUp, Candidate, Change, Evaluated, Expanded, Selected, TraceStep

__all__ = ["Notebook"]

_Score = tuple[float, tuple[Term, ...]]

# Fields that follow from the visits, or are no statistics.
_FOLLOWING = {
    field[0]
    for field in (*UCB1.node_fields, *UCB1.edge_fields, *Transpositions.node_fields, PROBABILITY)
}


class _Step(NamedTuple):
    """The statistics of one step of a path: of a node, and of its edge that was followed."""

    number: int
    visits: int
    mean: float
    node_visits: int
    value: tuple[float, ...]
    kept: dict[str, float]


class Notebook(NoObserver):
    """The steps of the simulation under way.

    Attributes:
        steps: those so far.

    """

    watches = True

    def __init__(self, game: Game, method: Method) -> None:
        self.game = game
        self.method = method
        self.steps: list[TraceStep] = []
        self.scores: list[_Score] = []
        self.playout: list[Action] = []
        self._fields = [
            [field[0] for field in fields if field[0] not in _FOLLOWING]
            for fields in (method.node_fields(), method.edge_fields())
        ]

    def begin(self, simulation: int, root: State) -> None:
        """Begin a simulation at the root."""
        self._simulation = simulation
        self._states = [root]
        self._line: tuple[str, ...] = ()
        self._path: tuple[Action, ...] = ()
        self.steps.clear()
        self.scores.clear()
        self.playout.clear()
        self._values: tuple[float, ...] = ()
        self._before: list[_Step] = []

    def selected(self, search: SearchRecord, number: int, place: int, state: State) -> None:
        tree, work = search.tree, search.work
        edge = tree.edges[number][place]  # where edges are made late, now
        count = self.method.proofs.unpruned(tree.nodes[number])
        self._note_choice(tree, number, place, count, work.span.range)
        self._line += (self._name(edge.action),)
        self._path += (_plain(edge.action),)
        self._states.append(self.game.copy(state))

    def scored(
        self, rule: SelectionRule, node: Any, edge: Any, value_range: float, score: float
    ) -> None:
        """Receive the score that the selection rule gave the next edge of a node."""
        terms = terms_of(rule, node, edge, value_range)
        shown = tuple(term._replace(value=float(term.value)) for term in terms)
        self.scores.append((float(score), shown))

    def played(self, action: Action) -> None:
        """Receive the next move of the playout."""
        self.playout.append(_plain(action))

    def _note_choice(
        self, tree: Tree, number: int, place: int, count: int, value_range: float
    ) -> None:
        """Note that an edge of a node is followed, of the first `count`."""
        node = copy_node(tree, self.method, number)
        priors = priors_of(tree, number)
        at_random = is_chance(node.player)
        candidates = []
        for each, edge in enumerate(node.edges):
            score, terms = self.scores[each] if each < len(self.scores) else (None, ())
            candidates.append(
                Candidate(
                    action=_plain(edge.action),
                    name=self._name(edge.action),
                    visits=edge.visits,
                    mean=edge.mean if edge.visits and not at_random else None,
                    score=score,
                    terms=terms,
                    prior=priors[each] if priors and not at_random else None,
                    probability=edge.probability if at_random else None,
                    proven=edge.known.low if edge.known.settled else None,
                    followed=each < count,
                )
            )
        reason = "untried"
        if at_random:
            reason = "chance"
        elif len(self.scores) == 1 and len(node.edges) > 1:
            reason = "planned"
        elif self.scores:
            reason = "score"
        self.scores.clear()
        self._note(
            Selected,
            player=node.player,
            visits=node.visits,
            value=node.value,
            value_range=float(value_range),
            candidates=tuple(candidates),
            chosen=int(place),
            reason=reason,
        )

    def expanded(self, search: SearchRecord, leaf: int) -> None:
        tree = search.tree
        moves = tuple(self._name(edge.action) for edge in edges_of(tree, leaf))
        player = int(tree.nodes[leaf].player)
        self._note(
            Expanded,
            player=player if moves else None,
            shared=int(search.work.counters.unlinked) == 0,
            moves=moves,
            priors=tuple(priors_of(tree, leaf)),
        )

    def evaluated(self, search: SearchRecord, depth: int, leaf: int) -> None:
        tree, work, proofs = search.tree, search.work, self.method.proofs
        ending = work.counters.ending
        state = self._states[-1]
        if ending in (REPEATED, STUCK):
            how = "repetition"
        elif leaf != NO_CHILD and proofs.settled(tree.nodes[leaf]):
            how = "proven"
        elif ending == GAME_OVER or (not self.playout and self.game.is_terminal(state)):
            how = "finished"
        else:
            how = "playout" if self.playout else "evaluation"
        self._values = _floats(work.values)
        over = how in ("finished", "repetition") or self.game.is_terminal(state)
        self._note(
            Evaluated,
            player=None if over else int(self.game.current_player(state)),
            how=how,
            playout=tuple(self.playout),
            values=self._values,
        )
        self._before = [self._step(tree, work, step) for step in range(depth)]

    def backed_up(self, search: SearchRecord, depth: int) -> None:
        tree, work = search.tree, search.work
        after = [self._step(tree, work, step) for step in range(depth)]
        changes = [self._change(tree, step, after[step]) for step in range(depth - 1, -1, -1)]
        root = self._states[0]
        self._path, self._line, self._states = (), (), [root]
        self._note(
            BackedUp,
            player=int(tree.nodes[ROOT].player),
            values=self._values,
            changes=tuple(changes),
        )

    def _step(self, tree: Tree, work: Workspace, step: int) -> _Step:
        """Return the statistics of a step of the path.

        Its edge is found by its move: edges change places where proofs rule some out.
        """
        number = int(work.path_nodes[step])
        action = self._path[step]
        edge = next(each for each in met_edges(tree, number) if is_same(each.action, action))
        node = tree.nodes[number]
        return _Step(
            number,
            int(edge.visits),
            float(edge.mean),
            int(node.visits),
            _floats(node.value),
            self._kept(tree, number),
        )

    def _change(self, tree: Tree, depth: int, after: _Step) -> Change:
        """Return what has changed at a step of the path."""
        before = self._before[depth]
        node = tree.nodes[after.number]
        known = [self.method.proofs.known(node, each) for each in range(len(after.value))]
        return Change(
            depth=depth,
            action=self._path[depth],
            name=self._line[depth],
            player=int(node.player),
            visits=(before.visits, after.visits),
            mean=(before.mean, after.mean),
            node_visits=(before.node_visits, after.node_visits),
            value=(before.value, after.value),
            proven=tuple(each.low if each.settled else None for each in known),
            kept=tuple(
                (name, then, after.kept[name])
                for name, then in before.kept.items()
                if name in after.kept and after.kept[name] != then
            ),
        )

    def _note(self, kind: type[TraceStep], *, player: int | None, **contents: Any) -> None:
        self.steps.append(
            kind(
                simulation=self._simulation,
                path=self._path,
                line=self._line,
                player=player,
                game=self.game,
                state=self._states[-1],
                **contents,
            )
        )

    def _name(self, action: Action) -> str:
        return self.game.action_to_text(self._states[-1], _plain(action))

    def _kept(self, tree: Tree, number: int) -> dict[str, float]:
        """Return the numbers that strategies keep on a node and on its edges, by their names."""
        of_nodes, of_edges = self._fields
        found = dict(_numbers(tree.nodes[number], of_nodes))
        if of_edges:
            for edge in met_edges(tree, number):
                owner = f" of {_plain(edge.action)}"
                found |= {name + owner: each for name, each in _numbers(edge, of_edges)}
        return found


def _numbers(record: Any, names: Sequence[str]) -> Iterator[tuple[str, float]]:
    for name in names:
        value = getattr(record, name)
        if hasattr(value, "__len__"):
            yield from ((f"{name}[{place}]", float(each)) for place, each in enumerate(value))
        else:
            yield name, float(value)


def _floats(values: Any) -> tuple[float, ...]:
    return tuple(float(each) for each in values)


def _plain(action: Action) -> Action:
    """Return an action that was read in a compiled tree as the rules gave it."""
    return action.item() if isinstance(action, np.generic) else action
