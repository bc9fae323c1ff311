"""Generators that call themselves are refused, with the line of the call."""

from __future__ import annotations

import pytest

import plainpython
from plainpython.errors import CannotCompile


def steps(left, taken):
    if left == 0:
        yield taken
        return
    for each in (1, 2):
        if each <= left:
            yield from steps(left - each, (*taken, each))


class Paths:
    def __init__(self, size):
        self.size = size

    def walks(self, at):
        for step in (1, 2):
            if at + step < self.size:
                for rest in self.walks(at + step):
                    yield rest + 1
        yield 0

    def longest(self, at):
        return max(self.walks(at))


def of_a_function(n):
    return sum(1 for _ in steps(n, ()))


def of_a_method(paths):
    return paths.longest(0)


def of_an_inner_function(n):
    def countdown(k):
        yield k
        if k > 0:
            yield from countdown(k - 1)

    return sum(countdown(n))


@pytest.mark.parametrize(
    ("function", "argument", "line"),
    [(of_a_function, 3, 17), (of_a_method, Paths(4), 27), (of_an_inner_function, 2, 47)],
)
def test_the_sentence_says_what_to_write(function, argument, line):
    wanted = rf"line {line}\b.*is a generator that calls itself; collect the values in a list"
    with pytest.raises(CannotCompile, match=wanted):
        plainpython.compile(function, argument)
    function(argument)
