"""The values of a limit, and the rest of it after some time."""

from __future__ import annotations

import time

import pytest

import gametree as gt
from gametree.limits import Limit
from toys import Endless


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"seconds": 1.0, "longest": 0.5}, "longest must be at least seconds, which is 1.0"),
        ({"simulations": 5, "longest": 1.0}, "longest must be at least seconds, which is None"),
        ({"seconds": 1.0, "longest": "2"}, "longest must be a number greater than 0, not '2'"),
        ({"seconds": 1.0, "longest": float("nan")}, "longest must be a number greater than 0"),
        ({"seconds": 1.0, "early_stop": 1}, "early_stop must be True or False, not 1"),
        ({"memory": 10**6, "early_stop": True}, "early_stop needs simulations= or seconds="),
    ],
)
def test_what_no_limit_is_is_told(fields, sentence):
    with pytest.raises(gt.BadParameter, match=sentence):
        Limit(**fields)


def test_what_is_left_when_time_has_gone_by():
    assert Limit(simulations=7).after(3.0) == Limit(simulations=7)
    assert Limit(7, seconds=4.0).after(3.0) == Limit(7, seconds=1.0)
    assert Limit(seconds=2.0, longest=8.0).after(0.5) == Limit(seconds=1.5, longest=7.5)
    late = Limit(seconds=2.0, longest=4.0).after(3.0)
    assert 0.0 < late.seconds < 1e-4
    assert late.longest == 1.0
    later = Limit(seconds=2.0, longest=4.0).after(9.0)
    assert later.seconds == later.longest == late.seconds


class Gamble(Endless):
    """The first step up or down leads into a game without an end, or out of it."""

    def is_terminal(self, state):
        return state[0] == 1

    def legal_actions(self, state):
        return [-1, 1] if state[0] == 0 else [-1]


class Slow(Endless):
    """So slow that a second is over long before a playout is given up for its length."""

    def next_state(self, state, action):
        time.sleep(1e-5)
        return super().next_state(state, action)


def test_time_ends_an_interpreted_playout_that_would_not_end():
    result = gt.search(Gamble(), seconds=0.05, seed=2, compiled=False, method="uct")
    assert result.stopped_by == "seconds"
    assert {each.action: each.visits for each in result.actions}[-1] == 0
    with pytest.raises(gt.GameError, match=r"^no playout of Slow has ended in the time given"):
        gt.search(Slow(), seconds=0.01, seed=1, compiled=False, method="uct")
