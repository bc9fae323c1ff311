"""Measure the arena: its cost besides the players' thinking, a second worker, killed runs.

python benchmarks/arena.py             overhead at 10 ms a move, and one worker against two
python benchmarks/arena.py --kills 50  a contest killed at 50 random moments, resumed each time
"""

from __future__ import annotations

import argparse
import contextlib
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import print_heading, ratios, spread, table

from gametree.arena.contest import Contest
from gametree.arena.journal.game_record import GameRecord
from gametree.arena.journal.journal import Journal
from gametree.arena.reports.standings import Standings
from gametree.arena.run import compete

PLAYERS = ("mcts:c=1.0", "mcts:c=0.7")


def overheads(game: str, games: int, folder: Path) -> list[float]:
    """Return the share of each game's time, in percent, that is not in its moves."""
    contest = Contest(PLAYERS, game, games=games + 2, seconds=0.01)
    shares: list[float] = []
    ended = 0.0

    def note(standings: Standings, record: GameRecord) -> None:
        nonlocal ended
        now = time.perf_counter()
        if record.index >= 2:  # what is compiled and loaded comes with the first pair
            shares.append(100 * (1 - sum(record.seconds) / (now - ended)))
        ended = time.perf_counter()

    compete(contest, journal=folder / f"{game}.db", on_game=note)
    return shares


class Enough(Exception):
    """The time is up."""


def finished(workers: int, seconds: float, path: Path) -> int:
    """Return how many games are finished in so many seconds, the workers' start among them."""
    contest = Contest(PLAYERS, "connect_four", games=1_000_000, simulations=10_000)
    until = time.perf_counter() + seconds
    count = 0

    def note(standings: Standings, record: GameRecord) -> None:
        nonlocal count
        if time.perf_counter() > until:
            raise Enough
        count += 1

    with contextlib.suppress(Enough):
        compete(contest, journal=path, workers=workers, on_game=note)
    return count


KILLED = ("mcts:simulations=20,c=1.4", "mcts:simulations=20,c=0.3")
COMMAND = f"""
import sys
from gametree.arena.contest import Contest
from gametree.arena.run import compete
compete(
    Contest({KILLED!r}, "tic_tac_toe", games=1_000_000),
    journal=sys.argv[1],
    workers=int(sys.argv[2]),
    on_game=lambda standing, record: print(record.index, flush=True),
)
"""


def killed(times: int, folder: Path) -> None:
    """Kill a contest at random moments, go on, and say what is left in the end."""
    rng = random.Random(times)
    path = folder / "killed.db"
    reported: list[int] = []
    kept: list[int] = []
    early = 0
    for turn in range(times):
        running = subprocess.Popen(
            [sys.executable, "-c", COMMAND, str(path), str(1 + turn % 2)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        first = ""
        if turn % 5:  # otherwise while it begins
            first = running.stdout.readline() if running.stdout else ""
        time.sleep(rng.uniform(0, 1))
        running.kill()
        out, _ = running.communicate()
        out = first + out
        if running.returncode != -signal.SIGKILL:
            raise SystemExit(f"it ended before it was killed, with {running.returncode}")
        lines = out[: out.rfind("\n") + 1].split()
        reported += map(int, lines)
        early += not lines
        if path.exists():
            with Journal(path, write=False) as journal:
                kept = [record.index for record in journal.games()]
    contest = Contest(KILLED, "tic_tac_toe", games=len(kept) + 20)
    resumed, _ = compete(contest, journal=path)
    whole, _ = compete(contest)
    same = resumed.scores == whole.scores and resumed.ratings() == whole.ratings()
    print(
        f"{times} kills, {early} of them before the first game of their turn; "
        f"{len(reported):,} games reported, of these {len(set(reported) - set(kept))} lost and "
        f"{len(reported) - len(set(reported))} played twice; {len(kept):,} games in the journal, "
        f"{len(kept) - len(set(kept))} of them twice; the table after {resumed.games:,} games is "
        f"{'the same as' if same else 'ANOTHER ONE THAN'} without interruption.\n"
    )
    if not same or len(set(reported)) < len(reported) or not set(reported) <= set(kept):
        raise SystemExit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a rough look, in about a minute")
    parser.add_argument("--kills", type=int, default=0, help="kill a contest so many times instead")
    chosen = parser.parse_args()
    print_heading()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.kills:
            killed(chosen.kills, folder)
            return
        print("Overhead at 10 ms a move, one worker, with a journal: wall time less the moves.\n")
        rows = []
        for game in ("connect_four", "othello"):
            shares = overheads(game, 10 if chosen.quick else 40, folder)
            found = spread(shares)
            cells = [f"{each:.2f} %" for each in found]
            rows.append([game.replace("_", " "), *cells, str(len(shares))])
        print(table(["game", "median", "least", "most", "games"], rows), "\n", flush=True)

        seconds, turns = (10.0, 1) if chosen.quick else (30.0, 5)
        print(f"Games of connect four finished in {seconds:g} s, 10,000 simulations a move.\n")
        counts: dict[int, list[int]] = {1: [], 2: []}
        for turn in range(turns):
            for workers, found_counts in counts.items():
                found_counts.append(finished(workers, seconds, folder / f"{turn}-{workers}.db"))
        shown = [" ".join(map(str, counts[workers])) for workers in (1, 2)]
        ratio = ratios(counts[2], counts[1]).text(2)
        print(table(["one worker", "two workers", "ratio"], [[*shown, ratio]]), "\n")


if __name__ == "__main__":
    main()
