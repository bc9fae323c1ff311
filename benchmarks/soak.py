"""Long searches of ordinary boards in constant memory: shapes of benchmarks/ordinary.

    python benchmarks/soak.py --group tic_tac_toe --simulations 10000000
    python benchmarks/soak.py --group gomoku --only tuples.TupleBySlices

Each shape is searched by plain UCT in a process of its own, with a tree of 8 MB whose nodes are
recycled. The resident memory of the process is read once the tree is full (after a tenth of the
simulations) and at the end; the table gives by how much it grew in between.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import click
from ordinary import GROUPS, shape
from shapes import wanted
from timing import print_heading, table

MEMORY = 8 << 20  # of the tree
PIECES = 50
HEADINGS = ("shape", "simulations", "/s", "resident MB", "grew by kB")


def resident() -> int:
    """Return the bytes of memory that this process has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def soaked(group: str, name: str, simulations: int) -> dict[str, float]:
    """Search a shape; return what was seen."""
    import gametree as gt

    searcher = gt.Searcher(shape(group, name)(), seed=1, method="uct", compiled=True)
    settled, begun = 0, time.perf_counter()
    for piece in range(PIECES):
        result = searcher.run(simulations=simulations // PIECES, memory=MEMORY)
        if piece == PIECES // 10:
            settled = resident()
    seconds = time.perf_counter() - begun
    now = resident()
    return {
        "simulations": result.simulations,
        "speed": result.simulations / seconds,
        "resident": now,
        "grown": now - settled,
    }


def row(group: str, name: str, simulations: int) -> tuple[str, ...]:
    """Return a row of the table, from a process of its own."""
    script = (
        f"import json, soak; print(json.dumps(soak.soaked({group!r}, {name!r}, {simulations})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent,
    )
    if done.returncode != 0:
        return (name, done.stderr.strip().splitlines()[-1], "", "", "")
    seen = json.loads(done.stdout)
    return (
        name,
        f"{seen['simulations']:,}",
        f"{seen['speed']:,.0f}",
        f"{seen['resident'] / (1 << 20):.0f}",
        f"{seen['grown'] / 1024:.0f}",
    )


@click.command(help=__doc__.partition("\n")[0])
@click.option("--group", "groups", multiple=True, type=click.Choice(GROUPS), help="By default all.")
@click.option("--only", multiple=True, help="A shape, its class or its file.")
@click.option("--simulations", default=10_000_000, show_default=True, type=click.IntRange(100))
def main(groups: tuple[str, ...], only: tuple[str, ...], simulations: int) -> None:
    print_heading()
    rows = []
    for group, name in wanted(groups, only):
        rows.append(row(group, name, simulations))
        print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    print(table(HEADINGS, rows))


if __name__ == "__main__":
    main()
