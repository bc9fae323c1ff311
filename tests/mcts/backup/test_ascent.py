from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import ConnectFour
from gametree.mcts.backup.ascent import ascent_with
from gametree.mcts.backup.backup import Backup


class AnotherMean(Backup):
    """Means, of which nobody knows that its steps do not hear of each other."""


def test_means_are_taken_from_the_root_and_all_others_from_the_leaf():
    assert list(ascent_with(gt.UCB1(), Backup()).steps(4, 1)) == [1, 2, 3]
    assert list(ascent_with(gt.UCB1(), AnotherMean()).steps(4, 1)) == [3, 2, 1]


@pytest.mark.parametrize("compiled", [True, False])
def test_both_ways_come_to_the_same_tree(compiled):
    def found(backup):
        options = {"selection": gt.UCB1Tuned(), "backup": backup, "compiled": compiled}
        return gt.search(ConnectFour(), simulations=500, seed=1, **options)

    means, others = found(Backup()), found(AnotherMean())
    assert means.actions == others.actions
    assert means.value == others.value
