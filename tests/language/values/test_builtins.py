"""Python's functions of all that can be iterated, in compiled rules."""

from __future__ import annotations

from ..both_modes import assert_same

BOARD = ((1, 2, 0), (0, 1, 2), (2, 0, 1))
EMPTY = ()


def far(number):
    return -abs(number - 4)


def sizes():
    rows = [[3, 1], [2], []]
    return (
        sorted((3, 1, 2)),
        sorted("bca"),
        sorted(rows, key=len),
        sorted([3, 1, 2], reverse=True),
        list(reversed((1, 2, 3))),
        [each for each in reversed(range(2, 9, 3))],
        sum([0.5, 1]),
        sum([[1], [2]], []),
        sum([(1,), (2, 3)], ()),
        sum(each for each in (True, False, True)),
        sum(range(5), 10),
        any([0, 0]),
        any(rows),
        all([1, 0]),
        [sum(column) for column in zip(*BOARD)],
        [max(row) for row in BOARD],
        ["".join(column) for column in zip(*["abc", "def"])],
    )


def extremes():
    return (
        min(3, 1, 2),
        max([1, 5, 5, 2]),
        min((4, 1), (3, 9)),
        max(1, 9, 4, key=far),
        min([7, 3, 5], key=far),
        max([], default=-1),
        min(EMPTY, default=0),
        max(range(0), key=far, default=7),
        max([2, 3], default=9),
        min("hello"),
        max(*BOARD),
        min(*[4, 2]),
        round(2.5),
        round(3),
        divmod(-7, 2),
        abs(-3),
        pow(2, 5),
    )


def faulty(case):
    empty = [0][:case]
    if case == 0:
        return min(empty)
    if case == 1:
        return max(empty)
    if case == -1:
        return max(empty, key=far)
    return sum(empty)


def test_builtins():
    assert_same(sizes)
    assert_same(extremes)
    assert_same(faulty, (0,), (1,), (-1,), (2,))
