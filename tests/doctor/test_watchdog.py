"""Limits in processor time: what the clock says judges no call."""

from __future__ import annotations

import pytest

from gametree.doctor.watchdog import Overtime, PartTimeUp, Watchdog
from gametree.user_code.effort import PATIENCE, Budget


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def busy():
    return Clock()


@pytest.fixture
def wall():
    return Clock()


@pytest.fixture
def watchdog(busy, wall):
    return Watchdog(1.0, busy=busy, wall=wall)


def test_a_budget_is_processor_time_with_an_end_by_the_clock(busy, wall):
    budget = Budget(2.0, busy=busy, wall=wall)
    wall.now = 2.0 * PATIENCE
    assert not budget.is_spent
    wall.now += 1.0
    assert budget.is_spent
    wall.now = 0.0
    busy.now = 2.5
    assert budget.spent == 2.5
    assert budget.is_spent


def test_a_call_on_a_busy_machine_is_not_interrupted(watchdog, busy, wall):
    def slow():
        for _ in range(40):  # a tick each five seconds, and little processor time between them
            wall.now += 5.0
            busy.now += 0.02
            watchdog.tick(0, None)
        return "an answer"

    assert watchdog.run(slow) == "an answer"


def test_a_stopped_machine_interrupts_nothing(watchdog, wall):
    def stopped():
        wall.now += 10_000.0
        watchdog.tick(0, None)
        return "an answer"

    assert watchdog.run(stopped) == "an answer"


def test_a_call_that_uses_too_much_processor_time_is_interrupted(watchdog, busy):
    def endless():
        while True:
            busy.now += 0.05
            watchdog.tick(0, None)

    with pytest.raises(Overtime):
        watchdog.run(endless)
    assert 1.0 < busy.now < 1.15
    assert watchdog.waited == 0.0


def test_a_call_that_waits_is_interrupted_after_many_ticks(watchdog):
    ticks = 0

    def waiting():
        nonlocal ticks
        while True:
            ticks += 1
            watchdog.tick(0, None)

    with pytest.raises(Overtime):
        watchdog.run(waiting)
    assert watchdog.waited == pytest.approx(0.05 * ticks)
    assert 4.0 < watchdog.waited < 4.15


def test_a_part_ends_by_processor_time_and_late_by_the_clock(watchdog, busy, wall):
    def part():
        while True:
            busy.now += 0.1
            wall.now += 0.2
            watchdog.tick(0, None)

    assert not watchdog.until(3.0, part)
    assert 3.0 < busy.now < 3.25

    def sleeping():
        while True:
            wall.now += 1.0
            watchdog.tick(0, None)

    began = wall.now
    assert not watchdog.until(10.0, sleeping)
    assert wall.now - began > 90.0
    assert issubclass(PartTimeUp, BaseException)
