from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress

import pytest

import gametree as gt
from gametree.games import TicTacToe

AWAY = "127.0.0.1:6379"


@pytest.mark.parametrize("count", [0, -1, True, 2.0, "2", None])
def test_workers_are_counted(count):
    with pytest.raises(gt.BadParameter, match="n must be a whole number of 1 or more"):
        gt.RayWorkers(count, address=AWAY)


@pytest.mark.parametrize("address", ["here", "here:x", None])
def test_an_address_is_host_and_port(address):
    with pytest.raises(gt.BadParameter, match="a Ray cluster is given by host and port"):
        gt.RayWorkers(2, address=address)


def test_they_are_named_as_they_are_written():
    assert repr(gt.RayWorkers(2, address=AWAY)) == f"RayWorkers(2, address='{AWAY}')"


@pytest.mark.parametrize("parallel", ["tree", "auto"])
def test_actors_share_no_tree(parallel):
    workers = gt.RayWorkers(2, address=AWAY)
    with pytest.raises(gt.BadParameter, match='"root" with workers on a cluster'):
        gt.Searcher(TicTacToe(), workers=workers, parallel=parallel)


def test_without_ray_it_says_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(gt.MissingExtra, match=r"pip install 'gametree\[ray\]'"):
        gt.Searcher(TicTacToe(), workers=gt.RayWorkers(2, address=AWAY))


# A cluster of two nodes on the loopback interface; Ray takes 127.0.0.1 for the outer address.
SCRIPT = """
import os
import re
import signal
import sys
import threading

import ray
from ray.cluster_utils import Cluster

import gametree as gt
from gametree.games import TicTacToe


class OfThisScript(TicTacToe):
    pass


class Drawn(TicTacToe):
    "Its code differs from process to process."

    def __init__(self):
        self.process = os.getpid()

    def __reduce__(self):
        return Drawn, ()


def told(result):
    return {name: value for name, value in result.to_dict().items() if name != "seconds"}


def refusal(workers, game=None):
    try:
        gt.Searcher(game or TicTacToe(), workers=workers, compiled=False)
    except gt.GametreeError as error:
        return f"{type(error).__name__}: {error}"


def kill(tree):
    os.kill(int(re.search(r"process (\\d+)", tree.name)[1]), signal.SIGKILL)


def main():
    node = {"num_cpus": 1, "node_ip_address": "127.0.0.2", "object_store_memory": 80_000_000}
    head = {**node, "num_cpus": 2, "include_dashboard": False, "temp_dir": f"{sys.argv[1]}/ray"}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    second = cluster.add_node(**node)
    try:
        three = gt.RayWorkers(3, address=cluster.address)
        for game, ways in (
            (TicTacToe(), {"method": "uct", "compiled": True}),
            (OfThisScript(), {"compiled": False, "solver": True}),
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

        assert refusal(gt.RayWorkers(9, address=cluster.address)) == (
            f"ClusterError: the Ray cluster at {cluster.address} has 3 CPUs, and 8 workers need "
            "one each: ask for fewer workers, or add nodes to it"
        )
        there = None
        other = refusal(gt.RayWorkers(2, address=cluster.address), Drawn())
        assert "the code of Drawn is another one on a node" in other, other

        there = gt.Searcher(TicTacToe(), seed=1, workers=three, compiled=False, method="uct")
        victim = there.trees.all[1]
        threading.Timer(0.2, kill, (victim,)).start()
        result = there.run(simulations=60_000)
        (lost,) = result.lost_workers
        assert lost.startswith(f"{victim.name}: "), lost
        assert (result.simulations, result.stopped_by) == (40_000, "simulations"), result
        threading.Timer(0.2, cluster.remove_node, (second,), {"allow_graceful": False}).start()
        there.run(seconds=1)
        assert there.run(simulations=100).new_simulations == 100
        print("as here")
    finally:
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    main()
"""


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 needs no set-up on Linux only")
def test_a_search_on_a_cluster_of_two_nodes(tmp_path):
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
