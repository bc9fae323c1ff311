"""Semaphores wake those who sleep on them, in both modes, each as often as it was released."""

from __future__ import annotations

import ctypes
import threading
import time

import numpy as np
import pytest

import gametree as gt
from gametree.native.build import compile_function
from gametree.primitives import semaphores
from gametree.primitives.semaphores import (
    acquire,
    new_semaphores,
    release,
    release_each,
)


def acquired(words, index, times):
    """Acquire a semaphore this many times; return how often that took."""
    tries = 0
    for _ in range(times):
        while acquire(words, index) != 0:
            tries += 1
        tries += 1
    return tries


@pytest.fixture(params=["interpreted", "compiled"])
def functions(request):
    """Return `acquired`, `release` and `release_each` in one of the modes."""
    chosen = [acquired, release, release_each]
    if request.param == "compiled":
        words = new_semaphores(1)
        numbers = np.zeros(1, np.int64)
        chosen = [
            compile_function(acquired, words, 0, 1),
            compile_function(release_one, words, 0),
            compile_function(release_each, words, numbers),
        ]
    return chosen


def release_one(words, index):
    return release(words, index)


def test_what_was_released_before_is_acquired_at_once(functions):
    take, give, _ = functions
    words = new_semaphores(3)
    for _ in range(5):
        assert give(words, 2) == 0
    assert take(words, 2, 5) >= 5


def test_who_sleeps_is_woken_and_nobody_else(functions):
    take, _, give_each = functions
    words = new_semaphores(3)
    woken = []

    def sleep(index):
        take(words, index, 1)
        woken.append(index)

    threads = [threading.Thread(target=sleep, args=(index,)) for index in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    assert woken == []  # and the lock of Python's is free meanwhile
    give_each(words, np.array([0, 2]))
    threads[0].join()
    threads[2].join()
    assert sorted(woken) == [0, 2]
    give_each(words, np.array([1]))
    threads[1].join()


def test_a_system_without_them_is_told_of(monkeypatch):
    def fails(*arguments):
        return -1

    library = semaphores._library()
    monkeypatch.setattr(library, "sem_init", fails)
    with pytest.raises(gt.BadParameter, match="no POSIX semaphores"):
        new_semaphores(1)


def test_a_library_without_them_is_told_of(monkeypatch):
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    semaphores._library.cache_clear()
    try:
        with pytest.raises(gt.BadParameter, match="no POSIX semaphores"):
            new_semaphores(1)
    finally:
        semaphores._library.cache_clear()
