"""Ladders of levels, with fresh matches between neighbours beside what they promise.

    python benchmarks/levels.py --minutes 15 --fresh 400 benchmarks/untuned_games.py:Harvest othello

Games that were measured before are measured on: their games are in the user's data folder.
"""

from __future__ import annotations

import argparse
import itertools

from gametree.arena.contest import Contest
from gametree.arena.run import compete
from gametree.levels.ladder import Ladder
from gametree.levels.measuring import LadderMeasurement
from gametree.levels.store import games_of_ladder
from gametree.naming.loading import load_game


def fresh(game: str, ladder: Ladder, games: int, workers: int) -> None:
    """Play matches between neighbours, with other seeds, and print them beside the promise."""
    for low, high in itertools.pairwise(ladder.levels):
        contest = Contest((high.player, low.player), game, games=games, opening_plies=0, seed=77)
        standings, _ = compete(contest, workers=workers)
        found = standings.elo(high.player, low.player)
        promised = (high.elo or 0.0) - (low.elo or 0.0)
        print(
            f"  {low.name:>2} to {high.name:>2}: promised {promised:+.0f}, fresh {found.elo:+.0f} "
            f"({found.low:+.0f} to {found.high:+.0f})",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--fresh", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    for game in given.games:
        rules = load_game(game, {})
        journal = games_of_ladder(rules)
        journal.parent.mkdir(parents=True, exist_ok=True)
        ladder = LadderMeasurement(
            game, minutes=given.minutes, workers=given.workers, journal=journal
        ).run()
        print(f"{game}: {ladder.games:,} games, {ladder.minutes:.1f} min\n{ladder}", flush=True)
        fresh(game, ladder, given.fresh, given.workers)


if __name__ == "__main__":
    main()
