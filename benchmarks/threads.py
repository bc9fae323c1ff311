"""Two workers against one: simulations a second in separate trees, wall time and processor time.

    python benchmarks/threads.py [--quick]

Both searches take turns in one process, for the same time. The wall-time ratio
says what a second core brings; it means little unless two cores are idle, so
the load is printed. The simulations for each second of processor time say what
is lost to shared caches and to Python's lock, on a busy machine too.
"""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from timing import options, print_heading, ratios, spread, table

import gametree as gt
from gametree import games
from gametree.mcts.forest import Forest
from gametree.mcts.growth import Goal

MEMORY = 8 << 30
WORKERS = (1, 2)


class Turn(NamedTuple):
    """Simulations a second of one search: of the clock, and of all cores together."""

    wall: float
    processor: float


def turn(game: gt.Game, workers: int, seconds: float, seed: int) -> Turn:
    """Search the first position, compiled, in as many trees as workers."""
    forest = Forest(gt.Searcher(game, seed=seed, compiled=True)._engine, workers, seed)
    used = time.process_time()
    begun = time.perf_counter()
    forest.grow(Goal(None, seconds, MEMORY, until_full=False), lambda: False)
    taken = time.perf_counter() - begun
    used = time.process_time() - used
    simulations = forest.standing().simulations
    return Turn(simulations / taken, simulations / used)


def main() -> None:
    chosen = options(__doc__, repeats=15, quick_repeats=5)
    print_heading()
    rows = []
    for game in (games.ConnectFour(), games.Othello(), games.UltimateTicTacToe()):
        for seconds in (0.1, 1.0):
            turns: dict[int, list[Turn]] = {workers: [] for workers in WORKERS}
            for number in range(-1, chosen.repeats):  # the first one compiles and warms up
                for workers in WORKERS:
                    found = turn(game, workers, seconds, number + 1)
                    if number >= 0:
                        turns[workers].append(found)
            one, two = turns[1], turns[2]
            wall = ratios([each.wall for each in two], [each.wall for each in one])
            core = ratios([each.processor for each in two], [each.processor for each in one])
            rows.append(
                [
                    game.name.replace("_", " "),
                    f"{seconds:g}",
                    f"{_rate(one):,.0f}",
                    f"{_rate(two):,.0f}",
                    wall.text(2),
                    core.text(2),
                ]
            )
    headings = ["game", "seconds", "1 worker /s", "2 workers /s", "ratio", "ratio per core"]
    print(table(headings, rows))
    load = f" Load at the end: {os.getloadavg()[0]:.1f}." if hasattr(os, "getloadavg") else ""
    print(f"\nMedians of {chosen.repeats} turns; the ratios from least to most.{load}")


def _rate(turns: list[Turn]) -> float:
    return spread([each.wall for each in turns]).median


if __name__ == "__main__":
    main()
