"""New nodes: the edges of a position, in the order in which they are tried."""

from __future__ import annotations

from typing import Any

from plainpython.compilable import native_twin

from ...actors import CHANCE, is_chance
from ...game import Game, State
from ...primitives.actions import holds
from ...primitives.rng import Rng
from ...rules.drawing import PROBABILITY_SLACK, shuffle
from ...rules.many_moves import LateEdges
from ...rules.repetition import keep_permitted
from ...rules.workspace import RulesBroken, mover
from ..search_record import SearchRecord
from ..tree.tree import NO_CHILD, ROOT

__all__ = ["NO_MOVE", "add_node", "link"]

NO_MOVE = -1  # what `add_node` answers besides a node's number and NO_CHILD


def add_node(search: SearchRecord, state: State) -> int:
    """Add a node for `state` with an edge for each action, in the order in which they are tried.

    Returns its number, NO_CHILD if the game is over there, or NO_MOVE if
    every action would repeat a position. It is found by nobody until it is linked.
    """
    game, method, tree = search.game, search.method, search.tree
    work, rng = search.work, search.rng
    repetition = method.repetition
    moves = method.moves
    count = moves.count(game, state, work)
    if count == 0:
        if game.defines_is_terminal:
            raise RulesBroken  # the game goes on, yet there is no move
        return NO_CHILD
    outcomes = method.chance and is_chance(game.current_player(state))
    player = CHANCE if outcomes else mover(game, state, work)
    if repetition.forbids and not outcomes:
        count = keep_permitted(repetition, game, state, count, work)
        if count == 0:
            return NO_MOVE
    method.transpositions.reserve(tree)
    capacity = moves.capacity(tree, count)
    number: int = method.sharing.add_node(tree, work, capacity, method.proofs.reserve(count))
    work.counters.unlinked = number + 1
    tree.nodes[number].player = player
    if moves.counts and count > moves.most_listed:
        moves.open(game, state, tree, number, work, rng)
    elif method.chance and game.defines_chance_outcomes and is_chance(player):
        store_outcomes(game.chance_outcomes(state), tree.edges[number], work.actions, count)
    else:
        lay_out(game, state, tree.edges[number], work.actions, count, rng)
    if number != ROOT:  # a line that comes back to the root is a cycle
        method.transpositions.note(game, state, tree, number)
    method.evaluation.open(game, state, tree, number)
    method.proofs.open(game, state, tree, work, number)
    if not method.evaluation.sees_ends or tree.nodes[number].goes_on == 0:
        method.proofs.see_ends(game, state, tree, work, number)
    return number


def link(search: SearchRecord) -> None:
    """Let the edge that led to a new node's position lead to the node, if one was added."""
    method, tree, work = search.method, search.tree, search.work
    number = work.counters.unlinked - 1
    if number >= 0:
        step = work.counters.unlinked_at
        tree.edges[work.path_nodes[step]][work.path_edges[step]].child = number
        method.transpositions.enter(tree, number)
        work.counters.unlinked = 0


def _native_lay_out(
    game: Game, state: State, edges: Any, actions: Any, count: int, rng: Rng
) -> None:
    arrange(game, state, actions, count, rng)
    store_actions(edges, actions, count)


def arrange(game: Game, state: State, actions: Any, count: int, rng: Rng) -> None:
    """Put actions in the order of the game, or in random order."""
    if game.arranges_actions:
        game.arrange_actions(state, actions, count, rng)
    else:
        shuffle(actions, count, rng)


@native_twin(_native_lay_out)
def lay_out(game: Game, state: State, edges: Any, actions: Any, count: int, rng: Rng) -> None:
    """Give the edges of a node the first `count` actions, in random order or that of the game."""
    arrange(game, state, actions, count, rng)
    if isinstance(edges, LateEdges):
        edges.take(iter(actions[:count]))
    else:
        store_actions(edges, actions, count)


def store_outcomes(outcomes: Any, edges: Any, actions: Any, count: int) -> None:
    """Give the edges of a chance node their actions and probabilities."""
    if len(outcomes) != count:
        raise RulesBroken
    total = 0.0
    for place in range(count):
        action, probability = outcomes[place]
        if not probability >= 0.0:
            raise RulesBroken
        total += probability
        actions[place] = action
    if abs(total - 1.0) > PROBABILITY_SLACK:
        raise RulesBroken
    store_actions(edges, actions, count)
    for place in range(count):
        edges[place].probability = outcomes[place][1] / total


def _native_store_actions(edges: Any, actions: Any, count: int) -> None:
    for place in range(count):
        edges[place].action = actions[place]
        if not holds(edges[place], actions[place]):
            raise RulesBroken  # it does not fit 32 bits


@native_twin(_native_store_actions)
def store_actions(edges: Any, actions: Any, count: int) -> None:
    """Give the edges of a node the first `count` actions."""
    for place in range(count):
        edges[place].action = actions[place]
