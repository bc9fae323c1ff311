"""Kills a training again and again, at random moments, and counts what each kill has cost.

    python benchmarks/training_kills.py --kills 20

The training runs in a process of its own, which tells after each game how many positions there
are, and is killed (SIGKILL) some seconds later; then the next one resumes. Checked is that no file
is broken, that the files of games follow each other without a gap, that no round is lost that was
told of, and that the games that are missing had ended less than `--grace` seconds before the
kill: they are written down every second.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from gametree.learn.checkpoint import folder_of_training
from gametree.learn.self_play.game_files import read_games
from gametree.learn.self_play.played_positions import POSITIONS
from gametree.learn.trainer import Progress, Trainer
from gametree.naming.loading import load_game

_MINUTES = 600.0


class Told(NamedTuple):
    """What a training has told at a moment: rounds, and positions in all runs together."""

    at: float
    rounds: int
    positions: int


def train(game: str, path: Path, workers: int, *, resume: bool) -> None:
    """Train till somebody ends it; tell after each game how far it is."""
    trainer = Trainer(
        load_game(game, {}),
        path,
        seconds=60.0 * _MINUTES,
        workers=workers,
        resume=resume,
        on_progress=lambda progress: tell(progress, before),
    )
    before = positions_in(folder_of_training(path))
    print(f"resumed 0 {before}", flush=True)
    trainer.run()


def tell(progress: Progress, before: int) -> None:
    print(f"{progress.phase} {len(progress.rounds)} {before + progress.positions}", flush=True)


def positions_in(folder: Path) -> int:
    """Return how many positions there are, those before the first file included.

    Raises:
        SystemExit: if the files do not follow each other.

    """
    positions = 0
    for number, path in enumerate(sorted(folder.glob("*.games"))):
        file = read_games(path)
        if number and file.before != positions:
            raise SystemExit(
                f"{path.name} begins after {file.before:,} positions, not {positions:,}"
            )
        positions = file.before + sum(int(each.used[POSITIONS]) for each in file.games)
    return positions


def killed_after(command: list[str], seconds: float) -> tuple[list[Told], float]:
    """Run a training, kill it so many seconds after its first game; return what it told.

    And when it was killed.
    """
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    told: list[Told] = []
    under_way = threading.Event()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            phase, rounds, positions = line.split()
            told.append(Told(time.monotonic(), int(rounds), int(positions)))
            if phase != "resumed":
                under_way.set()
        under_way.set()

    listener = threading.Thread(target=listen)
    listener.start()
    under_way.wait()
    time.sleep(seconds)
    if process.poll() is not None:
        raise SystemExit(f"the training ended by itself, with status {process.returncode}")
    killed = time.monotonic()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    listener.join()
    return told, killed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--longest", type=float, default=15.0, help="seconds till a kill")
    parser.add_argument(
        "--grace", type=float, default=2.0, help="how old lost games may be, in seconds"
    )
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", nargs=2, metavar=("FILE", "RESUME"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        path, resume = given.child
        train(given.game, Path(path), given.workers, resume=resume == "True")
        return
    moments = random.Random(given.seed)
    lost = faults = kept = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "killed.model"
        own = [sys.executable, __file__, "--game", given.game, "--workers", str(given.workers)]
        last: list[Told] = []
        ended = 0.0
        for kill in range(given.kills + 1):
            command = [*own, "--child", str(path), str(kill > 0)]
            told, killed = killed_after(command, moments.uniform(0.0, given.longest))
            if last:
                missing = last[-1].positions - told[0].positions
                safe = [each for each in last if each.at < ended - given.grace]
                rounds = told[1].rounds if len(told) > 1 else last[-1].rounds
                sound = (not safe or told[0].positions >= safe[-1].positions) and (
                    rounds >= last[-1].rounds
                )
                lost, faults, kept = lost + missing, faults + (not sound), told[0].positions
                print(
                    f"kill {kill}: {last[-1].positions:,} positions told of, {missing:,} missing, "
                    f"{rounds} rounds{'' if sound else ': MORE IS LOST THAN MAY BE'}",
                    flush=True,
                )
            last, ended = told, killed
    print(
        f"{given.kills} kills, {kept:,} positions kept, {lost:,} lost of games that had ended less "
        f"than {given.grace:g} s before, {faults} faults"
    )
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
