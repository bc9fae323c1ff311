from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, TicTacToe
from toys import Gather, OneHeap, Words
from trees import flat, nodes_of


def visits(result):
    return [(each.action, each.visits) for each in result.actions]


# Limits.


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("simulations", [1, 2, 1000])
def test_exactly_the_simulations_asked_for(compiled, simulations):
    result = gt.search(
        ConnectFour(), simulations=simulations, seed=1, compiled=compiled, method="uct"
    )
    assert result.simulations == result.new_simulations == simulations
    assert sum(each.visits for each in result.actions) == simulations
    assert result.stopped_by == "simulations"


def test_a_time_budget_is_used():
    result = gt.search(ConnectFour(), seconds=0.2, seed=1, method="uct")
    assert result.stopped_by == "seconds"
    assert result.seconds >= 0.2
    assert result.simulations > 1000


def test_the_first_limit_reached_ends_the_search():
    result = gt.search(
        ConnectFour(), simulations=100, seconds=60, memory=10**9, seed=1, method="uct"
    )
    assert result.stopped_by == "simulations"


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({}, "a search needs a limit"),
        ({"simulations": 0}, "simulations must be a whole number of 1 or more, not 0"),
        ({"simulations": -5}, "simulations must be a whole number of 1 or more, not -5"),
        ({"simulations": 1.5}, "simulations must be a whole number"),
        ({"simulations": "many"}, "simulations must be a whole number"),
        ({"simulations": True}, "simulations must be a whole number"),
        ({"seconds": 0}, "seconds must be a number greater than 0, not 0"),
        ({"seconds": -1.0}, "seconds must be a number greater than 0"),
        ({"seconds": float("nan")}, "seconds must be a number greater than 0"),
        ({"seconds": float("inf")}, "seconds must be a number greater than 0"),
        ({"memory": 100}, "memory must be at least 65,536 bytes, not 100"),
    ],
)
def test_a_bad_limit_is_refused(keywords, sentence):
    with pytest.raises(gt.BadParameter, match=sentence):
        gt.Limit(**keywords)
    with pytest.raises(gt.BadParameter, match=sentence):
        gt.search(OneHeap(), compiled=False, method="uct", **keywords)


def test_a_limit_and_keywords_together_are_refused():
    searcher = gt.Searcher(OneHeap(), compiled=False, method="uct")
    with pytest.raises(gt.BadParameter, match="a Limit or keywords, not both"):
        searcher.run(gt.Limit(simulations=10), seconds=1)


def test_a_search_ends_before_its_counters_overflow(monkeypatch):
    monkeypatch.setattr("gametree.mcts.parallel.worker.MOST_VISITS", 5000)
    result = gt.search(OneHeap(), seconds=60, seed=1, method="uct")
    assert result.stopped_by == "visits"
    assert result.simulations < 2**31


# Going on.


@pytest.mark.parametrize("compiled", [True, False])
def test_two_runs_make_the_same_tree_as_one(compiled):
    once = gt.Searcher(ConnectFour(), seed=6, compiled=compiled, method="uct")
    once.run(simulations=1500)
    twice = gt.Searcher(ConnectFour(), seed=6, compiled=compiled, method="uct")
    twice.run(simulations=700)
    result = twice.run(simulations=800)
    assert flat(once) == flat(twice)
    assert result.simulations == 1500
    assert result.new_simulations == 800


@pytest.mark.parametrize("compiled", [True, False])
def test_advance_keeps_the_subtree_as_it_was(compiled):
    searcher = gt.Searcher(ConnectFour(), seed=6, compiled=compiled, method="uct")
    searcher.run(simulations=3000)
    action = searcher.result().actions[1].action
    below = [(path[1:], *rest) for path, *rest in flat(searcher) if path[:1] == (action,)]
    nodes = searcher.result().nodes
    searcher.advance(action)
    assert flat(searcher) == below
    assert searcher.state == ConnectFour().next_state(ConnectFour().initial_state(), action)
    result = searcher.result()
    assert result.nodes < nodes
    assert result.player == 1
    assert result.max_depth == max(len(path) for path, *_ in flat(searcher)) + 1
    more = searcher.run(simulations=500)
    assert more.simulations == result.simulations + 500


def test_advance_agrees_in_both_modes():
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(Gather(), seed=6, compiled=compiled, method="uct")
        for action in (2, 0, 4, 1):
            searcher.run(simulations=400)
            searcher.advance(action)
        searcher.run(simulations=400)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_values_of_all_players_survive_advance():
    searcher = gt.Searcher(Gather(), seed=6, method="uct")
    searcher.run(simulations=3000)
    node = next(node for path, node, _ in nodes_of(searcher) if path == (0,))
    expected = tuple(node.value)
    searcher.advance(0)
    assert searcher.result().value == pytest.approx(expected)


def test_advance_to_a_move_never_tried_starts_afresh():
    searcher = gt.Searcher(ConnectFour(), seed=6, compiled=False, method="uct")
    searcher.advance(5)
    assert searcher.result().simulations == 0
    assert searcher.run(simulations=50).simulations == 50


def test_advance_through_a_whole_game():
    game = TicTacToe()
    searcher = gt.Searcher(game, seed=1, method="uct")
    while not game.is_terminal(searcher.state):
        searcher.advance(searcher.run(simulations=2000).action)
    assert game.returns(searcher.state) == (0.0, 0.0)
    for refused in (
        searcher.result,
        searcher.tree,
        lambda: searcher.run(simulations=1),
        lambda: searcher.advance(0),
    ):
        with pytest.raises(gt.FinishedPosition, match="the game is over in this position"):
            refused()


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("simulations", [1, 2, 7])
def test_a_tree_cut_down_to_a_few_nodes_grows_again(compiled, simulations):
    game = OneHeap()
    searcher = gt.Searcher(game, seed=2, compiled=compiled, method="uct")
    while not game.is_terminal(searcher.state):
        kept = searcher.result().simulations
        result = searcher.run(simulations=simulations)
        assert result.simulations == kept + simulations
        searcher.advance(result.action)


def test_an_illegal_move_changes_nothing():
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, method="uct")
    searcher.run(simulations=100)
    before = flat(searcher)
    with pytest.raises(gt.IllegalMove, match="9 is no legal move here; legal moves are"):
        searcher.advance(9)
    assert flat(searcher) == before
    assert searcher.state == TicTacToe().initial_state()


# The same again.


def test_the_same_seed_gives_the_same_result():
    results = [
        gt.search(ConnectFour(), simulations=2000, seed=2**64 - 1, method="uct") for _ in range(2)
    ]
    assert visits(results[0]) == visits(results[1])


def test_another_seed_gives_another_tree():
    results = [
        gt.search(ConnectFour(), simulations=2000, seed=seed, method="uct") for seed in (1, 2)
    ]
    assert visits(results[0]) != visits(results[1])


def test_a_search_without_a_seed_can_be_repeated_from_its_result():
    result = gt.search(ConnectFour(), simulations=500, method="uct")
    again = gt.search(ConnectFour(), simulations=500, seed=result.seed, method="uct")
    assert visits(result) == visits(again)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "one", True])
def test_a_bad_seed_is_refused(seed):
    with pytest.raises(gt.BadParameter, match="seed must be an integer from 0"):
        gt.Searcher(OneHeap(), seed=seed, compiled=False, method="uct")


# Stopping from outside.


def once_it_runs(searcher, deed):
    """Start a thread that does something while a search is under way, not before."""

    def wait():
        while searcher.trees.first.simulations == 0:
            time.sleep(0.001)
        deed()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def test_stop_from_another_thread():
    searcher = gt.Searcher(ConnectFour(), seed=1, method="uct")
    thread = once_it_runs(searcher, searcher.stop)
    result = searcher.run(seconds=600)
    thread.join()
    assert result.stopped_by == "stop"
    assert result.seconds < 60
    assert sum(each.visits for each in result.actions) == result.simulations


@pytest.mark.parametrize("compiled", [True, False])
def test_ctrl_c_leaves_a_sound_result(compiled):
    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=compiled, method="uct")
    before = signal.getsignal(signal.SIGINT)
    thread = once_it_runs(searcher, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(gt.SearchInterrupted, match="interrupted after") as caught:
        searcher.run(seconds=600)
    thread.join()
    result = caught.value.result
    assert isinstance(caught.value, KeyboardInterrupt)
    assert result.stopped_by == "interrupt"
    assert result.seconds < 60
    for _, node, edges in nodes_of(searcher):
        assert node.visits == sum(edge.visits for edge in edges)
    assert signal.getsignal(signal.SIGINT) is before
    assert searcher.run(simulations=10).simulations == result.simulations + 10


def test_other_threads_run_during_a_search():
    # The lock is released: a thread that counts gets on while the search runs
    # on in one uninterrupted call.
    searcher = gt.Searcher(ConnectFour(), seed=1, method="uct")
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    # One slice of the kernel, as long as it takes: no bytecode of ours runs meanwhile.
    engine = searcher.trees.first
    engine.work.counters.frozen = True
    before = counted
    engine._kernel(*engine._arguments, 400_000)
    after = counted
    done.set()
    thread.join()
    assert after - before > 1000


def test_two_searches_run_side_by_side():
    results = {}

    def run(seed):
        results[seed] = gt.search(ConnectFour(), simulations=20_000, seed=seed, method="uct")

    threads = [threading.Thread(target=run, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in (1, 2):
        assert visits(results[seed]) == visits(
            gt.search(ConnectFour(), simulations=20_000, seed=seed, method="uct")
        )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_has_a_tree_of_its_own():
    script = """
        import os
        import gametree as gt
        from gametree.games import ConnectFour

        searcher = gt.Searcher(ConnectFour(), seed=1, method="uct")
        searcher.run(simulations=200_000)
        before = [each.visits for each in searcher.result().actions]
        child = os.fork()
        searcher.run(simulations=50_000 if child == 0 else 1)
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        after = [each.visits for each in searcher.result().actions]
        print(sum(after) - sum(before))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True
    )
    assert (done.stdout, done.returncode) == ("1\n", 0)


# Progress.


def test_a_progress_function_sees_the_result_grow():
    seen = []
    result = gt.search(ConnectFour(), seconds=0.5, seed=1, progress=seen.append, method="uct")
    counts = [report.simulations for report in seen]
    assert len(counts) >= 2
    assert counts == sorted(counts)
    assert counts[-1] == result.simulations


def test_the_progress_bar_stays_away_from_short_searches_and_results(capsys):
    gt.search(ConnectFour(), simulations=100, seed=1, progress=True, method="uct")
    captured = capsys.readouterr()
    assert captured.out == captured.err == ""


def test_the_progress_bar_is_drawn_on_long_searches_at_a_terminal(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # as good as a terminal
    monkeypatch.setattr("gametree.mcts.progress._SHOWN_AFTER_SECONDS", 0.1)
    gt.search(ConnectFour(), seconds=0.7, seed=1, progress=True, method="uct")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "simulations, best move" in captured.err


# The final move.


def test_final_move_rules():
    searcher = gt.Searcher(OneHeap(4), seed=3, compiled=False, method="uct")
    searcher.run(simulations=60)
    by_visits = searcher.result().actions
    assert [each.visits for each in by_visits] == sorted(
        (each.visits for each in by_visits), reverse=True
    )
    for rule in ("value", "visits_then_value"):
        other = gt.Searcher(OneHeap(4), seed=3, compiled=False, final_move=rule, method="uct")
        ranked = other.run(simulations=60).actions
        if rule == "value":
            assert [each.mean for each in ranked] == sorted(
                (each.mean for each in ranked), reverse=True
            )
        else:
            keys = [(each.visits, each.mean) for each in ranked]
            assert keys == sorted(keys, reverse=True)


def test_a_lucky_move_tried_once_is_not_played():
    # With one simulation a move, some mean is 1 by luck; the default goes by visits.
    searcher = gt.Searcher(ConnectFour(), seed=3, method="uct")
    result = searcher.run(simulations=3000)
    assert result.action == result.actions[0].action
    assert result.actions[0].visits == max(each.visits for each in result.actions)


# Plain Python objects.


def test_a_game_of_lists_and_strings_runs_interpreted_and_says_why():
    with pytest.warns(gt.NotCompiledWarning, match="Words"):
        searcher = gt.Searcher(Words(), seed=1, method="uct")
    assert not searcher.compiled
    assert "Words" in searcher.why_interpreted
    result = searcher.run(simulations=3000)
    assert result.principal_variation == ("t", "r", "e", "e")
    assert result.value[0] > 3
    searcher.advance("t")
    assert searcher.run(simulations=100).action == "r"
    with pytest.raises(gt.NotCompilable, match="Words"):
        gt.Searcher(Words(), compiled=True, method="uct")


# Bad arguments.


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"selection": "ucb1"}, "selection must be a rule such as UCB1"),
        ({"selection": gt.UCB1}, "selection must be a rule such as UCB1"),
        ({"evaluation": 3}, "evaluation must be one such as Playout"),
        ({"expand_after": 0}, "expand_after must be a whole number of 1 or more"),
        ({"expand_after": True}, "expand_after must be a whole number of 1 or more"),
        ({"final_move": "best"}, "final_move must be one of"),
        ({"compiled": "yes"}, "compiled must be"),
    ],
)
def test_a_bad_option_is_refused(keywords, sentence):
    with pytest.raises(gt.BadParameter, match=sentence):
        gt.Searcher(Nim(), method="uct", **keywords)


def test_the_class_instead_of_a_game_is_refused():
    with pytest.raises(gt.BadParameter, match="game must be a Game, such as"):
        gt.search(Nim, simulations=10, method="uct")


def test_a_game_without_players_is_refused():
    class Nobody(OneHeap):
        players = 0

    with pytest.raises(gt.BadParameter, match=r"game\.players must be a whole number"):
        gt.Searcher(Nobody(), method="uct")


@pytest.mark.parametrize("compiled", [True, False])
def test_a_finished_position_is_refused_and_the_process_lives(compiled):
    with pytest.raises(gt.FinishedPosition, match="the game is over"):
        gt.search(OneHeap(), (0, 1), simulations=10, compiled=compiled, method="uct")


@pytest.mark.parametrize("state", [5, "here", None.__class__, (1,), ()])
def test_what_is_no_state_is_refused(state):
    with pytest.raises(gt.InvalidState, match="is no state of OneHeap"):
        gt.search(OneHeap(), state, simulations=10, compiled=False, method="uct")


def test_a_script_that_searches_at_its_top_level_works_from_any_folder(tmp_path):
    script = tmp_path / "play.py"
    script.write_text(
        textwrap.dedent(
            """
            import gametree as gt

            class OneHeap(gt.Game):
                def initial_state(self): return (7, 0)
                def current_player(self, state): return state[1]
                def legal_actions(self, state): return range(1, min(3, state[0]) + 1)
                def next_state(self, state, action): return (state[0] - action, 1 - state[1])
                def returns(self, state): return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)

            result = gt.search(OneHeap(), simulations=20_000, seed=1, compiled=True, method="uct")
            again = gt.search(OneHeap(), simulations=10, seed=1, method="uct")
            print(result.action, again.simulations)
            """
        )
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)], capture_output=True, text=True, cwd=tmp_path
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "3 10\n", "")


class Silent:
    """An object that cannot be compared."""

    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError("not comparable")


@pytest.mark.parametrize(
    "value", [np.zeros(2), np.zeros(0), [1], Silent()], ids=["array", "empty", "list", "object"]
)
@pytest.mark.parametrize(
    "option", ["solver", "transpositions", "compiled", "parallel", "final_move"]
)
def test_an_option_that_cannot_be_compared_is_refused_like_any_other(option, value):
    with pytest.raises(gt.BadParameter, match=f"{option} must be"):
        gt.Searcher(OneHeap(), method="uct", **{option: value})


@pytest.mark.parametrize(
    "value", [np.zeros(2), np.zeros(0), [1], Silent()], ids=["array", "empty", "list", "object"]
)
def test_a_move_that_cannot_be_compared_is_no_legal_one(value):
    searcher = gt.Searcher(OneHeap(), compiled=False, method="uct")
    with pytest.raises(gt.IllegalMove, match="legal moves are 1, 2, 3"):
        searcher.advance(value)
    with pytest.raises(gt.IllegalMove, match="legal moves are 1, 2, 3"):
        gt.Record(OneHeap()).play(value)


def test_a_move_is_made_as_the_rules_write_it():
    searcher = gt.Searcher(OneHeap(), compiled=False, method="uct")
    searcher.advance(2.0)
    record = gt.Record(OneHeap())
    record.play(np.int64(2))
    assert repr(searcher.state) == repr(record.state) == "(19, 1)"
