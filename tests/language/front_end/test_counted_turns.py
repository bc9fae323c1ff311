"""Loops that may never end: compiled, they raise after too many turns, where that is asked for."""

from __future__ import annotations

import itertools

import pytest

from plainpython.back_end.entry import compiled_entry, with_arena
from plainpython.back_end.functions import compiling
from plainpython.machine_errors import MachineLoopError
from plainpython.values import arena
from plainpython.values.kinds import kind_of

MOST = 1000


def helper(n):
    while n > 0:
        n = n * 3 % 1009
    return n


def numbers(n):
    while True:
        yield n
        n += 1


def tried(n):
    try:
        while n:
            n = [n, 2][n % 1]
    except Exception:
        return -1
    return n


def caught(n):
    try:
        return helper(n)
    except RuntimeError:
        return -1


def played(kind, n):
    """Loop without an end in one of many ways, or go round `n` times."""
    total = 0
    if kind == 0:
        while total < n:
            total += 1
    elif kind == 1:
        for _ in range(3):
            left = n
            while left:
                left -= 1
                total += 1
    elif kind == 2:
        for number in itertools.count():
            total = number
            if number == n:
                break
    elif kind == 3:
        total = helper(1)
    elif kind == 4:
        for number in numbers(0):
            total = number
            if number == n:
                break
    elif kind == 5:
        total = tried(n)
    elif kind == 6:
        total = caught(1)
    elif kind == 7:
        while True:
            total += 1
            if total % 2:
                continue
            if total > n:
                break
        else:
            total = -5
    elif kind == 8:
        while (half := total // 2) < n:
            total += 1
            total = max(total, half)
    return total


def compiled():
    arena.provide()
    with compiling(MOST):
        return with_arena(compiled_entry(played, (kind_of(0), kind_of(0))))


def test_endless_loops_raise_and_others_do_not():
    run = compiled()
    for kind in (0, 1, 2, 4, 7):
        assert run(kind, 300) == played(kind, 300)
    assert run(1, 900) == 2700  # 900 turns, three times
    for kind, name in enumerate(["played"] * 3 + ["helper", "numbers", "tried", "helper"]):
        with pytest.raises(MachineLoopError) as raised:
            run(kind, 10**6)
        assert str(raised.value).startswith(f"{name} has gone round a loop 1,000 times and has not")
        assert "(test_counted_turns.py, line" in str(raised.value)
    for kind in (7, 8):
        with pytest.raises(MachineLoopError):
            run(kind, 10**6)
