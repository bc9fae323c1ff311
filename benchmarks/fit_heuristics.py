"""Fit the weights of the games' heuristics to games that the search plays against itself.

python benchmarks/fit_heuristics.py connect_four           weights, and how well they predict
python benchmarks/fit_heuristics.py othello --score discs  the scale of the lead instead

A game begins with up to 4 random moves and goes on as the search plays; at a random point come
up to 3 more random moves. Only positions after those count, so that the positions are as
uneven as a search meets them, and the result is that of play without accidents. The weights
minimise the cross entropy of result and estimate, a little held down by their squares; a fifth
of the games is kept apart to judge them. Positions that a heuristic sees decided (a value of
1 or -1) are left out.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterable
from typing import Any

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from timing import print_heading, table

import gametree as gt
from gametree import games
from gametree.games import othello

# Moves before the last of the random ones, at most, and simulations a move.
DEFAULTS = {"connect_four": (34, 2000), "othello": (58, 800), "ultimate_tic_tac_toe": (50, 1000)}

Played = tuple[list[Any], tuple[float, ...]]


def play(game: gt.Game, rng: random.Random, plies: int, simulations: int) -> Played:
    """Play one game; return the positions that count and the returns."""
    opening, disturbed, moves = rng.randrange(5), rng.randrange(plies), rng.randrange(4)
    searcher = gt.Searcher(game, selection=gt.UCB1(0.7), seed=rng.randrange(1 << 30))
    state = game.initial_state()
    positions = []
    ply = 0
    while not game.is_terminal(state):
        if ply < opening or disturbed <= ply < disturbed + moves:
            action = rng.choice(list(game.legal_actions(state)))
        else:
            if ply >= disturbed:
                positions.append(state)
            action = searcher.run(simulations=simulations).action
        searcher.advance(action)
        state = game.next_state(state, action)
        ply += 1
    return positions, tuple(game.returns(state))


def squashed(scores: Any) -> Any:
    """Return what the games make of a score: a number from -1 to 1."""
    return scores / np.sqrt(1.0 + scores * scores)


def cross_entropy(estimates: Any, results: Any) -> Any:
    """Return that of each pair, both taken for chances to win."""
    chance = np.clip((1.0 + estimates) / 2.0, 1e-6, 1.0 - 1e-6)
    won = (1.0 + results) / 2.0
    return -(won * np.log(chance) + (1.0 - won) * np.log(1.0 - chance))


def explained(estimates: Any, results: Any) -> float:
    """Return the share of the results' variance that the estimates explain."""
    return float(1.0 - ((results - estimates) ** 2).mean() / results.var())


def phases(game: gt.Game, state: Any) -> tuple[float, ...]:
    """Return to which share each row of weights counts."""
    if not isinstance(game, gt.games.Othello):
        return (1.0,)
    filled = (state[0] | state[1]).bit_count() / game.size**2
    knots = (othello._OPENING, othello._MIDDLE, 1.0)
    return tuple(float(np.interp(filled, knots, row)) for row in np.eye(3))


def samples(game: gt.Game, played: Iterable[Played]) -> tuple[Any, Any, Any, Any]:
    """Return of each position: shares * features, result, estimate so far, number of the game."""
    rows, results, estimates, numbers = [], [], [], []
    for number, (positions, returns) in enumerate(played):
        for state in positions:
            # Connect four's features are those of the first player.
            player = 0 if game.name == "connect_four" else game.current_player(state)
            estimate = game.heuristic(state)[player]  # type: ignore[index]
            if abs(estimate) == 1.0:
                continue
            features = game.features(state)  # type: ignore[attr-defined]
            rows.append(np.outer(phases(game, state), features).ravel())
            results.append(returns[player])
            estimates.append(estimate)
            numbers.append(number)
    return tuple(np.array(column, float) for column in (rows, results, estimates, numbers))  # type: ignore[return-value]


def fitted(rows: Any, results: Any) -> Any:
    """Return the weights."""
    scale = rows.std(0) + rows.mean(0) ** 2 + 1e-9
    scaled = rows / scale

    def loss(weights: Any) -> tuple[float, Any]:
        scores = scaled @ weights
        estimates = squashed(scores)
        chance = np.clip((1.0 + estimates) / 2.0, 1e-6, 1.0 - 1e-6)
        won = (1.0 + results) / 2.0
        slope = -(won / chance - (1.0 - won) / (1.0 - chance)) / 2.0 / (1.0 + scores**2) ** 1.5
        held = 0.3 * weights
        total = cross_entropy(estimates, results).sum() + held @ weights
        return float(total), scaled.T @ slope + 2.0 * held

    start = np.full(rows.shape[1], 1e-3)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 5000})
    return found.x / scale


def calibration(estimates: Any, results: Any) -> str:
    """Return a table of the mean result beside the mean estimate, in ten parts."""
    order = np.argsort(estimates)
    cells = [
        [f"{estimates[part].mean():+.3f}", f"{results[part].mean():+.3f}", str(len(part))]
        for part in np.array_split(order, 10)
    ]
    return table(["estimate", "result", "positions"], cells)


def report(game: gt.Game, played: list[Played]) -> None:
    """Fit weights for wins and losses, and print them."""
    rows, results, so_far, numbers = samples(game, played)
    apart = numbers % 5 == 4
    weights = fitted(rows[~apart], results[~apart])
    print(f"{len(played):,} games, {len(rows):,} positions, {apart.sum():,} of them kept apart.\n")
    lines = []
    for name, estimates in (
        ("none: the mean result", np.full(len(rows), results[~apart].mean())),
        ("the weights in the game", so_far),
        ("new weights", squashed(rows @ weights)),
    ):
        entropy = cross_entropy(estimates[apart], results[apart]).mean()
        share = explained(estimates[apart], results[apart])
        lines.append([name, f"{entropy:.4f}", f"{100 * share:.1f} %"])
    print(table(["estimate", "cross entropy", "variance explained"], lines), "\n")
    print(calibration(so_far[apart], results[apart]), "\n")
    whole = fitted(rows, results).reshape(len(phases(game, game.initial_state())), -1)
    for row in whole:
        print("New weights, from all games:", tuple(round(float(weight), 3) for weight in row))


def report_scale(game: gt.games.Othello, played: list[Played]) -> None:
    """Fit the scale of the estimated lead, and print it."""
    by_winner = gt.games.Othello(game.size)
    _, leads, _, _ = samples(game, played)
    _, _, estimates, _ = samples(by_winner, played)
    scores = estimates / np.sqrt(1.0 - estimates**2)
    cells = game.size**2

    def error(scale: float) -> float:
        return float(((cells * squashed(scale * scores) - leads) ** 2).mean())

    found = float(minimize_scalar(error, bounds=(0.01, 3.0), method="bounded").x)
    print(f"{len(played):,} games, {len(leads):,} positions. Scale of the lead: {found:.3f};")
    print(f"root mean square error {math.sqrt(error(found)):.1f} discs of {leads.std():.1f}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=DEFAULTS)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, help="a move, by default as in DEFAULTS")
    parser.add_argument("--score", choices=("winner", "discs"), default="winner", help="othello's")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print_heading("scipy")
    plies, simulations = DEFAULTS[chosen.game]
    by_discs = chosen.score == "discs"
    game = games.load(chosen.game, **({"score": "discs"} if by_discs else {}))
    rng = random.Random(chosen.seed)
    begun = time.perf_counter()
    played = [
        play(game, rng, plies, chosen.simulations or simulations) for _ in range(chosen.games)
    ]
    print(f"Played in {time.perf_counter() - begun:.0f} s.", end=" ")
    if by_discs:
        report_scale(game, played)  # type: ignore[arg-type]
    else:
        report(game, played)


if __name__ == "__main__":
    main()
