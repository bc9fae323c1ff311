"""Effects and iterators in Python's order: compiled functions give what they give interpreted."""

from __future__ import annotations

from itertools import chain

import pytest

from plainpython.front_end.rewriting import rewritten
from plainpython.reasons import Unsupported

from ..both_modes import compiled


def an_argument_sets_what_the_function_reads(n):
    k = 1

    def reads(a, b=2):
        return 10 * k + a + b

    def sets():
        nonlocal k
        k += n
        return k

    return reads(sets()), reads(b=sets(), a=sets()), reads(k := 7), k


def a_value_sets_what_it_is_added_to(n):
    k = 3

    def sets():
        nonlocal k
        k = 10 * n
        return 1

    k += sets()
    k *= 2 + sets()
    return k


def kept_reversed(n):
    row = (1, 2, n)
    back = reversed(row)
    first = next(back)
    return first, list(back), list(back)


def kept_reversed_of_a_list(n):
    back = reversed([n, 5, 6])
    for each in back:
        if each == 5:
            break
    return list(back), [*reversed([n, 1])]


def kept_chain(n):
    both = chain((n, 2))
    return list(both), list(both), list(chain((n, 3)))


def passed_on(n):
    def taken(items):
        return list(items), list(items)

    return taken(reversed((n, 2, 3)))


def read_once(n):
    """What is read once stays a row: it may be returned, or stand beside one."""

    def back(row):
        return reversed(row)

    order = reversed((n, 2, 3)) if n > 2 else (1, 2, n)
    turned = range(4)
    if n > 2:
        turned = reversed(turned)
    return [each * 2 for each in order], [each + 1 for each in turned], list(back((n, 2)))


def read_in_a_loop(n):
    back = reversed((1, n, 2))
    return [sum(back) for _ in range(3)]


def captures_of_match(n):
    """Names are bound once a whole pattern fits, before its guard is asked."""
    a = b = c = -1
    found = []
    for pair in ((n, (1, 5)), (1, (0, n)), (2, (3, 7)), (3, (1, n))):
        match pair:
            case (a, (b, 5)) if a > 3:
                c = 1
            case (a, (1, b)) if a > 3 + b:
                c = 2
            case (0, (a, _)) | (a, (0, _)) if a > 2:
                c = 3
            case (2, (a, 9)) | (_, (3, a)):
                c = 4
            case _:
                c = 5
        found.append((a, b, c))
    return found


def everything(n):
    return (
        captures_of_match(n),
        an_argument_sets_what_the_function_reads(n),
        a_value_sets_what_it_is_added_to(n),
        kept_reversed(n),
        kept_reversed_of_a_list(n),
        kept_chain(n),
        passed_on(n),
        read_once(n),
        read_in_a_loop(n),
    )


def test_effects_and_iterators_are_as_interpreted():
    made = compiled(everything, 1)
    for n in (1, 4, -2):
        assert made(n) == everything(n)


def takes_any_number(n):
    k = 1

    def reads(*numbers):
        return k + len(numbers)

    def sets():
        nonlocal k
        k += n
        return k

    return reads(sets(), 2)


def test_what_cannot_be_put_in_order_is_refused():
    with pytest.raises(Unsupported, match="work the argument out in a line before the call"):
        rewritten(takes_any_number)
