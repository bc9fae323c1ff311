"""Reports on balance of games whose balance is known, and how often their intervals are right.

    python benchmarks/balance.py --minutes 2

The planted studies play nothing: their results are drawn with probabilities that are known.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gametree.arena.contest import Contest, Job
from gametree.arena.journal.game_record import GameRecord
from gametree.balance.report import BalanceReport
from gametree.balance.study import BalanceStudy

PLANTED = Path(__file__).parents[1] / "tests" / "balance" / "unfair.py"
GAMES: list[tuple[str, dict[str, str], str]] = [
    ("hex", {"size": "7"}, "the first wins"),
    ("othello", {"size": "6"}, "the second wins"),
    ("tic_tac_toe", {}, "a draw"),
    ("nim", {"heaps": "1,3,5,7"}, "the second wins"),
    ("nim", {"heaps": "1,3,5"}, "the first wins"),
    (f"{PLANTED}:Sixty", {}, "60 % for the first"),
    (f"{PLANTED}:Dead", {}, "a dead rule: chips = 5"),
]


def row(report: BalanceReport, truth: str) -> str:
    """Return a row of the table of games."""
    weakest, strongest = report.self_play[0], report.self_play[-1]
    unused = ", ".join(each.text for each in report.unused) or "-"
    exact = "-" if report.exact is None else f"{report.exact[0]:+g}"
    games = sum(each.games for each in report.self_play)
    return (
        f"| {report.title} | {truth} | {games} | "
        f"{weakest.simulations}: {weakest.seats[0].as_percent()} | "
        f"{strongest.simulations}: {strongest.seats[0].as_percent()} | "
        f"{strongest.draws.value:.0%} | {exact} | {unused} | {report.minutes:.1f} |"
    )


class Drawn:
    """Draws the results of games instead of playing them, in seconds of its own clock."""

    def __init__(self, first: float, draws: float, seed: int) -> None:
        self.first, self.draws, self.now = first, draws, 0.0
        self._random = random.Random(seed)

    @property
    def share(self) -> float:
        """The share of the first seat."""
        return self.draws / 2 + (1 - self.draws) * self.first

    def __call__(
        self, contest: Contest, match: str, jobs: Iterable[Job], workers: int
    ) -> Iterator[GameRecord]:
        for job in jobs:
            self.now += 0.01
            first = 0.0
            if self._random.random() >= self.draws:
                first = 1.0 if self._random.random() < self.first else -1.0
            seats: Any = tuple(contest.specs[number] for number in job.seats)
            yield GameRecord(
                match=match, index=job.index, game=contest.game, parameters={}, seats=seats,
                opening=(), moves=(), movers=(), seconds=(), statistics=(),
                returns=(first, -first), termination="rules", culprit=None, detail="",
                seed=job.seed, started=0.0, ended=0.0,
            )  # fmt: skip


def covered(studies: int, seed: int) -> str:
    """Return how many intervals of planted studies contain the truth."""
    chances = random.Random(seed)
    shares = draws = games = 0
    for number in range(studies):
        drawn = Drawn(chances.uniform(0.1, 0.9), chances.choice((0.0, 0.2, 0.6)), seed + number)
        study = BalanceStudy(
            "nim", {"heaps": "1,2"}, minutes=chances.choice((0.05, 0.2)), seed=number,
            play=drawn, clock=lambda drawn=drawn: drawn.now,
        )  # fmt: skip
        found = study.run().strongest
        shares += found.seats[0].low <= drawn.share <= found.seats[0].high
        draws += found.draws.low <= drawn.draws <= found.draws.high
        games += found.games
    return f"| {studies} | {games / studies:.0f} | {shares / studies:.1%} | {draws / studies:.1%} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0, help="for each game")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--planted", type=int, default=200, help="studies with drawn results")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("| planted studies | games of the strongest | share inside | draws inside |")
    print("|--:|--:|--:|--:|")
    print(covered(asked.planted, asked.seed), flush=True)
    print("\n| game | truth | games | seat 1, weakest | seat 1, strongest | draws | solved | "
          "unused lines | minutes |")  # fmt: skip
    print("|---|---|--:|--:|--:|--:|--:|---|--:|")
    for game, parameters, truth in GAMES:
        study = BalanceStudy(
            game, parameters, minutes=asked.minutes, workers=asked.workers, seed=asked.seed
        )
        print(row(study.run(), truth), flush=True)


if __name__ == "__main__":
    main()
