"""What the best answer to a strategy gets, by information states alone, in games of few positions.

Strategies are functions of (player, what they know, legal actions) that return a chance for each
action. Games where all choose at the same time come as rules that ask the players one by one.
"""

from __future__ import annotations

from typing import NamedTuple

from gametree.actors import CHANCE

__all__ = ["best_value", "exploitability", "uniform", "worlds"]


class Node(NamedTuple):
    """A position of the tree."""

    mover: int  # -2 at the end
    key: object  # the mover and what they know
    values: tuple[float, ...]  # at the end
    branches: tuple[tuple[object, float, Node], ...]  # (action, chance if chance moves, node)


_END = -2


def uniform(player, known, actions):
    """Choose each action equally often."""
    return [1.0 / len(actions)] * len(actions)


def exploitability(game, strategy):
    """Return what best answers gain on average against a strategy, in a zero-sum game."""
    root = _tree(game, game.initial_state())
    gained = [_best(root, player, strategy) for player in range(game.players)]
    return sum(gained) / game.players


def best_value(game):
    """Return what a single player gets by best play."""
    return _best(_tree(game, game.initial_state()), 0, uniform)


def worlds(game, depth):
    """Return {(player to move, what they know): {state: chance}} for random play to a depth.

    Chances are relative; positions that random play reaches in several ways count once.
    """
    found = {}

    def walk(state, chance, left):
        if game.is_terminal(state):
            return
        mover = game.current_player(state)
        if mover == CHANCE:
            outcomes = list(game.chance_outcomes(state))
        else:
            known = game.information_state(state, mover)
            of_known = found.setdefault((mover, known), {})
            of_known[state] = of_known.get(state, 0.0) + chance
            actions = list(game.legal_actions(state))
            outcomes = [(action, 1.0 / len(actions)) for action in actions]
            if left == 0:
                return
        for action, share in outcomes:
            walk(game.next_state(state, action), chance * share, left - (mover != CHANCE))

    walk(game.initial_state(), 1.0, depth)
    return found


def _tree(game, state):
    if game.is_terminal(state):
        return Node(_END, None, tuple(game.returns(state)), ())
    mover = game.current_player(state)
    if mover == CHANCE:
        outcomes, key = list(game.chance_outcomes(state)), None
    else:
        outcomes = [(action, 0.0) for action in game.legal_actions(state)]
        key = (mover, game.information_state(state, mover))
    branches = tuple(
        (action, share, _tree(game, game.next_state(state, action))) for action, share in outcomes
    )
    return Node(mover, key, (), branches)


def _best(root, me, strategy):
    """Return the value of the best answer of a player to a strategy of all others."""
    sets = {}
    played = {}  # the chances of the strategy, by position

    def collect(node, reach):
        if node.mover == CHANCE:
            for _, share, after in node.branches:
                collect(after, reach * share)
        elif node.mover == me:
            sets.setdefault(node.key, []).append((node, reach))
            for _, _, after in node.branches:
                collect(after, reach)
        elif node.mover != _END:
            actions = [action for action, _, _ in node.branches]
            played[id(node)] = strategy(*node.key, actions)
            for share, (_, _, after) in zip(played[id(node)], node.branches, strict=True):
                collect(after, reach * share)

    collect(root, 1.0)
    chosen, values = {}, {}

    def value(node):
        if node.mover == _END:
            return node.values[me]
        if id(node) not in values:
            if node.mover == me:
                values[id(node)] = value(node.branches[choice(node.key)][2])
            else:
                shares = played.get(id(node)) or [share for _, share, _ in node.branches]
                values[id(node)] = sum(
                    share * value(after)
                    for share, (_, _, after) in zip(shares, node.branches, strict=True)
                )
        return values[id(node)]

    def choice(key):
        """Return the best action where a player knows `key`, weighted over all that may be so."""
        if key not in chosen:
            totals = [0.0] * len(sets[key][0][0].branches)
            for node, reach in sets[key]:
                for index, (_, _, after) in enumerate(node.branches):
                    totals[index] += reach * value(after)
            chosen[key] = totals.index(max(totals))
        return chosen[key]

    return value(root)
