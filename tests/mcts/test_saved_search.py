"""Searches that are saved and go on: to the bit, or not at all."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap

import pytest

import gametree as gt
from gametree import games
from gametree.mcts.evaluation.mast_nst import NST
from gametree.mcts.parallel.worker_process import ProcessTree
from gametree.mcts.searcher import Searcher
from saved import assert_they_go_on_alike, contents, saved_and_loaded
from toys import Corridor, Gather, OneHeap, Pig, Ring, Words


@pytest.mark.parametrize("solver", [False, True])
@pytest.mark.parametrize("transpositions", [False, True])
@pytest.mark.parametrize("compiled", [False, True])
def test_going_on_gives_the_tree_of_a_search_that_never_stopped(
    path, compiled, transpositions, solver
):
    searcher = Searcher(
        games.TicTacToe(),
        seed=3,
        compiled=compiled,
        solver=solver,
        transpositions=transpositions,
        expand_after=2,
        final_move="value",
    )
    searcher.run(simulations=400)
    searcher.advance(4)
    searcher.run(simulations=200)
    assert_they_go_on_alike(searcher, saved_and_loaded(searcher, path))


def test_all_trees_of_several_workers_come_back(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=True, workers=2, method="uct")
    searcher.run(simulations=301)
    loaded = saved_and_loaded(searcher, str(path))
    assert len(contents(loaded)) == 2
    assert_they_go_on_alike(searcher, loaded)


def test_a_tree_that_is_full_stays_so(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=False, method="uct")
    searcher.run(memory=100_000)
    loaded = saved_and_loaded(searcher, path)
    assert loaded.result().memory_full
    for memory in (100_000, 150_000):
        for each in (searcher, loaded):
            each.run(simulations=500, memory=memory)
        assert contents(loaded) == contents(searcher)


@pytest.mark.parametrize(
    "game",
    [Gather(3, 6, 0.1, 1e6), Pig(), Words(), Corridor(90), Ring("draw")],
    ids=lambda game: game.name,
)
def test_games_of_all_kinds(path, game):
    searcher = Searcher(game, seed=5, compiled=False, method="uct")
    searcher.run(simulations=150)
    loaded = saved_and_loaded(searcher, path)
    assert type(loaded.state) is type(searcher.state)
    for each in (searcher, loaded):
        each.run(simulations=150)
    assert contents(loaded) == contents(searcher)


def test_what_strategies_have_learned_comes_back(path):
    def playout():
        return gt.Playout(NST())

    # The slots of actions that are no integers are noted as they come up.
    searcher = Searcher(Words("tret"), seed=1, compiled=False, evaluation=playout())
    searcher.run(simulations=40)
    loaded = saved_and_loaded(searcher, path, evaluation=playout())
    policies = [each.trees.first.method.evaluation.policy for each in (searcher, loaded)]
    assert len(policies[0].slots) == 3
    for _ in range(2):
        assert policies[0].slots == policies[1].slots
        assert policies[0].pair_means == policies[1].pair_means
        assert sum(policies[1].pair_visits) > 0
        for each in (searcher, loaded):
            each.run(simulations=40)
    assert contents(loaded) == contents(searcher)


@pytest.mark.parametrize("game", [Words("treter"), games.TicTacToe()], ids=lambda game: game.name)
def test_trees_in_processes_come_back(path, game):
    def strategies():
        return {"evaluation": gt.Playout(NST()), "selection": gt.UCB1(0.9)}

    options = {"compiled": False, "transpositions": game.name != "words", "workers": 2}
    searcher = Searcher(game, seed=1, method="uct", **options, **strategies())
    searcher.run(simulations=61)
    loaded = saved_and_loaded(searcher, path, **strategies())
    assert loaded.trees.standing() == searcher.trees.standing()
    assert_they_go_on_alike(searcher, loaded, simulations=60)


def test_the_past_counts(path):
    game = Ring("draw", 3)
    searcher = Searcher(game, (0, 1), history=[(0, 0)], seed=1, compiled=False, method="uct")
    searcher.run(simulations=50)
    for action in (1, -1, 0):
        searcher.advance(action)
    searcher.run(simulations=50)
    assert searcher.trees.first.work.keys[:5] == [(0, 0), (0, 1), (1, 0), (0, 1), (0, 0)]
    loaded = saved_and_loaded(searcher, path)
    assert loaded.trees.first.work.keys[:5] == searcher.trees.first.work.keys[:5]
    for each in (searcher, loaded):
        each.run(simulations=200)
    assert contents(loaded) == contents(searcher)


def test_a_game_that_is_over(path):
    game = games.TicTacToe()
    nearly_full = (0b010_110_001, 0b101_001_010)  # all but cell 2, and no line
    for compiled, workers in ((False, 1), (False, 2), (True, 1)):
        searcher = Searcher(
            game, nearly_full, seed=1, compiled=compiled, workers=workers, method="uct"
        )
        searcher.run(simulations=9)
        searcher.advance(searcher.result().action)
        searcher.save(path)
        loaded = Searcher.load(path, game)
        assert contents(loaded) == contents(searcher)
        with pytest.raises(gt.FinishedPosition):
            loaded.run(simulations=1)


def test_another_process_goes_on(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=False, method="uct")
    searcher.run(simulations=100)
    searcher.save(path)
    script = f"""
        import gametree as gt
        from gametree.games import TicTacToe
        searcher = gt.Searcher.load({str(path)!r}, TicTacToe())
        searcher.run(simulations=100)
        searcher.save({str(path)!r})
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=True, timeout=600)
    searcher.run(simulations=100)
    assert contents(Searcher.load(path, searcher.game)) == contents(searcher)


def test_pondering_ends_and_what_it_found_is_saved(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=False, method="uct")
    searcher.ponder()
    while not searcher.trees.first.simulations:
        pass
    assert contents(saved_and_loaded(searcher, path)) == contents(searcher)


def test_only_what_is_used_is_written(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=True, method="uct")
    searcher.run(simulations=5000)
    searcher.save(path)
    assert searcher.trees.first.bytes < path.stat().st_size < searcher.trees.first.bytes + 5000


def test_a_lost_process_leaves_the_older_file(path):
    game = OneHeap()
    others = set(multiprocessing.active_children())
    searcher = Searcher(game, seed=1, compiled=False, workers=2, method="uct")
    if not isinstance(searcher.trees.all[1], ProcessTree):
        pytest.skip("this Python needs no processes")
    searcher.run(simulations=20)
    searcher.save(path)
    before = contents(searcher)
    (process,) = set(multiprocessing.active_children()) - others
    process.kill()
    with pytest.raises(gt.GameError, match="the process of a worker that searches OneHeap is lost"):
        searcher.save(path)
    assert os.listdir(path.parent) == [path.name]
    assert contents(Searcher.load(path, game)) == before


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_waits_until_a_process_has_spelled_its_tree(path, monkeypatch):
    searcher = Searcher(OneHeap(), seed=1, compiled=False, workers=2, method="uct")
    if not isinstance(searcher.trees.all[1], ProcessTree):
        pytest.skip("this Python needs no processes")
    searcher.run(simulations=20)
    spelled = []

    def interrupted(tree, *question):
        signal.raise_signal(signal.SIGINT)
        spelled.append(ask(tree, *question))
        return spelled[-1]

    ask = ProcessTree._ask
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(ProcessTree, "_ask", interrupted)
            with pytest.raises(KeyboardInterrupt):
                searcher.save(path)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert len(spelled) == 1
    assert not path.exists()
    searcher.run(simulations=20)
    saved_and_loaded(searcher, path)
