"""Pig against its exact values: what moves lose, and the numbers of the heuristic.

    python benchmarks/pig_values.py
    python benchmarks/pig_values.py --fit

Values are those of value iteration (tests/oracles/pig.py). The loss of a move is by how much it
lowers the chance to win; positions are drawn evenly from all where both moves are legal.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import least_squares
from timing import print_heading, table

import gametree as gt
from gametree.games import Pig

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from oracles.pig import options, solve

GOAL = 100
LEAST = 10  # of the points that the heuristic takes to be lacking
Position = tuple[int, int, int]
WAYS: dict[str, dict[str, Any]] = {
    "playouts, UCB1(1.4)": {"method": "uct"},
    "playouts, UCB1(0.5)": {"selection": gt.UCB1(0.5)},
    "playouts, UCB1(0.5), widened": {"selection": gt.UCB1(0.5), "chance": gt.WidenedChance()},
    "playouts, UCB1(0.5), open loop": {"selection": gt.UCB1(0.5), "chance": gt.OpenLoop()},
    "heuristic, UCB1(0.7)": {"selection": gt.UCB1(0.7), "evaluation": gt.Playout(max_plies=0)},
    "heuristic, UCB1(0.7), widened": {
        "selection": gt.UCB1(0.7),
        "evaluation": gt.Playout(max_plies=0),
        "chance": gt.WidenedChance(),
    },
    "heuristic, UCB1(0.7), open loop": {
        "selection": gt.UCB1(0.7),
        "evaluation": gt.Playout(max_plies=0),
        "chance": gt.OpenLoop(),
    },
    "recommended": {},
}


def positions(count: int) -> list[Position]:
    """Return points of the player to move, of the other, and of this turn."""
    chance = random.Random(3)
    found: list[Position] = []
    while len(found) < count:
        mine, theirs, turn = chance.randrange(95), chance.randrange(95), chance.randrange(1, 40)
        if mine + turn < GOAL:
            found.append((mine, theirs, turn))
    return found


def state_of(position: Position) -> Any:
    mine, theirs, turn = position
    return (mine + (theirs << 10), turn, 0, False)


def played_positions(games: int) -> list[Position]:
    """Return the positions of games by best play, in which one move in twenty is the other one."""
    chance = random.Random(1)
    found: list[Position] = []
    for _ in range(games):
        mine, theirs, turn = 0, 0, 0
        while mine + turn < GOAL:
            found.append((mine, theirs, turn))
            rolled, held = options(mine, theirs, turn)
            if (rolled > held) != (chance.random() < 0.05):
                side = chance.randrange(1, 7)
                if side > 1:
                    turn += side
                else:
                    mine, theirs, turn = theirs, mine, 0
            else:
                mine, theirs, turn = theirs, mine + turn, 0
    return found


def fit() -> None:
    """Print the numbers of the heuristic with the least squared error."""
    found = np.array(played_positions(3000))
    mine, theirs, turn = found.T
    truth = solve()[turn, mine, theirs]

    def errors(weights: Any) -> Any:
        to_move, at_risk, steepness = weights
        lack = np.maximum(LEAST, GOAL - mine - at_risk * turn)
        other = np.maximum(LEAST, GOAL - theirs)
        score = steepness * (other - lack + to_move) / np.sqrt(lack + other)
        return 1.0 / (1.0 + np.exp(-score)) - truth

    fitted = least_squares(errors, [4.0, 0.8, 0.3])
    print("to move, at risk, steepness:", *(f"{each:.3f}" for each in fitted.x))
    print(f"error: {np.sqrt(np.mean(fitted.fun**2)):.4f}, in {len(found):,} positions")


def row_of(name: str, chosen: Any) -> list[str]:
    game = Pig()
    losses = []
    for position in positions(chosen.positions):
        result = gt.search(
            game, state_of(position), simulations=chosen.simulations, seed=1, **WAYS[name]
        )
        chances = options(*position)
        losses.append(max(chances) - chances[result.action])
    first = gt.search(game, simulations=100 * chosen.simulations, seed=1, **WAYS[name])
    wrong = sum(loss > 0.0 for loss in losses)
    mean = sum(losses) / len(losses)
    return [name, f"{mean:.5f}", f"{wrong} of {len(losses)}", f"{(1 + first.value[0]) / 2:.4f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="fit the heuristic's numbers")
    parser.add_argument("--positions", type=int, default=150)
    parser.add_argument("--simulations", type=int, default=3000, help="for each move")
    chosen = parser.parse_args()
    if chosen.fit:
        fit()
        return
    print_heading()
    print(f"{chosen.simulations:,} simulations a move;", end=" ")
    print(f"the first player wins {solve()[0, 0, 0]:.4f}\n")
    rows = [row_of(name, chosen) for name in WAYS]
    many = f"{100 * chosen.simulations:,}"
    print(table(["search", "mean loss", "wrong moves", f"first player, {many} simulations"], rows))


if __name__ == "__main__":
    main()
