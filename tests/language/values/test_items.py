"""Lists, dicts and sets that stand where others of other items are expected."""

from __future__ import annotations

from collections import deque

import pytest
from numba.core.errors import NumbaError

from ..both_modes import assert_same, compiled


def appended():
    rows = [[1.5]]
    row = [4]
    rows.append(row)
    row[0] = 6
    return rows[1][0]


def appended_to_rows_of_pairs():
    rows = [[(1, 2), (None, 3)]]
    rows.append([(4, 5)])
    return rows[1][0]


def inserted():
    rows = [[1.5]]
    rows.insert(0, [4])
    return rows[0][0]


def extended():
    rows = [[1.5]]
    rows.extend([[4], [5]])
    return rows[2][0]


def written_down():
    row = [4]
    rows = [[1.5], row]
    row[0] = 6
    return rows[1][0]


def looped_over():
    return sum(row[0] for row in ([4], [1.5]))


def a_list_in_a_tuple():
    row = [4]
    pairs = [(1.5, [2.5])]
    pairs.append((2, row))
    row[0] = 6
    return pairs[1][1][0]


def a_list_of_none():
    row = [None]
    rows = [row, [3]]
    row[0] = 4
    return rows[0][0]


def a_list_in_a_dict():
    rows = {0: [1.5]}
    rows[1] = [4]
    return rows[1][0]


def a_dict_in_a_dict():
    inner = {0: 4}
    dicts = {0: {0: 1.5}}
    dicts[1] = inner
    inner[0] = 6
    return dicts[1][0]


def a_dict_in_a_list():
    inner = {0: 4}
    dicts = [{0: 1.5}, inner]
    inner[0] = 6
    return dicts[1][0]


def a_set_in_a_list():
    inner = {4}
    sets = [{1.5}]
    sets.append(inner)
    inner.add(6)
    return len(sets[1])


def a_deque_in_a_list():
    inner = deque([4])
    deques = [deque([1.5])]
    deques.append(inner)
    inner.append(6)
    return len(deques[1])


@pytest.mark.parametrize(
    "function",
    [
        appended,
        appended_to_rows_of_pairs,
        inserted,
        extended,
        written_down,
        looped_over,
        a_list_in_a_tuple,
        a_list_of_none,
        a_list_in_a_dict,
        a_dict_in_a_dict,
        a_dict_in_a_list,
        a_set_in_a_list,
        a_deque_in_a_list,
    ],
)
def test_one_that_would_have_to_be_another_one_is_refused(function):
    with pytest.raises(NumbaError, match="stands where .* is expected"):
        compiled(function)


def test_those_that_nothing_was_put_into_and_frozen_sets_serve_as_any():
    def nothing_yet():
        empty, rows = [], [[1.5]]
        rows.append(empty)
        empty.append(2.5)
        return rows

    def frozen():
        sets = [frozenset({1.5})]
        sets.append(frozenset({4}))
        return [4 in each for each in sets]

    assert_same(nothing_yet)
    assert_same(frozen)
