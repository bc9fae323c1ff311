"""The searches of this version beside another one's: speed, bytes a node, the same tree.

    make bench-versions BEFORE=c571c760
    python benchmarks/versions.py ../before/src

The second line names the `src` folder of another clone, which runs with the same interpreter and
packages. The two versions take turns, a process each. A process searches many times from the first
position, each time with a new tree and another seed, and tells the median of its processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from timing import print_heading, ratios, table

_GAMES = ("TicTacToe", "ConnectFour", "UltimateTicTacToe", "Othello")
# How it is searched, and compiled or not: the simulations of a search, searches in a process.
_SEARCHES: dict[tuple[str, bool], dict[int, int]] = {
    ("uct", True): {10_000: 60, 100_000: 15, 1_000_000: 3},
    ("auto", True): {10_000: 20, 100_000: 5},
    ("uct", False): {10_000: 3},
}
_QUICK = {10_000: 10, 1_000: 3}  # of compiled and of interpreted searches
_OURS = str(Path(__file__).parents[1] / "src")


def measure(
    name: str, method: str, compiled: bool, simulations: int, searches: int
) -> dict[str, Any]:
    """Return the seconds of a search, the bytes of a node, and the visits of each search."""
    import gametree as gt
    from gametree import games

    game = getattr(games, name)()
    ways: dict[str, Any] = {"selection": gt.UCB1(c=1.4)} if method == "uct" else {}
    if compiled:
        gt.Searcher(game, **ways, seed=0).run(simulations=10)
    seconds, visits, a_node = [], [], []
    for seed in range(searches):
        searcher = gt.Searcher(game, **ways, seed=seed, compiled=compiled)
        begun = time.process_time()
        result = searcher.run(simulations=simulations)
        seconds.append(time.process_time() - begun)
        visits.append(sorted((str(each.action), each.visits) for each in result.actions))
        a_node.append(result.bytes / result.nodes)
    return {"seconds": median(seconds), "bytes": median(a_node), "visits": visits}


def asked(source: str, *what: object) -> dict[str, Any]:
    """Let a process of a version measure something."""
    told = subprocess.run(
        [sys.executable, __file__, source, "--measure", json.dumps(what)],
        env=os.environ | {"PYTHONPATH": source},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", help="the folder src of another version")
    parser.add_argument("--repeats", type=int, default=7, help="turns of each version")
    parser.add_argument("--quick", action="store_true", help="one size of each, in minutes")
    parser.add_argument("--games", nargs="+", default=_GAMES, help="classes of gametree.games")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    chosen.before = os.path.abspath(chosen.before)
    if chosen.measure:
        print(json.dumps(measure(*json.loads(chosen.measure))))
        return
    print_heading()
    rows = []
    for (method, compiled), sizes in _SEARCHES.items():
        if chosen.quick:
            sizes = dict([list(_QUICK.items())[not compiled]])
        for name in chosen.games:
            for simulations, searches in sizes.items():
                found: dict[str, list[dict[str, Any]]] = {chosen.before: [], _OURS: []}
                for _ in range(chosen.repeats):
                    for source, measured in found.items():
                        measured.append(
                            asked(source, name, method, compiled, simulations, searches)
                        )
                mode = f"{'plain UCT' if method == 'uct' else 'default'}, "
                mode += "compiled" if compiled else "interpreted"
                rows.append(row(name, mode, simulations, *found.values()))
                print(rows[-1], file=sys.stderr)
    heading = ["game", "search", "simulations", "ms before", "ms now", "speed"]
    print(table([*heading, "bytes a node", "same visits"], rows))


def row(
    name: str,
    mode: str,
    simulations: int,
    before: list[dict[str, Any]],
    now: list[dict[str, Any]],
) -> list[str]:
    """Return what the turns of both versions show."""
    seconds = [[each["seconds"] for each in turns] for turns in (before, now)]
    bytes_now, bytes_before = now[0]["bytes"], before[0]["bytes"]
    return [
        name,
        mode,
        f"{simulations:,}",
        *(f"{1000 * median(each):.2f}" for each in seconds),
        ratios(*seconds).text(3),
        f"{bytes_now:.1f} ({bytes_before:.1f} before)",
        "yes" if now[0]["visits"] == before[0]["visits"] else "no",
    ]


if __name__ == "__main__":
    main()
