"""Noise for priors: its distribution, and that priors stay priors."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from gametree.learn.self_play.noise import gamma, mix_noise_into_priors, normal
from gametree.primitives.rng import Rng

DRAWS = 20_000
SURE = 6.0  # standard errors: once in 5 * 10^8


def moments(draws):
    return float(np.mean(draws)), float(np.var(draws))


@pytest.mark.parametrize("shape", [0.3, 1.2, 10.83])
def test_gamma_has_the_mean_and_the_variance_of_theory(shape):
    rng = Rng(1)
    mean, variance = moments([gamma(shape, rng) for _ in range(DRAWS)])
    assert abs(mean - shape) < SURE * math.sqrt(shape / DRAWS)
    fourth = 3.0 * shape * shape + 6.0 * shape  # central moment
    assert abs(variance - shape) < SURE * math.sqrt((fourth - shape * shape) / DRAWS)


def test_gamma_of_one_is_exponential():
    rng = Rng(2)
    draws = np.array([gamma(1.0, rng) for _ in range(DRAWS)])
    for quantile in (0.1, 0.5, 1.0, 3.0):
        expected = 1.0 - math.exp(-quantile)
        error = math.sqrt(expected * (1.0 - expected) / DRAWS)
        assert abs(np.mean(draws <= quantile) - expected) < SURE * error


def test_normal_has_the_mean_and_the_variance_of_theory():
    rng = Rng(3)
    mean, variance = moments([normal(rng) for _ in range(DRAWS)])
    assert abs(mean) < SURE / math.sqrt(DRAWS)
    assert abs(variance - 1.0) < SURE * math.sqrt(2.0 / DRAWS)


def edges_of(priors):
    return [SimpleNamespace(prior=prior) for prior in priors]


def mixed(priors, share, seed):
    edges = edges_of(priors)
    mix_noise_into_priors(edges, len(edges), share, np.zeros(len(edges)), Rng(seed))
    return np.array([edge.prior for edge in edges])


@pytest.mark.parametrize("count", [1, 2, 9, 400])
def test_priors_still_sum_to_one(count):
    priors = np.arange(1, count + 1) / (count * (count + 1) / 2)
    for seed in range(5):
        after = mixed(priors, 0.25, seed)
        assert after.sum() == pytest.approx(1.0, abs=1e-12)
        assert (after >= 0.75 * priors).all()


def test_noise_is_equal_for_all_moves_in_the_mean():
    """Each share of a draw has the mean 1/n, and the variance of the Dirichlet distribution."""
    count, draws = 4, 4000
    rng = Rng(5)
    shares = np.zeros((draws, count))
    room = np.zeros(count)
    for row in shares:
        edges = edges_of([1.0, 0.0, 0.0, 0.0])
        mix_noise_into_priors(edges, count, 1.0, room, rng)
        row[:] = [edge.prior for edge in edges]
    variance = (1 / count) * (1 - 1 / count) / (10.83 + 1)
    assert np.abs(shares.mean(0) - 1 / count).max() < SURE * math.sqrt(variance / draws)
    # Of numbers within 0 and 1, the square has a variance of at most that of the number.
    assert np.abs(shares.var(0) - variance).max() < SURE * math.sqrt(variance / draws)


def test_no_share_changes_nothing():
    assert mixed([0.5, 0.25, 0.25], 0.0, 1).tolist() == [0.5, 0.25, 0.25]


def test_edges_beyond_the_count_stay_as_they_are():
    edges = edges_of([0.5, 0.5, 7.0])
    mix_noise_into_priors(edges, 2, 0.5, np.zeros(3), Rng(1))
    assert edges[2].prior == 7.0
