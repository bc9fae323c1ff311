from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import stats

from gametree.arena.statistics.counts import GameCounts, PairCounts
from gametree.arena.statistics.elo import elo_difference, elo_of_score, estimates, score_of_elo
from gametree.errors import BadParameter


def test_the_curve_of_elo():
    assert score_of_elo(0) == 0.5
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(10 / 11) == pytest.approx(400)
    assert elo_of_score(0.75) == pytest.approx(190.85, abs=0.005)
    for elo in (-700.0, -3.5, 120.0):
        assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)


def test_the_ends_of_the_curve():
    assert (elo_of_score(0), elo_of_score(1)) == (-math.inf, math.inf)
    assert (score_of_elo(-math.inf), score_of_elo(math.inf)) == (0.0, 1.0)
    assert score_of_elo(-1e300) == 0.0


# fastchess, app/tests/elo_test.cpp, with the tolerance of 1 % that stands there
# (https://github.com/Disservin/fastchess). Its error is half the interval.
@pytest.mark.parametrize(
    ("counts", "elo", "error", "los"),
    [
        (PairCounts(34, 54, 31 + 32, 64, 75), 55.58, 27.65, 1.0),
        (PairCounts(332, 433, 457 + 41, 333, 334), -8.64, 10.33, 0.0505),
        (PairCounts(7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, None),
    ],
)
def test_pairs_as_fastchess_estimates_them(counts, elo, error, los):
    estimate = elo_difference(counts)
    assert estimate.elo == pytest.approx(elo, abs=0.005)
    assert (estimate.high - estimate.low) / 2 == pytest.approx(error, rel=0.01)
    if los is not None:
        assert estimate.los == pytest.approx(los, abs=0.001)


@pytest.mark.parametrize(
    ("counts", "elo", "error", "los"),
    [
        (GameCounts(wins=136, losses=96, draws=111), 40.70, 30.43, 0.9960),
        (GameCounts(wins=76, losses=89, draws=123), None, None, 0.1553),
    ],
)
def test_single_games_as_fastchess_estimates_them(counts, elo, error, los):
    estimate = elo_difference(singles=counts)
    if elo is not None:
        assert estimate.elo == pytest.approx(elo, abs=0.005)
        assert (estimate.high - estimate.low) / 2 == pytest.approx(error, rel=0.01)
    assert estimate.los == pytest.approx(los, abs=0.002)


def test_the_interval_is_that_of_a_mean_carried_over_to_elo():
    counts = PairCounts(3, 7, 20, 12, 8)
    points = np.repeat([0, 0.25, 0.5, 0.75, 1], counts.as_tuple())
    mean, error = points.mean(), stats.sem(points)
    slope = 400 / math.log(10) / (mean * (1 - mean))
    reach = stats.t(49).ppf(0.975) * error * slope
    estimate = elo_difference(counts)
    assert estimate.score == pytest.approx(mean)
    assert estimate.elo == pytest.approx(elo_of_score(mean))
    assert (estimate.low, estimate.high) == pytest.approx(
        (elo_of_score(mean) - reach, elo_of_score(mean) + reach)
    )
    assert estimate.los == pytest.approx(stats.t(49).cdf(elo_of_score(mean) / (error * slope)))
    assert estimate.games == 100


def test_a_swapped_pair_tells_more_than_two_games():
    """Openings that one side always wins say nothing of the players, and add no spread."""
    paired = elo_difference(PairCounts(half=5, one=40, three_halves=15))
    alone = elo_difference(singles=GameCounts(losses=45, draws=20, wins=55))
    assert paired.elo == pytest.approx(alone.elo)
    assert paired.high - paired.low < 0.5 * (alone.high - alone.low)


def test_games_outside_pairs_are_taken_along():
    pairs, singles = PairCounts(3, 7, 20, 12, 8), GameCounts(2, 1, 4)
    both = elo_difference(pairs, singles)
    assert both.score == pytest.approx((pairs.points + singles.points) / 107)
    # Cochran's ratio estimator, from one number a unit.
    units = [(x / 2, 2) for x, n in enumerate(pairs.as_tuple()) for _ in range(n)]
    units += [(x / 2, 1) for x, n in enumerate(singles.as_tuple()) for _ in range(n)]
    spread = sum((x - g * both.score) ** 2 for x, g in units) * 57 / 56
    reach = stats.t(56).ppf(0.975) * math.sqrt(spread) / 107
    reach *= 400 / math.log(10) / (both.score * (1 - both.score))
    assert both.high - both.elo == pytest.approx(reach)


@pytest.mark.parametrize(
    ("pairs", "singles"),
    [
        (PairCounts(1, 2, 3, 4, 5), GameCounts()),
        (PairCounts(), GameCounts(7, 9, 2)),
        (PairCounts(1, 0, 3, 4, 5), GameCounts(1, 0, 0)),
        (PairCounts(two=9), GameCounts()),
        (PairCounts(half=4), GameCounts()),
        (PairCounts(one=4), GameCounts(0, 1, 0)),
    ],
)
def test_the_opponent_sees_the_opposite(pairs, singles):
    ours = elo_difference(pairs, singles)
    theirs = elo_difference(pairs.flipped(), singles.flipped())
    assert (theirs.elo, theirs.low, theirs.high) == pytest.approx(
        (-ours.elo, -ours.high, -ours.low)
    )
    assert theirs.los == pytest.approx(1 - ours.los)
    assert theirs.score == pytest.approx(1 - ours.score)


def test_every_game_won():
    estimate = elo_difference(PairCounts(two=10))
    assert (estimate.elo, estimate.high) == (math.inf, math.inf)
    # With 0.05^(1/10) or more of pairs won, ten wins in a row happen one time in twenty.
    assert estimate.low == pytest.approx(elo_of_score(0.05**0.1))
    assert estimate.los == pytest.approx(1 - 0.5**11)
    assert "every game won" in estimate.to_text()
    assert "more than +182.7" in estimate.to_text()


def test_one_game_won_says_next_to_nothing():
    told = elo_difference(singles=GameCounts(wins=1)).to_text()
    assert told.startswith("every game won, too few to tell who is stronger;")


def test_every_game_lost():
    estimate = elo_difference(singles=GameCounts(losses=10))
    assert (estimate.elo, estimate.low) == (-math.inf, -math.inf)
    assert estimate.high == pytest.approx(elo_of_score(1 - 0.05**0.1))
    assert "every game lost" in estimate.to_text()
    assert "less than -182.7" in estimate.to_text()


def test_games_that_all_end_alike_do_not_prove_that_all_will():
    estimate = elo_difference(PairCounts(one=100))
    share = 1 - 0.05**0.01
    assert estimate.elo == 0
    assert estimate.low == pytest.approx(elo_of_score((1 - share) / 2))
    assert estimate.high == pytest.approx(-estimate.low)
    assert estimate.los == 0.5
    assert elo_difference(PairCounts(three_halves=3)).los == pytest.approx(1 - 1 / 16)


def test_no_games():
    estimate = elo_difference()
    assert (estimate.low, estimate.high, estimate.los) == (-math.inf, math.inf, 0.5)
    assert estimate.to_text() == "no games yet: nothing is known of the difference"


@pytest.mark.parametrize("units", range(1, 7))
def test_no_match_however_short_gives_nonsense(units):
    """All results of up to six pairs, and of as many single games."""
    for place in (0, 1):
        size = (5, 3)[place]
        for counts in partitions(units, size):
            pair = PairCounts(*counts) if place == 0 else PairCounts()
            single = GameCounts(*counts) if place == 1 else GameCounts()
            estimate = elo_difference(pair, single)
            assert estimate.low <= estimate.elo <= estimate.high
            assert 0 < estimate.los < 1
            assert estimate.low < estimate.high
            assert json.loads(json.dumps(estimate.to_dict(), allow_nan=False))
            assert estimate.to_text()


def partitions(total, places):
    if places == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in partitions(total - first, places - 1):
            yield (first, *rest)


def test_many_matches_at_once_are_as_each_by_itself():
    pairs = np.array([[1, 2, 3, 4, 5], [0, 0, 0, 0, 7], [0, 0, 4, 0, 0]])
    singles = np.array([[0, 0, 1], [0, 0, 0], [0, 3, 0]])
    for row, values in enumerate(zip(*estimates(pairs, singles), strict=True)):
        one = elo_difference(PairCounts(*map(int, pairs[row])), GameCounts(*map(int, singles[row])))
        assert values == pytest.approx((one.elo, one.low, one.high, one.los))


def test_the_text_and_the_dict_say_the_same():
    estimate = elo_difference(PairCounts(34, 54, 63, 64, 75))
    assert estimate.to_text() == (
        "Elo +55.6 (95 %: +27.8 to +83.3), superior with a likelihood of 100.0%, 580 games"
    )
    assert str(estimate) == estimate.to_text()
    assert estimate.to_dict()["elo"] == estimate.elo
    assert elo_difference(PairCounts(two=1)).to_dict()["high"] is None


@pytest.mark.parametrize("wrong", [None, (1, 2, 3, 4, 5), GameCounts()])
def test_other_things_than_counts_are_refused(wrong):
    with pytest.raises(BadParameter, match="pairs must be PairCounts"):
        elo_difference(wrong)
    with pytest.raises(BadParameter, match="singles must be GameCounts"):
        elo_difference(PairCounts(), (1, 2, 3))


@pytest.mark.parametrize("wrong", [math.nan, "1", None, True])
def test_other_things_than_numbers_are_refused(wrong):
    with pytest.raises(BadParameter, match="an Elo difference must be a number"):
        score_of_elo(wrong)
    with pytest.raises(BadParameter, match="a mean score must be a number between 0 and 1"):
        elo_of_score(wrong)
    with pytest.raises(BadParameter, match="between 0 and 1"):
        elo_of_score(1.01)
