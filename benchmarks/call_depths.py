"""An interpreted search, begun at many depths of calls: the fastest, the median and the slowest.

    python benchmarks/call_depths.py

A search is begun further down by functions that call themselves before they search.
"""

from __future__ import annotations

import time
from statistics import median

from timing import print_heading, table

import gametree as gt
from gametree.games import ConnectFour

_DEPTHS = range(240)
_SIMULATIONS = 1000


def searched(game: gt.Game) -> float:
    """Return the processor time of a search, in seconds."""
    searcher = gt.Searcher(game, selection=gt.UCB1(), seed=1, compiled=False)
    begun = time.process_time()
    searcher.run(simulations=_SIMULATIONS)
    return time.process_time() - begun


def at(depth: int, game: gt.Game) -> float:
    """Return the time of a search that is so many calls further down."""
    return at(depth - 1, game) if depth else searched(game)


def main() -> None:
    print_heading()
    game = ConnectFour()
    searched(game)
    taken = [1000 * at(depth, game) for depth in _DEPTHS]
    row = [f"{each:.1f}" for each in (min(taken), median(taken), max(taken))]
    row.append(str(taken.index(max(taken))))
    print(table(["ms, fastest", "median", "slowest", "at a depth of"], [row]))


if __name__ == "__main__":
    main()
