"""Gomoku in ordinary Python: gametree beside a plain UCT loop under CPython and PyPy.

Each shape of benchmarks/ordinary/gomoku is searched from its first position by the loop of
`plain_uct.py` under both Pythons, and by plain UCT of gametree interpreted and compiled: the same
rules, the same random playouts. All take turns; those of PyPy begin when its compiler is warm.
PyPy runs the shapes that need neither NumPy nor the package's functions for bits, and whose states
are not changed in place. On Debian it comes by `apt-get install pypy3`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from measured_shapes import speed
from ordinary import shapes
from timing import options, print_heading, ratios, spread, table

import gametree as gt

SECONDS = 0.5  # a turn
WARM_UP = 4.0  # of PyPy
MODULES = ("arrays", "bits")  # not for PyPy

HEADINGS = ("shape", "CPython", "PyPy", "interpreted", "compiled", "/ interpreted", "/ PyPy")


class PlainLoop:
    """A process that takes turns at a shape with the plain loop."""

    def __init__(self, python: str, name: str) -> None:
        self._process = subprocess.Popen(
            [python, str(Path(__file__).with_name("plain_uct.py")), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def turn(self, seconds: float) -> float:
        """Return the simulations a second of one search."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(seconds, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def measured(name: str, cls: type[gt.Game], pypy: str, repeats: int) -> dict[str, list[float]]:
    """Return the simulations a second of each turn, by contender."""
    game = cls()
    loops = {}
    if not cls.states_change:
        loops["CPython"] = PlainLoop(sys.executable, name)
        if name.partition(".")[0] not in MODULES:
            loops["PyPy"] = PlainLoop(pypy, name)
            loops["PyPy"].turn(WARM_UP)
    modes = {"interpreted": False}
    try:
        gt.Searcher(game, seed=1, method="uct", compiled=True)
        modes["compiled"] = True
    except gt.NotCompilable:
        pass
    rates: dict[str, list[float]] = {contender: [] for contender in (*loops, *modes)}
    for _ in range(repeats):
        for contender, loop in loops.items():
            rates[contender].append(loop.turn(SECONDS))
        for contender, compiled in modes.items():
            rates[contender].append(speed(game, compiled, SECONDS))
    for loop in loops.values():
        loop.close()
    return rates


def row(name: str, rates: dict[str, list[float]]) -> list[str]:
    cells = [
        f"{spread(rates[each]).median:,.0f}" if each in rates else "" for each in HEADINGS[1:5]
    ]
    for other in ("interpreted", "PyPy"):
        both = "compiled" in rates and other in rates
        cells.append(ratios(rates["compiled"], rates[other]).text() if both else "")
    return [name, *cells]


def main() -> None:
    chosen = options(__doc__, repeats=5, quick_repeats=1)
    pypy = shutil.which("pypy3")
    if pypy is None:
        sys.exit("there is no pypy3; on Debian, apt-get install pypy3 brings it")
    print_heading()
    version = subprocess.run([pypy, "--version"], capture_output=True, text=True, check=True)
    print(" ".join(version.stdout.split()) + "\n", flush=True)
    rows = []
    for name, cls in shapes("gomoku").items():
        rows.append(row(name, measured(name, cls, pypy, chosen.repeats)))
        print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    print(table(HEADINGS, rows))
    print("\nSimulations a second: the plain loop under CPython and PyPy, gametree interpreted and")
    print("compiled (nothing where it refuses the shape). Medians of the turns.")


if __name__ == "__main__":
    main()
