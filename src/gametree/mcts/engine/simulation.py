"""One simulation, in four phases, and the loop around it.

This is the only implementation of the algorithm. It runs as it stands, on any
Python objects, and is compiled together with the rules and the strategies by
`gametree.native`: same seed, same tree.
"""

from __future__ import annotations

from typing import Any

from ...game import Game, State, fresh_state
from ...primitives.rng import Rng
from ...primitives.state_memory import forget_values
from ...rules.workspace import (
    GAME_OVER,
    GOES_ON,
    MOST_RETURN,
    STUCK,
    PathFull,
    RulesBroken,
    Workspace,
)
from ..backup.ascent import ascend
from ..evaluation.valuation import value_leaf
from ..search_record import SearchRecord, search_with
from ..selection.descent import arrive, choose, follow, stops
from ..tree.tree import NO_CHILD, NO_NODE, ROOT, Tree
from .method import Method
from .new_node import NO_MOVE, add_node, link

__all__ = ["run_simulations", "simulate", "take_in"]


def run_simulations(
    game: Game,
    method: Method,
    root: State,
    tree: Tree,
    work: Workspace,
    rng: Rng,
    simulations: int,
) -> None:
    """Run so many simulations from the root; fewer if its best move is proven, or raise why.

    Whatever it raises, the tree is sound: a simulation counts wholly or not at all (but where a
    user's rule or backup fails in its `update`, the steps before count). What it
    draws from the generator is to be taken back then, to `work.counters.rng`; and the node
    that it has made, to which nothing leads yet: `work.counters.unlinked`. So it makes no
    difference whether a simulation went through at once, or after some room was made.
    """
    search = search_with(game, method, tree, work, rng)
    for _ in range(simulations):
        if method.proofs.decided(tree, ROOT):
            break
        simulate(search, root)


def simulate(search: SearchRecord, start: State) -> None:
    """Run one simulation: selection, expansion, evaluation, backup.

    It starts at the root; or, where the first `work.counters.given` steps of the path are
    given, with the last of them: `start` is the position before it.
    """
    method, tree, work = search.method, search.tree, search.work
    counters = work.counters
    state = begin(search, start)
    # Where leaves wait for their values: those of the next one may have come.
    resumed = method.evaluation.waits and method.evaluation.resume(tree, work)
    depth, leaf = counters.depth, counters.leaf
    if not resumed:
        at_node = True
        if depth > 0:
            leaf, at_node = expand(search, state, depth, leaf)
        while at_node:
            state = select(search, state, depth, leaf)
            depth, leaf = counters.depth, counters.leaf
            leaf, at_node = expand(search, state, depth, leaf)
    valued = evaluate(search, state, depth, leaf)
    link(search)
    if valued:
        backup(search, depth)


def begin(search: SearchRecord, start: State) -> State:
    """Return the position where a simulation begins to choose; note the steps so far, the node."""
    game, method, tree = search.game, search.method, search.tree
    work = search.work
    counters = work.counters
    counters.rng = search.rng.state[0]
    counters.ending = GOES_ON
    counters.news = 0
    counters.line = 0
    counters.ended = 0
    if method.learner.follows:
        method.learner.begin()
    if method.repetition.watches:
        method.repetition.begin(work)
    forget_values(game, method, start)
    state = fresh_state(game, start, work.room)
    depth = counters.given
    counters.depth = depth
    counters.leaf = ROOT
    if depth > 0:
        edge = tree.edges[work.path_nodes[depth - 1]][work.path_edges[depth - 1]]
        state = follow(search, state, edge)
        counters.leaf = edge.child
    return state


def select(search: SearchRecord, state: State, depth: int, number: int) -> State:
    """Follow edges from a node to a position that has none, or where the line ends.

    Returns the position; notes how many steps lead there, and the node.
    """
    method, tree, work = search.method, search.tree, search.work
    path_nodes = work.path_nodes
    path_edges = work.path_edges
    edges_of = tree.edges
    room = len(path_nodes)
    while True:
        if method.prepares_nodes:
            number = arrive(search, state, depth, number)
            if number == NO_NODE:
                number = NO_CHILD
                break
        place = choose(search, number)
        if depth == room:
            raise PathFull
        path_nodes[depth] = number
        path_edges[depth] = place
        depth += 1
        edge = edges_of[number][place]
        state = follow(search, state, edge)
        if method.observer.watches:
            method.observer.selected(search, number, place, state)
        number = edge.child
        if number == NO_CHILD or (method.may_stop and stops(search, number, depth)):
            break
    work.counters.depth = depth
    work.counters.leaf = number
    return state


def expand(search: SearchRecord, state: State, depth: int, leaf: int) -> tuple[int, bool]:
    """Give a position a node once its edge has been followed often enough.

    Returns the node, if there is one, and whether the line goes on from it.
    """
    game, method, tree = search.game, search.method, search.tree
    work = search.work
    counters = work.counters
    if leaf == NO_CHILD:
        edge = tree.edges[work.path_nodes[depth - 1]][work.path_edges[depth - 1]]
        if edge.visits < counters.expand_after or counters.frozen != 0:
            return NO_CHILD, False
        if counters.ending != GOES_ON:
            return NO_CHILD, False
        if game.defines_is_terminal and game.is_terminal(state):
            counters.ending = GAME_OVER
            return NO_CHILD, False
        leaf = method.transpositions.find(game, state, tree, work)
        if leaf != NO_CHILD:
            edge.child = leaf
        else:
            leaf = add_node(search, state)
            if leaf <= NO_CHILD:
                counters.ending = STUCK if leaf == NO_MOVE else GAME_OVER
                return NO_CHILD, False
            counters.unlinked_at = depth - 1
        if method.observer.watches:
            method.observer.expanded(search, leaf)
    return leaf, not (method.may_stop and stops(search, leaf, depth))


def evaluate(search: SearchRecord, state: State, depth: int, leaf: int) -> bool:
    """Write to `work.values` what the leaf is worth; False if it is to wait for that."""
    method, tree, work = search.method, search.tree, search.work
    if not value_leaf(search, state, depth, leaf):
        return False
    if method.observer.watches:
        method.observer.evaluated(search, depth, leaf)
    take_in(work.values, work.span)
    method.learner.learn(tree, work, depth)
    return True


def backup(search: SearchRecord, depth: int) -> None:
    """Take the values of the leaf into the statistics on the path.

    Nothing is raised any more: the simulation counts.
    """
    method, tree, work = search.method, search.tree, search.work
    counters = work.counters
    counters.simulations += 1
    if depth > counters.max_depth:
        counters.max_depth = depth
    ascend(method.ascent, tree, work, depth, counters.given)
    if method.observer.watches:
        method.observer.backed_up(search, depth)


def take_in(values: Any, span: Any) -> None:
    """Take the values of a simulation into the range of the returns seen."""
    for player in range(len(values)):
        value = values[player]
        if not span.low <= value <= span.high:
            if not abs(value) <= MOST_RETURN:
                raise RulesBroken  # or not a number
            span.low = min(value, span.low)
            span.high = max(value, span.high)
            span.range = span.high - span.low if span.high > span.low else 1.0
