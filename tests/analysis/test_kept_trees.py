"""Which tree a query goes on with."""

from __future__ import annotations

import pytest

from gametree.analysis import Query
from gametree.analysis.kept_trees import KeptTrees, is_kept


def live(*moves, **asked):
    return Query("a", **{"game": "nim", "moves": moves, "report_every": 0.1, **asked})


def test_the_nearest_position_before_is_gone_on_with_and_taken_out():
    trees = KeptTrees()
    for moves in ((), ("1:1",), ("2:1",)):
        trees.put(live(*moves), moves)
    assert trees.take(live("1:1", "3:1")) == (live("1:1"), ("1:1",))
    assert trees.take(live("1:1", "3:1")) == (live(), ())
    assert trees.take(live("1:1", "3:1")) is None
    assert trees.take(live("2:1")) == (live("2:1"), ("2:1",))


@pytest.mark.parametrize(
    "other",
    [
        live("1:1"),
        live(game="connect_four"),
        live(parameters=(("heaps", "1,2"),)),
        live(player="mcts:c=1"),
    ],
)
def test_other_positions_and_other_ways_to_search_have_trees_of_their_own(other):
    trees = KeptTrees()
    trees.put(other, "tree")
    assert trees.take(live("2:1")) is None


def test_far_ahead_is_anew():
    trees = KeptTrees()
    trees.put(live(), "tree")
    assert trees.take(live(*["1:1"] * 9)) is None


def test_what_nobody_watches_depends_on_nothing_else():
    assert is_kept(live())
    for asked in ({"report_every": None}, {"seed": 1}, {"forced": "1:1"}):
        assert not is_kept(live(**asked))
    assert not is_kept(live(kind="choose"))
    trees = KeptTrees()
    trees.put(live(), "tree")
    assert trees.take(live(seed=1)) is None
    trees.put(live(seed=1), "other")
    assert trees.take(live()) == (live(), "tree")
    assert trees.take(live()) is None


def test_so_many_are_kept():
    trees = KeptTrees()
    for number in range(1, 6):
        trees.put(live(f"{number}:1"), number)
    assert trees.find(live("1:1")) is None
    assert trees.find(live("2:1")) == live("2:1")
