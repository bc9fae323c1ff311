from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts.interrupts import InterruptGuard
from gametree.mcts.parallel.remote_tree import RemoteTree, TreeThere, WorkerLost, answer_of
from gametree.mcts.running import Running
from gametree.mcts.turns import Turns
from toys import OneHeap


class Fragile(RemoteTree):
    """A tree of this process that is lost when it is told to, as another process would be."""

    def __init__(self, engine):
        super().__init__("OneHeap")
        self.name = "worker 2 of 2"
        self.there = TreeThere(engine)
        self.lost_at = "nothing"

    def grow(self, goal, halted):
        self._ask("grow", goal, halted)

    def _ask(self, method, *arguments):
        if method == self.lost_at:
            self.lost_at = None
        if self.lost_at is None:
            raise WorkerLost(self, "it died")
        return self._value_of(answer_of(self.there, method, *arguments))


def engine(seed=1):
    return gt.Searcher(OneHeap(), seed=seed, compiled=False, method="uct").trees.first


@pytest.fixture
def searched():
    """A search with two workers, the second of them fragile; and that one."""
    searcher = gt.Searcher(OneHeap(), seed=1, compiled=False, method="uct")
    trees = searcher.trees
    fragile = Fragile(engine(2))
    fragile.start_tree()
    trees.all.append(fragile)
    trees.workers = 2
    return searcher, fragile


def test_what_it_does_is_what_is_done_here(searched):
    searcher, _ = searched
    result = searcher.run(simulations=401)
    assert (result.simulations, result.new_simulations) == (401, 401)
    assert result.lost_workers == ()
    searcher.advance(result.action)
    kept = searcher.trees.root().visits
    assert searcher.run(simulations=100).simulations == kept + 100


# Who is lost before the work is shared out has no part in it.
@pytest.mark.parametrize(("when", "left"), [("grow", 50), ("thaw", 100)])
def test_a_lost_worker_costs_its_part_and_is_named(searched, when, left):
    searcher, fragile = searched
    searcher.run(simulations=200)
    fragile.lost_at = when
    result = searcher.run(simulations=100)
    assert result.new_simulations == left
    assert result.stopped_by == "simulations"
    assert result.lost_workers == ("worker 2 of 2: it died",)
    assert "lost worker 2 of 2: it died" in str(result)
    assert result.to_dict()["lost_workers"] == ["worker 2 of 2: it died"]
    assert searcher.run(simulations=70).new_simulations == 70


def test_a_worker_that_is_lost_half_way_costs_its_whole_part(searched, monkeypatch):
    monkeypatch.setattr("gametree.mcts.running.REPORT_SECONDS", 0.01)
    searcher, fragile = searched
    turns = Turns()
    running = Running(searcher.trees, turns, "visits", 1)
    looked = []

    def tell():
        looked.append(running.result())
        fragile.lost_at = "look"

    limit = gt.Limit(simulations=20_000)
    turns.begin("run")
    running.run(limit, InterruptGuard(), tell)
    turns.end()
    assert len(looked) > 1  # one with all, the others without what was lost
    result = running.result()
    assert result.new_simulations == result.simulations == 10_000
    assert result.lost_workers == ("worker 2 of 2: it died",)


@pytest.mark.parametrize("when", ["move_to", "arrive"])
def test_the_others_move_on(searched, when):
    searcher, fragile = searched
    result = searcher.run(simulations=200)
    fragile.lost_at = when
    searcher.advance(result.action)
    assert searcher.trees.workers == 1
    assert searcher.run(simulations=50).lost_workers == ("worker 2 of 2: it died",)


def test_looks_go_on_without_it(searched, tmp_path):
    searcher, fragile = searched
    searcher.run(simulations=200)
    fragile.lost_at = "encode_as_text"
    searcher.save(tmp_path / "one.search")
    result = searcher.result()
    assert result.simulations == 100
    assert searcher.tree().root["visits"] == 100
    again = gt.Searcher.load(tmp_path / "one.search", OneHeap())
    assert again.result().actions == result.actions


def test_all_time_is_for_those_that_are_left(searched):
    searcher, fragile = searched
    fragile.lost_at = "grow"
    result = searcher.run(seconds=0.05)
    assert result.stopped_by == "seconds"
    assert result.lost_workers
