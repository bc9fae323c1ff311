"""Windows: counted by hand, and groups of those that symmetries map onto each other."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest

from gametree.networks.windows import SHARED, layout_of, shape_for


def board(rows, columns):
    return np.arange(rows * columns).reshape(rows, columns)


def layout(rows, columns, codes, symmetries=()):
    places = board(rows, columns).tolist()
    return layout_of(places, codes, [list(range(rows * columns)), *symmetries])


def images(*boards):
    """Return where each cell goes, for boards that show it."""
    return [each.ravel().tolist() for each in boards]


def turns(size):
    """Return the eight symmetries of a square but the first."""
    cells = board(size, size)
    flips = [cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
    return images(*flips, *(each.T for each in (cells, *flips)))


def windows_of(found):
    """Return the sort, the group and the cells of each window."""
    begins = [0, *found.ends[:-1]]
    cells = [tuple(found.members[begin:end]) for begin, end in zip(begins, found.ends, strict=True)]
    return list(zip(found.sorts, found.groups, cells, strict=True))


def test_windows_of_three_by_three_cells():
    found = layout(3, 3, 3)
    windows = windows_of(found)
    lines = {(0, 1, 2), (3, 4, 5), (6, 7, 8)}, {(0, 3, 6), (1, 4, 7), (2, 5, 8)}
    for sort, expected in enumerate((*lines, {(0, 4, 8)}, {(2, 4, 6)})):
        assert {cells for each, _, cells in windows if each == sort} == expected
    wide = {(0, 1, 2, 3, 4, 5), (3, 4, 5, 6, 7, 8)}
    assert {cells for sort, _, cells in windows if sort == 4} == wide
    tall = {cells for sort, _, cells in windows if sort == 5}
    assert {frozenset(cells) for cells in tall} == {
        frozenset((0, 1, 3, 4, 6, 7)),
        frozenset((1, 2, 4, 5, 7, 8)),
    }
    assert found.patterns == [27, 27, 27, 27, 729, 729]
    assert len(windows) == 12
    assert len({group for _, group, _ in windows}) == 12  # no symmetry, no two alike


def test_lines_are_of_five_cells_where_there_is_room():
    found = layout(6, 7, 3)
    counts = Counter(sort for sort, _, _ in windows_of(found))
    assert [counts[sort] for sort in range(4)] == [6 * 3, 2 * 7, 2 * 3, 2 * 3]
    assert [counts[sort] for sort in (4, 5)] == [5 * 5, 4 * 6]
    assert found.patterns == [243] * 4 + [729] * 2


def test_lines_are_shorter_across_a_narrow_board():
    lengths = defaultdict(set)
    for sort, _, cells in windows_of(layout(4, 9, 3)):
        lengths[sort].add(len(cells))
    assert [lengths[sort] for sort in range(4)] == [{5}, {4}, {4}, {4}]


def test_more_codes_make_smaller_windows():
    assert {len(cells) for _, _, cells in windows_of(layout(8, 8, 5))} == {4}
    assert {len(cells) for _, _, cells in windows_of(layout(8, 8, 13))} == {2}
    for codes in range(2, 32):
        assert max(layout(8, 8, codes).patterns) <= 1100


def test_groups_of_a_square_with_all_its_symmetries():
    """By hand: four edges; two lines through the middle; two diagonals; four blocks."""
    found = layout(3, 3, 3, turns(3))
    groups = defaultdict(set)
    for _, group, cells in windows_of(found):
        groups[group].add(frozenset(cells))
    edges = {frozenset(each) for each in ((0, 1, 2), (6, 7, 8), (0, 3, 6), (2, 5, 8))}
    middle = {frozenset((3, 4, 5)), frozenset((1, 4, 7))}
    diagonals = {frozenset((0, 4, 8)), frozenset((2, 4, 6))}
    assert list(groups.values())[:3] == [edges, middle, diagonals]
    assert [len(each) for each in groups.values()] == [4, 2, 2, 4]
    assert found.patterns == [27, 27, 729]  # lines, diagonals, blocks


@pytest.mark.parametrize(
    ("rows", "columns", "symmetries"),
    [
        (6, 7, images(board(6, 7)[:, ::-1])),
        (7, 7, images(board(7, 7)[::-1, ::-1])),
        (6, 6, turns(6)),
    ],
    ids=["mirror", "half a turn", "square"],
)
def test_a_pattern_means_the_same_in_all_windows_of_a_group(rows, columns, symmetries):
    """Some symmetry maps the first window of a group onto each other one, cell by cell."""
    alone, found = layout(rows, columns, 3), layout(rows, columns, 3, symmetries)
    assert {frozenset(cells) for *_, cells in windows_of(found)} == {
        frozenset(cells) for *_, cells in windows_of(alone)
    }
    assert len(found.ends) == len(alone.ends)
    first = {}
    for sort, group, cells in windows_of(found):
        own_sort, window = first.setdefault(group, (sort, cells))
        mapped = {tuple(each[cell] for cell in window) for each in symmetries}
        assert cells == window or cells in mapped
        assert sort == own_sort
    sizes = Counter(found.groups)
    assert max(sizes.values()) == 1 + len(symmetries)


def test_where_groups_would_take_too_much_room_the_largest_sorts_have_none():
    found = layout(19, 19, 3)
    by_sort = defaultdict(set)
    for sort, group, _ in windows_of(found):
        by_sort[sort].add(group)
    divided = [sort for sort, groups in by_sort.items() if groups != {SHARED}]
    assert [SHARED in by_sort[sort] for sort in divided] == [False] * len(divided)
    rows = sum(found.patterns[sort] * len(by_sort[sort]) for sort in divided)
    assert rows <= 48_000
    assert {sort for sort in by_sort if found.patterns[sort] == 729}.isdisjoint(divided)


@pytest.mark.parametrize(
    ("cells", "told", "expected"),
    [
        (9, None, (3, 3)),
        (42, None, (6, 7)),
        (64, None, (8, 8)),
        (30, None, (5, 6)),
        (27, None, (3, 9)),
        (42, (7, 6), (7, 6)),
        (8, None, None),
        (401, None, None),
        (13, None, None),
        (28, (2, 14), (2, 14)),
        (28, (1, 28), None),
        (40, None, (5, 8)),
    ],
)
def test_shapes(cells, told, expected):
    assert shape_for(cells, told) == expected
