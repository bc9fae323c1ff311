"""Compiled sets are iterated in the order in which this Python iterates them."""

from __future__ import annotations

from random import Random

import pytest

import gametree as gt
from plainpython.values.tables.python_sets import DUMMY, EMPTY, is_known, slots_of, with_slots

from ...language.both_modes import assert_same, compiled

pytestmark = pytest.mark.skipif(not is_known(), reason="this Python lays out sets otherwise")


EDGES = (8, 64, 2**40, 2**62, 2**61 - 1, -(2**61) + 1, 2**61, -(2**63), -2)


def drawn(number, odd):
    """Return an item, of few or many, or at the edges of what hashes distinguish."""
    if odd == 0:
        return number % 30
    if odd == 1:
        return number % 400 - 200
    return EDGES[number % 9] + number // 9 % 9


def worked_out(seed):
    """Change three sets at random; return their items after each step, in their order, and all."""
    number = seed
    odd, most = seed % 3, (6, 20, 60, 150)[seed // 3 % 4]
    sets = [{1}, {2}, {3}]
    seen = []
    for _ in range(2 + seed % 12):
        items = []
        number = (number * 1103515245 + 12345) % 2**31
        step, one, other = number // 16 % 18, number // 512 % 3, number // 2048 % 3
        for _ in range(1 + number // 8192 % most):
            number = (number * 1103515245 + 12345) % 2**31
            items.append(drawn(number // 16, odd))
        first, second = sets[one], sets[other]
        if step == 1:
            sets[other] = first | second
        elif step == 2:
            sets[other] = first & second
        elif step == 3:
            sets[other] = first - second
        elif step == 4:
            first ^= second
        elif step == 5:
            first &= second
        elif step == 6:
            first -= second
        elif step == 7:
            sets[other] = first.copy()
        elif step == 8:
            for item in items:
                first.discard(item)
        elif step == 9 and first:
            seen.append(first.pop())
        elif step == 10:
            sets[other] = first.difference(items)
        elif step == 11:
            first |= second
        else:
            first.update(items)
        for each in sets:
            for item in each:
                seen.append(item)
    return seen, sets


def shown(value):
    slots = slots_of(value)
    return [
        "free" if each is EMPTY else "dummy" if each is DUMMY else each for each in slots.slots
    ], slots.finger


def test_random_changes_leave_the_same_slots():
    made = compiled(worked_out, 1)
    for seed in range(1000):
        (seen, sets), (expected, theirs) = made(seed), worked_out(seed)
        assert seen == expected, seed
        assert list(map(shown, sets)) == list(map(shown, theirs)), seed


def orders(n):
    """What tells the order of sets of tuples, and of sets that are written down."""
    pairs = {(k % 7, -k) for k in range(n)}
    counts = {}
    for one, other in pairs:
        counts[one + other] = counts.get(one + other, 0) + 1
    seen = []

    def is_far(pair):
        seen.append(pair)
        return pair[1] < -30

    far = any(is_far(pair) for pair in pairs)
    triples = {((k % 3, k), k % 2 == 0) for k in range(n)}
    written = [[c for c in {40, 8, 1, 16, 3, 24}], list({40, 8, 1, 16, 3, 24})]  # noqa: C416
    first, *rest = {n, 8, 16}
    best = min(pairs, key=lambda pair: pair[0]), next(iter(pairs)), dict.fromkeys(pairs)
    return list(counts), seen, far, list(triples), written, first, rest, best


def test_tuples_and_sets_that_are_written_down():
    assert_same(orders, (3,), (20,), (40,))


@pytest.mark.parametrize("family", ["set", "frozenset"])
def test_a_set_is_made_with_the_same_slots(family):
    random = Random(3)
    for _ in range(100):
        items = set(range(random.randrange(50)))
        for _ in range(random.randrange(99)):
            items.discard(random.randrange(99))
            items.add(random.randrange(99))
        value = items if family == "set" else frozenset(items)
        made = with_slots(family, slots_of(value))
        assert (type(made), made, shown(made)) == (type(value), value, shown(value))
        assert len(made | {"a"}) == len(value) + 1


class FromASet(gt.Game):
    """The actions are those of a set of the game, from which one was taken out."""

    def __init__(self):
        self.cells = {8, 16, 24, 1, 9, 17}
        self.cells.discard(8)

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        return list(self.cells)

    def next_state(self, state, action):
        return (state[0] + 1, state[1] * 3 + action)

    def is_terminal(self, state):
        return state[0] == 3

    def returns(self, state):
        return (1.0, -1.0) if state[1] % 5 < 2 else (-1.0, 1.0)


def test_a_set_of_the_game_keeps_its_order():
    found = []
    for mode in (False, True):
        result = gt.search(FromASet(), simulations=60, seed=1, compiled=mode)
        found.append([(each.action, each.visits) for each in result.actions])
    assert found[0] == found[1]
    assert sorted(FromASet().cells) != list(FromASet().cells)
