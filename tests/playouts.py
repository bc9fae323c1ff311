"""Teaching playout policies in tests, and searching with them."""

from __future__ import annotations

import gametree as gt


def taught(policy, *simulations):
    """Teach a policy simulations: (moves, values), each move a (player, action)."""
    for moves, values in simulations:
        policy.begin()
        for player, action in moves:
            policy.note(player, action)
        policy.learn(values)
    policy.begin()
    return policy


def searched(game, policy, simulations=400, compiled=False, **options):
    """Return a searcher that has run this many simulations with a policy."""
    evaluation = gt.Playout(policy)
    searcher = gt.Searcher(game, evaluation=evaluation, seed=4, compiled=compiled, **options)
    searcher.run(simulations=simulations)
    return searcher


class First(gt.PlayoutPolicy):
    """A playout policy of the user's own: always the first legal action."""

    def choose(self, game, state, count, rng, work):
        game.fill_legal_actions(state, work.actions)
        return work.actions[0]
