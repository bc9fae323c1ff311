"""Gives a leaf its value: at once, later, or because it is proven."""

from __future__ import annotations

from ...game import State
from ...rules.workspace import GOES_ON, REPEATED, STUCK, VALUED
from ..search_record import SearchRecord

__all__ = ["value_leaf"]


def value_leaf(search: SearchRecord, state: State, depth: int, leaf: int) -> bool:
    """Write to `work.values` what a leaf is worth, after so many steps; False if it waits.

    Proven positions need no evaluation, and what is certain of a leaf is kept.
    """
    proofs = search.method.proofs
    if not proofs.watches:
        return estimate(search, state, depth, leaf)
    tree, work = search.tree, search.work
    counters = work.counters
    proofs.require_room(tree, work)  # before anything is learned
    if proofs.recall(tree, work, leaf):
        counters.exact = 1
    else:
        # Where chance moves, what a simulation comes to is one draw of many: exact is then
        # only what is known for certain.
        is_certain = GOES_ON < counters.ending < VALUED
        counters.exact = is_certain or not proofs.chance
        if not estimate(search, state, depth, leaf):
            return False
    proofs.conclude(tree, work, depth, leaf)
    return True


def estimate(search: SearchRecord, state: State, depth: int, leaf: int) -> bool:
    """Write to `work.values` what a leaf that is not proven is worth; False if it waits.

    The game's policy says what it is worth that a position comes back, the evaluation all
    else. Of an evaluation of many leaves at once, they wait until there are enough.
    """
    game, method, work = search.game, search.method, search.work
    evaluation = method.evaluation
    if method.repetition.watches:
        ending = work.counters.ending
        if ending == REPEATED:
            before = search.tree.nodes[work.path_nodes[depth - 1]]
            method.repetition.judge(game, state, before.player, work)
            return True
        if ending == STUCK:
            method.repetition.judge(game, state, game.current_player(state), work)
            return True
    if evaluation.waits:
        ending = work.counters.ending
        if ending == VALUED:
            return True
        if ending == GOES_ON and evaluation.park(game, state, search.tree, work, depth, leaf):
            return False
    if method.recalls and evaluation.recall(search.tree, work, depth):
        return True
    if method.learner.follows and work.counters.ending == GOES_ON:
        method.learner.reach(game, state, work)
    evaluation.evaluate(game, state, search.rng, work)
    return True
