from __future__ import annotations

import pytest

from gametree.arena.statistics.counts import GameCounts, PairCounts
from gametree.errors import BadParameter


def test_pairs_are_counted_by_their_points():
    counts = PairCounts.of([0, 2, 1.0, 0.5, 1, 1.5, 2, 2])
    assert counts == PairCounts(none=1, half=1, one=2, three_halves=1, two=3)
    assert counts.as_tuple() == (1, 1, 2, 1, 3)
    assert (counts.pairs, counts.games, counts.points) == (8, 16, 10.0)


def test_games_are_counted_by_their_points():
    counts = GameCounts.of([1, 0.5, 0, 1])
    assert counts == GameCounts(losses=1, draws=1, wins=2)
    assert (counts.games, counts.points) == (4, 2.5)


def test_counts_add_up_and_can_be_seen_from_the_other_side():
    assert PairCounts(1, 2, 3, 4, 5) + PairCounts(two=1) == PairCounts(1, 2, 3, 4, 6)
    assert PairCounts(1, 2, 3, 4, 5).flipped() == PairCounts(5, 4, 3, 2, 1)
    assert GameCounts(1, 2, 3).flipped() == GameCounts(3, 2, 1)
    with pytest.raises(TypeError):
        PairCounts() + GameCounts()


@pytest.mark.parametrize("wrong", [-1, 1.0, True, "3", None])
def test_a_count_that_is_none_is_named(wrong):
    with pytest.raises(BadParameter, match="half must be a whole number of 0 or more, not"):
        PairCounts(half=wrong)
    with pytest.raises(BadParameter, match="draws must be"):
        GameCounts(draws=wrong)


@pytest.mark.parametrize("wrong", [0.25, 2.5, -1, "1", None, float("nan")])
def test_points_that_no_pair_brings_are_named(wrong):
    with pytest.raises(BadParameter, match=r"points of a pair must be one of 0, 0\.5, 1, 1\.5, 2"):
        PairCounts.of([1, wrong])
    with pytest.raises(BadParameter, match=r"points of a game must be one of 0, 0\.5, 1, not"):
        GameCounts.of([1, wrong])
