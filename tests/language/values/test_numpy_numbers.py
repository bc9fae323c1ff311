"""Single numbers of NumPy arrays: their dtypes in arithmetic, their classes, and as Python's."""

from __future__ import annotations

import numpy as np
import pytest

from plainpython.machine_errors import MachineLimitError
from plainpython.values.numbers.numpy_arithmetic import FOLLOWS_NEP_50

from ..both_modes import compiled, outcome

CELLS = np.array([1, 2, 255, 0], np.uint8)
SMALL = np.array([100, -128, -1, 3], np.int8)
WIDE = np.array([200, -1000, 3, 5])
REALS = np.array([0.1, 2.5, 0.0, -1.0], np.float32)
LARGE = np.array([7, 4000000000, 0, 1], np.uint32)

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered", "ignore:divide by zero")


def plain(values):
    """Return numbers of NumPy as Python's, which compiled code returns."""
    return tuple(each.item() if isinstance(each, np.generic) else each for each in values)


def assert_alike(function, *cases):
    made = compiled(function, *cases[0])
    for case in cases:
        assert outcome(made, *case) == outcome(lambda *given: plain(function(*given)), *case), case


PLACES = ((0,), (1,), (2,), (3,))


def wrapped(a):
    cell, small = CELLS[a], SMALL[a]
    n = cell
    n -= 3
    return (
        (cell - 2 > 0) + 0, cell - CELLS[1], cell + 1, cell * 2, -cell, ~cell, 5 - cell, n,
        small + 100, small * 3, -small, abs(small), small - small, cell >> 1, cell // 3, cell % 7,
        cell & 3, cell ^ 7, cell + small, small * WIDE[a], cell / 2, max(cell, CELLS[0]) - 3,
    )  # fmt: skip


def divided(a):
    return (
        *divmod(CELLS[a], CELLS[3 - a]), *divmod(SMALL[a], 7), *divmod(SMALL[a], CELLS[a]),
        *divmod(WIDE[a], WIDE[3]), *divmod(LARGE[a], True), *divmod(WIDE[a] / 2, 3),
        *divmod(300, WIDE[a]),
    )  # fmt: skip


def as_of_python(a):
    cell = CELLS[a]
    return (
        int(cell) - int(CELLS[1]), -int(cell), cell.item() - 5, CELLS.item(a) - 5,
        int(CELLS.sum()) - 301, int(LARGE[0]) - int(LARGE[a]), LARGE[a].item() - 9,
        int(CELLS[0].item()) - 3, float(cell) * 0.1, str(cell), str(SMALL[a]), bin(cell),
        [each - 9 for each in CELLS.tolist()][0],
    )  # fmt: skip


def of_sums(a):
    return (CELLS.sum() - 301, CELLS[:2].sum() - CELLS.sum(), SMALL.sum() - 5, CELLS.max() - 1)


def of_zero(a):
    return (CELLS[a] // CELLS[3], CELLS[a] % CELLS[3], CELLS[0] / CELLS[3], WIDE[a] // CELLS[3])


def compared(a):
    cell = CELLS[a]
    return (cell > -1, cell < 300, cell == CELLS[1], REALS[a] == 0.1, REALS[a] < 0.5,
            cell in (1, 255), 0 < cell < 5, {1: 5, 255: 6}.get(cell, 0))  # fmt: skip


def truths(a):
    one, other = CELLS[a] == 1, CELLS[0] == 1
    return (one + other, one * other, one ^ other, ~one, one + 1, isinstance(one, bool),
            isinstance(CELLS[a], int), isinstance(WIDE[a], int), isinstance(CELLS[a], np.integer),
            bool(one) + bool(other))  # fmt: skip


def out_of_bounds(a):
    try:
        return (CELLS[a] + 300, 0)
    except OverflowError:
        return (-1, 1)


def at(a):
    return CELLS[a]


def kept(a):
    listed = [CELLS[a]]
    listed.append(CELLS[0])
    pair = (SMALL[a], a)
    found = None
    if a:
        found = CELLS[a]
    return (at(a) - 2, listed[0] - listed[1], pair[0] - 100, -1 if found is None else found - 3)


def test_arithmetic_stays_in_the_dtype():
    assert_alike(wrapped, *PLACES)
    assert_alike(divided, *PLACES)
    assert_alike(of_sums, *PLACES[:1])
    assert_alike(kept, *PLACES)


def test_numbers_as_pythons():
    assert_alike(as_of_python, *PLACES)


@pytest.mark.filterwarnings("ignore:invalid value")
def test_by_zero_numpy_goes_on():
    assert_alike(of_zero, *PLACES[:1])


def test_comparisons_and_classes():
    assert_alike(compared, *PLACES)
    assert_alike(truths, *PLACES)
    assert_alike(out_of_bounds, *PLACES[:1])


def unsure(a):
    total = 0
    for each in CELLS:
        total += each
    return total


@pytest.mark.skipif(not FOLLOWS_NEP_50, reason="before NumPy 2 ints have room for it")
def test_a_result_beyond_the_dtype_is_refused_where_an_int_may_be_of_either():
    with pytest.raises(MachineLimitError, match=r"write int\(board\[a\]\)"):
        compiled(unsure, 1)(1)


def written(a):
    return repr(CELLS[a])


def identical(a):
    return (CELLS[a] == 1) is True


def signed_truth(a):
    return +(CELLS[a] > 1)


@pytest.mark.parametrize("function", [written, identical])
def test_what_only_an_object_of_numpy_has_is_refused(function):
    with pytest.raises(Exception, match="number of NumPy"):
        compiled(function, 1)
    with pytest.raises(Exception, match=r"truth of NumPy; write int\(...\) of it"):
        compiled(signed_truth, 1)


def in_one_list(n):
    return [CELLS[2], n][0]


def in_one_dict(n):
    found = {1: n}
    found[2] = CELLS[2]
    return found[2]


def as_default(n):
    return {1: CELLS[2]}.get(n, 0)


def among_reals(n):
    return [REALS[0], 0.5][n]


def as_index(n):
    return [3, 4][CELLS[0] == n]


def as_bound(n):
    return [*range(REALS[1])][n]


@pytest.mark.parametrize(
    "function", [in_one_list, in_one_dict, as_default, among_reals, as_index, as_bound]
)
def test_numbers_of_arrays_are_not_taken_for_pythons(function):
    with pytest.raises(
        Exception, match="of dtype|a bound or an index is a float or a truth|takes ints alone"
    ):
        compiled(function, 1)
