"""`return []` is how people write that there is no legal action."""

from __future__ import annotations

import pytest
from numba import njit

from gametree.native.build import compile_function
from toys import OneHeap

from .values.both_modes import assert_plays_alike


class AtOnce(OneHeap):
    def legal_actions(self, state):
        if state[0] == 0:
            return []
        return [count for count in (1, 2, 3) if count <= state[0]]


class ByName(OneHeap):
    def legal_actions(self, state):
        actions = []
        if state[0] == 0:
            return actions
        for count in range(1, min(3, state[0]) + 1):
            actions.append(count)
        return actions


class Averages(ByName):
    def returns(self, state):
        shares = []
        for player in range(2):
            shares.append(0.25 if player == state[1] else 0.75)
        return shares


@pytest.mark.parametrize("game", [AtOnce(9), Averages(9)])
def test_an_empty_list_compiles_and_lists_of_floats_are_left_alone(game):
    assert_plays_alike(game)


def ternary(going):
    return [7, 9] if going else []


def ternary_with_a_name(going):
    moves = [] if not going else [7, 9]
    return moves  # noqa: RET504


def default(going):
    moves = []
    if going:
        moves = [7, 9]
    return moves


def twice(going):
    none = []
    if going > 5:
        return none
    also = none
    if going:
        return [7, 9]
    return also


@pytest.mark.parametrize("listing", [ternary, ternary_with_a_name, default, twice])
def test_an_empty_list_may_be_one_of_two(listing):
    compiled = compile_function(listing, 1)
    assert compiled(1) == listing(1) == [7, 9]
    assert compiled(0) == listing(0) == []


def extended_by_floats(x):
    result = []
    result.extend((x, 2.5))
    return result


def extended_by_tuples(x):
    result = []
    result.extend([(x, 1), (x, 2)])
    return result


def zipped(x):
    return list(zip((x, 2.5), (1, 2)))  # noqa: B905


def listed(x):
    pair = (x, 2.5)
    return list(pair)


def inserted(x):
    result = []
    result.insert(0, (x, 1))
    return result


@pytest.mark.parametrize(
    "function", [extended_by_floats, extended_by_tuples, zipped, listed, inserted]
)
def test_lists_that_are_filled_keep_their_type(function):
    assert compile_function(function, 0.5)(0.5) == function(0.5)


def floats(going):
    if going:
        return [0.25, 0.75]
    return []


def test_an_empty_list_is_one_of_floats_beside_such_a_list():
    compiled = compile_function(floats, 1)
    assert compiled(0) == []
    assert compiled(1) == [0.25, 0.75]


def test_numba_itself_stays_as_it_was():
    @njit
    def nothing():
        return []

    with pytest.raises(Exception, match="imprecise type"):
        nothing()

    def call_nothing(argument):
        return nothing()

    with pytest.raises(Exception, match="imprecise type"):  # a user's own, called by the rules
        compile_function(call_nothing, 1)
