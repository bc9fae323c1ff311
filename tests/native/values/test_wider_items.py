"""Lists and dicts of ints into which floats are put, and of tuples with None besides values."""

from __future__ import annotations

from collections import Counter

import pytest
from numba.core.errors import NumbaError

import gametree as gt
from plainpython.reasons import Unsupported

from ...language.both_modes import assert_same, compiled

CASES = ((0,), (1,), (5,))


def comprehensions(n):
    if n < 3:
        steps = [(None, k) for k in range(n)]
    else:
        steps = [(source, k) for source in range(2) for k in range(n)]
    return steps, [k if source is None else source + k for source, k in steps]


def displays(n):
    steps = [(None, n, "a"), (None, 2, "b")] if n else [(3, n, "c")]
    steps.append((n, n, "d"))
    return steps


def appended(n):
    steps = []
    for k in range(3):
        steps.append((None, k))
    if n:
        for k in range(n):
            steps.append((k, k))
    return steps, sum(1 for source, _ in steps if source is None)


def added(n):
    steps = []
    if n < 3:
        steps += [(None, k) for k in range(2)]
    else:
        steps += [(n, k) for k in range(2)]
    return steps


def either_place(n):
    if n < 1:
        pairs = [(None, 2.5)]
    elif n < 3:
        pairs = [(n, None), (n + 1, None)]
    else:
        pairs = []
    return pairs


def nested(n):
    moves = [((None, n), 1)] if n < 3 else [((n, n), 2)]
    return [place for (source, place), _ in moves if source is None], moves


def several_names(n):
    steps = [(1, n)]
    same = steps
    chosen = same if n < 3 else [(None, n)]
    chosen.append((None, 7))
    steps.append((2, 2))
    return steps, same, chosen


@pytest.mark.parametrize(
    "function",
    [comprehensions, displays, appended, added, either_place, nested, several_names],
)
def test_both_modes_answer_the_same(function):
    assert_same(function, *CASES)


def returned_floats(n):
    whole = []
    for k in range(n):
        whole.append(k)
    if n > 3:
        return whole
    halves = []
    for k in range(n):
        halves.append(k / 2)
    return halves


def returned_rows(n):
    pairs = []
    for k in range(n):
        pairs.append(((k, k), (k, 1)))
    if n < 3:
        return pairs
    return [((0, 0),) * k for k in range(n)]


def test_a_list_that_is_returned_holds_what_another_one_does():
    assert_same(returned_rows, *CASES)


def of_an_argument(n, given):
    chosen = given if n < 3 else [(None, n)]
    chosen.append((None, 7))
    return given


def of_a_tuple(n):
    kept = ([(1, 2)], n)
    chosen = kept[0] if n < 3 else [(None, n)]
    chosen.append((None, 7))
    return kept


def of_a_dict(n):
    kept = {1: [(1, 2)]}
    kept[1].append((None, 7))
    return kept


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(of_an_argument, (1, [(1, 2)])), (of_a_tuple, (1,)), (of_a_dict, (1,))],
)
def test_a_list_that_others_may_have_is_not_made_anew(function, arguments):
    with pytest.raises(NumbaError, match="stands where|Cannot refine|Cannot unify"):
        compiled(function, *arguments)


def shares(n):
    points = [0, 0]
    points[n % 2] += 1
    points[0] += 0.5
    return points


def repeated(n):
    points = [0] * 3 + [1]
    for k in range(n):
        points[k % 4] += k / 2
    return points, sum(points), max(points)


def by_name(n):
    points = [0 for _ in range(n + 1)]
    same = points
    same[0] = 0.5
    same.append(n)
    same.insert(0, 1.5)
    return points, same


def put_one_by_one(n):
    seen = []
    for k in range(n):
        seen.append(k)
    seen.append(0.5)
    return seen


def looked_through(n):
    points = [n, 2]
    for place, point in enumerate(points):
        points[place] = point / 4
    rows = [points]
    return rows, [each + 1 for each in points]


def handed_on(n):
    def count(points):
        points[0] += n

    points = [3, 4]
    count(points)
    points[1] /= 2
    return points


def pairs(n):
    steps = [(0, n)]
    steps.append((0.5, 2))
    return steps


def grid(n):
    cells = [[0] * 3 for _ in range(3)]
    cells[n % 3][1] += 0.5
    for row in cells:
        row[0] -= 0.25
    first = cells[0]
    first[2] = n / 2
    return cells, sum(map(sum, cells)), [max(row) for row in cells]


def displayed_grid(n):
    cells = [[0, 1], [2, n], [3 * k for k in range(2)]]
    cells[0][1] /= 2
    return cells


def displayed_dict(n):
    points = {0: 0, 1: n}
    points[n % 2] += 0.5
    return points, sorted(points.items()), max(points.values())


def comprehended_dict(n):
    points = {k: k for k in range(n + 1)}
    for key in points:
        points[key] /= 2
    return points


def dict_of_texts(n):
    points = {"a": 0}
    points["b"] = n
    points["a"] += 0.25
    return points


def shares_counted(n):
    counted = {}
    for k in range(n):
        counted[k % 3] = counted.get(k % 3, 0) + 1 / n
    return counted


def weights(n):
    counted = Counter()
    for k in range(n):
        counted[k % 3] += 0.25
    return counted


def large_dict(n):
    halves = dict()
    for k in range(40):
        halves[k * 7] = k
    for k in range(40):
        halves[k * 7] /= 2
    return halves


@pytest.mark.parametrize(
    "function",
    [
        *(shares, repeated, by_name, put_one_by_one, looked_through, handed_on, pairs, grid),
        displayed_grid,
        *(displayed_dict, comprehended_dict, dict_of_texts, shares_counted, weights, large_dict),
        returned_floats,
    ],
)
def test_floats_are_put_where_ints_are(function):
    made = compiled(function, 1)
    for n in (0, 1, 4, 7):
        assert made(n) == function(n), n


def rows_twice(n):
    rows = [[0, n]] * 2
    rows[0][1] += 0.5
    return rows


def rows_with_names(n):
    row = [0, n]
    rows = [row, [1, 2]]
    rows[0][1] += 0.5
    return rows, row


def rows_by_number(n):
    rows = [[0, n], [1, 2]]
    for number, row in enumerate(rows):
        row[0] = number / 2
    return rows


def row_in_a_tuple(n):
    kept = ([0, n], n)
    kept[0][1] = 0.5
    return kept


def cube(n):
    cells = [[[0] * 2 for _ in range(2)] for _ in range(2)]
    cells[0][1][n % 2] = 0.5
    return cells


def changed_by_another(n):
    def halve(points):
        points[0] /= 2

    points = [n, n]
    halve(points)
    return points


def of_an_argument_of_ints(n, points):
    points[0] += 0.5
    return points


def inner_dict(n):
    table = {1: {2: n}}
    table[1][2] += 0.5
    return table


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        *((rows_twice, (1,)), (rows_with_names, (1,)), (rows_by_number, (1,)), (cube, (1,))),
        *((row_in_a_tuple, (1,)), (changed_by_another, (1,)), (inner_dict, (1,))),
        (of_an_argument_of_ints, (1, [1, 2])),
    ],
)
def test_ints_that_others_may_have_stay_ints(function, arguments):
    with pytest.raises(
        (NumbaError, Unsupported), match=r"stands where .* is expected; make both of one type"
    ):
        compiled(function, *arguments)


class Points:
    """What two players have, to which halves are added."""

    def __init__(self, moves):
        self.points = [0, 0]
        self.moves = moves

    def after(self, gained):
        made = Points(self.moves + 1)
        made.points = self.points[:]
        made.points[made.moves % 2] += gained / 2
        return made


class Halves(gt.Game):
    """Six times a player chooses how many halves to add."""

    def initial_state(self):
        return Points(0)

    def current_player(self, state):
        return state.moves % 2

    def legal_actions(self, state):
        return [1, 2, 3] if state.moves < 6 else []

    def next_state(self, state, action):
        return state.after(action)

    def returns(self, state):
        first, second = state.points
        return (first - second, second - first)


def test_a_list_of_ints_that_an_object_is_made_with_holds_floats():
    results = [
        gt.search(Halves(), simulations=300, seed=1, method="uct", compiled=mode)
        for mode in (False, True)
    ]
    assert results[0].actions == results[1].actions
