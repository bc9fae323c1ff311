"""None where no example had it: TypeError where Python raises it, else compiled code ends."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from plainpython.machine_errors import MachineLimitError

from ..both_modes import assert_same, compiled


@dataclass
class Cell:
    number: int = 1
    flag: bool = True
    real: float = 0.5
    text: str = "a"
    pair: tuple = (1, 2)


def maybe(n, value):
    return value if n > 0 else None


def put_somewhere(which, n):
    cell = Cell()
    if which == 0:
        cell.number = maybe(n, 3)
    elif which == 1:
        cell.flag = maybe(n, False)
    elif which == 2:
        cell.real = maybe(n, 2.5)
    elif which == 3:
        cell.text = maybe(n, "b")
    elif which == 4:
        cell.pair = maybe(n, (3, 4))
    elif which == 5:
        cell.pair = (maybe(n, 3), 2)
    elif which == 6:
        cell.number = "abc".find("c", maybe(n, 1))
    return cell.number, cell.flag, cell.real, cell.text, cell.pair


def test_none_that_is_put_where_none_was_seen_ends_compiled_code():
    made = compiled(put_somewhere, 0, 1)
    for which in range(7):
        assert made(which, 1) == put_somewhere(which, 1)
        with pytest.raises(MachineLimitError, match="None is put where compiled code has"):
            made(which, 0)


def operations_on_none(n):
    row, raised, number, step = maybe(n, (1, 2)), [], maybe(n, 2), 0
    while step < 11:
        try:
            if step == 0:
                raised.append(number % 3)
            elif step == 1:
                raised.append(3**number)
            elif step == 2:
                raised.append(~number)
            elif step == 3:
                raised.append(int(number))
            elif step == 4:
                raised.append(len("ab" * number))
            elif step == 5:
                raised.append(sum(row))
            elif step == 6:
                raised.append([4, 5, 6][number])
            elif step == 7:
                raised.append(divmod(7, number)[0])
            elif step == 8:
                raised.append(len(range(number)))
            elif step == 9:
                raised.append(1 if 2 in row else 0)
            else:
                one, other = row
                raised.append(one - other)
        except TypeError:
            raised.append(-1)
        step += 1
    return raised


def where_none_is_as_good_as_any(n):
    number, text = maybe(n, 2), "%s" % maybe(n, 3)  # noqa: UP031  # it is what is tried
    within = number in range(5), number in (2, 3), number in [1], number in {2: 1}, number in {4}
    counted = [1, 2].count(number), {2: 5}.get(number, 6), len({number, 2}), text
    separated = "a,b c".split("," if n > 0 else " "), maybe(n, 1.5) in range(3)
    return within, counted, separated


def test_operations_on_none_do_as_in_python():
    assert_same(operations_on_none, (1,), (0,))
    assert_same(where_none_is_as_good_as_any, (1,), (0,))


def splits(n):
    return "a,b c".split(maybe(n, ","))


def test_a_separator_that_may_be_none_is_not_taken_for_none():
    made = compiled(splits, 1)
    assert made(1) == splits(1)
    with pytest.raises(MachineLimitError, match="None is put"):
        made(0)
