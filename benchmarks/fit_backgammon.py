"""Finds the weights of backgammon's heuristic by self-play with temporal differences.

    python benchmarks/fit_backgammon.py --games 100000

Each game is played by the weights themselves, greedily; after each turn the score of the position
is moved towards what the next turn makes of it, or to what was won. The rules run compiled.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from gametree.games import Backgammon
from gametree.games.backgammon.board import BackgammonBoard, after_turn, legal_turns
from gametree.games.backgammon.heuristic import (
    CONTACT,
    FEATURES,
    RACE,
    features_of,
    lead_of,
    score_of,
)
from gametree.native.build import compile_function
from gametree.primitives.rng import Rng
from gametree.rules.drawing import drawn

MOST = 3.0
BATCH = 2000  # games


def play(game: Any, rng: Any, weights: Any, rate: float, totals: Any) -> None:
    """Play games, and learn from each turn; add up plies, what was won, and squared errors."""
    for _ in range(BATCH):
        state = game.initial_state()
        before = BackgammonBoard(0, 0, 0, 0)
        begun = False
        going = True
        while going:
            state = game.next_state(state, drawn(game.chance_outcomes(state), rng))
            high, low = state.dice // 10, state.dice % 10
            board = BackgammonBoard(state.near, state.far, state.their_near, state.their_far)
            best, chosen = -1e9, 0
            for turn in legal_turns(board, high, low):
                after = after_turn(board, turn, high, low)
                value = 1e6 if after.near & 15 == 15 else score_of(weights, after)
                if value > best:
                    best, chosen = value, turn
            after = after_turn(board, chosen, high, low)
            state = game.next_state(state, chosen)
            going = not game.is_terminal(state)
            worth = squashed(score_of(weights, after))
            if not going:
                worth = abs(game.returns(state)[0])
                totals[1] += worth
            if begun:
                totals[2] += learn(weights, before, -worth, rate)
                totals[3] += 1.0
            before, begun = after, True
            totals[0] += 1.0


def squashed(score: float) -> float:
    return MOST * score / (1.0 + score * score) ** 0.5


def learn(weights: Any, board: Any, target: float, rate: float) -> float:
    """Move the score of a board towards the target; return the squared error."""
    score = score_of(weights, board)
    error = target - squashed(score)
    step = rate * error * MOST / (1.0 + score * score) ** 1.5
    lead, worth, race = lead_of(board)
    if race:
        weights[RACE] += step * lead
        weights[RACE + 1] += step * 10.0 * worth
    else:
        weights[CONTACT] += step * lead
        weights[CONTACT + 1] += step
        for feature in features_of(board):
            weights[feature] += step
    return error * error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.002, help="at the beginning; it falls")
    parser.add_argument("--out", type=Path, help="a file for the weights")
    chosen = parser.parse_args()
    game, rng = Backgammon(), Rng(chosen.seed)
    weights, totals = np.zeros(FEATURES), np.zeros(4)
    mean = np.zeros(FEATURES)  # of the second half
    native = compile_function(play, game, rng, weights, chosen.rate, totals)
    begun = time.perf_counter()
    batches = max(2, chosen.games // BATCH)
    for batch in range(batches):
        rate = chosen.rate * 0.02 ** (batch / batches)
        totals[:] = 0.0
        native(game, rng, weights, rate, totals)
        if batch >= batches // 2:
            mean += weights / (batches - batches // 2)
        if batch % max(1, batches // 20) == 0:
            plies, won, error = totals[0] / BATCH, totals[1] / BATCH, totals[2] / totals[3]
            print(
                f"{(batch + 1) * BATCH:,} games, {time.perf_counter() - begun:.0f} s: "
                f"{plies:.1f} turns, {won:.2f} points, squared error {error:.4f}",
                flush=True,
            )
            if chosen.out:
                np.save(chosen.out, weights)
    if chosen.out:
        np.save(chosen.out, mean)
    print("_THOUSANDTHS = (")
    rounded = [round(each) for each in 1000.0 * mean]
    for first in range(0, FEATURES, 16):
        print(f"    {', '.join(map(str, rounded[first : first + 16]))},")
    print(")")


if __name__ == "__main__":
    main()
