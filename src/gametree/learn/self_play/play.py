"""Games of a search against itself, each played by one call of compiled code.

What it takes from the papers: most searches are short and choose moves only, some are long and
teach the policy as well (playout cap randomisation: Wu, 2019, *Accelerating Self-Play Learning in
Go*); noise at the root of the long ones (Silver et al., 2017); a random opening, of which one is
kept that the search does not hold for decided; proofs as exact values.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plainpython.compilable import Compilable, native_twin

from ...actors import CHANCE, is_chance
from ...game import Game, State, fresh_state
from ...mcts.engine.method import Method
from ...mcts.engine.new_node import NO_MOVE, add_node
from ...mcts.engine.simulation import run_simulations
from ...mcts.search_record import search_with
from ...mcts.tree.tree import END, ROOM, ROOT, Tree
from ...networks.action_numbers import ActionNumbers
from ...networks.board import Board
from ...networks.features import Features
from ...primitives.rng import Rng
from ...primitives.state_memory import keep_values, own_state, release_values, settled
from ...rules.drawing import outcome
from ...rules.position_history import length
from ...rules.repetition import Repetition
from ...rules.workspace import ActionsFull, Workspace, mover, write
from ..update import OPENING
from .noise import mix_noise_into_priors
from .played_positions import (
    ACTIONS,
    FEATURES,
    PLIES,
    POSITIONS,
    SIMULATIONS,
    PlayedPositions,
    SamplesFull,
)
from .shared_network import run_with_requests

__all__ = ["SelfPlay", "play_game"]

SLICE = 16
"""Simulations of a search between two looks at whether it is to go on."""


class SelfPlay(Compilable):
    """How a search plays against itself.

    All numbers are floats, which may change without anything being compiled anew.

    Args:
        features, actions, board: what is written down of positions and moves.
        room: for a float for each action of a position.
        long, short: simulations of a search that teaches the policy, and of one that does not.
        long_share: the probability of a long one.
        depth: how many times as many both have.
        opening: random moves at the start of a game, at most.
        openings: how many are looked at till one is open enough.
        decided: how far from the middle a value is at most that counts as open, in parts of the
            range of the returns.
        middle, extent: the middle of the returns, and half of their range.
        warm: moves after the opening that are drawn by their visits; later the best one is made.
        noise: the share of noise in the priors.
        longest: plies after which a game is given up.

    Attributes:
        over: one number, which is not 0 once no game is to be played to its end any more; another
            thread may set it.

    """

    runtime_arrays = ("room", "over")

    def __init__(
        self,
        features: Features,
        actions: ActionNumbers,
        board: Board,
        room: Any,
        *,
        long: float = 400.0,
        short: float = 100.0,
        long_share: float = 0.3,
        depth: float = 1.0,
        opening: float = OPENING,
        openings: float = 4.0,
        decided: float = 0.7,
        middle: float = 0.0,
        extent: float = 1.0,
        warm: float = 10.0,
        noise: float = 0.25,
        longest: float = 2000.0,
    ) -> None:
        self.features = features
        self.actions = actions
        self.board = board
        self.room = room
        self.long = long
        self.short = short
        self.long_share = long_share
        self.depth = depth
        self.opening = opening
        self.openings = openings
        self.decided = decided
        self.middle = middle
        self.extent = extent
        self.warm = warm
        self.noise = noise
        self.longest = longest
        self.over = np.zeros(1, np.int64)


def play_game(
    game: Game,
    method: Method,
    plan: SelfPlay,
    rng: Rng,
    first: State,
    tree: Tree,
    words: Any,
    work: Workspace,
    samples: PlayedPositions,
) -> bool:
    """Play one game from a position; write what can be learned from it to `samples`.

    Returns False if there is nothing: it took too long, or ended in its opening, or `plan.over` is
    set: a game that has no result yet teaches nothing. `words` is the
    memory of the tree. What it raises is `OutOfRoom`, or of the rules; then the same game can be
    played again, with a generator in the same state.
    """
    used = samples.used
    for place in range(len(used)):
        used[place] = 0
    repetition = method.repetition
    openings = int(plan.openings)  # that may still be looked at; 0 once the game has begun
    state = opened(game, method, plan, rng, first, work, samples)
    begun = used[PLIES]
    player = CHANCE
    while True:
        if game.is_terminal(state):
            if openings <= 1:
                break
            openings -= 1
            state = opened(game, method, plan, rng, first, work, samples)
            continue
        if used[PLIES] >= plan.longest or plan.over[0] != 0:
            return False
        if openings > 0:
            begun = used[PLIES]
        if game.has_chance and is_chance(game.current_player(state)):
            openings = 0
            player = CHANCE
            action = outcome(game, state, rng)
        else:
            player = mover(game, state, work)
            root = own_state(game, state)
            moves = begin_search(game, method, root, tree, words, work, rng)
            kept = keep_values(game, root)
            if moves:
                teaches = openings == 0 and rng.uniform() < plan.long_share
                search(game, method, plan, rng, root, tree, work, teaches)
                used[SIMULATIONS] += work.counters.simulations
                if openings == 0:
                    write_position(game, method, plan, root, tree, work, samples, player, teaches)
            release_values(game, root, kept)
            if openings > 0:  # then it was a look at the opening
                if moves and is_open(method, plan, tree, work):
                    openings = 0
                else:
                    openings -= 1
                    if openings > 0:
                        state = opened(game, method, plan, rng, first, work, samples)
                continue
            if not moves:  # each would repeat a position
                repetition.judge(game, state, player, work)
                write(work.values, samples.returns)
                return bool(used[POSITIONS] > 0)
            place = chosen(method, tree, rng, used[PLIES] - begun < plan.warm)
            action = tree.edges[ROOT][place].action
        state = settled(game, game.next_state(state, action))
        used[PLIES] += 1
        if repeats(repetition, game, state, work):
            repetition.judge(game, state, player, work)
            write(work.values, samples.returns)
            return bool(used[POSITIONS] > 0)
    write(game.returns(state), samples.returns)
    return bool(used[POSITIONS] > 0)


def opened(
    game: Game,
    method: Method,
    plan: SelfPlay,
    rng: Rng,
    first: State,
    work: Workspace,
    samples: PlayedPositions,
) -> State:
    """Return a position some random moves after the first one; no other has been in this game."""
    state = fresh_state(game, first, work.start)
    samples.used[PLIES] = 0
    for _ in range(rng.below(int(plan.opening) + 1)):
        if game.is_terminal(state):
            break
        if game.has_chance and is_chance(game.current_player(state)):
            action = outcome(game, state, rng)
        else:
            action = game.random_action(state, rng)
        state = game.next_state(state, action)
        samples.used[PLIES] += 1
    work.counters.start_keys = 0
    repeats(method.repetition, game, state, work)
    return state


def is_open(method: Method, plan: SelfPlay, tree: Tree, work: Workspace) -> bool:
    """Return whether a search does not hold its root for decided."""
    write_values(method, tree, work)
    return bool(abs(work.values[0] - plan.middle) <= plan.decided * plan.extent)


def write_values(method: Method, tree: Tree, work: Workspace) -> bool:
    """Write to `work.values` what the root is worth; return whether that is proven."""
    node = tree.nodes[ROOT]
    if method.proofs.settled(node):
        method.proofs.write_worth(node, work.values)
        return True
    for player in range(len(work.values)):
        work.values[player] = node.value[player]
    return False


def repeats(repetition: Repetition, game: Game, state: State, work: Workspace) -> bool:
    """Note a position of the game; return whether it is over because the position came back."""
    if not repetition.watches:
        return False
    repetition.begin(work)
    over = repetition.arrive(game, state, work)
    work.counters.start_keys = length(work)
    return over


def begin_search(
    game: Game, method: Method, state: State, tree: Tree, words: Any, work: Workspace, rng: Rng
) -> bool:
    """Empty the tree and make its root; return whether there is a move."""
    empty(tree, words)
    work.counters.simulations = 0
    # A position that a network is asked about gets its node then, not at its second visit.
    work.counters.expand_after = 0 if method.evaluation.waits else 1
    work.span.low = math.inf
    work.span.high = -math.inf
    work.span.range = 1.0
    number = add_node(search_with(game, method, tree, work, rng), state)
    work.counters.unlinked = 0  # nothing leads to the root
    return number != NO_MOVE


def _native_empty(tree: Tree, words: Any) -> None:
    for place in range(tree.used[END]):
        words[place] = 0
    room = tree.used[ROOM]
    for place in range(len(tree.used)):
        tree.used[place] = 0
    tree.used[ROOM] = room


@native_twin(_native_empty)
def empty(tree: Tree, words: Any) -> None:
    """Remove all nodes of a tree, whose memory `words` is."""
    del tree.nodes[:], tree.edges[:]
    tree.used[:] = [tree.used[ROOM] if place == ROOM else 0 for place in range(len(tree.used))]


def search(
    game: Game,
    method: Method,
    plan: SelfPlay,
    rng: Rng,
    state: State,
    tree: Tree,
    work: Workspace,
    teaches: bool,
) -> None:
    """Search a position for a long time, with noise, if it is to teach the policy."""
    simulations = plan.short
    if teaches:
        simulations = plan.long
        count = tree.nodes[ROOT].count
        if count > len(plan.room):
            raise ActionsFull
        mix_noise_into_priors(tree.edges[ROOT], count, plan.noise, plan.room, rng)
    count = int(plan.depth * simulations)
    if method.evaluation.waits:
        run_with_requests(game, method, state, tree, work, rng, count)
        return
    while count > 0 and plan.over[0] == 0:  # in slices: a simulation may take long
        run_simulations(game, method, state, tree, work, rng, min(count, SLICE))
        count -= SLICE


def write_position(
    game: Game,
    method: Method,
    plan: SelfPlay,
    state: State,
    tree: Tree,
    work: Workspace,
    samples: PlayedPositions,
    player: int,
    teaches: bool,
) -> None:
    """Write what a search found to the samples; the shares of the moves if it teaches."""
    used = samples.used
    at = used[POSITIONS]
    node = tree.nodes[ROOT]
    if at == len(samples.movers):
        raise SamplesFull
    if used[FEATURES] + plan.features.most > len(samples.features):
        raise SamplesFull
    if used[ACTIONS] + node.count > len(samples.actions):
        raise SamplesFull
    used[FEATURES] = plan.features.collect(game, state, player, samples.features, used[FEATURES])
    cells = plan.board.cells
    if cells > 0:
        plan.features.codes(game, state, player, plan.board.room)
        plan.board.settle(plan.board.room)
        for cell in range(cells):
            samples.cells[at * cells + cell] = plan.board.room[cell]
    players = len(samples.returns)
    proven = write_values(method, tree, work)
    for each in range(players):
        samples.values[at * players + each] = work.values[each]
    if teaches:
        decided = method.proofs.decided(tree, ROOT)
        edges = tree.edges[ROOT]
        best = best_place(method, tree)
        end = used[ACTIONS]
        for place in range(node.count):
            share = edges[place].visits / max(1, node.visits)
            if decided:
                share = 1.0 if place == best else 0.0
            samples.actions[end] = plan.actions.number(edges[place].action)
            samples.shares[end] = share
            end += 1
        used[ACTIONS] = end
    samples.movers[at] = player
    samples.proven[at] = proven
    samples.feature_ends[at] = used[FEATURES]
    samples.action_ends[at] = used[ACTIONS]
    used[POSITIONS] = at + 1


def chosen(method: Method, tree: Tree, rng: Rng, warm: bool) -> int:
    """Return the index of the move to play: while `warm`, drawn by the share of the visits."""
    best = best_place(method, tree)
    if not warm or method.proofs.decided(tree, ROOT):
        return best
    left = rng.uniform() * tree.nodes[ROOT].visits
    edges = tree.edges[ROOT]
    for place in range(tree.nodes[ROOT].count):
        left -= edges[place].visits
        if left < 0.0:
            return place
    return best


def best_place(method: Method, tree: Tree) -> int:
    """Return the index of the best move: a proven one, or the one with the most visits."""
    node = tree.nodes[ROOT]
    edges = tree.edges[ROOT]
    decided = method.proofs.decided(tree, ROOT)
    best = 0
    most = -1
    for place in range(node.count):
        if decided and method.proofs.is_best(tree, node, edges[place]):
            return place
        if edges[place].visits > most:
            best = place
            most = edges[place].visits
    return best
