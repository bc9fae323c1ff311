"""Measure the time before anything happens: that of whole processes.

A bare interpreter takes its turn as well: it is the part that nobody can save.
A cold cache is a new, empty GAMETREE_CACHE_DIR for each process; a warm one
has seen the same command before. Where SciPy is installed, Numba imports it as
soon as it compiles or loads anything, which takes about half a second more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from timing import options, print_heading, spread, table


class Command(NamedTuple):
    """One row of the table; `target` in seconds."""

    title: str
    arguments: list[str]
    target: float | None
    cold: bool = False


def command_line() -> list[str]:
    """Return the installed command of this interpreter's environment."""
    script = shutil.which("gametree", path=str(Path(sys.executable).parent))
    return [script] if script else [sys.executable, "-m", "gametree"]


def seconds_of_process(command: Command, warm_cache: str) -> float:
    with tempfile.TemporaryDirectory() as cold_cache:
        cache = cold_cache if command.cold else warm_cache
        environment = os.environ | {"GAMETREE_CACHE_DIR": cache}
        begun = time.perf_counter()
        done = subprocess.run(
            command.arguments, env=environment, capture_output=True, text=True, check=False
        )
        taken = time.perf_counter() - begun
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise RuntimeError(f"exit status {done.returncode}: {last}")
    return taken


def main() -> None:
    chosen = options(__doc__, repeats=9, quick_repeats=3)
    print_heading("scipy")
    python, gametree = sys.executable, command_line()
    analyze = [*gametree, "analyze", "connect_four", "--simulations", "1000"]
    commands = [
        Command('python -c "pass"', [python, "-c", "pass"], None),
        Command('python -c "import gametree"', [python, "-c", "import gametree"], 0.3),
        Command('python -c "import numba"', [python, "-c", "import numba"], None),
        Command("gametree --help", [*gametree, "--help"], 0.25),
        Command("gametree analyze, warm cache", analyze, 1.2),
        Command("gametree analyze, cold cache", analyze, 6.0, cold=True),
    ]
    measured: dict[str, list[float]] = {command.title: [] for command in commands}
    failures: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as warm_cache:
        for turn in range(chosen.repeats + 1):  # the first fills caches and does not count
            for command in commands:
                if command.title in failures:
                    continue
                try:
                    taken = seconds_of_process(command, warm_cache)
                except RuntimeError as error:
                    failures[command.title] = str(error)
                    continue
                if turn > 0:
                    measured[command.title].append(taken)

    rows = []
    for command in commands:
        target = "" if command.target is None else f"{command.target:g}"
        seconds = measured[command.title]
        shown = failures.get(command.title) or spread(seconds).text(2)
        rows.append(
            [f"`{command.title}`" if "python" in command.title else command.title, shown, target]
        )
    print(table(["process", "seconds", "target"], rows))
    print(
        f"\nMedians of {chosen.repeats} processes each, taking turns. "
        "`gametree analyze` stands for `gametree analyze connect_four --simulations 1000`."
    )


if __name__ == "__main__":
    main()
