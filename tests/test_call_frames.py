"""Memory that calls take and give back is counted by the page faults that it costs."""

from __future__ import annotations

import sys
import threading

import pytest

import gametree as gt
from gametree.games import TicTacToe
from plainpython.call_frames import with_room_for_calls

resource = pytest.importorskip("resource", reason="page faults are counted on Unix only")

CALLS = 1000
DEPTHS = range(260)  # more than a chunk of frames


def page_faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


def most_page_faults(work):
    """Return how many page faults some work costs, in a thread, where it costs most."""
    found = []

    def at(depth):
        if depth:
            at(depth - 1)
        else:
            before = page_faults()
            work()
            found.append(page_faults() - before)

    def everywhere():
        work()
        for depth in DEPTHS:
            at(depth)

    thread = threading.Thread(target=everywhere)
    thread.start()
    thread.join()
    assert len(found) == len(DEPTHS)
    return max(found)


def add(number):
    return number + 1


def many_calls():
    total = 0
    for _ in range(CALLS):
        total = add(total)
    return total


@with_room_for_calls
def many_calls_with_room():
    """All of them, as ever."""
    return many_calls()


def test_no_depth_makes_calls_dear():
    if sys.version_info < (3, 14):
        assert most_page_faults(many_calls) >= CALLS
    assert most_page_faults(many_calls_with_room) < CALLS / 10


def test_the_function_is_the_same():
    assert many_calls_with_room() == CALLS
    assert many_calls_with_room.__name__ == "many_calls_with_room"
    assert many_calls_with_room.__doc__ == "All of them, as ever."


def test_an_interpreted_search_has_room():
    simulations = 20

    def search():
        gt.search(TicTacToe(), simulations=simulations, seed=1, selection=gt.UCB1(), compiled=False)

    # Each simulation calls the rules some ten times.
    assert most_page_faults(search) < 10 * simulations
