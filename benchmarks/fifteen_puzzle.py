"""The 15-puzzle: moves of the solutions that searches find, beside the fewest where known.

    python benchmarks/fifteen_puzzle.py --size 3 --simulations 20000

The fewest moves of a 3x3 puzzle are found by trying all positions, nearest first.
"""

from __future__ import annotations

import argparse

from timing import print_heading, table

import gametree as gt
from gametree.games import FifteenPuzzle
from gametree.players.registry import make_player

WAYS = (
    "mcts:auto",
    "mcts:c=0.45",
    "mcts:selection=sp-mcts",
    "nrpa:level=3,iterations=27",
)


def fewest_moves(game: FifteenPuzzle) -> int:
    """Return how many moves the first position needs."""
    board, gap, _, _ = game.initial_state()
    known, layer, moves = {board}, [(board, gap)], 0
    while True:
        following = []
        for board, gap in layer:
            state = (board, gap, -1, 0)
            if game.is_terminal(state):
                return moves
            for action in game.legal_actions(state):
                after = game.next_state(state, action)
                if after[0] not in known:
                    known.add(after[0])
                    following.append(after[:2])
        layer, moves = following, moves + 1


def found(player: str, game: FifteenPuzzle, simulations: int) -> str:
    """Return the cost of the best line of one search."""
    searching = make_player(player)
    searching.begin(game, 0, seed=1)
    told = searching.choose(gt.Record(game), gt.Limit(simulations)).statistics
    searching.end()
    best = told.get("best") if player.startswith("mcts") else told["value"]
    return "-" if best is None else f"{-best:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--puzzles", type=int, default=8)
    parser.add_argument("--simulations", type=int, default=20_000)
    arguments = parser.parse_args()
    print_heading()
    games = [FifteenPuzzle(arguments.size, seed) for seed in range(1, arguments.puzzles + 1)]
    rows = []
    if arguments.size < 4:
        rows.append(("fewest moves", *(str(fewest_moves(game)) for game in games)))
    for player in WAYS:
        rows.append((player, *(found(player, game, arguments.simulations) for game in games)))
    print(table(("", *(f"seed {seed}" for seed in range(1, len(games) + 1))), rows))


if __name__ == "__main__":
    main()
