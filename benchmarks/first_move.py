"""The time to the first move: `gametree play` and `gametree analyze`, beside another version.

`--before` names the command `gametree` of another version, whose `analyze` is measured in turn
with this one's. Tic-tac-toe, connect four, a game made by `gametree new`, and gomoku as ordinary
Python, each with an empty cache, new for each process, and again with what that one has left in
it. The time ends where the move is printed: the process is ended then. `--game` names the only
game to be measured, such as `tuples`.
Processor time of the process until then, its threads included, is given beside the seconds: on a
busy machine it tells more. The floor is Numba's hello: a process that imports Numba and compiles a
function of one addition. It takes its turn as well, and the last column counts in hellos.
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
_STATES = ("empty", "full")
_HELLO = "import numba; print(numba.njit(lambda number: number + 1)(1), 'simulations/s')"
_FOLDER = Path(__file__).parent / "ordinary" / "gomoku"
_ORDINARY = (_FOLDER / "tuples.py:TupleBySlices", _FOLDER / "data_classes.py:DataclassInPlace")
_MOVE = (" plays ", "simulations/s")  # in a line that tells of the move


def run(command: list[str], cache: str) -> tuple[float, float]:
    """Return the seconds and the processor time until a process prints its move."""
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
        process.kill()
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


def asked_for(option: str) -> str | None:
    """Return what is given by an option of this script alone, and take both out."""
    if option not in sys.argv:
        return None
    place = sys.argv.index(option)
    value = sys.argv[place + 1]
    del sys.argv[place : place + 2]
    return value


def main() -> None:
    before, only = asked_for("--before"), asked_for("--game")
    chosen = options(__doc__, repeats=5, quick_repeats=1)
    print_heading("scipy")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        hellos = []
        new = [*command_line(), "new", "mygame"]
        subprocess.run(new, cwd=folder, check=True, capture_output=True)
        games = [
            "tic_tac_toe",
            "connect_four",
            str(Path(folder) / "mygame.py"),
            *map(str, _ORDINARY),
        ]
        for game in games:
            if only not in (None, Path(game).stem):
                continue
            measured = commands(before, game)
            found: dict[tuple[str, str], list[tuple[float, float]]] = {}
            for _ in range(chosen.repeats):
                hellos.append(run([sys.executable, "-c", _HELLO], folder))
                for name, command in measured.items():
                    with tempfile.TemporaryDirectory() as cache:
                        for state in _STATES:
                            found.setdefault((state, name), []).append(run(command, cache))
            for state in _STATES:
                first = median(used for _, used in found[state, next(iter(measured))])
                for name in measured:
                    seconds = median(taken for taken, _ in found[state, name])
                    used = median(used for _, used in found[state, name])
                    row = [Path(game).stem, state, name, f"{seconds:.2f}", f"{used:.2f}"]
                    hello = median(used for _, used in hellos)
                    rows.append([*row, f"{used / first:.2f}", f"{used / hello:.1f}"])
    heading = ["game", "cache", "command", "seconds", "processor time", "ratio to the first"]
    print(table([*heading, "hellos"], rows))
    print("\nNumba's hello:", *(f"{median(each):.2f}" for each in zip(*hellos, strict=True)))


if __name__ == "__main__":
    main()
