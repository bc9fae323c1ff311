"""Numbers of actions: each has its own, and what was never seen the last."""

from __future__ import annotations

import pytest

from gametree.networks.action_numbers import numbers_of


@pytest.mark.parametrize(
    ("actions", "unknown"),
    [
        ([3, 5, 4], 9),
        ([-2, 0], -3),
        (["a", "b"], "c"),
        ([(0, 1), (1, 0)], (1, 1)),
        ([0, 1 << 40], 7),
        ([3, "pass", (1, 2), None], (2, 1)),
    ],
    ids=str,
)
def test_each_action_has_a_number_of_its_own_and_others_the_last(actions, unknown):
    numbers = numbers_of(actions)
    found = [numbers.number(action) for action in actions]
    assert len(set(found)) == len(found)
    assert all(0 <= each < numbers.size - 1 for each in found)
    assert numbers.number(unknown) == numbers.size - 1


def test_there_are_numbers_where_there_are_no_actions():
    assert numbers_of([]).number(3) == 0
