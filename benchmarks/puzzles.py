"""Mines puzzles of connect four, and checks by an exact solver that their solutions are unique.

python benchmarks/puzzles.py --count 100
"""

from __future__ import annotations

import argparse
import time

from review import ExactConnectFour

import gametree as gt
from gametree.coach.puzzles import mine_puzzles
from gametree.naming.named_moves import play_all


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    exact = ExactConnectFour()
    game = exact.game
    mine_puzzles(game, 1, seconds=0.001)  # compiles
    begun = time.process_time()
    puzzles = mine_puzzles(game, arguments.count, seconds=arguments.seconds, seed=arguments.seed)
    spent = time.process_time() - begun
    unique = 0
    for puzzle in puzzles:
        record = gt.Record(game)
        play_all(record, puzzle.moves)
        worth = {game.action_to_text(record.state, a): v for a, v in exact.of(record).items()}
        best = worth.pop(puzzle.solution[0])
        unique += best > max(worth.values())
    proven = sum(each.proven for each in puzzles)
    print("| puzzles | proven | unique by the solver | processor time |")
    print("|---|---|---|---|")
    print(f"| {len(puzzles)} | {proven} | {unique} | {spent:.1f} s |")


if __name__ == "__main__":
    main()
