"""One simulation of an information-set search, and the loop around it.

It runs interpreted and compiled, as `mcts.engine.simulation` does: same seed, same tables.
"""

from __future__ import annotations

from typing import Any

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

__all__ = ["HiddenMethod", "run_simulations", "simulate"]


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
    known = method.worlds.known(game, root, viewer)
    kept = keep_values(game, root)
    for _ in range(simulations):
        forget_values(game, method, root)
        work.counters.rng = rng.state[0]
        state = method.worlds.draw(game, root, known, viewer, work, rng)
        simulate(game, method, tables, trail, state, work, rng, viewer)
    release_values(game, root, kept)


def simulate(
    game: Game,
    method: HiddenMethod,
    tables: Tables,
    trail: Trail,
    state: State,
    work: Workspace,
    rng: Rng,
    viewer: int,
) -> None:
    """Run one simulation from a sampled state."""
    has_chance = game.defines_chance_outcomes
    players = len(work.values)
    spread = work.span.range
    turn = work.counters.simulations % players  # the player whom it is for
    trail.reach[0] = 1.0
    depth = 0
    top = 0
    leaf = NOWHERE
    over = False
    inside = True
    came = u64(0)
    compared = work.counters.simulations & SELDOM == 0
    if game.defines_rewards:
        forget_rewards(trail, 0, players)
    while inside:
        if game.defines_is_terminal and game.is_terminal(state):
            over = True
            break
        mover = game.current_player(state)
        if has_chance and is_chance(mover):
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
            over = True
            break
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
            leaf = node  # a new node: the playout begins here
            break
        full = False
        for index in range(count):
            slot = tables.edge(key_of_move(key, work.actions[index]))
            if slot == NOWHERE:
                full = True
                break
            trail.moves[top + index] = slot
        if full:
            break
        trail.nodes[depth] = node
        trail.firsts[depth] = top
        trail.counts[depth] = count
        trail.players[depth] = mover
        trail.reach[depth + 1] = trail.reach[depth]
        if method.rule.guided:
            method.evaluation.write_priors(
                game, state, mover, work.actions, count, trail.shares, top
            )
        chosen = method.rule.choose(tables, trail, depth, rng, spread, mover == turn)
        trail.chosen[depth] = chosen
        if method.rule.plans:
            trail.links[depth] = trail.moves[top + chosen]
            came = key_of_move(key, work.actions[chosen])
        top += count
        depth += 1
        if game.defines_rewards:
            forget_rewards(trail, depth, players)
            collect(game, state, work.actions[chosen], work, trail, depth)
        state = game.next_state(state, work.actions[chosen])
        if depth & 3 == 0:
            state = settled(game, state)
    if not over:
        method.evaluation.evaluate(game, state, rng, work)
    elif not game.defines_rewards:
        write(game.returns(state), work.values)
    else:
        for player in range(players):
            work.values[player] = 0.0  # the rewards are counted already
    if method.rule.plans:
        trail.scores[0] = work.values[0]
        trail.scores[1] = work.values[0]
    else:
        trail.scores[0] = 1.0
    if game.defines_rewards:
        add_up(game.discount, trail, depth, work)
    take_in(work.values, work.span)
    backup(game, method.rule, tables, trail, work, depth, leaf, turn)


def backup(
    game: Game,
    rule: ChoiceRule,
    tables: Tables,
    trail: Trail,
    work: Workspace,
    depth: int,
    leaf: Any,
    turn: int,
) -> None:
    """Take the values of a simulation into the statistics on its trail."""
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
