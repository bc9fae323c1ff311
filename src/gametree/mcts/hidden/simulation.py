"""One simulation of an information-set search, and the loop around it.

It runs interpreted and compiled, as `mcts.engine.simulation` does: same seed, same tables.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plainpython.bits import u64
from plainpython.compilable import Compilable

from ...actors import is_chance
from ...game import Game, State
from ...primitives.rng import Rng
from ...primitives.state_memory import forget_values, keep_values, release_values, settled
from ...rules.drawing import drawn
from ...rules.workspace import (
    ENDLESS_PLIES,
    ActionsFull,
    PathFull,
    RulesBroken,
    Workspace,
    write,
)
from ..engine.simulation import take_in
from ..evaluation.evaluation import Evaluation
from .observers import Observer
from .rewards import add_up, collect, forget_rewards
from .rules import ChoiceRule
from .tables import NOWHERE, Tables, key_of_move, mixed
from .trail import Trail
from .worlds import SELDOM, Worlds

__all__ = ["HiddenMethod", "HiddenRecord", "run_simulations", "simulate"]


class HiddenMethod(Compilable):
    """The strategies of an information-set search.

    Attributes:
        observer: what a node stands for.
        rule: how a player chooses there.
        worlds: where simulations start.
        evaluation: what a leaf is worth.
        horizon: the length of the longest path in the tables, in moves.

    """

    def __init__(
        self,
        observer: Observer,
        rule: ChoiceRule,
        worlds: Worlds,
        evaluation: Evaluation,
        horizon: int = ENDLESS_PLIES,
    ) -> None:
        self.observer = observer
        self.rule = rule
        self.worlds = worlds
        self.evaluation = evaluation
        self.horizon = horizon


class HiddenRecord(NamedTuple):
    """The objects that every step of a simulation works with.

    Attributes:
        game: the rules.
        method: the strategies.
        tables: the information sets so far, and their moves.
        trail: the buffers of one simulation.
        work: the buffers and numbers of the search.
        rng: its random generator.
        viewer: the player who searches.

    """

    game: Game
    method: HiddenMethod
    tables: Tables
    trail: Trail
    work: Workspace
    rng: Rng
    viewer: int


def run_simulations(
    game: Game,
    method: HiddenMethod,
    tables: Tables,
    trail: Trail,
    root: State,
    work: Workspace,
    rng: Rng,
    viewer: int,
    simulations: int,
) -> None:
    """Run so many simulations from what `viewer` knows in `root`, or fewer and raise why.

    `root` is a state that the player may be in, never the true one. A simulation counts wholly or
    not at all: what it has drawn is then to be taken back, to `work.counters.rng`.
    """
    search = HiddenRecord(game, method, tables, trail, work, rng, viewer)
    known = method.worlds.known(game, root, viewer)
    kept = keep_values(game, root)
    for _ in range(simulations):
        forget_values(game, method, root)
        work.counters.rng = rng.state[0]
        state = method.worlds.draw(game, root, known, viewer, work, rng)
        simulate(search, state)
    release_values(game, root, kept)


def simulate(search: HiddenRecord, state: State) -> None:
    """Run one simulation from a sampled state: descent, evaluation, backup."""
    turn = search.work.counters.simulations % len(search.work.values)  # whom it is for
    state, depth, leaf, over = descend(search, state, turn)
    value_leaf(search, state, depth, over)
    backup(search, depth, leaf, turn)


def descend(search: HiddenRecord, state: State, turn: int) -> tuple[State, int, Any, bool]:
    """Choose moves from the first information set to the end of the tables.

    Returns the state there, the number of moves, the slot of its information set if that is new
    (else `NOWHERE`), and True if the game is over.
    """
    game, method, tables, trail = search.game, search.method, search.tables, search.trail
    work, rng, viewer = search.work, search.rng, search.viewer
    players = len(work.values)
    compared = work.counters.simulations & SELDOM == 0
    came = u64(0)
    depth = 0
    top = 0
    inside = True
    trail.reach[0] = 1.0
    if game.defines_rewards:
        forget_rewards(trail, 0, players)
    while inside:
        if game.defines_is_terminal and game.is_terminal(state):
            return state, depth, NOWHERE, True
        mover = game.current_player(state)
        if game.defines_chance_outcomes and is_chance(mover):
            outcome = drawn(game.chance_outcomes(state), rng)
            if game.defines_rewards:
                collect(game, state, outcome, work, trail, depth)
            state = game.next_state(state, outcome)
            continue
        count = game.fill_legal_actions(state, work.actions)
        if count > len(work.actions):
            raise ActionsFull
        if count == 0:
            if game.defines_is_terminal:
                raise RulesBroken
            return state, depth, NOWHERE, True
        if mover < 0 or mover >= players:
            raise RulesBroken
        if depth == method.horizon:
            break
        if depth + 1 >= len(trail.nodes) or top + count > len(trail.moves):
            raise PathFull
        key = method.observer.key(game, state, mover, viewer)
        if compared and not method.observer.stays(game, state, mover, viewer, key):
            raise RulesBroken
        node = tables.node(key)
        if node == NOWHERE:
            break
        if method.rule.plans and depth > 0:
            link = tables.edge(mixed(key, came))
            if link == NOWHERE:
                break
            trail.links[depth - 1] = link
        inside = tables.nodes[node].visits > 0
        if not inside and depth > 0:
            return state, depth, node, False  # a new node: the playout begins here
        if not find_moves(tables, trail, work, key, top, count):
            break
        trail.nodes[depth] = node
        trail.firsts[depth] = top
        trail.counts[depth] = count
        trail.players[depth] = mover
        action = choose(search, state, depth, mover == turn)
        if method.rule.plans:
            came = key_of_move(key, action)
        top += count
        depth += 1
        if game.defines_rewards:
            forget_rewards(trail, depth, players)
            collect(game, state, action, work, trail, depth)
        state = game.next_state(state, action)
        if depth & 3 == 0:
            state = settled(game, state)
    return state, depth, NOWHERE, False


def find_moves(
    tables: Tables, trail: Trail, work: Workspace, key: Any, top: int, count: int
) -> bool:
    """Write the slots of the legal moves to `trail.moves`; return False if the tables are full."""
    for index in range(count):
        slot = tables.edge(key_of_move(key, work.actions[index]))
        if slot == NOWHERE:
            return False
        trail.moves[top + index] = slot
    return True


def choose(search: HiddenRecord, state: State, depth: int, updated: bool) -> Any:
    """Choose a move of a step whose moves are on the trail, note it, and return it."""
    method, trail, work = search.method, search.trail, search.work
    first = trail.firsts[depth]
    trail.reach[depth + 1] = trail.reach[depth]
    if method.rule.guided:
        count = trail.counts[depth]
        mover = trail.players[depth]
        method.evaluation.write_priors(
            search.game, state, mover, work.actions, count, trail.shares, first
        )
    spread = work.span.range
    chosen = method.rule.choose(search.tables, trail, depth, search.rng, spread, updated)
    trail.chosen[depth] = chosen
    if method.rule.plans:
        trail.links[depth] = trail.moves[first + chosen]
    return work.actions[chosen]


def value_leaf(search: HiddenRecord, state: State, depth: int, over: bool) -> None:
    """Write what each player gets from a simulation that has reached `state` to `work.values`."""
    game, method, trail, work = search.game, search.method, search.trail, search.work
    if not over:
        method.evaluation.evaluate(game, state, search.rng, work)
    elif not game.defines_rewards:
        write(game.returns(state), work.values)
    else:
        for player in range(len(work.values)):
            work.values[player] = 0.0  # the rewards are counted already
    if method.rule.plans:
        trail.scores[0] = work.values[0]
        trail.scores[1] = work.values[0]
    else:
        trail.scores[0] = 1.0
    if game.defines_rewards:
        add_up(game.discount, trail, depth, work)
    take_in(work.values, work.span)


def backup(search: HiddenRecord, depth: int, leaf: Any, turn: int) -> None:
    """Take the values of a simulation into the statistics on its trail."""
    game, rule, tables, trail = search.game, search.method.rule, search.tables, search.trail
    work = search.work
    players = len(work.values)
    for player in range(players):
        work.sums[player] += work.values[player]
    if leaf != NOWHERE:
        tables.nodes[leaf].visits += 1
    for back in range(depth):
        step = depth - 1 - back
        tables.nodes[trail.nodes[step]].visits += 1
        first = trail.firsts[step]
        for index in range(first, first + trail.counts[step]):
            tables.edges[trail.moves[index]].available += 1
        player = trail.players[step]
        value = work.values[player]
        if game.defines_rewards:
            value = trail.rewards[(step + 1) * players + player]
        edge = tables.edges[trail.moves[first + trail.chosen[step]]]
        edge.visits += 1
        edge.total += value
        rule.learn(tables, trail, step, value, player == turn, depth)
    work.counters.simulations += 1
    if depth > work.counters.max_depth:
        work.counters.max_depth = depth
