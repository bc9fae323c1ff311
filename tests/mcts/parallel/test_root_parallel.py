from __future__ import annotations

import math
import threading
import time

import pytest

import gametree as gt
from gametree.games import ConnectFour
from gametree.mcts.parallel.root_parallel import RootParallel
from gametree.mcts.parallel.worker import Goal
from gametree.mcts.tree.tree import ROOT, edges_of

PLENTY = 1 << 30


def started(workers, seed=1):
    """Return compiled trees for connect four."""
    return RootParallel(
        gt.Searcher(ConnectFour(), seed=seed, method="uct").trees.first, workers, seed
    )


def never():
    return False


def simulations(count):
    return Goal(count, math.inf, PLENTY, until_full=False)


def forever(memory=PLENTY, *, until_full=False):
    return Goal(None, math.inf, memory, until_full)


def whole(grown):
    """Return every tree's statistics down to two plies."""
    found = []
    for tree in grown.all:
        for edge in edges_of(tree.engine.tree, ROOT):
            found.append(edge)
            if edge.child:
                found += edges_of(tree.engine.tree, edge.child)
    return found


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 2, 1000])
def test_exactly_the_simulations_asked_for(workers, count):
    grown = started(workers)
    grown.grow(simulations(count), never)
    root = grown.root()
    assert grown.standing().simulations == root.visits == count
    assert sum(edge.visits for edge in root.edges) == count


@pytest.mark.parametrize("workers", [2, 3])
def test_the_same_seed_workers_and_simulations_give_the_same_trees(workers):
    once = started(workers)
    once.grow(simulations(3000), never)
    again = started(workers)
    for part in (1, 700, 1000, 1299):
        again.grow(simulations(part), never)
    assert whole(once) == whole(again)
    other = started(workers, seed=2)
    other.grow(simulations(3000), never)
    assert whole(once) != whole(other)


def test_each_worker_has_random_numbers_of_its_own_and_the_first_those_of_the_seed():
    grown = started(2)
    grown.grow(simulations(2001), never)
    alone = started(1)
    alone.grow(simulations(1001), never)
    first, second = (edges_of(tree.engine.tree, ROOT) for tree in grown.all)
    assert first == edges_of(alone.all[0].engine.tree, ROOT)
    assert sum(edge.visits for edge in second) == 1000
    visits = [{edge.action: edge.visits for edge in edges} for edges in (first, second)]
    assert visits[0] != visits[1]


def test_the_root_is_the_sum_of_the_trees():
    grown = started(3)
    grown.grow(simulations(900), never)
    trees = [edges_of(tree.engine.tree, ROOT) for tree in grown.all]
    for edge in grown.root().edges:
        parts = [one for edges in trees for one in edges if one.action == edge.action]
        assert edge.visits == sum(one.visits for one in parts)
        total = sum(one.visits * one.mean for one in parts)
        assert edge.visits * edge.mean == pytest.approx(total)


def test_trees_follow_a_move_and_those_without_it_start_anew():
    grown = started(2)
    first, second = (tree.engine for tree in grown.all)
    grown.grow(simulations(1), never)
    grown.all[1].grow(simulations(500), never)
    most = next(edge.visits for edge in edges_of(second.tree, ROOT) if edge.action == 3)
    game = ConnectFour()
    state = game.next_state(game.initial_state(), 3)
    grown.move_to(state, 3)
    assert first.state == second.state == state
    assert first.root_visits == 0
    kept = second.root_visits
    assert 0 < kept <= most
    grown.grow(simulations(10), never)
    assert grown.root().visits == kept + 10


def test_time_ends_it():
    grown = started(2)
    begun = time.perf_counter()
    grown.grow(Goal(None, 0.5, PLENTY, until_full=False), never)
    assert time.perf_counter() - begun >= 0.5
    assert min(tree.standing().simulations for tree in grown.all) > 100


def test_memory_is_shared_out():
    grown = started(2)
    grown.grow(forever(400_000, until_full=True), never)
    standing = grown.standing()
    assert standing.full
    assert 200_000 < standing.bytes <= 240_000
    assert max(tree.standing().bytes for tree in grown.all) <= 120_000
    grown.thaw()
    assert not grown.standing().full


def test_it_stops_when_told_and_leaves_no_thread():
    grown = started(3)
    own = grown.all[0]
    before = set(threading.enumerate())
    asked_in = set()

    def halted():
        asked_in.add(threading.current_thread())
        return own.standing().simulations > 1000

    grown.grow(forever(), halted)
    assert grown.standing().simulations > 1000
    assert asked_in == {threading.current_thread()}
    assert set(threading.enumerate()) <= before  # one of another test may have ended


def test_the_caller_is_asked_while_it_waits_for_others():
    grown = started(2)
    grown.all[0].grow = lambda goal, halted: None
    calls = []
    grown.grow(forever(), lambda: calls.append(1) or len(calls) > 3)
    assert len(calls) > 3


def test_an_error_in_a_worker_ends_all_and_is_told_once():
    grown = started(3)
    before = set(threading.enumerate())

    def broken(goal, halted):
        raise gt.GameError("next_state gave nonsense")

    grown.all[2].grow = broken
    with pytest.raises(gt.GameError, match="next_state gave nonsense") as caught:
        grown.grow(forever(), never)
    assert caught.value.__context__ is None
    assert set(threading.enumerate()) <= before  # one of another test may have ended
    del grown.all[2].grow
    grown.grow(simulations(100), never)
    assert grown.root().visits == grown.standing().simulations


def test_ctrl_c_in_the_caller_ends_all():
    grown = started(2)
    before = set(threading.enumerate())

    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grown.grow(forever(), interrupted)
    assert set(threading.enumerate()) <= before  # one of another test may have ended


@pytest.mark.parametrize("solver", [0, 1])
def test_a_proof_in_one_tree_ends_all(solver, monkeypatch):
    grown = started(2)
    tree = grown.all[solver]
    standing = tree.standing
    monkeypatch.setattr(tree, "grow", lambda goal, halted: None)
    monkeypatch.setattr(tree, "standing", lambda: standing()._replace(solved=True))
    grown.grow(forever(), never)
    assert grown.standing().solved


def test_workers_do_not_share_what_they_write_to():
    grown = started(2)
    one, other = (tree.engine for tree in grown.all)
    assert one.rng is not other.rng
    assert one.method is not other.method
    assert one.method.evaluation is not other.method.evaluation
    assert one.tree is not other.tree
    assert one.work is not other.work
    assert one.earlier is not other.earlier
