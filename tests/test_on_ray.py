"""What runs on a Ray cluster, all of it on one, which takes seconds to start."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from gametree.arena.journal.journal import Journal

# A game of the contest that comes to the second node while `hold` is there waits for the node to be
# killed, so that one is lost for sure.
HELD = """
import os
import time
from pathlib import Path

from gametree.games import TicTacToe

FOLDER = Path(__file__).parent


class Held(TicTacToe):
    def initial_state(self):
        if os.getpid() != int((FOLDER / "driver").read_text()):  # which makes openings meanwhile
            if (FOLDER / "hold").exists() and not self.is_on_the_first_node():
                (FOLDER / "held").touch()
                time.sleep(120)
            # On the first node games wait, so that the next ones come to the second.
            until = time.monotonic() + 100
            while (FOLDER / "hold").exists() and time.monotonic() < until:
                time.sleep(0.02)
        return super().initial_state()

    def is_on_the_first_node(self):
        import ray

        return ray.get_runtime_context().get_node_id() == (FOLDER / "first").read_text()
"""

# A cluster of two nodes on the loopback interface, of one CPU each; Ray takes 127.0.0.1 for the
# outer address. The second node is killed in the middle of a contest, another one comes in its
# place, and is killed in the middle of self-play.
SCRIPT = """
import os
import re
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import numpy as np
import ray
from ray._private.node import Node
from ray.cluster_utils import Cluster

import gametree as gt
from gametree.arena import ray_workers
from gametree.arena.contest import Contest
from gametree.arena.ray_workers import play_on_ray
from gametree.arena.reports.report import ContestReport
from gametree.arena.run import compete
from gametree.games import TicTacToe
from gametree.learn.self_play.ray_players import OnRay, Recipe
from gametree.learn.training import plan_of
from gametree.learn.update import Update
from gametree.networks.blueprint import blueprint_of
from gametree.networks.shape import empty_weights

FOLDER = Path(sys.argv[1])
NODE = {"num_cpus": 1, "node_ip_address": "127.0.0.2", "object_store_memory": 80_000_000}
# Nothing that only watches: each is a process that takes seconds to start.
HEAD = {**NODE, "include_log_monitor": False, "no_monitor": True, "temp_dir": f"{sys.argv[2]}/ray"}
Node.start_api_server = lambda self, **options: None
# A node that does not answer any more is noticed within a second, and not after fifteen.
HEAD["_system_config"] = {"health_check_initial_delay_ms": 200, "health_check_period_ms": 200}


class OfThisScript(TicTacToe):
    pass


class Drawn(TicTacToe):
    "Its code differs from process to process."

    def __init__(self):
        self.process = os.getpid()

    def __reduce__(self):
        return Drawn, ()


def main():
    (FOLDER / "driver").write_text(str(os.getpid()))
    cluster = Cluster(True, head_node_args=HEAD, shutdown_at_exit=False)
    (FOLDER / "first").write_text(cluster.head_node.node_id)
    over = threading.Event()
    # Nodes end with the thread that they were started in, which stays to the end.
    with ThreadPoolExecutor(1) as beside:
        try:
            second = beside.submit(cluster.add_node, **NODE)
            third = beside.submit(replaced, cluster, second, over)
            play_a_contest(cluster.address, second)
            third = third.result()
            search(cluster.address)
            play_against_itself(cluster, third)
            print("as here")
        finally:
            over.set()
            ray.shutdown()
            cluster.shutdown()


def replaced(cluster, second, over):
    "Kill the second node once it holds a game, and return another one."
    while not (FOLDER / "held").exists():
        if over.wait(0.02):
            return None
    (FOLDER / "hold").unlink()
    cluster.remove_node(second.result(), allow_graceful=False)
    third = cluster.add_node(**NODE)
    cluster.wait_for_nodes()  # the second one is known to be lost
    return third


def play_a_contest(address, second):
    contest = Contest(("random", "greedy"), f"{FOLDER}/held.py:Held", games=60)
    seen, lost = [], []

    def tell(standing, record):
        seen.append(record.index)
        if len(seen) == 20:
            second.result()
            (FOLDER / "hold").touch()

    def note(cluster, job, error, again=ray_workers._Cluster._lost):
        lost.append(job.index)
        again(cluster, job, error)

    ray_workers._Cluster._lost = note
    standing, _ = compete(
        contest, workers=4, journal=FOLDER / "ray.db", play=play_on_ray(address), on_game=tell
    )
    assert not ray.is_initialized()
    assert sorted(seen) == list(range(60)), seen
    assert lost
    alone, _ = compete(contest, journal=FOLDER / "alone.db")
    assert ContestReport.of(standing).to_text() == ContestReport.of(alone).to_text()


def search(address):
    # It is compiled here first, and found on disk there; what is interpreted finds the same.
    for game, workers, compiled in ((TicTacToe(), 2, True), (OfThisScript(), 3, False)):
        ways = {"seed": 1, "solver": compiled}
        here = gt.Searcher(TicTacToe(), workers=workers, compiled=True, **ways)
        there = None  # so that its CPUs are free
        on_ray = gt.RayWorkers(workers, address=address)
        there = gt.Searcher(game, workers=on_ray, compiled=compiled, **ways)
        for _ in range(2):
            found = there.run(simulations=1000)
            assert found.compiled is compiled
            assert told(found, compiled) == told(here.run(simulations=1000), compiled), found
            there.advance(found.action)
            here.advance(found.action)
        if compiled:
            there.save(FOLDER / "a.search")
            loaded = gt.Searcher.load(FOLDER / "a.search", game)
            there_too = there.run(simulations=100)
            assert told(loaded.run(simulations=100), True) == told(there_too, True)
    there.ponder()
    there.stop()

    victim = there.trees.all[1]
    threading.Timer(0.2, kill, (victim,)).start()
    result = there.run(simulations=600_000)
    (lost,) = result.lost_workers
    assert lost.startswith(f"{victim.name}: "), lost
    assert result.stopped_by == "simulations", result
    assert 300_000 < result.new_simulations < 500_000, result
    assert there.run(simulations=100).new_simulations == 100
    there = None

    assert refusal(gt.RayWorkers(9, address=address)) == (
        f"ClusterError: the Ray cluster at {address} has 2 CPUs, and 8 workers need "
        "one each: ask for fewer workers, or add nodes to it"
    )
    other = refusal(gt.RayWorkers(2, address=address), Drawn())
    assert "the code of Drawn is another one on a node" in other, other


def told(result, compiled):
    "What a result tells that does not depend on the clock, nor on the mode if it is not compiled."
    of_mode = {"compiled", "bytes", "game", "method"}
    other = {"seconds", "history"} | (set() if compiled else of_mode)
    return {name: value for name, value in result.to_dict().items() if name not in other}


def kill(tree):
    os.kill(int(re.search(r"process (\\d+)", tree.name)[1]), signal.SIGKILL)


def refusal(workers, game=None):
    try:
        gt.Searcher(game or TicTacToe(), workers=workers, compiled=False)
    except gt.GametreeError as error:
        return f"{type(error).__name__}: {error}"


def play_against_itself(cluster, node):
    "The same games as here; a node that is killed costs those under way there."
    game = TicTacToe()
    blueprint = blueprint_of(game)
    weights = empty_weights(blueprint.shape, 1)
    plan = plan_of(game, blueprint)
    plan.long, plan.short = 40.0, 10.0
    recipe = Recipe(game, blueprint, weights, plan, 7, False)
    here = recipe.maker()
    players = OnRay(cluster.address, 2, recipe)
    games = (each for each in players.games(0) if each[0] >= 0)  # or none came in time
    first, one = next(games)
    assert all(map(np.array_equal, one, here.game_played(first)))
    players.learn(Update(empty_weights(blueprint.shape, 2)))
    numbers = [first]
    while not {each // 128 for each in numbers} >= {0, 1}:  # each has played some
        numbers.append(next(games)[0])
    fail(cluster, node)
    while not players.lost:
        numbers.append(next(games)[0])
    # Each is asked for 64 games at a time, twice: these come from what is asked for later.
    last = max(numbers)
    while numbers[-1] <= last + 5 * 64:
        numbers.append(next(games)[0])
    assert len(set(numbers)) == len(numbers)
    players.end()
    assert len(players.lost) == 1, players.lost


def fail(cluster, node):
    "Kill all that runs on a node at once, as when a machine fails."
    # Its agents would tell the head that it is lost, and try so for a minute once that has ended.
    (raylet,) = node.all_processes["raylet"]
    threads = Path(f"/proc/{raylet.process.pid}/task").glob("*/children")
    there = [int(process) for children in threads for process in children.read_text().split()]
    assert len(there) >= 3, there  # two agents and a worker
    cluster.remove_node(node, allow_graceful=False)
    for process in there:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    main()
"""


def in_session(session):
    """Return the processes of a session that have not ended."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            state, _, _, sid = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(sid) == session and state != "Z":
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 needs no set-up on Linux only")
def test_contests_searches_and_self_play_on_a_cluster_of_two_nodes(tmp_path):
    pytest.importorskip("scipy")
    (tmp_path / "held.py").write_text(HELD)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    # A short path: the sockets of the cluster lie below it.
    with tempfile.TemporaryDirectory(prefix="gt") as ray_folder:
        running = subprocess.Popen(
            [sys.executable, str(script), str(tmp_path), ray_folder],
            # Ray notes the address of the cluster where it looks by itself, which must be there.
            env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_TMPDIR": ray_folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            told, _ = running.communicate(timeout=600)
            until = time.monotonic() + 60
            while in_session(running.pid) and time.monotonic() < until:
                time.sleep(0.05)
            left = in_session(running.pid)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()
    assert running.returncode == 0, told
    assert told == "as here\n"  # and nothing of what Ray tells about a node that dies
    assert left == []
    games = [journaled(tmp_path / name) for name in ("ray.db", "alone.db")]
    assert [game.index for game in games[0]] == list(range(60))
    assert [game.moves for game in games[0]] == [game.moves for game in games[1]]


def journaled(path):
    with Journal(path, write=False) as journal:
        (match,) = journal.matches()
        return list(match.games())
