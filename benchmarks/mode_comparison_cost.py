"""Shows what it costs to compare the two modes of a game in its first search.

    python benchmarks/mode_comparison_cost.py

For each bundled game, and for some of benchmarks/ordinary: seconds of the processor to set up a
search with a cold cache, and what the comparison takes of it; then what it takes in later searches
of the same process, and in the first one of a later process, which finds the result on disk.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
ORDINARY = 20
AGAIN = 20


def measured(name: str) -> list[float]:
    """Return the seconds of a set-up, of its comparison, and of one in later searches."""
    import gametree as gt
    from gametree import games
    from gametree.mcts import setup

    group, _, shape_name = name.rpartition("/")
    if group:
        from ordinary import shape

        game: Any = shape(group, shape_name)()
    else:
        game = games.load(name)
    spent: list[float] = []
    compare = setup.compare_modes

    def timed(*arguments: Any, **named: Any) -> Any:
        begun = time.process_time()
        verdict = compare(*arguments, **named)
        spent.append(time.process_time() - begun)
        return verdict

    setup.compare_modes = timed
    gt.Searcher(games.Nim((3, 4)), seed=1)  # loads Numba
    spent.clear()
    begun = time.process_time()
    gt.Searcher(game, seed=1)
    whole = time.process_time() - begun
    first = spent[0] if spent else 0.0
    for _ in range(AGAIN):
        gt.Searcher(game, seed=1)
    return [whole, first, median(spent[1:]) if spent[1:] else 0.0]


def in_a_process(name: str, folder: str) -> list[float]:
    done = subprocess.run(
        [sys.executable, __file__, name],
        env={**os.environ, "GAMETREE_CACHE_DIR": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(word) for word in done.stdout.split()]


def main() -> None:
    sys.path.insert(0, str(HERE))
    if len(sys.argv) > 1:
        print(*measured(sys.argv[1]))
        return
    from ordinary import shapes

    from gametree import games

    ordinary = [f"{group}/{name}" for group in ("tic_tac_toe", "gomoku") for name in shapes(group)]
    groups = {
        "bundled": list(games.names()),
        "ordinary": ordinary[:: len(ordinary) // ORDINARY][:ORDINARY],
    }
    for group, names in groups.items():
        rows = []
        for name in names:
            with tempfile.TemporaryDirectory() as folder:
                cold, warm = in_a_process(name, folder), in_a_process(name, folder)
            rows.append((*cold, warm[1]))
            print(f"{name:40} " + " ".join(f"{each:8.4f}" for each in rows[-1]), flush=True)
        middle = [median(column) for column in zip(*rows, strict=True)]
        share = median(row[1] / row[0] for row in rows)
        print(
            f"{group}, medians: set-up {middle[0]:.2f} s, of it the comparison {middle[1]:.3f} s "
            f"({100 * share:.1f} %), {1e3 * middle[2]:.2f} ms in later searches, "
            f"{1e3 * middle[3]:.2f} ms in a later process",
            flush=True,
        )


if __name__ == "__main__":
    main()
