"""Two workers against one, in separate trees and in one tree: simulations a second.

    python benchmarks/threads.py [--quick]

The searches take turns in one process, for the same time. The ratios of wall time say what a
second core brings; they mean little unless two cores are idle, so the load is printed.
The simulations for each second of processor time say what is lost to shared caches, to
atomic additions and to Python's lock, on a busy machine too.
"""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from timing import options, print_heading, ratios, spread, table

import gametree as gt
from gametree import games
from gametree.mcts.parallel.worker import Goal

MEMORY = 8 << 30
WAYS = {"one worker": (1, "root"), "two trees": (2, "root"), "one tree": (2, "tree")}


class Turn(NamedTuple):
    """Simulations a second of one search: of the clock, and of all cores together."""

    wall: float
    processor: float


def turn(game: gt.Game, way: str, seconds: float, seed: int) -> Turn:
    """Search the first position, compiled, in one of the ways."""
    workers, parallel = WAYS[way]
    searcher = gt.Searcher(
        game, seed=seed, compiled=True, workers=workers, parallel=parallel, method="uct"
    )
    trees = searcher.trees
    used = time.process_time()
    begun = time.perf_counter()
    trees.grow(Goal(None, seconds, MEMORY, until_full=False), lambda: False)
    taken = time.perf_counter() - begun
    used = time.process_time() - used
    simulations = trees.standing().simulations
    return Turn(simulations / taken, simulations / used)


def main() -> None:
    chosen = options(__doc__, repeats=15, quick_repeats=5)
    print_heading()
    rows = []
    for game in (games.ConnectFour(), games.Othello(), games.UltimateTicTacToe()):
        for seconds in (0.1, 1.0):
            turns: dict[str, list[Turn]] = {way: [] for way in WAYS}
            for number in range(-1, chosen.repeats):  # the first one compiles and warms up
                for way in WAYS:
                    found = turn(game, way, seconds, number + 1)
                    if number >= 0:
                        turns[way].append(found)
            row = [game.name.replace("_", " "), f"{seconds:g}"]
            alone = turns["one worker"]
            for found in turns.values():
                row.append(f"{_rate(found):,.0f}")
                if found is not alone:
                    row += _against(alone, found)
            rows.append(row)
    headings = ["game", "seconds", "one worker /s"]
    for way in ("two trees", "one tree"):
        headings += [f"{way} /s", "ratio", "per core"]
    print(table(headings, rows))
    load = f" Load at the end: {os.getloadavg()[0]:.1f}." if hasattr(os, "getloadavg") else ""
    print(f"\nMedians of {chosen.repeats} turns; the ratios from least to most.{load}")


def _against(alone: list[Turn], found: list[Turn]) -> list[str]:
    """Return the ratios of speeds by the clock and by processor time."""
    wall = ratios([each.wall for each in found], [each.wall for each in alone])
    core = ratios([each.processor for each in found], [each.processor for each in alone])
    return [wall.text(2), core.text(2)]


def _rate(turns: list[Turn]) -> float:
    return spread([each.wall for each in turns]).median


if __name__ == "__main__":
    main()
