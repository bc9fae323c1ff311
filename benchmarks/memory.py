"""Many simulations in little memory: connect four, 10^8 of them in 64 MB.

The search runs in a process of its own, in pieces, and after each the memory that it reports
is noted; at the end, by how much the resident memory of the process grew at its peak.
`--quick` runs 10^7 simulations in 8 MB.
"""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from timing import options, print_heading, table

PIECES = 100


def search(simulations: int, megabytes: int) -> dict[str, float]:
    """Run the search; return what was seen."""
    import gametree as gt
    from gametree.games import ConnectFour

    game = ConnectFour()
    gt.search(
        game, simulations=20_000, memory=1 << 18, seed=1, method="uct"
    )  # compiles, and recycles
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    searcher = gt.Searcher(game, seed=1, method="uct")
    most = 0
    begun = time.perf_counter()
    for _ in range(PIECES):
        result = searcher.run(simulations=simulations // PIECES, memory=megabytes << 20)
        most = max(most, result.bytes)
    seconds = time.perf_counter() - begun
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return {
        "simulations": result.simulations,
        "reported": most / (1 << 20),
        "resident": grown / (1 << 10),
        "speed": result.simulations / seconds,
    }


def main() -> None:
    """Print how much memory the search took."""
    arguments = options(__doc__, 1, 1)
    simulations, megabytes = (10**7, 8) if arguments.quick else (10**8, 64)
    print_heading()
    script = f"import json, memory; print(json.dumps(memory.search({simulations}, {megabytes})))"
    told = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent,
    )
    seen = json.loads(told.stdout)
    row = [
        f"{seen['simulations']:,}",
        str(megabytes),
        f"{seen['reported']:.1f}",
        f"{seen['resident']:.1f}",
        f"{seen['speed']:,.0f}",
    ]
    heads = ["simulations", "limit, MB", "tree at most, MB", "process grew by, MB", "per second"]
    print(table(heads, [row]))


if __name__ == "__main__":
    main()
