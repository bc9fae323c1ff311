"""The time to the first move: `gametree play` and `gametree analyze`, beside another version.

`--before` names the command `gametree` of another version, whose `analyze` is measured in turn
with this one's. Connect four and a game made by `gametree new`, each with an empty cache, new for
each process, and with a full one. The time ends where the move is printed: `play` is ended then.
Processor time of the process until then, its threads included, is given beside the seconds: on a
busy machine it tells more.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from startup import command_line
from timing import options, print_heading, table

_SIMULATIONS = "1000"
_MOVE = (" plays ", "simulations/s")  # in a line that tells of the move


def run(command: list[str], cache: str, *, wholly: bool) -> tuple[float, float]:
    """Return the seconds and the processor time until a process prints its move.

    It is ended then, unless it is to run `wholly`, to its end.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    with subprocess.Popen(
        command,
        env=os.environ | {"GAMETREE_CACHE_DIR": cache},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        told = any(any(word in line for word in _MOVE) for line in process.stdout)
        taken = time.perf_counter() - begun
        if not wholly:
            process.kill()
        process.stdout.read()
    if not told or process.returncode not in (0, -signal.SIGKILL):
        raise RuntimeError(f"no move by {' '.join(command)}: exit status {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return taken, used


def commands(before: str | None, game: str) -> dict[str, list[str]]:
    """Return what is measured: the reference first."""
    analyze = ["analyze", game, "--simulations", _SIMULATIONS]
    play = ["play", game, "--simulations", _SIMULATIONS, "--human", "second"]
    found = {} if before is None else {"analyze, before": [before, *analyze]}
    plain = {"analyze --method uct": [*command_line(), *analyze, "--method", "uct"]}
    now = {"analyze": [*command_line(), *analyze], "play": [*command_line(), *play]}
    return {**found, **plain, **now}


def main() -> None:
    before = None
    if "--before" in sys.argv:
        place = sys.argv.index("--before")
        before = sys.argv[place + 1]
        del sys.argv[place : place + 2]
    chosen = options(__doc__, repeats=5, quick_repeats=1)
    print_heading("scipy")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        new = [*command_line(), "new", "mygame"]
        subprocess.run(new, cwd=folder, check=True, capture_output=True)
        for game in ("connect_four", str(Path(folder) / "mygame.py")):
            measured = commands(before, game)
            for state in ("empty", "full"):
                found: dict[str, list[tuple[float, float]]] = {name: [] for name in measured}
                for turn in range(chosen.repeats + (state == "full")):
                    for number, (name, command) in enumerate(measured.items()):
                        with tempfile.TemporaryDirectory() as cold:
                            full = f"{folder}/cache{number}"
                            fills = state == "full" and turn == 0
                            times = run(command, full if state == "full" else cold, wholly=fills)
                        if not fills:
                            found[name].append(times)
                reference = median(used for _, used in next(iter(found.values())))
                for name, each in found.items():
                    seconds = median(taken for taken, _ in each)
                    used = median(used for _, used in each)
                    row = [Path(game).stem, state, name, f"{seconds:.2f}", f"{used:.2f}"]
                    rows.append([*row, f"{used / reference:.2f}"])
    heading = ["game", "cache", "command", "seconds", "processor time", "ratio to the first"]
    print(table(heading, rows))


if __name__ == "__main__":
    main()
