"""The functions that an exported game consists of, as Python; the runtime in C calls them.

Each takes the rules, the method, a tree, a workspace, a generator and an `Exchange`, and returns an
integer. Positions are not kept from call to call: each function plays the moves of the game so
far, which takes less time than one simulation.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..actors import CHANCE, is_chance
from ..game import Game, State, fresh_state
from ..mcts.engine.method import Method
from ..mcts.engine.new_node import add_node
from ..mcts.engine.simulation import run_simulations
from ..mcts.search_record import search_with
from ..mcts.selection.rule import SelectionRule
from ..mcts.tree.transpositions import enter_all
from ..mcts.tree.tree import EDGES, END, NO_CHILD, NO_NODE, NODES, ROOT, Tree, after
from ..primitives.actions import is_same
from ..primitives.records import block_size
from ..primitives.rng import Rng
from ..primitives.state_memory import keep_values, release_values
from ..rules.position_history import forget, note, occurrences
from ..rules.repetition import keep_permitted
from ..rules.workspace import ActionsFull, Workspace, write
from .code_points import (
    name_of_pair,
    name_of_three,
    own_name,
    put_code_points,
    put_number,
)
from .openings import Opening

__all__ = [
    "ARGUMENT",
    "FUNCTIONS",
    "PLAYER",
    "TEXTS",
    "Exchange",
    "come_to",
    "legal_moves",
    "no_text",
    "step_on",
]


class Exchange(NamedTuple):
    """What the runtime and these functions give each other.

    Attributes:
        moves: the moves of the game so far, and room for more.
        numbers: how many of them there are, an argument, the player to move, and two results.
        counts: an integer for each legal move.
        floats: a float for each legal move, or each player.
        worths: for each legal move what it is proven to be worth, NaN for nothing.
        children: for each legal move the node behind it, 0 where there is none with moves.
        text: the code points of a text.
        opening: the first position.
        observed: the method such that `SimulationNotes` hold what a simulation does.
        noting: the rule in it that notes what follows from visits, or any.

    """

    moves: Any
    numbers: Any
    counts: Any
    floats: Any
    worths: Any
    children: Any
    text: Any
    opening: Opening
    observed: Any
    noting: SelectionRule


# Indices of `numbers`.
PLAYED = 0
ARGUMENT = 1
PLAYER = 2
FIRST = 3
SECOND = 4
MOVER = 5  # who made the last move, CHANCE before any
SEARCHED = 6  # how many moves lead to the root of the tree; those after it are looked at

UNSEEN = -64  # what `statistics` returns where the tree has no node; no code of the runtime
LOST = -1  # what `search_root` returns where every move would repeat a position


def come_to(game: Game, method: Method, work: Workspace, exchange: Exchange) -> State:
    """Return the position after the moves so far; note the ones before where they are watched."""
    watches = method.repetition.watches
    numbers = exchange.numbers
    numbers[MOVER] = CHANCE
    state = fresh_state(game, exchange.opening.position(game), work.start)
    if watches:
        forget(work, 0)
        note(work, game.key(state))
    for place in range(numbers[PLAYED]):
        state = step_on(game, method, work, exchange, state, exchange.moves[place])
    if watches:
        work.counters.start_keys = work.counters.keys
    return state


def step_on(
    game: Game, method: Method, work: Workspace, exchange: Exchange, state: State, action: Any
) -> State:
    """Return the position after a move; note who made it, and the position where it is watched."""
    exchange.numbers[MOVER] = game.current_player(state)
    state = game.next_state(state, action)
    if method.repetition.watches:
        note(work, game.key(state))
    return state


def legal_moves(
    game: Game, method: Method, work: Workspace, exchange: Exchange, state: State
) -> int:
    """Write the legal moves to `work.actions`; return how many there are, 0 at the end.

    Writes who moves; the probabilities of outcomes, where chance does; at the end the returns.
    """
    numbers, floats = exchange.numbers, exchange.floats
    policy = method.repetition
    numbers[PLAYER] = CHANCE
    if policy.watches and not policy.forbids and occurrences(work) >= policy.limit:
        policy.judge(game, state, numbers[MOVER], work)
        return ended(work, floats)
    count = 0
    if not (game.defines_is_terminal and game.is_terminal(state)):
        count = method.moves.count(game, state, work)
    if count == 0:
        write(game.returns(state), work.values)
        return ended(work, floats)
    if count > len(floats):
        raise ActionsFull
    player = game.current_player(state)
    numbers[PLAYER] = player
    if method.chance and is_chance(player):
        outcomes = game.chance_outcomes(state)
        for place in range(count):
            work.actions[place] = outcomes[place][0]
            floats[place] = outcomes[place][1]
    elif policy.forbids:
        count = keep_permitted(policy, game, state, count, work)
        if count == 0:
            policy.judge(game, state, player, work)
            return ended(work, floats)
    return count


def ended(work: Workspace, floats: Any) -> int:
    """Write the returns; return 0."""
    for player in range(len(work.values)):
        floats[player] = work.values[player]
    return 0


def survey(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Return the number of legal moves: see `legal_moves`."""
    return legal_moves(game, method, work, exchange, come_to(game, method, work, exchange))


def play(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Play the legal move with the index of the argument."""
    numbers = exchange.numbers
    legal_moves(game, method, work, exchange, come_to(game, method, work, exchange))
    exchange.moves[numbers[PLAYED]] = work.actions[numbers[ARGUMENT]]
    numbers[PLAYED] += 1
    return 0


def search_root(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Start an empty tree at the position; return the number of its root, or `LOST`."""
    state = come_to(game, method, work, exchange)
    kept = keep_values(game, state)
    number = add_node(search_with(game, method, tree, work, rng), state)
    release_values(game, state, kept)
    work.counters.unlinked = 0
    return number


def search(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Run as many simulations as the argument says; fewer if the best move is proven."""
    state = come_to(game, method, work, exchange)
    kept = keep_values(game, state)
    run_simulations(game, method, state, tree, work, rng, exchange.numbers[ARGUMENT])
    release_values(game, state, kept)
    return 0


def take_back(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Undo a simulation that broke off; the runtime clears the words from FIRST to SECOND."""
    numbers, counters, used = exchange.numbers, work.counters, tree.used
    rng.state[0] = counters.rng
    numbers[FIRST] = used[END]
    numbers[SECOND] = used[END]
    number = counters.unlinked - 1
    if number >= 0:
        counters.unlinked = 0
        method.proofs.forget_finished(tree, number)
        numbers[FIRST] = number
        at = number
        while at < numbers[SECOND]:
            used[NODES] -= 1
            used[EDGES] -= tree.nodes[at].count
            at = after(tree, at)
        used[END] = number
    return 0


def refill(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Enter all nodes in an empty table of transpositions."""
    if method.transpositions.shares:
        enter_all(method.transpositions.slots, tree)  # type: ignore[attr-defined]
    return 0


def words_of_root(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Return how many words a root with as many edges as the argument says takes at most."""
    count = exchange.numbers[ARGUMENT]
    spare = method.proofs.reserve(count) * block_size(tree.edges, 0)
    return block_size(tree.edges, count) + spare


def node_looked_at(method: Method, tree: Tree, exchange: Exchange) -> int:
    """Return the node of the position: the root, or where the moves after it lead; NO_NODE."""
    number = ROOT
    for place in range(exchange.numbers[SEARCHED], exchange.numbers[PLAYED]):
        edge = edge_of(tree, number, exchange.moves[place], 0)
        child = tree.edges[number][edge].child if edge >= 0 else NO_CHILD
        if child == NO_CHILD or not method.chance_nodes.shows_positions:
            return NO_NODE
        number = child
    return number


def edge_of(tree: Tree, number: int, action: Any, first: int) -> int:
    """Return the index of the edge of an action, looking at edge `first` first; -1 if none is."""
    count: int = tree.nodes[number].count
    edges = tree.edges[number]
    for step in range(count):
        place = (first + step) % count
        if is_same(edges[place].action, action):
            return place
    return -1


def best_edge(method: Method, tree: Tree, number: int) -> int:
    """Return the index of the best edge of a node: a proven one, or the one with most visits."""
    node = tree.nodes[number]
    edges = tree.edges[number]
    proofs = method.proofs
    proven = proofs.decided(tree, number)
    best = -1
    sound = False
    for place in range(node.count):
        edge = edges[place]
        good = (
            proofs.is_best(tree, node, edge) if proven else not proofs.done_with(tree, node, edge)
        )
        if best < 0 or (good and not sound):
            best, sound = place, good
        elif good == sound:
            other = edges[best]
            if edge.visits > other.visits or (
                edge.visits == other.visits and edge.mean > other.mean
            ):
                best = place
    return best


def statistics(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write what the tree knows of each legal move; return the index of the best one.

    `UNSEEN` where the tree has no node of the position.
    """
    count = legal_moves(game, method, work, exchange, come_to(game, method, work, exchange))
    number = node_looked_at(method, tree, exchange)
    if number == NO_NODE:
        return UNSEEN
    player = exchange.numbers[PLAYER]
    edges = tree.edges[number]
    best = best_edge(method, tree, number)
    found = 0
    for index in range(count):
        exchange.counts[index] = 0
        exchange.floats[index] = 0.0
        exchange.worths[index] = math.nan
        exchange.children[index] = NO_CHILD
        place = edge_of(tree, number, work.actions[index], index)
        if place < 0:
            continue
        edge = edges[place]
        exchange.counts[index] = edge.visits
        exchange.floats[index] = edge.mean
        if place == best:
            found = index
        if edge.child == NO_CHILD:
            continue
        child = tree.nodes[edge.child]
        # A node without moves stands for all finished positions with the same returns.
        exchange.children[index] = edge.child if child.count > 0 else NO_CHILD
        if method.proofs.settled(child):
            method.proofs.write_worth(child, work.values)
            exchange.worths[index] = work.values[max(0, player)]
    exchange.numbers[FIRST] = 1 if method.proofs.decided(tree, number) else 0
    return found


def put_move(name_of: Any, game: Game, method: Method, work: Workspace, exchange: Exchange) -> int:
    """Write the name of the legal move with the index of the argument; return its length."""
    state = come_to(game, method, work, exchange)
    legal_moves(game, method, work, exchange, state)
    name = name_of(game, state, work.actions[exchange.numbers[ARGUMENT]])
    return put_code_points(name, exchange.text, 0)


def text_of_move(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write the name of a move: see `put_move`."""
    return put_move(own_name, game, method, work, exchange)


def pair_of_move(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write the name of a move of two numbers."""
    return put_move(name_of_pair, game, method, work, exchange)


def three_of_move(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write the name of a move of three numbers."""
    return put_move(name_of_three, game, method, work, exchange)


def text_of_position(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write the position as text; return its length."""
    state = come_to(game, method, work, exchange)
    return put_code_points(game.state_to_text(state), exchange.text, 0)


def put_line(
    name_of: Any, game: Game, method: Method, tree: Tree, work: Workspace, exchange: Exchange
) -> int:
    """Write a move of the expected line, its index the argument; return its length, or 0."""
    state = come_to(game, method, work, exchange)
    number = node_looked_at(method, tree, exchange)
    if number == NO_NODE:
        return 0
    for step in range(exchange.numbers[ARGUMENT] + 1):
        node = tree.nodes[number]
        if node.count == 0 or is_chance(node.player):
            return 0
        edge = tree.edges[number][best_edge(method, tree, number)]
        if edge.visits == 0 and edge.child == NO_CHILD:
            return 0
        if step == exchange.numbers[ARGUMENT]:
            return put_code_points(name_of(game, state, edge.action), exchange.text, 0)
        if edge.child == NO_CHILD:
            return 0
        state = game.next_state(state, edge.action)
        number = edge.child
    return 0


def text_of_line(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write a move of the expected line: see `put_line`."""
    return put_line(own_name, game, method, tree, work, exchange)


def pair_of_line(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write a move of the line, of two numbers."""
    return put_line(name_of_pair, game, method, tree, work, exchange)


def three_of_line(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write a move of the line, of three numbers."""
    return put_line(name_of_three, game, method, tree, work, exchange)


def index_of_move(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write the index of a move, from 1, in place of its name."""
    return put_number(exchange.numbers[ARGUMENT] + 1, exchange.text, 0)


def no_text(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write nothing."""
    return 0


FUNCTIONS = {
    each.__name__: each
    for each in (
        survey,
        play,
        search_root,
        search,
        take_back,
        refill,
        words_of_root,
        statistics,
    )
}
"""The functions that play and search."""

TEXTS = {
    "text_of_move": (text_of_move, three_of_move, pair_of_move, index_of_move),
    "text_of_position": (text_of_position, no_text),
    "text_of_line": (text_of_line, three_of_line, pair_of_line, no_text),
}
"""The functions that write texts, and what takes their place where a game's do not compile."""
