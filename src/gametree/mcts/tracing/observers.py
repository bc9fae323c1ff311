"""Observers of a simulation: the search's own functions run, and each of these notes what it sees.

They stand around the way down, the valuation and the way back of a method, and go unnoticed:
no random number is drawn and nothing in the tree is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any

import numpy as np

from plainpython.compilable import attributes

from ...game import CHANCE, Action, Game, State
from ...primitives.actions import is_same
from ...primitives.rng import Rng
from ...rules.workspace import GAME_OVER, REPEATED, STUCK, Workspace
from ..backup.ascent import Ascent
from ..engine.method import Method
from ..evaluation.evaluation import Evaluation
from ..evaluation.playout import Playout, PlayoutPolicy
from ..evaluation.valuation import Valuation
from ..parallel.merged_tree import copy_node
from ..search_record import SearchRecord
from ..selection.descent import Descent, DescentAround, descent_by
from ..selection.rule import SelectionRule, terms_of
from ..selection.terms import Term
from ..selection.ucb1 import UCB1
from ..tree.transpositions import Transpositions
from ..tree.tree import NO_CHILD, PROBABILITY, ROOT, Tree, edges_of, met_edges, priors_of
from .steps import BackedUp, Candidate, Change, Evaluated, Expanded, Selected, TraceStep

__all__ = ["Notebook", "observed"]

_Score = tuple[float, tuple[Term, ...]]

# Fields that follow from the visits, or are no statistics.
_FOLLOWING = {
    field[0]
    for field in (*UCB1.node_fields, *UCB1.edge_fields, *Transpositions.node_fields, PROBABILITY)
}


class Notebook:
    """The steps of the simulation under way.

    Attributes:
        steps: those so far.

    """

    def __init__(self, game: Game, method: Method) -> None:
        self.game = game
        self.method = method
        self.steps: list[TraceStep] = []
        self.scores: list[_Score] = []
        self.playout: list[Action] = []
        self.asked = False
        self._fields = [
            [field[0] for field in fields if field[0] not in _FOLLOWING]
            for fields in (method.node_fields(), method.edge_fields())
        ]

    def begin(self, simulation: int, root: State) -> None:
        """Begin anew, at the root."""
        self._simulation = simulation
        self._states = [root]
        self._line: tuple[str, ...] = ()
        self._path: tuple[Action, ...] = ()
        self._leads_on = True  # whether the last edge that was followed had a node
        self.steps.clear()
        self.scores.clear()
        self.playout.clear()
        self.asked = False
        self._values: tuple[float, ...] = ()
        self._changes: list[Change] = []
        self._before: list[dict[str, float]] = []

    def select(self, tree: Tree, number: int, place: int, count: int, value_range: float) -> None:
        """Note that an edge of a node is going to be followed, of the first `count`."""
        _ = tree.edges[number][place]  # where edges are made late, now
        node = copy_node(tree, self.method, number)
        priors = priors_of(tree, number)
        at_random = node.player == CHANCE
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

    def follow(self, action: Action, state: State, *, leads_on: bool) -> None:
        """Note that a move was made, and where it leads."""
        self._line += (self._name(action),)
        self._path += (_plain(action),)
        self._states.append(self.game.copy(state))
        self._leads_on = leads_on

    def arrive(self, tree: Tree, number: int, work: Workspace) -> None:
        """Note that the path has come to a node; it may be new to the edge that leads there."""
        if self._leads_on:
            return
        self._leads_on = True
        moves = tuple(self._name(edge.action) for edge in edges_of(tree, number))
        player = int(tree.nodes[number].player)
        self._note(
            Expanded,
            player=player if moves else None,
            shared=int(work.counters.unlinked) == 0,
            moves=moves,
            priors=tuple(priors_of(tree, number)),
        )

    def evaluate(self, work: Workspace) -> None:
        """Note what the end of the path is worth."""
        ending = work.counters.ending
        state = self._states[-1]
        if ending in (REPEATED, STUCK):
            how = "repetition"
        elif not self.asked:
            how = "proven"
        elif ending == GAME_OVER or (not self.playout and self.game.is_terminal(state)):
            how = "finished"
        else:
            how = "playout" if self.playout or _plays(self.method.evaluation) else "evaluation"
        self._values = _floats(work.values)
        over = how in ("finished", "repetition") or self.game.is_terminal(state)
        self._note(
            Evaluated,
            player=None if over else int(self.game.current_player(state)),
            how=how,
            playout=tuple(self.playout),
            values=self._values,
        )

    def remember(self, tree: Tree, work: Workspace, depth: int) -> None:
        """Look at what strategies keep on the path, before they learn."""
        self._before = [self._kept(tree, int(work.path_nodes[step])) for step in range(depth)]

    def change(
        self,
        tree: Tree,
        number: int,
        before: tuple[int, float, int, tuple[float, ...]],
        edge: Any,
        node: Any,
    ) -> None:
        """Note what has changed at the next step of the path, from its end on."""
        depth = len(self._path) - 1 - len(self._changes)
        player = int(node.player)
        edge_visits, mean, node_visits, value = before
        proofs = self.method.proofs
        known = [proofs.known(node, each) for each in range(len(value))]
        kept = self._kept(tree, number)
        self._changes.append(
            Change(
                depth=depth,
                action=self._path[depth],
                name=self._line[depth],
                player=player,
                visits=(edge_visits, int(edge.visits)),
                mean=(mean, float(edge.mean)),
                node_visits=(node_visits, int(node.visits)),
                value=(value, _floats(node.value)),
                proven=tuple(each.low if each.settled else None for each in known),
                kept=tuple(
                    (name, then, kept[name])
                    for name, then in self._before[depth].items()
                    if name in kept and kept[name] != then
                ),
            )
        )

    def back_up(self, tree: Tree) -> None:
        """Note all changes: the simulation is over."""
        root = self._states[0]
        self._path, self._line, self._states = (), (), [root]
        self._note(
            BackedUp,
            player=int(tree.nodes[ROOT].player),
            values=self._values,
            changes=tuple(self._changes),
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


class ObservedRule(SelectionRule):
    """A rule whose scores are noted."""

    def __init__(self, rule: SelectionRule, notebook: Notebook) -> None:
        self.rule = rule
        self.notebook = notebook
        self.tries_all_first = rule.tries_all_first

    def prepare(
        self, tree: Tree, number: int, visits: int, count: int, work: Workspace, rng: Rng
    ) -> int:
        return self.rule.prepare(tree, number, visits, count, work, rng)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        score = self.rule.score(node, edge, value_range)
        terms = terms_of(self.rule, node, edge, value_range)
        told = tuple(term._replace(value=float(term.value)) for term in terms)
        self.notebook.scores.append((float(score), told))
        return score


class ObservedDescent(DescentAround):
    """A way down whose choices are noted."""

    def __init__(self, inner: Descent, notebook: Notebook, method: Method) -> None:
        super().__init__(inner)
        self.notebook = notebook
        self.method = method

    def choose(
        self, tree: Tree, number: int, node: Any, count: int, work: Workspace, rng: Rng
    ) -> int:
        place = self.inner.choose(tree, number, node, count, work, rng)
        followed = self.method.proofs.unpruned(node)
        self.notebook.select(tree, number, place, followed, work.span.range)
        return place

    def follow(self, game: Game, state: State, edge: Any, work: Workspace, rng: Rng) -> State:
        after = self.inner.follow(game, state, edge, work, rng)
        self.notebook.follow(edge.action, after, leads_on=edge.child != NO_CHILD)
        return after

    def stops(self, tree: Tree, number: int, work: Workspace, depth: int) -> bool:
        self.notebook.arrive(tree, number, work)
        return self.inner.stops(tree, number, work, depth)


class ObservedPolicy(PlayoutPolicy):
    """A policy whose moves are noted."""

    learns = True

    def __init__(self, policy: PlayoutPolicy, notebook: Notebook) -> None:
        self.policy = policy
        self.notebook = notebook

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        return self.policy.choose(game, state, count, rng, work)

    def begin(self) -> None:
        self.policy.begin()

    def note(self, player: int, action: Action) -> None:
        self.notebook.playout.append(_plain(action))
        if self.policy.learns:
            self.policy.note(player, action)

    def learn(self, values: Any) -> None:
        self.policy.learn(values)


class ObservedEvaluation(Evaluation):
    """An evaluation of which it is noted that it was asked."""

    def __init__(self, evaluation: Evaluation, notebook: Notebook) -> None:
        self.evaluation = evaluation
        self.notebook = notebook

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        self.notebook.asked = True
        self.evaluation.evaluate(game, state, rng, work)


class ObservedValuation(Valuation):
    """A valuation whose answers are noted."""

    def __init__(self, valuation: Valuation, notebook: Notebook) -> None:
        listened = _listened(valuation.evaluation, notebook)
        super().__init__(
            ObservedEvaluation(listened, notebook),
            valuation.backup,
            valuation.repetition,
            valuation.proofs,
        )
        self.notebook = notebook

    def value(self, search: SearchRecord, state: State, depth: int, leaf: int) -> bool:
        valued = super().value(search, state, depth, leaf)
        self.notebook.evaluate(search.work)
        self.notebook.remember(search.tree, search.work, depth)
        return valued


class ObservedAscent(Ascent):
    """A way back whose changes are noted."""

    def __init__(self, ascent: Ascent, notebook: Notebook) -> None:
        self.ascent = ascent
        self.notebook = notebook

    def take(self, tree: Tree, number: int, node: Any, edge: Any, work: Workspace) -> None:
        before = int(edge.visits), float(edge.mean), int(node.visits), _floats(node.value)
        action = _plain(edge.action)
        self.ascent.take(tree, number, node, edge, work)
        # Edges may have changed places: of compiled trees, the record is that of a place.
        after = edge
        if not isinstance(tree.nodes, list):
            after = next(each for each in met_edges(tree, number) if is_same(each.action, action))
        self.notebook.change(tree, int(number), before, after, node)


def observed(method: Method, notebook: Notebook) -> Method:
    """Return the method such that what it does is noted."""
    found = copy(method)

    def descent(innermost: Descent) -> Descent:
        return descent_by(ObservedRule(innermost.rule, notebook))

    found.descent = ObservedDescent(_rebuilt(method.descent, descent), notebook, method)
    found.valuation = ObservedValuation(method.valuation, notebook)
    found.ascent = ObservedAscent(method.ascent, notebook)
    return found


def _rebuilt(part: Any, rebuild: Callable[[Any], Any]) -> Any:
    """Return a part of a method with what `rebuild` makes of its innermost one."""
    if not hasattr(part, "inner"):
        return rebuild(part)
    found = copy(part)
    found.inner = _rebuilt(part.inner, rebuild)
    return found


def _listened(evaluation: Evaluation, notebook: Notebook) -> Evaluation:
    """Return the evaluation with its playouts listened to, wherever it holds some."""
    found = copy(evaluation)
    if isinstance(found, Playout):
        found.policy = ObservedPolicy(found.policy, notebook)
    for name, value in attributes(evaluation):
        if isinstance(value, Evaluation):
            setattr(found, name, _listened(value, notebook))
    return found


def _plays(evaluation: Evaluation) -> bool:
    """Tell whether an evaluation plays out, or one within it."""
    held = (value for _, value in attributes(evaluation) if isinstance(value, Evaluation))
    return isinstance(evaluation, Playout) or any(map(_plays, held))


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
