"""Tuples and lists in compiled rules: indices, slices, +, *, search, comparison, conversion."""

from __future__ import annotations

import pytest

from plainpython.reasons import Unsupported

from ..both_modes import assert_same, compiled, outcome

EMPTY = ()
NUMBERS = [3, 1, 2]
LINES = ((0, 1, 2), (3, 4, 5), (0, 4), (2, 4, 6))


def slices(start, stop, step):
    """Slices of a tuple, a list and a text whose length differs; sums that show the order."""
    row = tuple([7 * k + 1 for k in range(9)])
    items = [3 * k + 1 for k in range(6)]
    text = "abcdefghij"
    parts = (
        row[start:stop],
        row[start:],
        row[:stop],
        row[::step],
        row[start:stop:step],
        tuple(items[start:stop:step]),
        tuple(items[start:stop]),
        tuple(items[:]),
    )
    return parts, text[start:stop:step], text[:stop], text[start:]


def test_slices_of_any_sort():
    cases = [
        (start, stop, step)
        for start in (-12, -9, -1, 0, 1, 5, 14)
        for stop in (-11, -6, 0, 3, 20)
        for step in (-10, -2, -1, 1, 3, 0)
    ]
    assert_same(slices, *cases)


def changed(seed):
    """A list that is changed at random, with its slices set and deleted."""
    items = [0, 1, 2, 3, 4, 5, 6]
    number = seed
    for _ in range(40):
        number = (number * 1103515245 + 12345) % 2147483648
        kind = number // 65536 % 7
        start = number // 1024 % 23 - 11
        stop = number // 32768 % 21 - 10
        step = number // 4096 % 3 + 1
        if kind == 0:
            items[start:stop] = [number % 10, number % 7, number % 3]
        elif kind == 1:
            del items[start:stop]
            items.append(number % 100)
        elif kind == 2:
            items[start:stop] = items
            del items[30:]
        elif kind == 3:
            del items[start:stop:step]
        elif kind == 4:
            items[::step] = [k for k in range(len(items[::step]))]
        elif kind == 5:
            del items[stop:start:-step]
        else:
            items.insert(start, number % 50)
            items.extend(items[:3])
    return items, items[::-1], sum(items)


def test_lists_changed_at_random():
    assert_same(changed, *[(seed,) for seed in range(120)])


def indexed(case, place):
    row = tuple([k * k for k in range(7)])
    items = [k * k for k in range(7)]
    if case == 0:
        return row[place]
    if case == 1:
        return items[place]
    if case == 2:
        items[place] = -1
    elif case == 3:
        del items[place]
    elif case == 4:
        return items.pop(place)
    elif case == 5:
        return items.index(place) + 10 * row.index(place)
    elif case == 6:
        return row.index(16, place) + 10 * items.index(16, place, 6)
    elif case == 7:
        items[::2] = [1, 2, 3, 4, 5][:place]
    elif case == 8:
        items.remove(place)
    elif case == 9:
        first, second = items[:place]
        return first + second
    elif case == 10:
        for _ in range(place):
            items.pop()
    elif case == 11:
        return LINES[place][-1] + LINES[place % 4][2]
    return sum(items)


def test_indices_out_of_range_and_other_faults_raise_as_in_python():
    assert_same(indexed, *[(case, place) for case in range(12) for place in range(-9, 10)])


def put_together():
    board = (0,) * 9
    for place in (4, 0, 8):
        board = board[:place] + (place + 1,) + board[place + 1 :]
    row = board[:2]
    row += (5,)
    row += board[3:5]
    items = [1, 2]
    other = items
    items += [3]
    items += (4, 5)
    items *= 2
    grid = [[0] * 3 for _ in range(3)]
    grid[1][2] = 5
    copy = [line[:] for line in grid]
    copy[0][0] = 7
    shared = [grid[0]] * 2
    shared[1][1] = 9
    return (
        board,
        row,
        3 * row,
        row * 0,
        True * row[:1],
        (items, other),
        (grid, copy, shared),
        [1, 2] + [3],
        () + row,
        [] + items,
        (1, 2.5) + row[:1] == (1, 2.5, 1),
    )


def test_sums_products_and_aliases():
    assert_same(put_together)


def compared():
    row = tuple([k for k in range(5)])
    items = [k for k in range(5)]
    nested = [[1, 2], [3]]
    answers = [
        row == (0, 1, 2, 3, 4),
        row == (0, 1, 2, 3, 4.5),
        row == (0, 1),
        row != row[:4],
        row < row[1:],
        row[:4] < row,
        row <= row,
        row < (0, 1, 9, 9, 9),
        row >= (0, 1, 2),
        items == [0, 1, 2, 3, 4],
        items < [0, 2],
        items <= [0, 2],
        nested == [[1, 2], [3]],
        nested < [[1, 2], [4]],
        nested == [[1, 2]],
        items == row,
        row == items,
        items == 3,
        row != 3,
        3 in row,
        9 in items,
        9 not in items,
        [3] in nested,
        (1, 2) in [(1, 2), (3, 4)],
        (3, 4) in ((1, 2), (3, 4, 5)),
        2 in (1, 2.5),
        [] == [],
        row[:0] == (),
        3 in [],
    ]
    counts = [row.count(3), items.count(9), nested.count([3]), (1, 2, 1).count(1), (5, 6).index(6)]
    return answers, counts


def test_comparisons():
    assert_same(compared)


def converted():
    row = tuple([k for k in range(5)])
    total = 0
    for line in LINES:
        for place in line:
            total = total * 3 + place
    mixed = (1, 2.5, True)
    for each in mixed:
        total += int(each)
    for place in range(3):
        total += int(mixed[place])
    a, b, c = [1, 2, 3]
    (d, e), f = (row[:2], 7)
    return (
        tuple([]),
        list(row),
        list((1, 2)),
        list(range(3)),
        tuple(range(2, 9, 3)),
        tuple(k * k for k in row),
        list("abc"),
        list(zip(row, "abc")),
        list(enumerate((5, 6), 1)),
        (a, b, c, d, e, f),
        total,
        list(EMPTY),
        tuple(list(row)) == row,
    )


def test_conversions_and_loops():
    assert_same(converted)


def test_what_belongs_to_the_game_may_not_be_changed():
    for function in (append_to_module, set_item_of_module, sort_module, delete_of_module):
        with pytest.raises((TypeError, Unsupported), match="belongs to the (game|module)"):
            compiled(function)()
    assert outcome(list, NUMBERS) == "[3, 1, 2]"


def append_to_module():
    NUMBERS.append(4)
    return 0


def set_item_of_module():
    NUMBERS[0] = 4
    return 0


def sort_module():
    NUMBERS.sort()
    return 0


def delete_of_module():
    del NUMBERS[0]
    return 0


def with_one_cell_changed(cell):
    """Boards of which one cell changes, or several, put together of two slices."""
    row = (1, 2, 3, 4, 5, 6)
    reals = (0.5, 1.5, 2.5, 3.5, 4.5, 5.5)
    items = [1, 2, 3]
    text = "abcdef"
    return (
        row[:cell] + (9,) + row[cell + 1 :],
        row[:cell] + (9, 8) + row[cell + 1 :],
        row[:cell] + () + row[cell:],
        row[:cell] + row[1:2] + row[cell + 1 :],
        reals[:cell] + (0.25,) + reals[cell + 1 :],
        items[:cell] + [9] + items[cell + 1 :],
        items[:cell] + [] + items[cell + 1 :],
        text[:cell] + "X" + text[cell + 1 :],
        text[:cell] + "XY"[: cell % 3] + text[cell + 1 :],
        (1, 2, 3)[:cell] + (4,) + (5, 6)[1:],
    )


def test_a_board_of_which_one_cell_changes():
    assert_same(with_one_cell_changed, *((cell,) for cell in (-7, -2, 0, 1, 5, 6, 9)))
