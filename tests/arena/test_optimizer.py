"""The optimizer on functions whose optimum is known; `python tests/arena/test_optimizer.py 200`."""

from __future__ import annotations

import itertools
import math
import sys

import numpy as np
import pytest

from gametree.arena.statistics.elo import score_of_elo
from gametree.arena.statistics.optimizer import Optimizer, batches
from gametree.arena.tuning.axis import Axis
from gametree.errors import BadParameter

ONE = (Axis("a", 0.0, 1.0),)
TWO = (*ONE, Axis("b", 0.0, 1.0))
THREE = (*TWO, Axis("c", 0.0, 1.0))


def peak_at(x, height, steepness):
    return lambda a: height - steepness * (a - x) ** 2


# Landscapes in Elo, where each is highest (None: nowhere more than elsewhere), and pairs to play.
LANDSCAPES = {
    "wide": (ONE, peak_at(0.37, 40, 600), (0.37,), 300),
    "steep": (ONE, peak_at(0.7, 30, 3000), (0.7,), 300),
    "weak": (ONE, peak_at(0.45, 10, 120), (0.45,), 300),
    "lopsided": (ONE, lambda a: 50 - (900 if a < 0.3 else 250) * (a - 0.3) ** 2, (0.3,), 300),
    "narrow": (ONE, lambda a: 200 * math.exp(-(((a - 0.62) / 0.15) ** 2) / 2) - 150, (0.62,), 300),
    "at the end": (ONE, lambda a: 120 * a - 100, (1.0,), 300),
    "flat": (ONE, lambda a: 0.0, (None,), 300),
    "two": (
        TWO,
        lambda a, b: 40 - 400 * (a - 0.3) ** 2 - 400 * (b - 0.6) ** 2 - 300 * (a - 0.3) * (b - 0.6),
        (0.3, 0.6),
        500,
    ),
    "one of two": (TWO, lambda a, b: 40 - 600 * (a - 0.3) ** 2, (0.3, None), 500),
    "three": (
        THREE,
        lambda a, b, c: 40 - 400 * (a - 0.3) ** 2 - 300 * (b - 0.6) ** 2 - 500 * (c - 0.5) ** 2,
        (0.3, 0.6, 0.5),
        500,
    ),
}


def play_pair(rng, elo):
    """Return the points of a pair: draws, and an opening that favours a side."""
    points = 0.0
    for favour in (0.1, -0.1):
        score = min(max(score_of_elo(elo) + favour, 0.01), 0.99)
        draws = min(0.2, 1.8 * score, 1.8 * (1 - score))
        chance = rng.random()
        points += 1 if chance < score - draws / 2 else 0.5 if chance < score + draws / 2 else 0
    return points


def tuned(axes, landscape, pairs, seed, **options):
    optimizer = Optimizer(axes, seed=seed, **options)
    rng = np.random.default_rng(1_000_000 + seed)
    for begin, end in batches(pairs, len(axes)):
        for point in optimizer.propose(begin, end)[: pairs - begin]:
            optimizer.add(point, play_pair(rng, landscape(*optimizer.values(point))))
    return optimizer


def covered(name, runs):
    """Return how often each interval contained the truth: optima, Elo, gain; and what was lost."""
    axes, landscape, optimum, pairs = LANDSCAPES[name]
    start = [0.9] * len(axes)
    hits = np.zeros(len(axes) + 2)
    widths = np.zeros(len(axes))
    lost, flat = 0.0, []
    highest = landscape(*(0.5 if x is None else x for x in optimum))
    for seed in range(runs):
        peak = tuned(axes, landscape, pairs, seed, start=start).peak()
        there = landscape(*(each.value for each in peak.best))
        truths = (*optimum, there, there - landscape(*start))
        found = (*peak.best, peak.elo, peak.gain)
        hits += [x is None or e.low <= x <= e.high for x, e in zip(truths, found, strict=True)]
        widths += [each.high - each.low for each in peak.best]
        lost += highest - there
        flat.append(peak.flat)
    return hits / runs, widths / runs, lost / runs, float(np.median(flat))


@pytest.mark.parametrize("name", ["lopsided", "at the end"])
def test_intervals_contain_the_truth(name):
    hits, _, lost, _ = covered(name, 6)
    assert (hits >= 0.6).all()  # with 95 % each, 3 or fewer of 6 happen once in 450
    assert lost < 20


def test_a_steep_peak_is_found_well():
    hits, widths, lost, flat = covered("steep", 4)
    assert (hits >= 0.6).all()
    assert widths[0] < 0.25
    assert lost < 8
    assert flat < 0.01


def test_in_two_dimensions():
    axes, landscape, optimum, _ = LANDSCAPES["two"]
    peaks = [tuned(axes, landscape, 350, seed).peak() for seed in range(7)]
    inside = [
        all(each.low <= x <= each.high for each, x in zip(peak.best, optimum, strict=True))
        for peak in peaks
    ]
    assert sum(inside) >= 4  # with 90 % each, 3 or fewer of 7 happen once in 400
    # 27 on average, 15 Elo up or down in a run; a point at random has -40.
    found = [landscape(*(each.value for each in peak.best)) for peak in peaks]
    assert np.mean(found) > 0
    assert all(peak.gain is None for peak in peaks)


def test_in_three_dimensions():
    axes, landscape, optimum, _ = LANDSCAPES["three"]
    peak = tuned(axes, landscape, 60, 1).peak()
    assert all(each.low <= x <= each.high for each, x in zip(peak.best, optimum, strict=True))


def test_a_flat_landscape_is_told():
    _, widths, _, flat = covered("flat", 3)
    assert widths[0] > 0.9
    assert flat > 0.5


def test_an_optimum_at_the_end_is_told():
    axes, _, _, _ = LANDSCAPES["at the end"]
    peak = tuned(axes, lambda a: 300 * a - 200, 300, 1).peak()
    assert peak.at_high[0] > 0.5
    assert peak.at_low[0] < 0.01
    assert peak.best[0].high == 1.0


def test_games_gather_at_the_optimum():
    axes, landscape, _, _ = LANDSCAPES["steep"]
    optimizer = tuned(axes, landscape, 300, 3)
    near = [abs(optimizer.values(point)[0] - 0.7) < 0.15 for point in optimizer.propose(300, 400)]
    assert sum(near) > 80


def test_the_gain_over_the_start_is_that_over_the_opponent_where_they_are_the_same():
    axes, landscape, _, _ = LANDSCAPES["wide"]
    optimizer = tuned(axes, landscape, 100, 1, start=[0.9], start_is_opponent=True)
    assert optimizer.peak().gain == optimizer.peak().elo


def test_one_pair_of_eight_is_played_at_the_start():
    optimizer = Optimizer(ONE, start=[0.123])
    start = optimizer.point([0.123])
    points = optimizer.propose(0, 16)
    assert [points[7], points[15]] == [start, start]
    assert points.count(start) == 2
    alike = Optimizer(ONE, start=[0.123], start_is_opponent=True)
    assert start not in alike.propose(0, 16)


def test_the_same_seed_and_results_give_the_same_points():
    runs = [tuned(ONE, LANDSCAPES["wide"][1], 60, 5) for _ in range(2)]
    assert runs[0].propose(60, 75) == runs[1].propose(60, 75)
    assert runs[0].peak() == runs[1].peak()
    assert Optimizer(ONE, seed=5).propose(0, 16) != Optimizer(ONE, seed=6).propose(0, 16)


@pytest.mark.parametrize("total", [1, 16, 17, 100, 777])
@pytest.mark.parametrize("axes", [1, 2, 3])
def test_batches_follow_on_another_and_a_longer_run_begins_the_same(total, axes):
    short, long = list(batches(total, axes)), list(batches(2 * total, axes))
    assert short[0][0] == 0
    assert short[-1][0] < total <= short[-1][1]
    assert all(one[1] == two[0] for one, two in itertools.pairwise(short))
    assert long[: len(short)] == short


def test_whole_numbers_have_whole_intervals():
    axis = Axis("n", 1, 12, whole=True)
    peak = tuned((axis,), lambda n: 40 - 20 * (n - 5) ** 2, 200, 1).peak()
    best = peak.best[0]
    assert best.low <= 5 <= best.high
    assert all(float(x).is_integer() for x in (best.value, best.low, best.high))


@pytest.mark.parametrize("points", [0.0, 1.0, 2.0])
def test_games_that_all_end_alike_give_no_nonsense(points):
    optimizer = Optimizer(ONE, seed=1)
    for begin, end in batches(60, 1):
        for point in optimizer.propose(begin, end):
            optimizer.add(point, points)
    peak = optimizer.peak()
    assert peak.elo.low <= peak.elo.value <= peak.elo.high
    assert math.isfinite(peak.elo.low)
    assert math.isfinite(peak.elo.high)
    assert np.sign(round(peak.elo.value)) == points - 1
    assert peak.flat > 0.1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Optimizer(()), "one to 3 parameters"),
        (lambda: Optimizer(THREE + (Axis("d", 0, 1),)), "one to 3 parameters"),
        (lambda: Optimizer(ONE * 2), "each parameter has one range"),
        (lambda: Optimizer(ONE, start=[2.0]), "must lie in its range, 0 to 1"),
        (lambda: Optimizer(ONE, start=[0.1, 0.2]), "must have 1 values, not 2"),
        (lambda: Optimizer(ONE).add(0, 1.2), "brings 0, 0.5, 1, 1.5 or 2 points"),
        (lambda: Optimizer(ONE).peak(), "before the first pair"),
    ],
)
def test_what_cannot_be_is_refused(make, message):
    with pytest.raises(BadParameter, match=message):
        make()


if __name__ == "__main__":
    for name in sys.argv[2:] or LANDSCAPES:
        hits, widths, lost, flat = covered(name, int(sys.argv[1]))
        told = (
            f"covered {100 * hits.round(3)} %, width {widths.round(2)}, lost {lost:.1f} Elo, "
            f"no effect {flat:.2g}"
        )
        print(f"{name}: {told}", flush=True)
