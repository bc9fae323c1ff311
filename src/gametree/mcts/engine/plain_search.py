"""Plain UCT, interpreted: a function each for going down the tree and for the way back.

`simulation.run_simulations` is the definition, with a call for each phase and each strategy.
Interpreted, such calls take longer than what they do. `PlainSearch` grows the same tree, to the
bit, where a search is what most people run: UCB1 and means. It calls the rules as they are, so a
debugger steps through them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from ...actors import NOBODY, is_player
from ...game import Game, State, UnwrappedRules
from ...primitives.rng import LOW_WORD, MULTIPLIER, Rng
from ...rules.many_moves import MANY, LateEdges
from ...rules.workspace import (
    GAME_OVER,
    GOES_ON,
    ActionsFull,
    RulesBroken,
    Workspace,
)
from ..backup.backup import Backup
from ..backup.best_line import BestLineBackup
from ..evaluation.playout import Playout
from ..evaluation.random_playouts import RandomPlayouts, listed
from ..search_record import search_with
from ..selection.ucb1 import INVERSE_ROOTS, ROOTS_OF_LOGS, UCB1, inverse_root, root_of_log
from ..tree.tree import NO_CHILD, ROOT, Tree, new_node
from .method import Method
from .new_node import add_node
from .simulation import take_in

__all__ = ["PlainSearch", "is_plain"]

_EXACT = len(ROOTS_OF_LOGS)  # visits from which on a node renews its logarithm now and then
_FEW = 16  # moves that an edge may keep, which are memory

_Expand = Callable[[State, Any], int]
"""Adds a node for a position; takes the moves that were listed there, or None. Returns its number,
or NO_CHILD where the game is over."""


def is_plain(game: Game, method: Method) -> bool:
    """Return True for a search by UCB1 and means alone, in a game whose states are values."""
    learner = method.learner
    if type(learner) is BestLineBackup:
        learner = learner.backup
    needs_more = (
        method.chance or method.repetition.watches or method.prepares_nodes or method.may_stop
    )
    return (
        type(method.selection) is UCB1
        and type(learner) is Backup
        and not (needs_more or method.evaluation.waits or method.observer.watches)
        and not game.states_change
    )


class PlainSearch:
    """Plain UCT from one root. The functions that ask the rules are made once, for all slices.

    Where the game is over behind an edge, the edge keeps the returns: nobody asks for them again.
    Else it keeps the moves that the first playout has listed, for the next one or the node.

    Args:
        game, method, root, tree, work, rng: as `run_simulations` takes them.

    Attributes:
        arguments: these, in order.

    """

    def __init__(
        self, game: Game, method: Method, root: State, tree: Tree, work: Workspace, rng: Rng
    ) -> None:
        self.arguments = (game, method, root, tree, work, rng)
        self._phases = _phases(game, method, tree, work, rng)

    def simulate(self, simulations: int) -> None:
        """Run this many simulations; raise what ends them early, as `run_simulations` does."""
        game, method, root, tree, work, rng = self.arguments
        counters, span, values, generator = work.counters, work.span, work.values, rng.state
        phases = self._phases
        evaluate, first_moves = phases.playouts
        keeps_returns = phases.keeps_returns
        descend = _descent(game, root, tree, work, phases)
        seeker = method.learner.player if isinstance(method.learner, BestLineBackup) else NOBODY
        seeks = is_player(seeker)
        c = method.selection.c  # type: ignore[attr-defined]  # UCB1's
        low, high, value_range = span.low, span.high, span.range
        begun = generator[0]
        done, deepest = 0, counters.max_depth
        try:
            while done < simulations:
                begun = generator[0]
                path, state, ending, leading = descend(value_range)
                edge = path[-1][1]
                if seeks:
                    counters.depth = len(path)
                    counters.line = counters.ended = 0
                if edge.returns is not None:
                    values[:] = edge.returns
                else:
                    if first_moves is None:
                        evaluate(state)
                    else:
                        moves = edge.moves
                        if moves is None:
                            moves = first_moves(state)
                            if len(moves) <= _FEW:
                                # A copy: rules may fill one list again and again.
                                edge.moves = moves if type(moves) is range else tuple(moves)
                        evaluate(state, moves)
                    for value in values:
                        if not low <= value <= high:
                            take_in(values, span)
                            low, high, value_range = span.low, span.high, span.range
                    if ending == GAME_OVER and keeps_returns:
                        edge.returns = tuple(values)
                # Nothing is raised any more: the simulation counts.
                number = counters.unlinked
                if number != 0:
                    leading.child = number - 1
                    leading.moves = None
                    counters.unlinked = 0
                if seeks and values[seeker] > span.best_return:
                    counters.ending = ending
                    _write_path(path, tree, work)
                    method.learner.learn(tree, work, len(path))
                done += 1
                if len(path) > deepest:
                    deepest = len(path)
                _back_up(path, values, c)
        finally:
            counters.rng = begun
            counters.simulations += done
            counters.max_depth = deepest


def _descent(
    game: Game, root: State, tree: Tree, work: Workspace, phases: _Phases
) -> Callable[[float], tuple[list[Any], State, int, Any]]:
    """Return the selection and expansion of one simulation, as a function of the value range.

    It returns the path as pairs of a node and an edge, the position behind it, how the game ended
    there, and the edge that leads to the new node, if there is one. For each ply nothing is called
    but the rules. The call of this function and that of `_back_up` cost a simulation of connect
    four less than 2 %; where a game takes a few microseconds, up to 5 %.
    """
    nodes, edges_of = tree.nodes, tree.edges
    expand_after, frozen = work.counters.expand_after, work.counters.frozen != 0
    next_state, is_terminal = game.next_state, game.is_terminal
    expand, has_end = phases.expand, phases.has_end

    def descend(value_range: float) -> tuple[list[Any], State, int, Any]:
        ending, leading = GOES_ON, None
        state, number = root, ROOT
        path: list[Any] = []
        while True:
            # Selection: the next edge that has not been tried, or else the best by UCB1.
            node, edges = nodes[number], edges_of[number]
            visits = node.visits
            if visits < node.count:
                edge = edges[visits]
            else:
                explore = node.explore * value_range
                best = -inf
                for each in edges:
                    score = each.mean + each.inverse_root * explore
                    if score > best:
                        best = score
                        edge = each
            path.append((node, edge))
            before, state = state, edge.state
            if state is None:
                state = edge.state = next_state(before, edge.action)
            number = edge.child
            if number != NO_CHILD:
                continue
            # Expansion.
            if edge.returns is not None:
                ending = GAME_OVER
                break
            if edge.visits < expand_after or frozen:
                break
            if has_end and edge.moves is None and is_terminal(state):
                ending = GAME_OVER
                break
            number = expand(state, edge.moves)
            if number == NO_CHILD:
                ending = GAME_OVER
                break
            leading = edge
        return path, state, ending, leading

    return descend


def _back_up(path: list[Any], values: Any, c: float) -> None:
    """Add the returns of a simulation to the nodes and edges of its path, for UCB1 with `c`."""
    duel, many = len(values) == 2, len(values) > 2
    tabled = len(INVERSE_ROOTS)
    first = values[0]
    second = values[1] if duel else 0.0
    for node, edge in path:
        node.visits = visits = node.visits + 1
        edge.visits = tried = edge.visits + 1
        edge.inverse_root = INVERSE_ROOTS[tried] if tried < tabled else inverse_root(tried)
        if visits < _EXACT:
            node.explore = c * ROOTS_OF_LOGS[visits]
        elif visits & 7 == 0:
            node.explore = c * root_of_log(visits)
        mean = edge.mean
        edge.mean = mean + (values[node.player] - mean) / tried
        part = 1.0 / visits
        means = node.value
        if duel:
            one, other = means
            means[0] = one + (first - one) * part
            means[1] = other + (second - other) * part
            continue
        means[0] += (first - means[0]) * part
        if many:
            for player in range(1, len(values)):
                means[player] += (values[player] - means[player]) * part


class _Phases(NamedTuple):
    """How a game is expanded and evaluated.

    Attributes:
        expand: adds a node for a position; returns its number.
        playouts: write to `work.values` what a position is worth.
        has_end: True if `is_terminal` says whether the game is over, before a node is added.
        keeps_returns: True if the edge to a finished game keeps its returns.

    """

    expand: _Expand
    playouts: RandomPlayouts
    has_end: bool
    keeps_returns: bool


def _phases(game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng) -> _Phases:
    at_random = type(method.evaluation) is Playout and method.evaluation.is_random(game)
    lists = at_random and not (game.counts_actions or game.arranges_actions)
    rules = game.unwrapped_rules() if lists else None
    expand = (
        _listed_expansion(game, rules, tree, work, rng)
        if lists
        else _expansion(game, method, tree, work, rng)
    )
    return _Phases(
        expand,
        _evaluation(game, method, work, rng, at_random=at_random),
        has_end=game.defines_is_terminal and rules is None,
        keeps_returns=at_random and game.lines_repeat,
    )


def _evaluation(
    game: Game, method: Method, work: Workspace, rng: Rng, *, at_random: bool
) -> RandomPlayouts:
    """Return what writes to `work.values` what a position is worth."""
    evaluation: Any = method.evaluation
    if at_random:
        return evaluation.random_playouts(game, rng, work)  # type: ignore[no-any-return]

    def evaluate(state: State) -> None:
        evaluation.evaluate(game, state, rng, work)

    return RandomPlayouts(evaluate, None)


def _expansion(game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng) -> _Expand:
    """Return what adds a node for a position: see `add_node`."""
    search = search_with(game, method, tree, work, rng)
    return lambda state, moves: add_node(search, state)


def _listed_expansion(
    game: Game, rules: UnwrappedRules | None, tree: Tree, work: Workspace, rng: Rng
) -> _Expand:
    """Return what does so where the actions are listed and come in random order."""
    lists = type(game).fill_legal_actions is Game.fill_legal_actions
    has_end = game.defines_is_terminal and rules is None
    next_state = game.next_state
    children = None if rules is None else rules.children
    legal_actions = game.legal_actions if rules is None else children or rules.legal_actions
    nodes, edges_of, counters, generator = tree.nodes, tree.edges, work.counters, rng.state
    room, players = len(work.actions), len(work.values)

    def expand(state: State, moves: Any) -> int:
        asked = moves is None
        if asked and lists:
            moves = listed(legal_actions(state if rules is None else rules.state(state)), room)
        if moves is None:
            count = game.fill_legal_actions(state, work.actions)
            actions = work.actions[:count]
        else:
            count = len(moves)
            actions = list(moves if children is None else range(count))
        if count > room:
            raise ActionsFull
        if count == 0:
            if has_end and asked:
                raise RulesBroken
            return NO_CHILD
        word = generator[0]
        for last in range(count - 1, 0, -1):  # as `shuffle` does it
            low, carry = word & LOW_WORD, word >> 32
            word = low * MULTIPLIER + carry
            other = (low ^ carry) * (last + 1) >> 32
            actions[last], actions[other] = actions[other], actions[last]
        generator[0] = word
        following = behind = None
        if rules is None:
            player = game.current_player(state)
        else:
            if children is None:
                following = next_state(state, actions[0])  # where the simulation goes on
            else:
                behind = rules.wrapped_children(moves, state)
                following = behind[actions[0]]
            player = rules.mover(state, following)
        if not 0 <= player < players:
            raise RulesBroken
        number = new_node(tree, count, 0)
        counters.unlinked = number + 1
        nodes[number].player = player
        edges = edges_of[number]
        if count > MANY:
            edges.take(iter(actions))
        else:
            for edge, action in zip(edges, actions, strict=True):
                edge.action = action
                if behind is not None:
                    edge.state = behind[action]
        edges[0].state = following
        return number

    return expand


def _write_path(path: list[Any], tree: Tree, work: Workspace) -> None:
    """Write a path, given as pairs of a node and an edge, to the workspace."""
    missing = max(0, len(path) - len(work.path_nodes))
    for buffer in (work.path_nodes, work.path_edges, work.line, work.best):
        buffer.extend([0] * missing)
    number = ROOT
    for step, (_, edge) in enumerate(path):
        edges = tree.edges[number]
        made = edges.made() if isinstance(edges, LateEdges) else edges
        work.path_nodes[step] = number
        work.path_edges[step] = made.index(edge)
        number = edge.child
