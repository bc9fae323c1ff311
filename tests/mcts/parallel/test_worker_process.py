from __future__ import annotations

import math
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

import gametree as gt
from forks import forked
from gametree.mcts.parallel.root_parallel import RootParallel
from gametree.mcts.parallel.worker import Goal, LocalTree
from gametree.mcts.parallel.worker_process import ProcessTree
from gametree.mcts.selection.rule import SELECTION_RULES
from gametree.naming.loading import load_game
from toys import OneHeap

PLENTY = 1 << 30


class Slippery(OneHeap):
    """Breaks the rules of its own late in the game."""

    def next_state(self, state, action):
        left, player = super().next_state(state, action)
        return (left, 7) if left == 1 else (left, player)


def engine(game=None, seed=1):
    return gt.Searcher(game or OneHeap(), seed=seed, compiled=False, method="uct").trees.first


def simulations(count):
    return Goal(count, math.inf, PLENTY, until_full=False)


def never():
    return False


@pytest.fixture(scope="module")
def heap():
    """Two interpreted trees of a small game, the second in a process."""
    trees = RootParallel(engine(), 2, 1)
    assert isinstance(trees.all[1], ProcessTree)
    return trees


def test_the_tree_is_the_one_that_would_grow_here():
    heap = RootParallel(engine(), 2, 1)  # no other test has changed it
    here = RootParallel(engine(), 1, 1)
    own, remote = here.all[0], heap.all[1]
    own.engine.rng = gt.Rng((1 + 0x9E37_79B9_7F4A_7C15) % 2**64)
    own.start_tree()
    heap.grow(simulations(400), never)
    own.grow(simulations(200), never)
    assert remote.look(0) == own.look(0)
    child = max(own.look(0).edges, key=lambda edge: edge.visits).child
    assert remote.look(child) == own.look(child)
    assert remote.standing() == own.standing()
    assert heap.root().visits == 400


def test_the_root_moves_there_too(heap):
    game = OneHeap()
    before = heap.root()
    state = game.next_state(game.initial_state(), 2)
    heap.move_to(state, 2)
    after = heap.root()
    assert after.visits <= next(edge.visits for edge in before.edges if edge.action == 2)
    heap.grow(simulations(10), never)
    assert heap.root().visits == after.visits + 10


def test_it_stops_when_told(heap):
    looks = iter([False, False])
    heap.grow(Goal(None, math.inf, PLENTY, until_full=False), lambda: next(looks, True))
    before = heap.standing().simulations
    heap.grow(simulations(20), never)  # the process listens again
    assert heap.standing().simulations == before + 20


def test_a_process_ends_with_its_searcher_and_a_lost_one_is_told():
    before = set(multiprocessing.active_children())
    trees = RootParallel(engine(), 2, 1)
    (process,) = set(multiprocessing.active_children()) - before
    os.kill(process.pid, signal.SIGTERM)
    with pytest.raises(gt.GameError, match="the process of a worker that searches OneHeap is lost"):
        trees.grow(Goal(None, 60.0, PLENTY, until_full=False), never)
    del trees
    assert process not in multiprocessing.active_children()


def test_a_fork_leaves_the_processes_to_the_one_that_started_them(heap):
    def in_fork():
        with pytest.raises(gt.GameError, match="processes of the one that began the search"):
            heap.root()
        with pytest.raises(gt.GameError, match="not of its fork"):
            heap.grow(simulations(10), never)
        heap.all[1]._finalizer()

    before = heap.root().visits
    assert forked(in_fork) == 0
    heap.grow(simulations(10), never)
    assert heap.root().visits == before + 10


def test_the_answer_to_a_question_that_was_interrupted_is_not_that_to_the_next(monkeypatch):
    def interrupted(tree):
        raise KeyboardInterrupt

    trees = RootParallel(engine(), 2, 1)
    with monkeypatch.context() as patch:
        patch.setattr(ProcessTree, "_receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            trees.all[1].look(0)
    with pytest.raises(gt.GameError, match="is lost"):
        trees.move_to((19, 1), 2)


def test_an_error_of_the_rules_is_told_as_it_would_be_here():
    here = LocalTree(engine(Slippery()))
    with pytest.raises(gt.GameError) as expected:
        here.grow(simulations(5000), never)
    trees = RootParallel(engine(Slippery()), 2, 1)
    trees.all[0].grow = lambda goal, halted: None
    with pytest.raises(gt.GameError) as caught:
        trees.grow(simulations(10_000), never)
    assert str(caught.value).partition("(")[0] == str(expected.value).partition("(")[0]


def test_a_game_that_cannot_be_sent_is_refused():
    class Local(OneHeap):
        pass

    with pytest.raises(gt.BadParameter, match="several workers search Local interpreted"):
        RootParallel(engine(Local()), 2, 1)


def test_a_game_that_is_not_there_is_refused(monkeypatch):
    made = type("Vanished", (OneHeap,), {"__module__": __name__})
    monkeypatch.setattr(sys.modules[__name__], "Vanished", made, raising=False)
    with pytest.raises(gt.BadParameter, match="cannot be loaded there"):
        RootParallel(engine(made()), 2, 1)


SCRIPT = """
import math, multiprocessing
import gametree as gt
from gametree.games import ConnectFour
from gametree.mcts.parallel.root_parallel import RootParallel
from gametree.mcts.parallel.worker import Goal

if __name__ == "__main__":
    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=False, method="uct")
    trees = RootParallel(searcher.trees.first, 2, 1)
    print(multiprocessing.active_children()[0].pid, flush=True)
    trees.grow(Goal(None, math.inf, 1 << 30, until_full=False), lambda: False)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_process_ends_when_its_parent_is_killed(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        pid = int(parent.stdout.readline())
        parent.kill()
    for _ in range(300):
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("it went on")


def test_a_game_and_a_rule_of_a_users_file_are_sent_too(tmp_path):
    file = tmp_path / "heap.py"
    file.write_text(
        "import gametree as gt\n"
        "from toys import OneHeap\n"
        "class Heap(OneHeap): pass\n"
        "class Rule(gt.UCB1): pass\n"
    )
    game = load_game(f"{file}:Heap", {})
    rule = SELECTION_RULES.create(f"{file}:Rule", {})
    options = {"selection": rule, "seed": 1, "compiled": False}
    assert gt.search(game, simulations=40, workers=2, method="uct", **options).simulations == 40
