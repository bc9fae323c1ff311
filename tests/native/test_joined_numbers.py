"""Bools among ints and ints among floats: as in Python, or refused where the difference shows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

import gametree as gt
from plainpython.machine_errors import MachineLimitError

from ..language.both_modes import assert_same, compiled


def either(flag, n):
    return flag if n > 2 else n


def as_text(flag, n):
    return str(n == 1 or n)


def formatted(flag, n):
    value = flag and n
    return f"{value}"


def in_a_list(flag, n):
    return str([flag, n][n % 2])


def in_a_dict(flag, n):
    found = {1: n}
    found[2] = n > 1
    return str(found[2])


def appended(flag, n):
    values = [n]
    values.append(flag)
    return str(values[1])


def as_key(flag, n):
    return ",".join([str(key) for key in {True: 1, n: 2}])


def returned(flag, n):
    return isinstance(either(flag, n), bool)


def identical(flag, n):
    return either(flag, n) is True


def exactly(flag, n):
    value = flag if n > 2 else n
    return type(value) is int


def largest(flag, n):
    return str(max(True, n))


def not_found(flag, n):
    return {1: n}.get(n, False) is False


@dataclass
class Holder:
    value: int


def attribute(flag, n):
    holder = Holder(n)
    holder.value = flag
    return str(holder.value)


def in_a_loop(flag, n):
    text = ""
    for place, each in enumerate([flag, n]):
        text += f"{place}{each}"
    return text


def bits(flag, n):
    value = flag if n > 2 else n
    return str(value & True)


def bits_of_items(flag, n):
    values = [n, 2]
    values[0] = flag
    return str(values[0] & values[0])


def after_a_loop(flag, n):
    values, last = [n, flag], 0
    for place in range(n):
        last = values[place % 2]
    return f"{last}"


def sometimes_more(flag, n):
    values, last = [n, flag], 5
    if n > 4:
        last = last + 1
    elif n > 2:
        last = values[1]
    return str(last)


def int_or_float(flag, n):
    value = n if flag else 0.5
    return isinstance(value, int)


def among_floats(flag, n):
    return isinstance([n, 0.5][0], float)


def same_number(flag, n):
    return n is n + 0


SHOWN = (
    as_text, formatted, in_a_list, in_a_dict, appended, as_key, returned, identical, exactly,
    largest, not_found, attribute, in_a_loop, bits, int_or_float, among_floats, same_number,
    bits_of_items, after_a_loop, sometimes_more,
)  # fmt: skip


@pytest.mark.parametrize("function", SHOWN, ids=lambda each: each.__name__)
def test_what_shows_the_difference_is_refused(function):
    with pytest.raises(Exception, match=r"it asks|and asks \(test_joined_numbers.py, line \d+, in"):
        compiled(function, True, 3)


def described(value):
    return str(value)


def ordinary(flag, n):
    value = flag if n > 2 else n
    found = False
    for each in (n, 5):
        if each > 2:
            found = each
    scores = [0, 0]
    scores[n % 2] += 0.5
    score = 0
    for each in range(4):
        score += 0.5 * each
    best = -math.inf
    for each in (n, 7, 2):
        if each > best:
            best = each
    part = 1 if flag else 0.5
    return (
        value + 1, value > 0, value == 1, -value, ~value, value * 2, either(flag, n) + 1,
        found and 3, f"{n}:{flag}", str(int(value)), described(n), described(flag), scores, score,
        best + 1, part * 3 - 1, part // 2, part % 2, part**2, part / 4, max(n, 0.5, 2),
        sum([flag, n > 1]), str(n == 3), isinstance(value, int), isinstance(part, int | float),
    )  # fmt: skip


def test_arithmetic_comparisons_and_truth_are_as_in_python():
    made = compiled(ordinary, True, 3)
    for flag, n in ((True, 3), (False, 1), (True, 0), (False, 9)):
        assert made(flag, n) == ordinary(flag, n)


def certain(flag, n):
    values, total = [n, 2], 0
    values[0] = flag
    for place in range(3):
        total += values[place % 2]
        values[1] = place
    part = n if flag else 0.5
    texts = [str(place) for place in range(2)]
    return (
        str(total), f"{values[0] + 1}:{len(values)}", texts, str(-values[0]), str(~values[0]),
        str(values[0] & 3), str(abs(values[0])), str(int(values[0])), isinstance(total, int),
        str(values[0] << 2), isinstance(part / 2, float), isinstance(part * 0.5, float),
        str(7 if n > 2 else total),
    )  # fmt: skip


def test_what_is_an_int_or_a_float_on_every_path_is_shown_beside_others():
    made = compiled(certain, True, 3)
    for flag, n in ((True, 3), (False, 1), (True, 0)):
        assert made(flag, n) == certain(flag, n)


def doubled(n):
    value = n if n < 10**18 else 0.5
    for _ in range(60):
        value = value * 2
    return value


def joined(n):
    return n + 1 if n else 0.5


def grown(n):
    values = [0.5, n, 1.0]
    for _ in range(30):
        values[1] = values[1] * 3 + 1
    return values[1] == n


def raised_to(n):
    values = {1: 0.5, 2: n}
    return values[2] ** 40 == 3**40


def looped(n):
    value, more = n, 0.5
    for each in range(60):
        if each > 58:
            value = value + more
        elif value >= 1.5:
            value += value
    return value


def multiplied(n):
    values = [n, 1.5, n]
    values[1] = n
    return math.prod(values) ** 3


def within(n):
    value = 2.5 if n < 0 else n
    return (value * value) * 0.5


@pytest.mark.parametrize(
    ("function", "n"),
    [
        (doubled, 3), (joined, 2**60), (grown, 2**20), (raised_to, 3), (looped, 3),
        (multiplied, 2**20), (within, 2**30),
    ],
)  # fmt: skip
def test_an_int_that_a_float_would_round_is_refused(function, n):
    with pytest.raises(MachineLimitError, match="53 bits"):
        compiled(function, 1)(n)


def large_floats(x, n):
    values = [0.5, 2.0**3, x]
    for _ in range(40):
        values[2] = values[2] * 3 + n
    return values, (n > 1) << n, 10.0**20 - n


def floats_beside_ints(x, n):
    part = n if n > 2 else x
    total, root = 0.0, math.sqrt(x)
    for _ in range(80):
        total = total * 3 + part
        root *= 2
    cells = np.array([x, 1e20])
    shifted = float(cells[1] * part) - root
    return total, root, 1e10 * part * 1e10, part / 3 * 1e20, -root + part, shifted


def test_floats_among_floats_are_as_large_as_they_like():
    assert_same(large_floats, (1.5, 3))
    assert_same(floats_beside_ints, (1.5, 3), (1.5, 1))


def compared(x, n):
    pair, same, other = (x, n), (x, 3), (x + 1, "b")
    return (pair == same, pair < same, pair != same, other >= (0.5, "a"), (pair, 1) == (same, 1),
            {1: x} == {1: 0.5}, sorted([same, pair])[0][1], {pair: 1}.get(same, 0))  # fmt: skip


def test_tuples_that_hold_floats_are_compared_item_by_item():
    assert_same(compared, (0.5, 3), (0.5, 2), (0.25, 3), (-0.0, 4))


def keyed(x):
    return {x: 1}.get(x, 0)


def paired(x):
    return (x, 1) == (x, 1)


def valued(x):
    return {1: x} == {1: x}


@pytest.mark.parametrize("function", [keyed, paired, valued])
def test_nan_within_containers_is_refused(function):
    with pytest.raises(MachineLimitError, match="nan"):
        compiled(function, 0.5)(math.nan)


class Counting(gt.Game):
    """Counts to six by ones and twos."""

    def initial_state(self):
        return 0, [True, 0]

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        return [1, 2]

    def next_state(self, state, action):
        return state[0] + action, [state[1][1], state[0]]

    def is_terminal(self, state):
        return state[0] >= 6

    def returns(self, state):
        won = 1 if "".join(str(each) for each in state[1]) > "3" else -1
        return [won, -won]


class MixedActions(Counting):
    def legal_actions(self, state):
        return [True, 2]


@pytest.mark.parametrize(
    ("cls", "told"),
    [
        (Counting, "in a value or an object that it is given"),
        (MixedActions, "a bool stands where"),
    ],
)
def test_states_and_actions_that_hold_both_are_refused(cls, told):
    with pytest.raises(gt.NotCompilable, match=told):
        gt.Searcher(cls(), seed=1, compiled=True)
