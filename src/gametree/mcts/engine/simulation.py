"""One simulation, in four phases, and the loop around it.

This is the only implementation of the algorithm. It runs as it stands, on any
Python objects, and is compiled together with the rules and the strategies by
`gametree.compiled`: same seed, same tree.
"""

from __future__ import annotations

from typing import Any

from ...compilable import native_twin
from ...game import CHANCE, Game, State, fresh_state
from ...primitives.rng import Rng
from ...rules.drawing import PROBABILITY_SLACK, shuffle
from ...rules.many_moves import AllNumbers, LateEdges
from ...rules.repetition import keep_permitted
from ...rules.workspace import (
    GIVEN,
    HIGH,
    LOW,
    MAX_DEPTH,
    MOST_RETURN,
    ORIGIN,
    RNG,
    SIMULATIONS,
    UNLINKED,
    ActionsFull,
    PathFull,
    RulesBroken,
    Workspace,
)
from ..selection.rule import select
from ..tree.tree import NO_CHILD, ROOT, Tree
from .method import Method

__all__ = ["expand", "run_simulations", "simulate"]

STUCK = -1  # what `expand` answers besides a node's number and NO_CHILD


def run_simulations(
    game: Game,
    method: Method,
    root: State,
    tree: Tree,
    work: Workspace,
    rng: Rng,
    simulations: int,
    threshold: int,
    frozen: bool,
) -> None:
    """Run so many simulations from the root; fewer if its best move is proven, or raise why.

    Whatever it raises, the tree is sound: a simulation counts wholly or not at all. What it
    draws from the generator is to be taken back then, to `work.counters[RNG]`; and the node
    that it has made, to which nothing leads yet: `work.counters[UNLINKED]`. So it makes no
    difference whether a simulation went through at once, or after some room was made.

    `threshold` is the number of visits of an edge after which the position
    behind it gets a node with all its edges: 1 adds one child to the tree a
    simulation. `frozen` says to add no more nodes (memory is used up).

    """
    proves = method.proofs.watches
    for _ in range(simulations):
        if proves and method.proofs.decided(tree, ROOT):
            break
        simulate(game, method, root, tree, work, rng, threshold, frozen)


def simulate(
    game: Game,
    method: Method,
    start: State,
    tree: Tree,
    work: Workspace,
    rng: Rng,
    threshold: int,
    frozen: bool,
) -> bool:
    """Run one simulation: selection, expansion, evaluation, backup.

    It starts at the root; or, where the first `work.counters[GIVEN]` steps of the path are
    given, at the node of the last of them, whose position is `start`. It then follows that
    step, and backs up no further. Returns whether more is proven of what that step leads to.
    """
    nodes = tree.nodes
    edges_of = tree.edges
    path_nodes = work.path_nodes
    path_edges = work.path_edges
    values = work.values
    # Looked up once: interpreted, each look costs as much as the addition in a score.
    rule = method.selection
    repetition = method.repetition
    proofs = method.proofs
    evaluation = method.evaluation
    transpositions = method.transpositions
    given = work.counters[GIVEN]
    players = game.players
    has_chance = game.defines_chance_outcomes
    watches = repetition.watches
    proves = proofs.watches
    shares = transpositions.shares
    prepares = rule.prepares
    waits = evaluation.waits
    guides = evaluation.guides
    follows = rule.follows
    work.counters[RNG] = rng.state[0]
    spread = work.span[HIGH] - work.span[LOW]
    low = work.span[LOW] - work.span[ORIGIN]
    if not spread > 0.0:
        spread = 1.0
        low = 0.0

    # Selection: follow edges to a position that has no node, or is solved.
    repetition.begin(work)
    if follows:
        rule.begin()
    over = False  # by repetition
    ended = False  # whatever the reason
    state = fresh_state(game, start, work.room)
    number = ROOT
    depth = 0
    if given > 0:
        depth = given - 1
        number = path_nodes[depth]
    child = NO_CHILD
    made = NO_CHILD  # the node that this simulation has added, and to which nothing leads yet
    made_at = 0  # the step that will
    resumed = False
    if waits and evaluation.resume(tree, work):  # where another simulation was parked
        resumed = True
        depth = evaluation.depth()
        child = evaluation.child()
    while not resumed:
        node = nodes[number]
        edges = edges_of[number]
        if depth < given:
            place = path_edges[depth]
        elif has_chance and node.player == CHANCE:
            place = draw(edges, node.count, rng)
        else:
            live = proofs.live(node) if proves else node.count
            if prepares:
                few = rule.prepare(tree, number, node.visits, live, spread, low, rng)
                if few < 1 <= live:
                    raise RulesBroken
                place = select(rule, edges, node, min(few, live), spread)
            else:
                place = select(rule, edges, node, live, spread)
        edge = edges[place]
        if depth == len(path_nodes):
            raise PathFull
        path_nodes[depth] = number
        path_edges[depth] = place
        depth += 1
        state = follow(game, state, edge)
        if watches:
            over = repetition.arrive(game, state, work)
        child = edge.child
        if child == NO_CHILD:
            if over:
                ended = True
                break
            if frozen or edge.visits < threshold:
                break
            # Expansion: give the position a node, and go on from there.
            if game.defines_is_terminal and game.is_terminal(state):
                ended = True
                break
            child = transpositions.find(game, state, tree, work)
            if child == NO_CHILD:
                child = expand(game, method, state, tree, work, rng)
                if child <= 0:
                    ended = True
                    break
                made = child
                made_at = depth - 1
            else:
                edge.child = child
        if proves and proofs.settled(nodes[child]):
            break
        if shares and child <= number and stands_on(path_nodes, depth, child):
            break  # a cycle: this line ends here, as if it were new
        if guides and not evaluation.ready(nodes[child]):
            break
        number = child

    if proves and ended and not frozen:
        proofs.require_room(tree)  # before anything is learned

    # Evaluation. Where chance moves, what a simulation comes to is one draw of many: exact is
    # then only what is known for certain.
    exact = ended or not has_chance
    if resumed:
        pass  # its values have come
    elif over:
        repetition.judge(game, state, node.player, work)
    elif child == STUCK:
        repetition.judge(game, state, game.current_player(state), work)
    elif proves and child > 0 and proofs.settled(nodes[child]):
        proofs.recall(nodes[child], values)
        exact = True
    else:
        if waits and not ended and evaluation.park(game, state, tree, work, depth, child):
            if made != NO_CHILD:
                link(method, tree, work, made_at, made)
            return False
        if follows and not ended:
            rule.reach(game, state, work)
        evaluation.evaluate(game, state, rng, work)
    if proves:
        if ended and not frozen:
            child = proofs.finish(tree, work)
            edge.child = child
        ended = child > 0 and proofs.settled(nodes[child])
    take_in(values, work.span, players)
    if follows:
        rule.learn(tree, work, depth)

    # From here on nothing is raised: the simulation counts.
    if made != NO_CHILD:
        link(method, tree, work, made_at, made)
    work.counters[SIMULATIONS] += 1
    if depth > work.counters[MAX_DEPTH]:
        work.counters[MAX_DEPTH] = depth

    # Backup. What is learned of a child may change what its parent is worth: then from
    # the leaf to the root. Else from the root, which the next simulation reads first.
    upwards = proves or shares
    for turn in range(depth - given):
        step = depth - 1 - turn if upwards else given + turn
        number = path_nodes[step]
        node = nodes[number]
        edge = edges_of[number][path_edges[step]]
        player = node.player
        is_choice = not (has_chance and player == CHANCE)
        node.visits += 1
        edge.visits += 1
        if is_choice:
            value = values[player]
            edge.total += value
            rule.update(node, edge, value)
        if upwards:
            if shares and is_choice and child > 0:
                below = nodes[child]
                # Where it is settled or was recycled, it has fewer: then the edge knows more.
                if below.visits > 0 and below.visits + threshold >= edge.visits:
                    edge.total = edge.visits * (below.value[player] / below.visits)
            if proves:
                ended = proofs.refresh(tree, number, ended)  # whether there is news of the child
                exact = proofs.clamp(node, values, work.span[ORIGIN], exact and is_choice)
            child = number
        for player in range(players):
            node.value[player] += values[player]
    return proves and ended


def stands_on(path: Any, depth: int, number: int) -> bool:
    """Tell whether a node stands on the path so far."""
    for step in range(depth):
        if path[step] == number:
            return True
    return False


def draw(edges: Any, count: int, rng: Rng) -> int:
    """Return the place of a random edge of a chance node, by the probabilities of the outcomes."""
    chosen = 0
    left = rng.uniform()
    for place in range(count):
        probability = edges[place].total
        if probability > 0.0:
            chosen = place
            left -= probability
            if left < 0.0:
                break
    return chosen


def expand(game: Game, method: Method, state: State, tree: Tree, work: Workspace, rng: Rng) -> int:
    """Add a node for `state` with an edge for each action, in the order in which they are tried.

    Returns its number, NO_CHILD if the game is over there, or STUCK if every
    action would repeat a position. It is found by nobody until it is linked.
    """
    repetition = method.repetition
    count = game.fill_legal_actions(state, work.actions)
    if count == 0:
        if game.defines_is_terminal:
            raise RulesBroken  # the game goes on, yet there is no move
        return NO_CHILD
    if count > len(work.actions):
        raise ActionsFull
    player = game.current_player(state)
    chance = game.defines_chance_outcomes and player == CHANCE
    if (player < 0 or player >= len(work.values)) and not chance:
        raise RulesBroken
    if repetition.forbids and not chance:
        count = keep_permitted(repetition, game, state, count, work)
        if count == 0:
            return STUCK
    method.transpositions.reserve(tree)
    number = method.sharing.add_node(tree, work, count, method.proofs.reserve(count))
    work.counters[UNLINKED] = number + 1
    tree.nodes[number].player = player
    if chance:
        store_outcomes(game.chance_outcomes(state), tree.edges[number], work.actions, count)
    else:
        lay_out(game, state, tree.edges[number], work.actions, count, rng)
    if number != ROOT:  # a line that comes back to the root is a cycle
        method.transpositions.note(game, state, tree, number)
    method.evaluation.open(game, state, tree, number)
    method.proofs.open(game, state, tree, work, number)
    return number


def link(method: Method, tree: Tree, work: Workspace, step: int, number: int) -> None:
    """Let the edge that was followed at a step lead to the node made for the position behind it."""
    tree.edges[work.path_nodes[step]][work.path_edges[step]].child = number
    method.transpositions.enter(tree, number)
    work.counters[UNLINKED] = 0


def _native_lay_out(
    game: Game, state: State, edges: Any, actions: Any, count: int, rng: Rng
) -> None:
    shuffle(actions, count, rng)
    store_actions(edges, actions, count)


@native_twin(_native_lay_out)
def lay_out(game: Game, state: State, edges: Any, actions: Any, count: int, rng: Rng) -> None:
    """Give the edges of a node the first `count` actions, in random order.

    Or in that of the game, where the actions are numbers that nobody lists.
    """
    if isinstance(actions, AllNumbers):
        # Numbers drawn at later looks must not come from the generator that a simulation which
        # breaks off takes back.
        actions = game.order_of_actions(state, count, Rng(rng.below(1 << 31)))
    else:
        shuffle(actions, count, rng)
    if isinstance(edges, LateEdges):
        edges.take(iter(actions[:count] if isinstance(actions, list) else actions))
    else:
        for edge, action in zip(edges, actions, strict=False):
            edge.action = action


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
        edges[place].total = outcomes[place][1] / total


def take_in(values: Any, span: Any, players: int) -> None:
    """Take the values of a simulation into the range seen; make them relative to the origin."""
    if span[LOW] > span[HIGH]:
        span[ORIGIN] = values[0]
    for player in range(players):
        value = values[player]
        if not abs(value) <= MOST_RETURN:
            raise RulesBroken  # or not a number
        if value < span[LOW]:
            span[LOW] = value
        if value > span[HIGH]:
            span[HIGH] = value
    for player in range(players):
        values[player] -= span[ORIGIN]


def _native_follow(game: Game, state: State, edge: Any) -> State:
    return game.next_state(state, edge.action)


@native_twin(_native_follow)
def follow(game: Game, state: State, edge: Any) -> State:
    """Return the position behind an edge of the node of `state`.

    Interpreted, the edge keeps it: a method call costs more than the memory.
    """
    if game.states_change:
        return game.next_state(state, edge.action)
    if edge.state is None:
        edge.state = game.next_state(state, edge.action)
    return edge.state


def _native_store_actions(edges: Any, actions: Any, count: int) -> None:
    for place in range(count):
        edges[place].action = actions[place]
        if edges[place].action != actions[place]:
            raise RulesBroken  # it does not fit 32 bits


@native_twin(_native_store_actions)
def store_actions(edges: Any, actions: Any, count: int) -> None:
    """Give the edges of a node the first `count` actions."""
    for place in range(count):
        edges[place].action = actions[place]
