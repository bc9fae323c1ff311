"""What runs on a Ray cluster, all of it on one, which takes seconds to start."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress

import pytest

# A cluster of two nodes on the loopback interface; Ray takes 127.0.0.1 for the outer address.
SCRIPT = """
import os
import re
import signal
import sys
import threading

import numpy as np
import ray
from ray.cluster_utils import Cluster

import gametree as gt
from gametree.games import TicTacToe
from gametree.learn.ray_players import OnRay, Recipe
from gametree.learn.training import plan_of
from gametree.learn.update import Update
from gametree.networks.blueprint import blueprint_of
from gametree.networks.shape import empty_weights


class OfThisScript(TicTacToe):
    pass


class Drawn(TicTacToe):
    "Its code differs from process to process."

    def __init__(self):
        self.process = os.getpid()

    def __reduce__(self):
        return Drawn, ()


def told(result):
    timed = ("seconds", "history")
    return {name: value for name, value in result.to_dict().items() if name not in timed}


def refusal(workers, game=None):
    try:
        gt.Searcher(game or TicTacToe(), workers=workers, compiled=False)
    except gt.GametreeError as error:
        return f"{type(error).__name__}: {error}"


def kill(tree):
    os.kill(int(re.search(r"process (\\d+)", tree.name)[1]), signal.SIGKILL)


def main():
    node = {"num_cpus": 1, "node_ip_address": "127.0.0.2", "object_store_memory": 80_000_000}
    head = {**node, "include_dashboard": False, "temp_dir": f"{sys.argv[1]}/ray"}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    second = cluster.add_node(**node)
    try:
        three = gt.RayWorkers(3, address=cluster.address)
        for game, ways in (
            (TicTacToe(), {"solver": True, "compiled": True}),
            (OfThisScript(), {"method": "uct", "compiled": False}),
        ):
            there = None  # so that its CPUs are free
            there = gt.Searcher(game, seed=1, workers=three, **ways)
            here = gt.Searcher(game, seed=1, workers=3, **ways)
            for _ in range(2):
                found = there.run(simulations=1000)
                assert told(found) == told(here.run(simulations=1000)), (found, here.result())
                there.advance(found.action)
                here.advance(found.action)
        there.save(f"{sys.argv[1]}/a.search")
        loaded = gt.Searcher.load(f"{sys.argv[1]}/a.search", game)
        assert told(loaded.run(simulations=100)) == told(there.run(simulations=100))
        there.ponder()
        there.stop()

        victim = there.trees.all[1]
        threading.Timer(0.2, kill, (victim,)).start()
        result = there.run(simulations=60_000)
        (lost,) = result.lost_workers
        assert lost.startswith(f"{victim.name}: "), lost
        assert result.stopped_by == "simulations", result
        assert 30_000 < result.new_simulations < 50_000, result
        assert there.run(simulations=100).new_simulations == 100
        there = None

        assert refusal(gt.RayWorkers(9, address=cluster.address)) == (
            f"ClusterError: the Ray cluster at {cluster.address} has 2 CPUs, and 8 workers need "
            "one each: ask for fewer workers, or add nodes to it"
        )
        other = refusal(gt.RayWorkers(2, address=cluster.address), Drawn())
        assert "the code of Drawn is another one on a node" in other, other

        # Self-play: the same games as here; a node that is killed costs those under way there.
        game = TicTacToe()
        blueprint = blueprint_of(game)
        weights = empty_weights(blueprint.shape, 1)
        recipe = Recipe(game, blueprint, weights, plan_of(game, blueprint), 7, False)
        here = recipe.maker()
        players = OnRay(cluster.address, 2, recipe)
        games = players.games(0)
        first, one = next(games)
        assert all(map(np.array_equal, one, here.game_played(first)))
        players.learn(Update(empty_weights(blueprint.shape, 2)))
        numbers = [first]
        while not {each // 128 for each in numbers} >= {0, 1}:  # each has played some
            numbers.append(next(games)[0])
        cluster.remove_node(second, allow_graceful=False)
        while not players.lost:
            numbers.append(next(games)[0])
        for _ in range(50):
            numbers.append(next(games)[0])
        assert len(set(numbers)) == len(numbers)
        players.end()
        assert len(players.lost) == 1, players.lost

        print("as here")
    finally:
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    main()
"""


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 needs no set-up on Linux only")
def test_searches_and_self_play_on_a_cluster_of_two_nodes(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    # A short path: the sockets of the cluster lie below it.
    with tempfile.TemporaryDirectory(prefix="gt") as ray_folder:
        running = subprocess.Popen(
            [sys.executable, str(script), ray_folder],
            env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_TMPDIR": ray_folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            out, errors = running.communicate(timeout=600)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()
    assert running.returncode == 0, out + errors
    assert out == "as here\n", out + errors
