"""Searching on while the opponent thinks."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from trees import flat


class Plain(TicTacToe):
    interpreted_only = True


def wait_for(condition):
    """Wait until something holds; on a busy machine, some minutes."""
    deadline = time.monotonic() + 300.0
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def pondering(searcher, simulations=50):
    """Let a searcher ponder for this many simulations at least."""
    before = searcher.trees.first.simulations
    searcher.ponder()
    wait_for(lambda: searcher.trees.first.simulations >= before + simulations)
    return searcher


def threads():
    return [each for each in threading.enumerate() if each.name == "gametree pondering"]


@pytest.fixture(autouse=True)
def _no_thread_is_left():
    gc.freeze()  # what was there before is not looked through
    yield
    gc.collect()
    assert threads() == []


@pytest.mark.parametrize("game", [Plain(), ConnectFour()], ids=["interpreted", "compiled"])
def test_what_is_found_meanwhile_is_kept(game):
    searcher = gt.Searcher(game, seed=1, method="uct")
    first = searcher.run(simulations=100)
    searcher.advance(first.action)
    kept = searcher.result().simulations
    pondering(searcher, 500)
    reply = game.legal_actions(searcher.state)[0]
    searcher.stop()
    result = searcher.result()
    assert result.stopped_by == "stop"
    assert result.new_simulations >= 500
    assert result.simulations == kept + result.new_simulations
    assert result.seconds > 0.0
    visits = next(each.visits for each in result.actions if each.action == reply)
    searcher.advance(reply)
    assert searcher.result().simulations == visits - 1  # the first visit ended there


def test_it_is_the_search_that_would_have_been_run():
    searcher = pondering(gt.Searcher(Plain(), seed=3, method="uct"), 500)
    simulations = searcher.result().simulations
    other = gt.Searcher(Plain(), seed=3, method="uct")
    other.run(simulations=simulations)
    assert flat(searcher) == flat(other)


@pytest.mark.parametrize(
    "call",
    [
        lambda searcher: searcher.stop(),
        lambda searcher: searcher.result(),
        lambda searcher: searcher.tree(),
        lambda searcher: searcher.run(simulations=1),
        lambda searcher: searcher.advance(4),
    ],
    ids=["stop", "result", "tree", "run", "advance"],
)
def test_every_call_ends_it(call):
    searcher = pondering(gt.Searcher(Plain(), seed=1, method="uct"))
    call(searcher)
    assert threads() == []


def test_an_illegal_move_is_refused_as_ever():
    searcher = pondering(gt.Searcher(Plain(), seed=1, method="uct"))
    with pytest.raises(gt.IllegalMove):
        searcher.advance(9)
    assert searcher.state == Plain().initial_state()


def test_pondering_anew_goes_on():
    searcher = pondering(gt.Searcher(Plain(), seed=1, method="uct"))
    before = searcher.result().simulations
    assert pondering(pondering(searcher)).result().simulations > before


def test_no_thread_outlives_its_searcher():
    searcher = pondering(gt.Searcher(Plain(), seed=1, method="uct"))
    assert len(threads()) == 1
    del searcher
    gc.collect()
    wait_for(lambda: not threads())


def test_it_ends_when_the_memory_is_used_up():
    searcher = gt.Searcher(Plain(), seed=1, method="uct")
    searcher.ponder(memory=1 << 16)
    wait_for(lambda: not threads())
    assert searcher.result().memory_full
    with pytest.raises(gt.BadParameter, match="memory must be at least 65,536 bytes"):
        searcher.ponder(memory=1)


def test_where_the_game_is_over_there_is_nothing_to_ponder():
    searcher = gt.Searcher(Plain(), seed=1, method="uct")
    for action in (0, 3, 1, 4, 2):
        searcher.advance(action)
    with pytest.raises(gt.FinishedPosition):
        searcher.ponder()


class Breaks(TicTacToe):
    """Plays until it is told to break."""

    interpreted_only = True
    broken = False

    def returns(self, state):
        if self.broken:
            raise ZeroDivisionError("broken")
        return super().returns(state)


def test_an_error_is_told_at_the_next_call_and_once():
    game = Breaks()
    searcher = pondering(gt.Searcher(game, seed=1, method="uct"))
    Breaks.broken = True
    try:
        wait_for(lambda: not threads())
    finally:
        Breaks.broken = False
    with pytest.raises(gt.GameError, match=r"Breaks\.returns raised ZeroDivisionError: broken"):
        searcher.result()
    result = searcher.result()
    assert sum(each.visits for each in result.actions) == result.simulations


def test_at_the_end_of_a_program_it_ends_quietly(tmp_path):
    script = tmp_path / "leaves.py"
    script.write_text(
        textwrap.dedent(
            """
            import gametree as gt
            from gametree.games import TicTacToe

            searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, method="uct")
            searcher.ponder()
            print("bye")
            """
        )
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)], capture_output=True, text=True, timeout=600
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "bye\n", "")


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_reaches_who_waits_and_the_pondering_goes_on():
    searcher = pondering(gt.Searcher(Plain(), seed=1, method="uct"))
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        time.sleep(30.0)
    timer.join()
    before = searcher.trees.first.simulations
    wait_for(lambda: searcher.trees.first.simulations > before)
    assert searcher.result().simulations > before
