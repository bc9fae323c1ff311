from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy.optimize import minimize

from gametree.arena.statistics.counts import GameCounts, PairCounts
from gametree.arena.statistics.elo import score_of_elo
from gametree.arena.statistics.sprt import Sprt, log_likelihood_ratios
from gametree.errors import BadParameter


# fastchess, app/tests/sprt_test.cpp, the logistic model
# (https://github.com/Disservin/fastchess); the figures are given with two decimals.
@pytest.mark.parametrize(
    ("bounds", "counts", "llr"),
    [
        ((0.5, 2.5), PairCounts(223, 9863, 20279 + 1000, 10037, 246), -3.07),
        ((0, 2), PairCounts(871, 26175, 55003 + 980, 26678, 821), -4.98),
        ((0.5, 2.5), GameCounts(wins=21404, losses=21184, draws=40708), -1.57),
        ((0, 2), GameCounts(wins=57433, losses=57030, draws=106593), -2.59),
    ],
)
def test_the_ratio_is_that_of_fastchess(bounds, counts, llr):
    assert Sprt(*bounds).judge(counts).llr == pytest.approx(llr, abs=0.0051)


def test_the_ratio_is_that_of_the_most_likely_distributions():
    """The same, by a general optimizer under constraints."""
    counts = np.array([3, 9, 20, 14, 6])
    scores = np.linspace(0, 1, 5)

    def best(mean):
        found = minimize(
            lambda p: -(counts @ np.log(p)),
            np.full(5, 0.2),
            jac=lambda p: -counts / p,
            bounds=[(1e-6, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: p @ scores - mean},
            ],
            method="SLSQP",
            options={"ftol": 1e-13, "maxiter": 500},
        )
        assert found.success
        return -found.fun

    expected = best(score_of_elo(60)) - best(score_of_elo(-20))
    assert log_likelihood_ratios(counts, -20, 60) == pytest.approx(expected, abs=1e-6)


def test_many_matches_at_once_are_as_each_by_itself():
    counts = np.array([[[3, 9, 20, 14, 6], [0, 0, 0, 0, 9]], [[1, 0, 0, 0, 0], [5, 5, 5, 5, 5]]])
    ratios = log_likelihood_ratios(counts, 0, 30)
    assert ratios.shape == (2, 2)
    for index in np.ndindex(2, 2):
        alone = Sprt(0, 30).judge(PairCounts(*map(int, counts[index]))).llr
        assert ratios[index] == pytest.approx(alone, abs=1e-9)


def test_the_bounds_are_walds():
    test = Sprt(0, 10)
    assert (test.lower, test.upper) == pytest.approx((-math.log(19), math.log(19)))
    test = Sprt(0, 10, alpha=0.01, beta=0.1)
    assert (test.lower, test.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_a_match_is_decided_when_a_bound_is_crossed():
    test = Sprt(0, 50)
    balance = PairCounts(5, 20, 50, 20, 5)
    assert test.judge(PairCounts()).decision == "continue"
    assert test.judge(PairCounts()).llr == 0
    won = [test.judge(balance + PairCounts(two=more)) for more in range(60)]
    assert [verdict.llr for verdict in won] == sorted(verdict.llr for verdict in won)
    for verdict in won:
        crossed = "accept H1" if verdict.llr >= test.upper else "continue"
        assert verdict.decision == ("accept H0" if verdict.llr <= test.lower else crossed)
    assert {verdict.decision for verdict in won} == {"accept H0", "continue", "accept H1"}


def test_the_other_side_sees_the_opposite():
    counts = PairCounts(3, 9, 20, 14, 6)
    ours, theirs = Sprt(-5, 20).judge(counts), Sprt(-20, 5).judge(counts.flipped())
    assert ours.llr == pytest.approx(-theirs.llr, abs=1e-9)


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("number", [1, 10**7])
def test_results_that_are_all_alike_are_judged_too(place, number):
    counts = [0] * 5
    counts[place] = number
    verdict = Sprt(0, 10).judge(PairCounts(*counts))
    assert math.isfinite(verdict.llr)
    assert (verdict.llr > 0) == (place > 2)
    if number > 1:
        assert verdict.decision == ("accept H1" if place > 2 else "accept H0")


def test_the_text_and_the_dict_say_the_same():
    verdict = Sprt(0.5, 2.5).judge(PairCounts(223, 9863, 21279, 10037, 246))
    assert str(verdict) == "accept H0: LLR -3.07 (-2.94, 2.94), 83,296 games"
    told = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
    assert (told["decision"], told["games"]) == ("accept H0", 83296)
    assert told["llr"] == verdict.llr


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({"elo0": 10, "elo1": 0}, "elo0 must be below elo1"),
        ({"elo0": 5, "elo1": 5}, "elo0 must be below elo1"),
        ({"elo0": math.nan, "elo1": 5}, "elo0 must be a finite number"),
        ({"elo0": 0, "elo1": math.inf}, "elo1 must be a finite number"),
        ({"elo0": 0, "elo1": "5"}, "elo1 must be a finite number"),
        ({"elo0": 0, "elo1": 1e-20}, "must differ in the scores"),
        ({"elo0": 0, "elo1": 1e9}, "must differ in the scores"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha must be a number between 0 and 1"),
        ({"elo0": 0, "elo1": 5, "beta": 1}, "beta must be a number between 0 and 1"),
        ({"elo0": 0, "elo1": 5, "beta": True}, "beta must be a number between 0 and 1"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.6, "beta": 0.4}, "must sum to less than 1"),
    ],
)
def test_wrong_parameters_are_named(parameters, problem):
    with pytest.raises(BadParameter, match=problem):
        Sprt(**parameters)


@pytest.mark.parametrize("wrong", [None, (1, 2, 3, 4, 5), 3])
def test_other_things_than_counts_are_refused(wrong):
    with pytest.raises(BadParameter, match="counts must be PairCounts or GameCounts"):
        Sprt(0, 10).judge(wrong)
