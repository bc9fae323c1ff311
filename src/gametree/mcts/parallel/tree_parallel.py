"""Several threads in one tree: what they share is its trunk, and each branch is one thread's.

Tree parallelization (Chaslot, Winands, van den Herik, "Parallel Monte-Carlo Tree Search",
Computers and Games, 2008), without locks. Nodes with many visits are the trunk. A thread goes
up the trunk to an edge behind which there are few, holds it, runs some simulations from there
as if it were alone, and lets go: only then, and on the trunk only, are numbers changed so that
no thread loses another's. So two threads seldom write to the same place, which would cost them
more than simulations do. An edge that is held is left out by the others, who take the next
best: it counts for them as a loss, however high its mean (virtual loss).

A branch becomes part of the trunk when it has got too many visits, but not while it is held;
it never becomes a branch again before all threads rest. Hence whoever holds an edge is alone
behind it.
"""

from __future__ import annotations

import math
from typing import Any

from ...actors import is_chance
from ...errors import BadParameter
from ...game import Game, State, fresh_state
from ...primitives.rng import Rng
from ...primitives.state_memory import keep_values, release_values
from ...rules.position_history import length
from ...rules.workspace import (
    PathFull,
    Workspace,
)
from ..backup.ascent import ascend
from ..backup.backup import Backup
from ..engine.method import Method
from ..engine.simulation import simulate
from ..search_record import SearchRecord, search_with
from ..selection.chance_nodes import ChanceNodes
from ..selection.descent import follow
from ..selection.rule_kinds import is_threadsafe
from ..tree.allocation import SharedTree
from ..tree.tree import NO_CHILD, ROOT, Tree

__all__ = [
    "MOST",
    "PART",
    "best_free",
    "climb",
    "conclude",
    "in_trunk",
    "length_of_turn",
    "most_behind",
    "refuse_unsafe",
    "run_with_others",
]

PART = 16
"""A branch has at most this part of the visits of the root, and gets at most this part of its
own visits more in a turn: a move that is to be looked at once is not looked at a hundred times,
and what simulations find is noted little later than with one thread."""

MOST = 128
"""Simulations in a turn, at most."""

_NONE = -1


def run_with_others(
    game: Game,
    method: Method,
    root: State,
    tree: Tree,
    work: Workspace,
    rng: Rng,
    simulations: int,
) -> None:
    """Run simulations beside other threads: so many by all of them together.

    Where the root itself has few visits (`work.counters.few`), the thread must be alone.
    """
    proofs = method.proofs
    sharing: Any = method.sharing
    keys = work.counters.start_keys
    search = search_with(game, method, tree, work, rng)
    while not (proofs.decided(tree, ROOT) or sharing.all_begun(simulations)):
        start = root
        wanted = MOST
        kept = keep_values(game, root)
        if tree.nodes[ROOT].visits > work.counters.few:
            start = climb(search, root)
            if work.counters.given == 0:
                release_values(game, root, kept)
                continue  # what it would take is held
            keep_values(game, root)  # where the simulations of the turn start
            wanted = length_of_turn(method, tree, work)
        left = sharing.begin(wanted, simulations)
        while left > 0:
            simulate(search, start)
            left -= 1
            if work.counters.given > 0:
                work.counters.done += 1
                for player in range(game.players):
                    work.sums[player] += work.values[player]
            if work.counters.news != 0:  # which may change what is best on the trunk
                break
        sharing.give_back(left)
        conclude(game, method, tree, work)
        release_values(game, root, kept)
        work.counters.start_keys = keys


def climb(search: SearchRecord, root: State) -> State:
    """Go up the trunk to an edge, and hold it; return the position of the node it belongs to.

    The steps to it, itself the last one, are then given. There are none if on the way nothing
    was free.
    """
    method, tree, work = search.method, search.tree, search.work
    sharing: Any = method.sharing
    repetition = method.repetition
    repetition.begin(work)
    state = fresh_state(search.game, root, work.start)
    number = ROOT
    depth = 0
    while True:
        if depth == len(work.path_nodes):
            raise PathFull
        node = tree.nodes[number]
        edges = tree.edges[number]
        if method.chance and is_chance(node.player):
            place = most_behind(sharing, edges, number, node)
        else:
            place = best_free(method, tree, number, work)
        if place == _NONE:
            return state
        work.path_nodes[depth] = number
        work.path_edges[depth] = place
        depth += 1
        edge = edges[place]
        if not in_trunk(method, tree, work, edge.child):
            if not sharing.hold(number, place):
                return state
            if not in_trunk(method, tree, work, edge.child):
                work.counters.given = depth
                if repetition.watches:
                    work.counters.start_keys = length(work)
                return state
            sharing.release(number, place)  # it has grown in another thread's hands
        elif sharing.held(number, place):
            return state
        state = follow(search, state, edge)
        number = edge.child


def in_trunk(method: Method, tree: Tree, work: Workspace, number: int) -> bool:
    """Return whether all threads may be at a node, if nobody holds the edge to it."""
    if number == NO_CHILD:
        return False
    node = tree.nodes[number]
    if node.visits <= max(work.counters.few, node.count):
        return False
    return not method.proofs.settled(node)


def best_free(method: Method, tree: Tree, number: int, work: Workspace) -> int:
    """Return the index of the best edge of a node that no thread holds, or _NONE.

    What a proof rules out is no choice, though it stands among the others: while threads may
    be at a node, its edges keep their order.
    """
    sharing: Any = method.sharing
    proofs = method.proofs
    node = tree.nodes[number]
    edges = tree.edges[number]
    value_range = work.span.range
    best = _NONE
    best_score = -math.inf
    choices = False
    for place in range(proofs.unpruned(node)):
        edge = edges[place]
        score = method.selection.score(node, edge, value_range)
        if (best == _NONE or score > best_score) and not proofs.done_with(tree, node, edge):
            choices = True
            if not sharing.held(number, place):
                best_score = score
                best = place
    if not (choices or sharing.held(number, 0)):
        return 0  # else a thread alone would wait here for ever
    return best


def most_behind(sharing: SharedTree, edges: Any, number: int, node: Any) -> int:
    """Return the index of the free outcome that is furthest below its share.

    Or _NONE, if these have as much as a turn more than theirs: what is held is waited for then,
    so that the mean of the node keeps to the probabilities.
    """
    best = _NONE
    most = -float(MOST)
    for place in range(node.count):
        edge = edges[place]
        if edge.probability > 0.0:
            lacking = edge.probability * node.visits - edge.visits
            if lacking > most and not sharing.held(number, place):
                most = lacking
                best = place
    return best


def length_of_turn(method: Method, tree: Tree, work: Workspace) -> int:
    """Return how many simulations to run behind the edge that is held."""
    last = work.counters.given - 1
    child = tree.edges[work.path_nodes[last]][work.path_edges[last]].child
    if child == NO_CHILD or method.proofs.settled(tree.nodes[child]):
        return 1  # which is all that there is to learn
    return min(MOST, 1 + int(tree.nodes[child].visits) // PART)


def conclude(game: Game, method: Method, tree: Tree, work: Workspace) -> None:
    """Tell the trunk what a turn has found, and let go of the branch."""
    given = work.counters.given
    done = work.counters.done
    if given > 0 and done > 0:
        for player in range(game.players):
            work.values[player] = work.sums[player] / done
            work.sums[player] = 0.0
        work.counters.exact = not method.chance
        ascend(method.ascent_of_turn, tree, work, given, 0)
    work.counters.given = work.counters.done = work.counters.news = 0
    if given == 0:
        return
    # Only now: an edge with few visits is one thread's, so that none sees its numbers half done.
    last = given - 1
    sharing: Any = method.sharing
    sharing.release(work.path_nodes[last], work.path_edges[last])


def refuse_unsafe(method: Method) -> None:
    """Raise `BadParameter` for strategies that several threads cannot use in one tree."""
    rule = method.selection
    if type(method.backup) is not Backup:
        raise BadParameter(
            f'parallel="tree" cannot be used with backup={method.backup!r}: threads can keep '
            'nothing but means together; use parallel="root"'
        )
    if type(method.chance_nodes) is not ChanceNodes:
        raise BadParameter(
            f'parallel="tree" cannot be used with chance={method.chance_nodes!r}: threads share '
            'chance nodes with all outcomes only; use parallel="root"'
        )
    if not is_threadsafe(rule):
        raise BadParameter(
            f'parallel="tree" cannot be used with selection={rule!r}, which keeps sums or an '
            'order of moves that threads would spoil: use UCB1() or PUCT(), or parallel="root"'
        )
    if method.moves.grows:
        raise BadParameter(
            'parallel="tree" cannot be used with a game that counts its moves, whose nodes grow: '
            'use parallel="root"'
        )
