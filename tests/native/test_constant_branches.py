"""Branches that constants decide: in our own loops they are left out, in users' rules they stay."""

from __future__ import annotations

import pytest
from numba.core.errors import TypingError

import gametree as gt
from gametree.native.build import compile_function


class Strategy(gt.Compilable):
    watches = False
    guides = True

    def __init__(self, limit=0.5):
        self.limit = limit


class Method(gt.Compilable):
    def __init__(self):
        self.strategy = Strategy()


def ours(function):
    """Let a function be one of gametree's own."""
    function.__module__ = "gametree.mcts.own"
    return function


NOT_FOR_NUMBA = {}


@ours
def loop(method, number):
    strategy = method.strategy
    watches = strategy.watches
    if watches:
        number += NOT_FOR_NUMBA[number]
    if not strategy.guides:
        number += NOT_FOR_NUMBA[number]
    return number + 1


@ours
def one_after_the_other(method, number):
    either = method.strategy.guides or number > 3
    if not either:
        number += NOT_FOR_NUMBA[number]
    none = not (method.strategy.watches and number > 3)
    while number > 0:
        if none:
            return number
        number += NOT_FOR_NUMBA[number]
    return 0


@ours
def four_at_once(method, number):
    strategy, watches, guides, left = (
        method.strategy,
        method.strategy.watches,
        method.strategy.guides,
        number,
    )
    if watches or strategy.watches:
        left += NOT_FOR_NUMBA[left]
    if not guides:
        left += NOT_FOR_NUMBA[left]
    return left + 1


@ours
def by_what_is_only_known_later(method, number):
    strategy = method.strategy
    if strategy.limit > 0.25:
        return number + 1
    found = strategy.watches
    if number > 5:
        found = strategy.guides
    return 10 if found else 20


def of_a_user(method, number):
    if method.strategy.watches:
        number += NOT_FOR_NUMBA[number]
    return number + 1


@pytest.mark.parametrize(
    "function", [loop, one_after_the_other, four_at_once], ids=lambda each: each.__name__
)
@pytest.mark.parametrize("number", [0, 5])
def test_what_is_never_done_is_never_looked_at(function, number):
    assert compile_function(function, Method(), 3)(Method(), number) == function(Method(), number)


def test_fields_and_variables_with_several_values_are_left_alone():
    native = compile_function(by_what_is_only_known_later, Method(), 3)
    low = Method()
    low.strategy = Strategy(limit=0.0)
    for method in (Method(), low):
        for number in (3, 7):
            assert native(method, number) == by_what_is_only_known_later(method, number)


def test_a_users_function_is_compiled_whole():
    with pytest.raises(TypingError):
        compile_function(of_a_user, Method(), 3)
