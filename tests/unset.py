"""Functions that read a variable which some path leaves unset."""

# ruff: noqa: B007, E731, F821, F841, RET504, SIM105

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Cell:
    a: int


def of_list(a):
    if a < 3:
        steps = [a]
    steps.append(1)
    return len(steps)


def of_dict(a):
    if a < 3:
        table = {a: 1}
    table[7] = 1
    return len(table)


def of_set(a):
    if a < 3:
        cells = {a}
    return len(cells)


def of_object(a):
    if a < 3:
        cell = Cell(a)
    cell.a += 1
    return cell.a


def of_text(a):
    if a < 3:
        text = "ab"
    return len("c" + text)


def of_tuple(a):
    if a < 3:
        pair = (a, 2)
    return pair[1]


def of_array(a):
    if a < 3:
        row = np.zeros(3, np.int64)
    row[1] += 1
    return int(row[1])


def of_int(a):
    if a < 3:
        n = a
    n += 1
    return n


def loop_without_items(a):
    for row in [[1, 2], [3]][: max(0, 3 - a)]:
        pass
    row.append(1)
    return len(row)


def loop_variable(a):
    for n in range(3 - a):
        pass
    return n


def deleted(a):
    row = [a]
    if a > 2:
        del row
    return row[0]


def deleted_parameter(a):
    b = a
    if a > 3:
        del a
    return a + b


def deleted_in_loop(a):
    total = 0
    for n in range(4):
        if n == 1:
            last = n
        if n == 2:
            total += last
        if n == a:
            del last
    return total


def deleted_and_set_again(a):
    row = [a]
    del row
    if a < 3:
        row = [1, 2]
    return len(row)


def after_handler(a):
    error = 5
    try:
        if a > 2:
            raise ValueError
    except ValueError as error:
        pass
    return error


def handler_alone(a):
    try:
        if a < 3:
            raise ValueError
    except ValueError as error:
        return 1
    return error


def set_before_it_was_raised(a):
    try:
        if a > 2:
            raise IndexError
        n = a
    except IndexError:
        pass
    return n


def partly_set(a):
    row = [0, 0, 0]
    try:
        n = row[a] = a
    except IndexError:
        pass
    return n + 10


def finally_sets(a):
    try:
        try:
            if a > 3:
                raise KeyError
            row = [1]
        finally:
            n = 2
    except KeyError:
        return len(row) + n
    return n


def no_case(a):
    match a:
        case 1:
            row = [1]
        case (0 | 2) as n:
            row = [n, 2]
    return len(row)


def left_early(a):
    while a > 2:
        a -= 3
        if a == 1:
            row = [a]
            break
    else:
        last = a
    return len(row) + last


def later_in_loop(a):
    n = 0
    while n < 3:
        if n == a:
            kept = n
        n += 1
        if n == 2:
            while kept < 5:
                kept += 1
    return kept


def condition(a):
    if a < 3:
        row = [a]
    return 1 if a > 5 or row[0] > 1 else 0


def order_of_errors(a):
    if a < 3:
        n = a
    row = [1, 2]
    try:
        return row[a] + n
    except IndexError:
        return -5


def target(a):
    if a < 3:
        row = [0, 0, 0]
    row[1] = abs(a)
    return row[1]


def item_before_value(a):
    if a < 3:
        n = 1
    row = [0, 0, 0, 0]
    try:
        row[a] += n
    except IndexError:
        return -5
    return row[a]


def named_in_condition(a):
    if a < 3 and (n := a * 2) > 1:
        return n
    return n + 1


def in_comprehension(a):
    if a < 4:
        n = a
    return sum([n + each for each in range(a - 2)])


def named_in_comprehension(a):
    row = [(last := each) for each in range(3 - a)]
    return last + len(row)


def in_inner_function(a):
    def inner():
        return n + 1

    if a < 3:
        n = a
    return inner()


def set_by_inner_function(a):
    def inner():
        nonlocal n
        n = 7

    n = 3
    del n
    if a < 3:
        inner()
    return n


def inner_function(a):
    if a < 3:

        def inner(n):
            return n + 1

    return inner(a)


def inner_lambda(a):
    if a < 3:
        inner = lambda n: n + 1
    return inner(a)


def key_of_sort(a):
    if a < 3:
        sign = -1
    return sorted([1, 2, 3], key=lambda each: each * sign)[0]


def generated(a):
    def items():
        if a < 3:
            n = a
        yield 1
        yield n

    return sum(items())


def never_set(a):
    if a > 3:
        return n
    n = 5
    return n


def caught_by_itself(a):
    if a < 3:
        n = a
    try:
        return n + 1
    except UnboundLocalError:
        return -3


def always_set(a):
    if a < 3:
        n, m = a, 1
    elif a < 5:
        n = m = 2
    else:
        return 9
    for each in (1, 2):
        last = each
    while True:
        row = [n, m, last, each]
        if a >= 0:
            break
    return sum(row)


FUNCTIONS = [
    each
    for each in list(globals().values())
    if getattr(each, "__module__", "") == __name__ and each is not Cell
]

UNSET = -1


def attempts(a):
    """Return what each function gives, or UNSET where it reads a variable that is not set."""
    found = [0]
    try:
        found.append(of_list(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(of_dict(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(of_set(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(of_object(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(of_text(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(of_tuple(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(of_array(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(of_int(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(loop_without_items(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(loop_variable(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(deleted(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(deleted_parameter(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(deleted_in_loop(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(deleted_and_set_again(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(after_handler(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(handler_alone(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(set_before_it_was_raised(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(partly_set(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(finally_sets(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(no_case(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(left_early(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(later_in_loop(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(condition(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(order_of_errors(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(target(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(item_before_value(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(named_in_condition(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(in_comprehension(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(named_in_comprehension(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(in_inner_function(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(set_by_inner_function(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(inner_function(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(inner_lambda(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(key_of_sort(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(generated(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(never_set(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(caught_by_itself(a))
    except NameError:
        found.append(UNSET)
    try:
        found.append(always_set(a))
    except NameError:
        found.append(UNSET)
    return found
