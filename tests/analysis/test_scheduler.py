"""Who is searched for next, by whom, and who gives way: decided without processes."""

from __future__ import annotations

from itertools import count

import pytest

from gametree.analysis import Query
from gametree.analysis.pool_worker import PoolWorker
from gametree.analysis.scheduler import Assignment, Scheduler
from gametree.analysis.task import COMPILE, SEARCH
from gametree.analysis.turn_order import Asked, TurnOrder
from gametree.analysis.worker_bounds import WorkerBounds

GIB = 1 << 30
BOUNDS = WorkerBounds(memory=2 * GIB, most_held=2)


class Handle:
    """Stands for a process that takes so much memory."""

    def __init__(self, memory):
        self.memory = memory

    def bytes(self):
        return self.memory


class Pool:
    """Workers and those who ask, as a pool keeps them, with its scheduler."""

    def __init__(self, workers, size=None):
        self.order = TurnOrder()
        self.workers = [PoolWorker(lambda: Handle(0)) for _ in range(workers)]
        for worker in self.workers:
            worker.ready = True
        self.scheduler = Scheduler(self.workers, self.order, size or workers, BOUNDS)
        self._numbers = count(1)

    def ask(self, game, client="a", **options):
        """Let a query wait for its first turn."""
        number = next(self._numbers)
        asked = Asked(number, Query(str(number), game, **options), client, None)
        self.order.enter(asked)
        self.order.put(asked)
        return asked

    def run(self, worker, asked, *, since=0.0, phase=SEARCH):
        """Let a worker search."""
        self.order.take(asked)
        self.order.serve(asked)
        asked.worker, asked.begun = worker, True
        worker.asked, worker.ending, worker.since = asked, "", since
        worker.phase, worker.phase_since = phase, since
        if phase == SEARCH:
            worker.know(asked.game)

    def keep(self, worker, asked, *, rests=False):
        """Let a worker keep the tree of a search that is paused."""
        self.run(worker, asked)
        worker.asked, asked.rests = None, rests
        worker.held.append(asked)


def test_without_queries_or_idle_workers_nobody_has_a_turn():
    pool = Pool(2)
    assert pool.scheduler.next_assignment() is None
    for worker in pool.workers:
        pool.run(worker, pool.ask("nim"))
    pool.ask("nim")
    assert pool.scheduler.next_assignment() is None
    pool.workers[0].asked = None
    pool.workers[0].ready = False
    assert pool.scheduler.next_assignment() is None
    pool.workers[0].ready, pool.workers[0].fault = True, "too large"
    assert pool.scheduler.next_assignment() is None


def test_the_worker_that_has_the_game_ready_begins():
    pool = Pool(3)
    pool.run(pool.workers[1], pool.ask("nim"))
    pool.workers[1].asked = None
    asked = pool.ask("nim")
    assert pool.scheduler.next_assignment() == Assignment(pool.workers[1], asked)


def test_the_last_worker_gets_no_other_game_ready():
    pool = Pool(2)
    pool.run(pool.workers[0], pool.ask("nim"), phase=COMPILE)
    pool.ask("kalah")
    assert pool.scheduler.next_assignment() is None
    pool.workers[1].know(("nim", (), "mcts:auto"))
    ready = pool.ask("nim", client="b")
    assert pool.scheduler.next_assignment() == Assignment(pool.workers[1], ready)
    assert pool.scheduler.is_known(ready.game)
    assert not pool.scheduler.is_known(("kalah", (), "mcts:auto"))


def test_a_tree_that_is_kept_goes_on_unless_it_rests_or_another_comes_first():
    pool = Pool(1)
    (worker,) = pool.workers
    asked = pool.ask("nim")
    pool.keep(worker, asked)
    assert pool.scheduler.next_assignment() == Assignment(worker, asked)
    new = pool.ask("nim", client="b")
    # Both clients came at one time.
    assert pool.scheduler.next_assignment() == Assignment(worker, asked)
    pool.order.serve(asked)
    assert pool.scheduler.next_assignment() == Assignment(worker, new)
    pool.order.take(new)
    asked.rests = True
    assert pool.scheduler.next_assignment() is None


def test_a_tree_gives_its_room_to_what_is_more_urgent_and_to_nothing_else():
    pool = Pool(1)
    (worker,) = pool.workers
    kept = [pool.ask("nim", client=client) for client in "ab"]
    for asked in kept:
        pool.keep(worker, asked, rests=True)
    new = pool.ask("nim", client="c")
    assert pool.scheduler.next_assignment() is None
    pool.order.take(new)
    urgent = pool.ask("nim", client="d", priority=1)
    assert pool.scheduler.next_assignment() == Assignment(worker, urgent, kept[1])


def test_a_worker_explores_one_tree():
    pool = Pool(2)
    pool.run(pool.workers[0], pool.ask("nim", kind="explore"))
    second = pool.ask("nim", kind="explore", client="b")
    assert pool.scheduler.next_assignment() == Assignment(pool.workers[1], second)
    pool.run(pool.workers[1], second)
    pool.workers[1].asked = None
    pool.workers[1].held.append(second)
    second.rests = True
    pool.ask("nim", kind="explore", client="c")
    assert pool.scheduler.next_assignment() is None


def test_a_search_gives_way_when_its_turn_is_over():
    pool = Pool(1)
    (worker,) = pool.workers
    pool.run(worker, pool.ask("nim"), since=10.0)
    assert list(pool.scheduler.outranked(99.0)) == []  # nobody waits
    assert worker.since == 99.0
    pool.ask("nim", client="b")
    assert list(pool.scheduler.outranked(99.1)) == []
    assert list(pool.scheduler.outranked(99.3)) == [worker]


def test_a_search_gives_way_at_once_to_what_is_more_urgent():
    pool = Pool(2)
    for worker in pool.workers:
        pool.run(worker, pool.ask("nim"), since=10.0)
    pool.ask("nim", client="b", priority=1)
    paused = list(pool.scheduler.outranked(10.0))
    assert paused == pool.workers[:1]
    paused[0].ending = "pause"
    assert list(pool.scheduler.outranked(10.0)) == []  # it will take the one who waits


@pytest.mark.parametrize("kind", ["choose", "trace"])
def test_what_keeps_no_tree_is_not_interrupted(kind):
    pool = Pool(1)
    pool.run(pool.workers[0], pool.ask("nim", kind=kind, max_visits=10), since=10.0)
    pool.ask("nim", client="b", priority=1)
    assert list(pool.scheduler.outranked(99.0)) == []


def test_compiling_ahead_of_time_gives_way_to_who_waits_for_another_game():
    pool = Pool(2)
    worker = pool.workers[0]
    pool.run(worker, pool.ask("nim", kind="prepare"), phase=COMPILE, since=10.0)
    assert pool.scheduler.compiling_for_nobody(99.0) is None
    pool.ask("kalah", kind="prepare")
    pool.ask("nim", client="b")
    assert pool.scheduler.compiling_for_nobody(99.0) is None
    pool.ask("kalah", client="c")
    assert pool.scheduler.compiling_for_nobody(10.5) is None  # perhaps it only reads it from disk
    assert pool.scheduler.compiling_for_nobody(99.0) is worker
    worker.fault = "others come first"
    assert pool.scheduler.compiling_for_nobody(99.0) is None


def test_nothing_is_got_ready_ahead_of_time_where_memory_is_short():
    pool = Pool(2)
    pool.ask("nim", kind="prepare")
    assert pool.scheduler.next_assignment() is not None
    for worker in pool.workers:
        worker.handle.memory = GIB
    assert pool.scheduler.next_assignment() is None
    assert not pool.scheduler.has_spare_memory(pool.workers[0])
    assert pool.scheduler.has_spare_memory(PoolWorker(lambda: Handle(GIB - 1)))
