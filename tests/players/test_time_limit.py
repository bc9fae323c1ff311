"""Work that is told to stop."""

from __future__ import annotations

import threading

import pytest

from gametree.players.time_limit import run_in_time


def test_what_ends_in_time_is_not_told_to_stop():
    told = threading.Event()
    assert run_in_time(lambda: 7, 10.0, told.set) == 7
    assert run_in_time(lambda: 8, None, told.set) == 8
    assert not told.is_set()


def test_what_does_not_is_told_and_waited_for():
    told = threading.Event()
    assert run_in_time(lambda: told.wait(10.0), 0.01, told.set)


def test_errors_come_through():
    def fail():
        raise ZeroDivisionError

    told = threading.Event()
    with pytest.raises(ZeroDivisionError):
        run_in_time(fail, 1.0, told.set)
