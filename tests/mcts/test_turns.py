"""Several threads at one searcher: looks between the slices of a run, and clear refusals."""

from __future__ import annotations

import threading
import time

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from gametree.mcts.turns import Turns


def searcher(kind):
    compiled = kind.startswith("compiled")
    game = ConnectFour() if compiled else TicTacToe()
    workers = 1 if kind.endswith("one") else 2
    return gt.Searcher(game, seed=1, workers=workers, compiled=compiled, method="uct")


KINDS = ["compiled, one", "compiled, two", "interpreted, one", "interpreted, two"]


def in_threads(*functions):
    """Run functions at once, each in a thread; return what they raised."""
    raised = []

    def caught(function):
        try:
            function()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=caught, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


@pytest.mark.parametrize("kind", KINDS)
def test_looks_beside_a_run_are_whole_and_change_nothing(kind):
    simulations = 150_000 if kind.startswith("compiled") else 4000
    watched, alone = searcher(kind), searcher(kind)
    done = threading.Event()
    looks = []
    runs = []

    def run():
        try:
            while len(looks) <= 2 and len(runs) < 100:  # a busy machine may look late
                runs.append(watched.run(simulations=simulations))
        finally:
            done.set()

    def look():
        while not done.is_set():
            result = watched.result()
            assert sum(each.visits for each in result.actions) == result.simulations
            assert (result.simulations - result.new_simulations) % simulations == 0
            top = watched.tree(max_depth=2).root
            assert sum(child["visits"] for child in top["children"]) == top["visits"]
            for child in top["children"]:
                below = sum(each["visits"] for each in child["children"])
                assert below <= child["visits"]
            looks.append(result.simulations)

    assert in_threads(run, look, look) == []
    for _ in runs:
        alone.run(simulations=simulations)
    assert len(looks) > 2
    assert watched.result().simulations == len(runs) * simulations
    assert watched.tree().root == alone.tree().root
    assert watched.result().max_depth == alone.result().max_depth


@pytest.mark.parametrize("kind", KINDS[:3])
def test_a_second_run_and_all_that_changes_the_tree_are_refused_meanwhile(kind, tmp_path):
    busy = searcher(kind)
    refused = []

    def disturb():
        while busy.trees.first.simulations == 0:
            time.sleep(0.001)
        for call in (
            lambda: busy.run(simulations=1),
            lambda: busy.advance(3),
            lambda: busy.save(tmp_path / "file"),
            busy.ponder,
        ):
            with pytest.raises(gt.SearcherBusy, match="while run of the same searcher") as told:
                call()
            refused.append(str(told.value).partition(" was")[0])
        busy.stop()

    assert in_threads(lambda: busy.run(seconds=600), disturb) == []
    assert refused == ["run", "advance", "save", "ponder"]
    assert busy.result().stopped_by == "stop"
    busy.advance(3)
    assert busy.run(simulations=10).new_simulations == 10


def test_many_calls_at_once_leave_a_sound_tree():
    shared = searcher("compiled, two")
    moves = iter(range(5))

    def call(number):
        for turn in range(30):
            try:
                match (number + turn) % 5:
                    case 0:
                        shared.run(simulations=300)
                    case 1:
                        shared.ponder()
                    case 2:
                        shared.result()
                    case 3:
                        shared.tree(max_depth=1)
                    case 4 if turn % 10 == 0 and next(moves, None) is not None:
                        shared.advance(shared.game.legal_actions(shared.state)[0])
            except (gt.SearcherBusy, gt.IllegalMove):
                pass

    assert in_threads(*[lambda number=number: call(number) for number in range(4)]) == []
    shared.stop()
    result = shared.result()
    assert sum(each.visits for each in result.actions) == result.simulations


def test_a_progress_function_looks_but_changes_nothing():
    looking = searcher("interpreted, one")
    seen = []

    def progress(result):
        seen.append(looking.result().simulations == result.simulations)
        # A look of another thread that this one waits for, as a window would.
        assert in_threads(lambda: seen.append(bool(looking.tree().root))) == []
        with pytest.raises(gt.SearcherBusy):
            looking.advance(4)

    looking.run(simulations=200, progress=progress)
    assert seen
    assert all(seen)


def test_who_gives_up_waiting_holds_up_nobody():
    turns = Turns()
    turns.begin("run")
    told = threading.Event()

    def impatient():
        def fail():
            told.set()
            raise KeyboardInterrupt

        turns._news.wait_for = lambda ready: fail()
        try:
            with pytest.raises(KeyboardInterrupt), turns.look():
                pass
        finally:
            del turns._news.wait_for

    assert in_threads(impatient) == []
    assert told.is_set()
    assert not turns.awaited
    turns.give_way()
    turns.end()
    with turns.change("advance"):
        pass


def test_parts_of_trees_that_stand_apart():
    trees = searcher("compiled, two").trees

    def parts(*had, simulations):
        standing = trees.all[0].standing()
        all_trees = trees.all
        trees.all = [Stands(standing._replace(simulations=each)) for each in had]
        try:
            return trees._parts(simulations)
        finally:
            trees.all = all_trees

    assert parts(0, 0, simulations=5) == [3, 2]
    assert parts(3, 2, simulations=5) == [2, 3]
    assert parts(10, 2, simulations=5) == [0, 5]
    assert parts(4, 9, 2, simulations=5) == [1, 0, 4]
    assert parts(7, 7, 7, simulations=1) == [1, 0, 0]


class Stands:
    def __init__(self, standing):
        self.standing = lambda: standing
