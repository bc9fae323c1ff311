from __future__ import annotations

import math
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from gametree.arena.statistics.plackett_luce import fit, groups, levels


def test_partial_rankings_as_choix_fits_them():
    """tests/data/testcase-rankings-2.json of https://github.com/lucasmaystre/choix."""
    orders = {((0,), (1,), (2,)): 1, ((3,), (2,), (0,)): 1, ((1,), (3,)): 1}
    expected = [-0.44328117, 0.69506219, -0.67061442, 0.4188334]
    assert fit(orders, 4, prior=False).values == pytest.approx(expected, abs=1e-4)


def test_a_cycle_makes_all_equal():
    """tests/data/testcase-rankings-1.json of choix."""
    orders = {((0,), (1,), (2,)): 1, ((1,), (2,), (0,)): 1, ((2,), (0,), (1,)): 1}
    assert fit(orders, 3, prior=False).values == pytest.approx([0, 0, 0], abs=1e-9)


def log_likelihood(strengths, orders, prior):
    """The definition, order by order, ties by all orders that they leave open."""
    total = 0.0
    for order, count in orders.items():
        ways = [sum(way, ()) for way in product(*map(permutations, order))]
        for way in ways:
            for place in range(len(way)):
                rest = np.exp(strengths[list(way[place:])]).sum()
                total += count / len(ways) * (strengths[way[place]] - math.log(rest))
    if prior:
        average = strengths.mean()
        total += sum((t - average) / 2 - math.log1p(math.exp(t - average)) for t in strengths)
    return total


def some_orders(seed, players, games, largest):
    rng = np.random.default_rng(seed)
    orders = Counter()
    for _ in range(games):
        seats = rng.choice(players, size=rng.integers(2, largest + 1))
        ranks = rng.integers(0, 3, size=len(seats))
        order = (tuple(sorted(map(int, seats[ranks == rank]))) for rank in range(3))
        orders[tuple(rank for rank in order if rank)] += 1
    return orders


@pytest.mark.parametrize("prior", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_no_other_strengths_are_more_likely(seed, prior):
    """Games of two to five seats with ties, and players on several seats."""
    orders = some_orders(seed, players=4, games=25, largest=5)
    assert len(levels(orders, 4)) == 1
    fitted = fit(orders, 4, prior=prior).values
    best = log_likelihood(fitted, orders, prior)
    for step in (1e-4, 1e-2, 1.0):
        for direction in np.concatenate([np.eye(4), -np.eye(4)]):
            assert log_likelihood(fitted + step * direction, orders, prior) < best + 1e-9


def hunter(orders, players, rounds):
    """The MM algorithm of Hunter (2004), without ties."""
    worth = np.ones(players)
    wins, sets = np.zeros(players), Counter()
    for order, count in orders.items():
        way = [rank[0] for rank in order]
        for place in range(len(way) - 1):
            wins[way[place]] += count
            sets[tuple(way[place:])] += count
    for _ in range(rounds):
        shares = np.zeros(players)
        for members, count in sets.items():
            shares[list(members)] += count / worth[list(members)].sum()
        worth = wins / shares
    return np.log(worth) - np.log(worth).mean()


def test_it_finds_what_hunters_algorithm_finds():
    rng = np.random.default_rng(4)
    orders = Counter()
    for _ in range(60):
        seats = rng.choice(6, size=rng.integers(2, 5), replace=False)
        orders[tuple((int(seat),) for seat in seats)] += 1
    assert fit(orders, 6, prior=False).values == pytest.approx(hunter(orders, 6, 500), abs=1e-8)


def test_the_covariance_is_the_inverse_of_the_hessian_where_nobody_ties():
    """Two players, 30 wins and 10 losses: the difference has variance 1 / (n p (1 - p))."""
    fitted = fit({((0,), (1,)): 30, ((1,), (0,)): 10}, 2, prior=False)
    assert fitted.values[0] - fitted.values[1] == pytest.approx(math.log(3))
    contrast = np.array([1, -1])
    assert contrast @ fitted.covariance @ contrast == pytest.approx(1 / (40 * 0.75 * 0.25))


def test_the_covariance_with_ties_is_that_of_what_was_scored():
    fitted = fit({((0,), (1,)): 300, ((0, 1),): 600, ((1,), (0,)): 100}, 2, prior=False)
    share, games = 0.6, 1000
    spread = 300 * 0.4**2 + 600 * 0.1**2 + 100 * 0.6**2
    variance = spread / (games * share * (1 - share)) ** 2
    contrast = np.array([1, -1])
    # One game of the model's is mixed with the thousand.
    assert contrast @ fitted.covariance @ contrast == pytest.approx(variance, rel=0.002)


def test_a_pairing_that_always_ends_level_is_not_taken_for_certain():
    fitted = fit({((0, 1),): 100}, 2, prior=False)
    assert fitted.values == pytest.approx([0, 0])
    # As if one game in 101 had been decided: a variance of 1 / (4 * 101) of it, over 25^2.
    assert 4 * fitted.covariance[0, 0] == pytest.approx(100 / 101 * 0.25 / 25**2)


def test_the_prior_is_one_drawn_game_against_the_average():
    """Of two players the first always wins: 100 of 100 games, and twice a half of one."""
    fitted = fit({((0,), (1,)): 100}, 2, prior=True)
    lead = fitted.values[0]
    # Where 100 log P(2 lead) + log P(lead) + log P(-lead) is highest, P being the logistic curve.
    assert 200 / (1 + math.exp(2 * lead)) == pytest.approx(math.tanh(lead / 2))
    assert fitted.values.sum() == pytest.approx(0)
    # And how sharply it bends there.
    bend = 100 / math.cosh(lead) ** 2 + 0.5 / math.cosh(lead / 2) ** 2
    assert fitted.covariance[0, 0] == pytest.approx(1 / bend)


def test_who_met_and_who_is_above_whom():
    orders = [((0,), (1,)), ((1, 2),), ((3,), (4,)), ((4,), (3,))]
    assert groups(orders, 6) == [[0, 1, 2], [3, 4], [5]]
    assert sorted(levels(orders, 6)) == [[0], [1, 2], [3, 4], [5]]
    assert groups([((0,), (2,), (1,))], 3) == [[0, 1, 2]]
    assert len(levels([((0,), (2,), (1,))], 3)) == 3
