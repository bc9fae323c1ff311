"""Othello by UCT: how much to explore, when to expand, how to choose, when to stop.

1. A small experiment: programs that differ only in c play one another. In a second one
   playouts at random meet playouts that are semi-random: mostly moves that win corners.
2. A move by the ratio of wins to visits, after so much work or so much time, in a tree
   where a position gets its children, all at once, when it has been visited 30 times.
   Positions that several lines lead to stand there apart, are shared (`--known share`),
   or are skipped wherever they come up again (`--known skip`).
3. A game that need not end: positions come again and are reached in several ways. A
   playout is cut off after so many moves, and what it is worth then is defined.
"""

from __future__ import annotations

import argparse
import math

import gametree as gt
from gametree.games import Othello
from plainpython.bits import bit, popcount

EXPAND_AFTER = 30


def corners(game, state):
    """Return the lead in corners, for each player; the state begins with who moves."""
    last = game.size - 1
    four = bit(0) | bit(last) | bit(game.size * last) | bit(game.size * game.size - 1)
    lead = popcount(state[0] & four) - popcount(state[1] & four)
    if game.current_player(state) == 1:
        lead = -lead
    return (0.25 * lead, -0.25 * lead)


SEMI_RANDOM = gt.EpsilonGreedy(epsilon=0.3, heuristic=corners)


class SkipKnown(gt.UCB1):
    """UCB1 that follows no move again which has led to a position known from another line.

    Interpreted only: the edges of the tree keep their positions there.
    """

    edge_fields = (*gt.UCB1.edge_fields, ("skipped", "i4"))

    def __init__(self, c):
        super().__init__(c)
        self.known = set()

    def fitted_to(self, game, evaluation):
        """Return a rule for one search, which knows nothing yet."""
        return SkipKnown(self.c)

    def update(self, node, edge, value):
        """Note a simulation; the first one shows where the move leads."""
        super().update(node, edge, value)
        if edge.visits == 1:
            edge.skipped = int(edge.state in self.known)
            self.known.add(edge.state)

    def score(self, node, edge, value_range):
        """Return the score of UCB1, or less than any score."""
        return -math.inf if edge.skipped else super().score(node, edge, value_range)


def searcher(game, state, c, seed, policy=None, compiled="auto", known="apart"):
    """Return a search with the settings of this script; random playouts without a policy.

    `known` says what becomes of positions that several lines lead to: "apart", "share", "skip".
    """
    return gt.Searcher(
        game,
        state,
        selection=SkipKnown(c) if known == "skip" else gt.UCB1(c=c),
        evaluation=gt.Playout(policy),
        expand_after=EXPAND_AFTER,
        final_move="value",
        transpositions=known == "share",
        seed=seed,
        compiled=False if known == "skip" else compiled,
    )


def duel(game, first, second, simulations, seed):
    """Play one game between two pairs (c, playout policy); return what the first one gets."""
    state = game.initial_state()
    ply = 0
    while not game.is_terminal(state):
        c, policy = (first, second)[game.current_player(state)]
        found = searcher(game, state, c, seed + ply, policy).run(simulations=simulations)
        state = game.next_state(state, found.action)
        ply += 1
    return game.returns(state)[0]


def match(game, one, other, games, simulations, seed=1):
    """Let two programs meet so often, taking turns to begin; return the points of the first."""
    points = 0.0
    for number in range(games):
        pair = (one, other) if number % 2 == 0 else (other, one)
        gained = duel(game, *pair, simulations, seed + 1000 * number)
        points += (1 + gained if number % 2 == 0 else 1 - gained) / 2
    return points


def tune(game, values, games, simulations, seed=1):
    """Let every two values of c meet; return points by value."""
    points = dict.fromkeys(values, 0.0)
    for index, one in enumerate(values):
        for other in values[index + 1 :]:
            gained = match(game, (one, None), (other, None), games, simulations, seed)
            points[one] += gained
            points[other] += games - gained
    return points


class Walk(gt.Game):
    """Two walkers on a ring of `fields`; who steps on the other's field has won.

    Either may go to and fro for ever, so the game has circles and no last move.
    """

    def __init__(self, fields=7):
        self.fields = fields

    def initial_state(self):
        """Return (field of who moves, field of the other, who moves)."""
        return (0, self.fields // 2, 0)

    def current_player(self, state):
        """Return who moves."""
        return state[2]

    def is_terminal(self, state):
        """Tell whether the walkers have met."""
        return state[0] == state[1]

    def legal_actions(self, state):
        """Return a step back or forth."""
        return [-1, 1] if state[0] != state[1] else []

    def next_state(self, state, action):
        """Return the position after a step."""
        return (state[1], (state[0] + action) % self.fields, 1 - state[2])

    def returns(self, state):
        """Return 1 for who has just moved."""
        return (1.0, -1.0) if state[2] == 1 else (-1.0, 1.0)


def endless(simulations, max_plies, seed=1):
    """Search the walk: a playout of `max_plies` moves is cut off and counts as a draw."""
    return gt.search(
        Walk(),
        simulations=simulations,
        seed=seed,
        evaluation=gt.Playout(max_plies=max_plies),
        compiled=False,
    )


def main(
    values=(0.3, 0.7, 1.4142, 2.8),
    games=8,
    simulations=300,
    seconds=0.5,
    size=6,
    seed=1,
    known="apart",
):
    """Run all three parts; return the points of both experiments, both results, the walk's."""
    game = Othello(size=size)
    points = tune(game, values, games, simulations, seed)
    played = games * (len(values) - 1)
    for c, gained in points.items():
        print(f"c = {c:<6}  {gained:g} points of {played}")
    print(f"(equal programs: {played / 2:g}, give or take {math.sqrt(played) / 2:.1f})")
    best = max(points, key=points.__getitem__)
    heavy = match(game, (best, SEMI_RANDOM), (best, None), games, simulations, seed)
    print(f"semi-random playouts against random ones: {heavy:g} points of {games}")

    options = {"seed": seed, "known": known}
    by_work = searcher(game, None, best, **options).run(simulations=10 * simulations)
    by_time = searcher(game, None, best, **options).run(seconds=seconds)
    for result in (by_work, by_time):
        print(f"\n{result}")

    walk = endless(simulations, max_plies=20)
    print(f"\n{walk}")
    return points, heavy, by_work, by_time, walk


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Othello by UCT.")
    parser.add_argument("--known", choices=("apart", "share", "skip"), default="apart")
    main(known=parser.parse_args().known)
