"""Measure what each rewrite of a loop gains: searches without it, in turns with all rewrites.

    python benchmarks/loop_rewrites.py [--turns N]

Prints a table: for each rewrite the loops that it replaces, and the speed of a compiled search of
gomoku on 9x9 cells with all rewrites, divided by the speed without this one.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from unittest.mock import patch

from ordinary.gomoku.data_classes import DataclassInPlace

import gametree as gt

REWRITES = {
    "gametree.native.game_objects.filling": "a list of actions that legal_actions returns",
    "gametree.native.actions.listed_actions.searched_line": "`[a for a in ... if board[a] == 0]`",
    "plainpython.front_end.names.few_constants": "loops over constants, such as directions",
}
"""The functions that find the loops, and the loops. Each returns None if it does not apply."""


def speed(left_out: str, simulations: int) -> float:
    """Return simulations a second of processor time, without one of the rewrites."""
    if left_out:
        with patch(left_out, lambda *arguments: None):
            return speed("", simulations)
    searcher = gt.Searcher(DataclassInPlace(), seed=1, method="uct", compiled=True)
    searcher.run(simulations=100)
    began = time.process_time()
    searcher.run(simulations=simulations)
    return simulations / (time.process_time() - began)


def main() -> None:
    """Run the searches in processes, each with its own cache of compiled code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--simulations", type=int, default=100_000)
    parser.add_argument("--without", default=None)
    options = parser.parse_args()
    if options.without is not None:
        print(speed(options.without, options.simulations))
        return
    ways = ["", *REWRITES]
    found: dict[str, list[float]] = {way: [] for way in ways}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.turns + 1):
            for number, way in enumerate(ways):
                given = ["--without", way, "--simulations", str(options.simulations)]
                done = subprocess.run(
                    [sys.executable, __file__, *given],
                    env=os.environ | {"GAMETREE_CACHE_DIR": os.path.join(folder, str(number))},
                    stdout=subprocess.PIPE,
                    text=True,
                    check=True,
                )
                found[way].append(float(done.stdout))
    print("| function that finds the loops | loops | gain |\n|---|---|--:|")
    for way, loops in REWRITES.items():
        ratios = [all_of / without for all_of, without in zip(found[""], found[way], strict=True)]
        gain = statistics.median(ratios[1:])  # the first turn compiles
        print(f"| `{way.rpartition('.')[2]}` | {loops} | {gain:.2f} |")
    print(f"\nWith all of them: {statistics.median(found[''][1:]):,.0f} simulations a second")


if __name__ == "__main__":
    main()
