"""Measures looks into a tree that grows, on this machine: `python benchmarks/exploring.py`.

How long it takes until a slice is told (a position with its moves, and the 1,000 most visited
moves) of a tree of --nodes nodes while it is searched, and what part of the search's speed a page
costs that keeps looking, as the page does: a slice, and again after fifty times the time that the
search stood still for it, 0.4 seconds at least. Runs with and without looks take turns.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time

from gametree.analysis import Query, WorkerBounds
from gametree.analysis.exploration import Exploration

OFTEN, SHARE = 0.4, 50  # as in web/src/explore/walk.svelte.ts


def slices(task: Exploration) -> dict:
    lines = [[], ["4"], ["4", "4"], ["4", "4", "4"]]
    return task.told({"what": "slices", "lines": lines, "sort": "visits", "most": 60})


def part(task: Exploration) -> dict:
    return task.told({"what": "part", "line": [], "most": 1000})


def grow(task: Exploration, nodes: int) -> None:
    task.start()
    while "status" not in (told := slices(task)) or told["status"]["nodes"] < nodes:
        time.sleep(0.5)
        if not task.runs:
            raise SystemExit(f"the search ended: {task.answer or told}")


def report_looks(task: Exploration, name: str, look, count: int) -> None:
    took, stood = [], []
    for _ in range(count):
        begun = time.perf_counter()
        told = look(task)
        took.append(1e3 * (time.perf_counter() - begun))
        stood.append(1e3 * told["seconds"])
        time.sleep(0.1)
    print(
        f"{name}: {statistics.median(took):.1f} ms, {max(took):.1f} at most; "
        f"the search stood still for {statistics.median(stood):.2f} ms"
    )


def speed(task: Exploration, seconds: float, look) -> float:
    """Return simulations a second, with looks or without."""
    end = threading.Event()

    def keep_looking() -> None:
        while not end.is_set():
            told = look(task)
            end.wait(max(OFTEN, SHARE * told["seconds"]))

    walker = threading.Thread(target=keep_looking)
    before, begun = slices(task)["status"]["visits"], time.perf_counter()
    if look is not None:
        walker.start()
    time.sleep(seconds)
    after, taken = slices(task)["status"]["visits"], time.perf_counter() - begun
    end.set()
    if look is not None:
        walker.join()
    return (after - before) / taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=10_000_000)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each run")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--player", default="mcts:selection=ucb1,c=1.4")
    arguments = parser.parse_args()
    query = Query(
        "a", "connect_four", kind="explore", player=arguments.player, max_time=3000.0, seed=1
    )
    bounds = WorkerBounds(memory=12 << 30)
    task = Exploration(query, {}, None, bounds, lambda: None)
    grow(task, arguments.nodes)
    status = slices(task)["status"]
    print(f"a tree of {status['nodes']:,} nodes, {status['bytes'] / 1e6:.0f} MB, being searched")
    report_looks(task, "four positions with their moves", slices, 40)
    report_looks(task, "the 1,000 most visited moves", part, 20)
    for name, look in (("columns", slices), ("graph", part)):
        ratios = []
        for _ in range(arguments.rounds):
            alone = speed(task, arguments.seconds, None)
            looked_at = speed(task, arguments.seconds, look)
            alone = (alone + speed(task, arguments.seconds, None)) / 2
            ratios.append(looked_at / alone)
        print(f"{name}: {statistics.median(ratios):.3f} of the speed without looks")
    while task.runs:
        task.halt()
        time.sleep(0.01)


if __name__ == "__main__":
    main()
