"""Numbers of users that no machine can bear."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.analysis.pool import EnginePool
from gametree.games import Nim, TicTacToe
from gametree.learn.trainer import Trainer


@pytest.mark.parametrize(
    "begin",
    [
        lambda many: gt.Searcher(TicTacToe(), workers=many, compiled=False),
        lambda many: gt.race(Nim(), workers=many, seconds=1),
        lambda many: EnginePool(many),
        lambda many: Trainer(TicTacToe(), None, rounds=1, workers=many),
    ],
    ids=["search", "race", "analysis", "training"],
)
def test_more_workers_than_a_machine_can_start_are_refused_before_any_begins(begin):
    with pytest.raises(gt.BadParameter, match=r"workers must be at most 1,024, not 10,000,000"):
        begin(10**7)
