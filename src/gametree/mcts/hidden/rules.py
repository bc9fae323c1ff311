"""Rules for choosing a move in an information set, and for learning from a simulation."""

from __future__ import annotations

import math

from plainpython.compilable import Compilable

from ...game import Game
from ...primitives.rng import Rng
from .roots import Roots
from .tables import Tables
from .trail import Trail

__all__ = [
    "ChoiceRule",
    "InformationPUCT",
    "InformationUCB",
    "OutcomeSampling",
    "PlanningUCB",
    "RegretMatching",
    "shares_of",
]


class ChoiceRule(Compilable):
    """Base class of the rules: define `choose` and `learn`.

    Attributes:
        mixes: True if the result is an average policy, False if it is the shares of visits.
        guided: True if `trail.shares` must hold the priors of the moves.
        plans: True if it learns from the values of the information sets that follow: `trail.links`
            has the slot of an entry for each step and what followed, or that of the move if nothing
            did; `trail.scores` begins with the value of the leaf, twice.
        fields: what it keeps for each move beside visits and total, of `TableEntry`.

    """

    mixes: bool = False
    guided: bool = False
    plans: bool = False
    fields: tuple[str, ...] = ()

    def fitted_to(self, game: Game) -> ChoiceRule:
        """Return the rule with what depends on the game filled in."""
        return self

    def choose(
        self, tables: Tables, trail: Trail, step: int, rng: Rng, spread: float, updated: bool
    ) -> int:
        """Return the index of a move among those of the step.

        Args:
            tables: the statistics, which stay as they are.
            trail: the way so far; its items for this step may be written.
            step: of the trail.
            rng: the generator.
            spread: the difference between the highest and the lowest return so far.
            updated: True if this simulation is for the player who chooses.

        """
        raise NotImplementedError

    def learn(
        self, tables: Tables, trail: Trail, step: int, value: float, updated: bool, depth: int
    ) -> None:
        """Take in that a simulation has brought `value` to the player who chose at a step.

        It is called from the last step to the first; `depth` is the number of steps. Before the
        last one, `trail.scores[0]` is 1.
        """


class InformationUCB(ChoiceRule):
    """UCB1 that counts in how many simulations a move could be chosen.

    An opponent's move is legal in some worlds only: so the number of times that it was available
    takes the place of the visits of its node.

    Args:
        c: the exploration constant, on returns scaled to 0..1.

    """

    def __init__(self, c: float = 0.7) -> None:
        self.c = float(c)
        self.roots = Roots()

    def choose(
        self, tables: Tables, trail: Trail, step: int, rng: Rng, spread: float, updated: bool
    ) -> int:
        first = trail.firsts[step]
        best = -math.inf
        chosen = 0
        ties = 0
        counted = -1
        width = 0.0
        explore = self.c * spread
        for index in range(trail.counts[step]):
            edge = tables.edges[trail.moves[first + index]]
            visits = edge.visits
            if visits == 0:
                score = math.inf
            else:
                if edge.available != counted:
                    counted = edge.available
                    width = explore * self.roots.of_logarithm(counted)
                score = edge.total / visits + width * self.roots.inverse(visits)
            if score > best:
                best = score
                chosen = index
                ties = 1
            elif score == best:
                ties += 1
                if rng.below(ties) == 0:
                    chosen = index
        return chosen


class InformationPUCT(ChoiceRule):
    """PUCT with priors from an evaluation, which counts in how many simulations a move was legal.

    A move that was not tried yet is worth the mean of those that were.

    Args:
        c: the exploration constant, on returns scaled to 0..1.
        explored: the share of equal priors in those of the root, for self-play.

    """

    guided = True

    def __init__(self, c: float = 0.9, explored: float = 0.0) -> None:
        self.c = float(c)
        self.explored = float(explored)

    def choose(
        self, tables: Tables, trail: Trail, step: int, rng: Rng, spread: float, updated: bool
    ) -> int:
        first = trail.firsts[step]
        count = trail.counts[step]
        total = 0.0
        visits = 0
        for index in range(first, first + count):
            edge = tables.edges[trail.moves[index]]
            total += edge.total
            visits += edge.visits
        mean = total / visits if visits > 0 else 0.0
        explored = self.explored if step == 0 else 0.0
        best = -math.inf
        chosen = 0
        for index in range(count):
            edge = tables.edges[trail.moves[first + index]]
            prior = (1.0 - explored) * trail.shares[first + index] + explored / count
            score = edge.total / edge.visits if edge.visits > 0 else mean
            times = math.sqrt(float(edge.available + 1)) / (1 + edge.visits)
            score += self.c * spread * prior * times
            if score > best:
                best = score
                chosen = index
        return chosen


class PlanningUCB(ChoiceRule):
    """Choose by what moves are worth if the best ones follow: for one player, who plans.

    The mean of all simulations includes what was only tried. Here a move is worth its mean reward
    and the values of the information sets that follow, by how often each did; an information set is
    worth its best move. So the exploration may be wide: it grows with the visits of the information
    set to the power of 3/4. The backup is MaxUCT of Keller and Helmert, Trial-based Heuristic Tree
    Search for Finite Horizon MDPs (2013).

    Args:
        c: the exploration constant, on returns scaled to 0..1.
        discount: of the rewards of the game.

    """

    plans = True
    fields = ("estimate",)

    def __init__(self, c: float = 0.012, discount: float = 1.0) -> None:
        self.c = float(c)
        self.discount = float(discount)

    def fitted_to(self, game: Game) -> ChoiceRule:
        return PlanningUCB(self.c, game.discount if game.defines_rewards else 1.0)

    def choose(
        self, tables: Tables, trail: Trail, step: int, rng: Rng, spread: float, updated: bool
    ) -> int:
        first = trail.firsts[step]
        best = -math.inf
        chosen = 0
        ties = 0
        met = float(tables.nodes[trail.nodes[step]].visits)
        explore = self.c * spread * math.sqrt(met * math.sqrt(met))
        for index in range(trail.counts[step]):
            edge = tables.edges[trail.moves[first + index]]
            visits = edge.visits
            score = math.inf if visits == 0 else (edge.estimate + explore) / visits
            if score > best:
                best = score
                chosen = index
                ties = 1
            elif score == best:
                ties += 1
                if rng.below(ties) == 0:
                    chosen = index
        return chosen

    def learn(
        self, tables: Tables, trail: Trail, step: int, value: float, updated: bool, depth: int
    ) -> None:
        first = trail.firsts[step]
        chosen = trail.moves[first + trail.chosen[step]]
        edge = tables.edges[chosen]
        if trail.links[step] == chosen:  # no information set follows
            edge.estimate += value
        else:
            link = tables.edges[trail.links[step]]
            before = link.visits * link.total
            link.visits += 1
            link.total = trail.scores[0]
            ahead = link.visits * link.total - before
            edge.estimate += value + self.discount * (ahead - trail.scores[1])
        best = -math.inf
        for index in range(first, first + trail.counts[step]):
            move = tables.edges[trail.moves[index]]
            if move.visits > 0:
                best = max(best, move.estimate / move.visits)
        trail.scores[0] = best
        trail.scores[1] = value


def matched(tables: Tables, trail: Trail, step: int) -> None:
    """Write the policy of regret matching to `trail.shares`: moves in proportion to their regret.

    Hart and Mas-Colell (2000). Where nothing is regretted, all moves are equal.
    """
    first = trail.firsts[step]
    count = trail.counts[step]
    expected = tables.nodes[trail.nodes[step]].total
    total = 0.0
    for index in range(first, first + count):
        regret = max(tables.edges[trail.moves[index]].regret - expected, 0.0)
        trail.shares[index] = regret
        total += regret
    for index in range(first, first + count):
        trail.shares[index] = trail.shares[index] / total if total > 0.0 else 1.0 / count


def drawn_index(trail: Trail, step: int, explored: float, rng: Rng) -> int:
    """Return an index drawn by the policy of a step, or with probability `explored` by equal ones.

    Its probabilities go to `trail.sampled` and `trail.policies`.
    """
    first = trail.firsts[step]
    count = trail.counts[step]
    left = rng.uniform()
    chosen = -1
    for index in range(count):
        trail.scores[index] = (1.0 - explored) * trail.shares[first + index] + explored / count
        if chosen < 0 and left < trail.scores[index]:
            chosen = index
        left -= trail.scores[index]
    if chosen < 0:  # by rounding
        chosen = count - 1
        while chosen > 0 and trail.scores[chosen] == 0.0:
            chosen -= 1
    trail.sampled[step] = trail.scores[chosen]
    trail.policies[step] = trail.shares[first + chosen]
    return chosen


class RegretMatching(ChoiceRule):
    """Regret matching on what was played, as for simultaneous moves.

    Every player learns from every simulation.

    Args:
        explored: the share of choices that are made at random.

    """

    mixes = True
    fields = ("regret", "strategy")

    def __init__(self, explored: float = 0.1) -> None:
        self.explored = float(explored)

    def choose(
        self, tables: Tables, trail: Trail, step: int, rng: Rng, spread: float, updated: bool
    ) -> int:
        matched(tables, trail, step)
        return drawn_index(trail, step, self.explored, rng)

    def learn(
        self, tables: Tables, trail: Trail, step: int, value: float, updated: bool, depth: int
    ) -> None:
        first = trail.firsts[step]
        for index in range(first, first + trail.counts[step]):
            tables.edges[trail.moves[index]].strategy += trail.shares[index]
        tables.edges[trail.moves[first + trail.chosen[step]]].regret += value / trail.sampled[step]
        tables.nodes[trail.nodes[step]].total += value


class OutcomeSampling(ChoiceRule):
    """Counterfactual regret minimisation on sampled games: the average policy is an equilibrium.

    Lanctot, Waugh, Zinkevich and Bowling, Monte Carlo Sampling for Regret Minimization (2009). Each
    simulation updates one player, who alone explores. It holds for two players whose returns sum
    to a constant, and where the search starts at the beginning of the game.

    Args:
        explored: the share of the updated player's choices that are made at random.

    """

    mixes = True
    fields = ("regret", "strategy")

    def __init__(self, explored: float = 0.6) -> None:
        self.explored = float(explored)

    def choose(
        self, tables: Tables, trail: Trail, step: int, rng: Rng, spread: float, updated: bool
    ) -> int:
        matched(tables, trail, step)
        chosen = drawn_index(trail, step, self.explored if updated else 0.0, rng)
        if updated:
            trail.reach[step + 1] = trail.reach[step] * trail.sampled[step]
        return chosen

    def learn(
        self, tables: Tables, trail: Trail, step: int, value: float, updated: bool, depth: int
    ) -> None:
        first = trail.firsts[step]
        if not updated:
            for index in range(first, first + trail.counts[step]):
                share = trail.shares[index] / trail.reach[step]
                tables.edges[trail.moves[index]].strategy += share
            return
        # How likely the policy goes on after this step as the simulation did.
        tail = trail.scores[0]
        found = value * tail / trail.reach[depth]
        tables.edges[trail.moves[first + trail.chosen[step]]].regret += found
        tables.nodes[trail.nodes[step]].total += found * trail.policies[step]
        trail.scores[0] = tail * trail.policies[step]


def shares_of(weights: list[float]) -> list[float]:
    """Return weights in proportion to their sum; equal shares if that is 0."""
    total = sum(weights)
    if not total > 0.0:
        return [1.0 / len(weights)] * len(weights)
    return [each / total for each in weights]
