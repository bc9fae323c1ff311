"""Main time and Canadian byo-yomi."""

from __future__ import annotations

import pytest

from gametree.protocols.gtp.clocks import GtpClocks


def clocks(main, period, stones):
    found = GtpClocks()
    found.set(main, period, stones)
    return found


@pytest.mark.parametrize("times", [(0, 0, 0), (0, 1, 0), (60, 5, 0)])
def test_no_limit(times):
    found = clocks(*times)
    assert found.limit(0, 10.0) is None
    found.spend(0, 1000.0)
    assert found.limit(1, 10.0) is None


def test_nobody_has_told_of_a_clock():
    found = GtpClocks()
    assert found.limit(0, 10.0) is None
    found.tell(1, 5.0, 0)
    assert 0 < found.limit(1, 10.0).seconds < 5.0


def test_a_time_for_each_move():
    found = clocks(0, 5, 1)
    for _ in range(3):
        assert found.limit(0, 10.0).seconds == pytest.approx(4.95)
        found.spend(0, 4.9)


def test_a_time_for_all_moves_is_shared():
    found = clocks(100, 0, 0)
    first = found.limit(0, 20.0)
    assert 5.0 < first.seconds < 10.0
    assert first.longest < 40.0
    found.spend(0, 99.0)
    assert found.limit(0, 20.0).longest < 1.0
    assert found.limit(1, 20.0) == first
    found.spend(0, 99.0)
    assert 0 < found.limit(0, 20.0).seconds < 0.01


def test_a_period_for_several_stones():
    found = clocks(10, 20, 4)
    found.spend(0, 12.0)  # the last move of the main time is the first of the period
    assert found.limit(0, 10.0).seconds == pytest.approx(18.0 / 3 - 0.05)
    found.spend(0, 2.0)
    assert found.limit(0, 10.0).seconds == pytest.approx(16.0 / 2 - 0.05)
    found.spend(0, 2.0)
    found.spend(0, 2.0)
    assert found.limit(0, 10.0).seconds == pytest.approx(20.0 / 4 - 0.05)
    assert found.limit(1, 10.0).seconds < 10.0 + 20.0 / 4


def test_what_the_controller_tells_counts():
    found = clocks(100, 20, 4)
    found.tell(0, 7.0, 2)
    assert found.limit(0, 10.0).seconds == pytest.approx(3.45)
    found.tell(0, 30.0, 0)
    assert 3.0 < found.limit(0, 10.0).seconds < 8.0
    found.restart()
    assert found.limit(0, 10.0) == found.limit(1, 10.0)


def test_stones_without_a_period_mean_nothing():
    assert 0 < clocks(10, 0, 5).limit(0, 10.0).seconds < 10.0
    assert clocks(0, 0, 5).limit(0, 10.0) is None
