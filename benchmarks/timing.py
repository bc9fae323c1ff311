"""Functions that the benchmarks share: interleaved repeats, medians, ratios, Markdown tables.

Speeds swing with whatever else the machine does, so contenders take turns
within one run, and only ratios of neighbouring turns are compared.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

__all__ = [
    "Run",
    "Spread",
    "interleaved_rates",
    "options",
    "print_heading",
    "ratios",
    "seconds_of",
    "spread",
    "table",
]

Run = Callable[[], tuple[int, object]]
"""Does some work; returns how many simulations it ran, and what must not be freed on the clock."""


class Spread(NamedTuple):
    """The median of several measurements, and the extremes."""

    median: float
    low: float
    high: float

    def text(self, digits: int = 1) -> str:
        """Return it as `median (low to high)`."""
        return f"{self.median:,.{digits}f} ({self.low:,.{digits}f} to {self.high:,.{digits}f})"


def spread(measured: Sequence[float]) -> Spread:
    return Spread(statistics.median(measured), min(measured), max(measured))


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> Spread:
    """Return how the turns compare, each with its neighbour."""
    return spread([our / their for our, their in zip(ours, theirs, strict=True)])


def seconds_of(action: Callable[[], object]) -> float:
    """Return how long a call takes; its result is freed off the clock."""
    gc.collect()
    begun = time.perf_counter()
    kept = action()
    taken = time.perf_counter() - begun
    del kept
    return taken


def interleaved_rates(
    contenders: Mapping[str, Run], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, list[float]]:
    """Let the contenders take turns; return the simulations a second of each turn.

    One more round goes before, which compiles and warms up and does not count.
    """
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(repeats + 1):
        for name, run in contenders.items():
            # A contender shall not pay for the rubbish of the one before it.
            gc.collect()
            begun = clock()
            simulations, kept = run()
            taken = clock() - begun
            del kept
            if turn > 0:
                rates[name].append(simulations / taken)
    return rates


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; all columns but the first are set to the right."""
    lines = [headings, ["---", *("---:" for _ in headings[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def options(
    description: str | None, repeats: int, quick_repeats: int, large: str = ""
) -> argparse.Namespace:
    """Read the command line: `--quick`, `--repeats`, and `--large` for what is told of it."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a rough look, in about 20 seconds")
    parser.add_argument(
        "--repeats", type=int, help=f"turns of each contender, by default {repeats}"
    )
    if large:
        parser.add_argument("--large", action="store_true", help=large)
    chosen = parser.parse_args()
    if chosen.repeats is None:
        chosen.repeats = quick_repeats if chosen.quick else repeats
    return chosen


def print_heading(*packages: str) -> None:
    """Print the day, the machine and the versions, as a paragraph above the tables."""
    found = []
    for package in ("gametree", "numba", "numpy", *packages):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    print(
        f"{time.strftime('%Y-%m-%d')}; {_processor()}, {os.cpu_count()} cores, "
        f"{platform.system()}{load}; {platform.python_implementation()} "
        f"{platform.python_version()}, {', '.join(found)}.\n",
        flush=True,
    )


def _processor() -> str:
    described = Path("/proc/cpuinfo")
    if described.exists():
        for line in described.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
