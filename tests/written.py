"""Functions as people write them, each with one part of the language that Numba does not know.

In a module of its own, since pytest changes the code of test modules.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial, reduce

import numpy as np

import gametree as gt

CELLS = [3, 1, 2]
TABLE = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def inner_functions(n: int) -> tuple[int, ...]:
    """Defaults, variables set later, recursion, a list that is shared."""

    def add(a, b=n):
        return a + b + later

    later: int = 3
    seen = [0] * 10

    def walk(i, *, step=1):
        if i >= n or seen[i]:
            return 0
        seen[i] = 1
        return 1 + walk(i + step) + walk(i + 2)

    def twice(x):
        return add(x) + add(x, b=2)

    square = lambda x: x * n  # noqa: E731
    return add(1), add(1, 2), walk(0), walk(9, step=2), twice(4), square(3)


def outer_variables(n):
    """An inner function sets variables of the outer one."""
    count, total = 0, 0

    def see(digit):
        nonlocal count, total
        if digit > 1:
            count += digit
        total += 1
        return digit

    tens = 0
    for k in range(n):
        see(k)
        tens += see(k) * 10
    return count, total, tens


def functions_as_values(n):
    score = [3, 1, 2]

    def applied(function, items):
        return [function(item) for item in items]

    def plain(x):
        return x + 1

    many = applied(lambda m: score[m] + n, [0, 1, 2])
    return many[0], many[2], applied(plain, CELLS)[1], reduce(lambda a, b: a * 10 + b, CELLS, n)


def generator_expressions(n):
    xs = [i * 7 % 5 for i in range(n)]
    squares = 0
    for y in (x * x for x in xs if x != 1):
        if y > 9:
            break
        squares += y
    for i, y in enumerate(x * x for x in xs):
        squares += i * y
    found = (
        any(x == 3 for x in xs),
        all(x < 5 for x in xs if x),
        max(x * 2 for x in xs),
        min(x + 1 for x in xs),
    )
    first = next((x for x in xs if x > 9), -1)
    return found, first, next(x for x in xs if x > 1), sum(x for x in xs), squares


def rising(xs):
    last = xs[0]
    for x in xs:
        if x > last:
            yield x - last
        last = x
    yield from xs


def generator_functions(n):
    total = 0
    for k in rising([n, 1, n, 2]):
        total = total * 3 + k
    return total


def nested_comprehensions(n):
    rows = [[i * j for j in range(i)] for i in range(n)]
    x = [x for x in [x for x in CELLS] if x > 1]  # noqa: C416
    return sum(k for row in rows for k in row if k % 2), len(rows[n - 1]), x[0]


def walrus(n):
    xs = [n, n + 1, n + 2]
    r, i = 0, 0
    while (x := xs[i]) < n + 2:
        r += x
        i += 1
    if (n > 2 and (k := n * 2) > 4) or (k := n) == 1:
        r += k
    if 0 < (m := n + 1) < (o := 9):
        r += m * o
    if any((w := y) > n for y in xs):
        r += w * 100
    return r + (q := 3) * q + (2 if (p := n) > 3 else p) + x


def matched(k):
    match (k % 4, k):
        case (0, _):
            return 1
        case (1 | 2 as a, b) if b > 5:
            return a * 100 + b
        case (rest, 3):
            return rest
    match [j for j in range(k)]:  # noqa: C416
        case []:
            return 0
        case [only]:
            return only - 5
        case [first, *others, last]:
            return first + 10 * len(others) + last
    return -1


def matches(n):
    return [matched(k) for k in range(n + 4)]


def stars(n):
    first, *middle, last = [n, 1, 2, 3]
    head, *tail = (1, 2, n, 4, 5, 6)
    xs = [*middle, last, *tail]
    total = 0
    for i, (a, *b) in enumerate([(1, 2, 3), (4, 5, 6)]):
        total += i * a + len(b)
    x = y = n
    x += 1
    return first, last, head, xs, total, x * y


def tries(n):
    found = []
    for i in range(n + 3):
        try:
            v = CELLS[i]
            found.append(10 // (i - 1))
        except LookupError:
            found.append(-1)
            continue
        except (ZeroDivisionError, KeyError):
            found.append(-2)
        else:
            found.append(v)
        finally:
            found.append(7)
    return found


class Wrong(ValueError):
    """An exception of the rules' own."""


def checked(x):
    if x > 2:
        raise Wrong(f"{x} is too much")
    return x


def tries_of_its_own(n):
    try:
        try:
            return checked(n)
        except IndexError:
            return 1
        finally:
            n += 10
    except ValueError:
        return n


def raised_again(n):
    try:
        return CELLS[n] // (n - 1)
    except IndexError:
        raise
    except ZeroDivisionError:
        raise KeyError(n) from None


def scaled(a, k=2, *, off=1, cells=CELLS, name="ab", none=None):
    return a * k + off + cells[0] + len(name) + (0 if none is None else none)


five_times_three = partial(scaled, 5, k=3)


@cache
def triangle(n):
    return 0 if n == 0 else n + triangle(n - 1)


def arguments(n):
    return scaled(n, off=3), scaled(n), five_times_three(), five_times_three(off=4), triangle(n)


def integers(n):
    odd = n
    odd **= 3
    return 2**n, n << 3, n >> 70, 1 << n, -7 // n, -7 % n, 7 / n, -n >> 65, n**0, odd


def imports(n):
    import math as m
    from math import floor, inf

    del n
    return m.sqrt(16) + floor(2.5) + (1 if inf > 3 else 0)


def types_of(n):
    winner = None
    for k in range(n):
        if k == 3:
            winner = k
    return (
        isinstance(n, int | str),
        isinstance(2.5, int),
        isinstance(CELLS, (tuple, list)),
        isinstance(winner, int),
        winner,
    )


def negations(n):
    low = [k for k in range(n) if k > 2]
    return not (low or n > 9 or None), not (n and low), not (n > 2 and n < 6), (not (low or n)) + 1


EVERYTHING = (
    inner_functions, outer_variables, functions_as_values, generator_expressions,
    generator_functions, nested_comprehensions, walrus, matches, stars, tries, tries_of_its_own,
    arguments, integers, imports, types_of, negations,
)  # fmt: skip


def everything(n):
    """Return what all these functions give."""
    return (
        inner_functions(n), outer_variables(n), functions_as_values(n), generator_expressions(n),
        generator_functions(n), nested_comprehensions(n), walrus(n), matches(n), stars(n),
        tries(n), tries_of_its_own(n), arguments(n), integers(n), imports(n), types_of(n),
        negations(n),
    )  # fmt: skip


# What is refused.


def prints(n):
    print(n, flush=True)
    return n


def uses_with(n):
    with np.errstate(all="ignore"):
        return n


def sets_global(n):
    global CELLS
    CELLS = [n]
    return n


def defines_class(n):
    class Inner:
        pass

    return n


def takes_keywords(n, **others):
    return n


def large(n):
    return n + 2**64 - 18446744073709551616000


def keeps_functions(n):
    operations = {0: lambda a: a, 1: lambda a: -a}
    return operations[n % 2](n)


def uses_caught(n):
    try:
        return CELLS[n]
    except IndexError as error:
        return len(str(error))


def two_variables(n):
    x = n

    def read():
        return x

    def other(x):
        return read() + x

    return other(3)


def changing_closure(n):
    k = n
    kept = lambda x: x + k  # noqa: E731
    other = kept
    k = 2
    return other(n)


class Parent(gt.Game):
    """A game, whose child calls it."""

    def initial_state(self):
        return (0, 1, 3, 1, 4)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        if state[0] < 6:
            yield from (k for k in range(2 + state[1] % 3))

    def weight(self, place):
        return place + 1

    def changed(self, total, action):
        return total * 3 + action

    def next_state(self, state, action):
        moves, total, *rest = state
        total = (31 * total + self.changed(total, action)) % 10007
        return (moves + 1, total, *rest)

    def returns(self, state):
        points = state[1] % 101 / 50 - 1
        return (points, -points)


class Child(Parent):
    """super(), a property, a class method, methods with a cache."""

    LINES = [(0, 1), (1, 2)]  # noqa: RUF012
    __factor = 3

    @property
    def bonus(self):
        return len(self.LINES) + self.__factor + type(self).LINES[0][1]

    @lru_cache(maxsize=100)  # noqa: B019
    def squared(self, x):
        return x * x

    @classmethod
    def lines(cls, a):
        return cls.LINES[a % 2][0] + cls.larger(a, 2)

    @staticmethod
    def larger(a, b):
        return a if a > b else b

    def weight(self, place):
        return 2 * super().weight(place)

    def changed(self, total, action):
        more = self.weight(action) + self.bonus + self.squared(action) + self.lines(action)
        return super().changed(total, action) + self.larger(more, 3) + Child.larger(1, action)
