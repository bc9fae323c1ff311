"""Fit the weights of the games' heuristics to games played out by a search, or to solved positions.

python benchmarks/fit_heuristics.py othello                weights, and how well they predict
python benchmarks/fit_heuristics.py othello --score discs  the scale of the lead instead
python benchmarks/fit_heuristics.py checkers               the weights of its features
pip install bitbully
python benchmarks/fit_heuristics.py connect_four           to solved positions

A game of othello or ultimate tic-tac-toe begins with up to 4 random moves and goes on as the
search plays; at a random point come up to 3 more random moves. Only positions after those count,
so that the positions are as uneven as a search meets them, and the result is that of play
without accidents.

In checkers the search is the default one, with the weights so far. Only positions without captures
count, and not those of long endings where kings go round.

A game of connect four is played as those of make_positions.py up to a random point, and from
there for up to 10 moves by a search of few simulations; the positions after that point count,
with what they are worth by bitbully (a tool for this program alone). Those that judge players
(benchmarks/positions) are left out. Its weights are those of the features without the network
(see fit_patterns.py).

The weights minimise the cross entropy of result and estimate, a little held down by their
squares; a fifth of the games is kept apart to judge them. Positions that a heuristic sees
decided are left out.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from make_positions import careful_game, cells_of
from scipy.optimize import minimize, minimize_scalar
from timing import print_heading, table

import gametree as gt
from gametree import games
from gametree.games import othello
from gametree.games.checkers import heuristic as checkers_heuristic
from gametree.games.checkers.moves import any_of, first_jumps
from gametree.games.connect_four.patterns import NoPatterns

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from oracles import solved

# Games, moves before the last of the random ones at most, and simulations a move.
DEFAULTS = {
    "checkers": (400, 70, 200),
    "connect_four": (5000, 37, 100),
    "othello": (2000, 58, 800),
    "ultimate_tic_tac_toe": (2000, 50, 1000),
}
QUIET = 10  # moves since a capture or a man's move, in checkers
SOLVED_MOVES = 10  # by the search, in a game of connect four

# What the games make of a score s: tanh(s) and s / sqrt(1 + s * s). The derivatives are
# (1 - estimate ** 2) to these powers.
POWERS = {"checkers": 1.5, "connect_four": 1.0, "othello": 1.5, "ultimate_tic_tac_toe": 1.5}

Played = list[tuple[Any, tuple[float, ...]]]
"""Positions of a game, each with the returns."""


def play(game: gt.Game, rng: random.Random, plies: int, simulations: int) -> Played:
    """Play one game; return the positions that count."""
    opening, disturbed, moves = rng.randrange(5), rng.randrange(plies), rng.randrange(4)
    seed = rng.randrange(1 << 30)
    by_default = isinstance(game, gt.games.Checkers)
    searcher = gt.Searcher(game, selection=None if by_default else gt.UCB1(0.7), seed=seed)
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
    returns = tuple(game.returns(state))
    return [(position, returns) for position in positions]


def solved_games(
    game: gt.Game, rng: random.Random, games: int, plies: int, simulations: int
) -> Iterator[Played]:
    """Yield positions of games of connect four with what they are worth."""
    from bitbully import BitBully, Board

    solver = BitBully()
    seen = {key_of(map(int, position.moves), 1) for position in solved.connect_four()}
    for _ in range(games):
        columns = rng.choice(careful_game(rng)[:plies])
        searcher = gt.Searcher(game, selection=gt.UCB1(0.7), seed=rng.randrange(1 << 30))
        for column in columns:
            searcher.advance(column)
        positions = []
        for _ in range(1 + rng.randrange(1 + SOLVED_MOVES)):
            state = searcher.state
            if game.is_terminal(state):
                break
            key = key_of(columns)
            if key not in seen:
                seen.add(key)
                score = solver.mtdf(Board(list(columns)))
                value = float((score > 0) - (score < 0)) * (1 - 2 * game.current_player(state))
                positions.append((state, (value, -value)))
            action = searcher.run(simulations=simulations).action
            searcher.advance(action)
            columns = (*columns, action)
        yield positions


def key_of(columns: Iterable[int], lowest: int = 0) -> Any:
    """Return what a position of connect four has in common with its mirror image alone."""
    played = tuple(column - lowest for column in columns)
    return min(cells_of(played, mirrored=False), cells_of(played, mirrored=True))


def squashed(scores: Any, power: float) -> Any:
    """Return what the games make of a score: a number from -1 to 1."""
    return np.tanh(scores) if power == 1.0 else scores / np.sqrt(1.0 + scores * scores)


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
    if isinstance(game, gt.games.ConnectFour):
        filled = state[1].bit_count() / (game.width * game.height)
        return (1.0 - filled, filled)
    if not isinstance(game, gt.games.Othello):
        return (1.0,)
    filled = (state[0] | state[1]).bit_count() / game.size**2
    knots = (othello._OPENING, othello._MIDDLE, 1.0)
    return tuple(float(np.interp(filled, knots, row)) for row in np.eye(3))


def samples(game: gt.Game, played: Iterable[Played]) -> tuple[Any, Any, Any, Any]:
    """Return of each position: shares * features, result, estimate so far, number of the game."""
    rows, results, estimates, numbers = [], [], [], []
    for number, positions in enumerate(played):
        for position, returns in positions:
            state = position
            if isinstance(game, gt.games.ConnectFour):
                state = game.after_forced_moves(state)
                if game.is_terminal(state):
                    continue
            if isinstance(game, gt.games.Checkers) and (
                state.clock > QUIET or any_of(first_jumps(state))
            ):
                continue
            player = game.current_player(state)
            estimate = game.heuristic(state)[player]  # type: ignore[index]
            if abs(estimate) == 1.0:
                continue
            features = features_of(game, state)
            rows.append(np.outer(phases(game, state), features).ravel())
            results.append(returns[player])
            estimates.append(estimate)
            numbers.append(number)
    return tuple(np.array(column, float) for column in (rows, results, estimates, numbers))  # type: ignore[return-value]


def features_of(game: gt.Game, state: Any) -> tuple[float, ...]:
    """Return what the player to move has more than the other, by the game's features."""
    if not isinstance(game, gt.games.Checkers):
        return game.features(state)  # type: ignore[attr-defined, no-any-return]
    mine, theirs, kings, _, player = state
    own = checkers_heuristic.features_of(mine, kings, player)
    other = checkers_heuristic.features_of(theirs, kings, 1 - player)
    men, crowned, *rest = (one - two for one, two in zip(own, other, strict=True))
    whole = 2 * (own.men + other.men) + 3 * (own.kings + other.kings)
    return (men, crowned, (2 * men + 3 * crowned) / whole, *rest)


def fitted(rows: Any, results: Any, power: float) -> Any:
    """Return the weights."""
    scale = rows.std(0) + rows.mean(0) ** 2 + 1e-9
    scaled = rows / scale

    def loss(weights: Any) -> tuple[float, Any]:
        estimates = squashed(scaled @ weights, power)
        chance = np.clip((1.0 + estimates) / 2.0, 1e-6, 1.0 - 1e-6)
        won = (1.0 + results) / 2.0
        slope = -(won / chance - (1.0 - won) / (1.0 - chance)) / 2.0
        slope *= (1.0 - estimates**2) ** power
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
    power = POWERS[game.name]
    rows, results, so_far, numbers = samples(game, played)
    apart = numbers % 5 == 4
    weights = fitted(rows[~apart], results[~apart], power)
    print(f"{len(played):,} games, {len(rows):,} positions, {apart.sum():,} of them kept apart.\n")
    lines = []
    for name, estimates in (
        ("none: the mean result", np.full(len(rows), results[~apart].mean())),
        ("the weights in the game", so_far),
        ("new weights", squashed(rows @ weights, power)),
    ):
        entropy = cross_entropy(estimates[apart], results[apart]).mean()
        share = explained(estimates[apart], results[apart])
        lines.append([name, f"{entropy:.4f}", f"{100 * share:.1f} %"])
    print(table(["estimate", "cross entropy", "variance explained"], lines), "\n")
    print(calibration(so_far[apart], results[apart]), "\n")
    whole = fitted(rows, results, power).reshape(len(phases(game, game.initial_state())), -1)
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
        return float(((cells * squashed(scale * scores, POWERS["othello"]) - leads) ** 2).mean())

    found = float(minimize_scalar(error, bounds=(0.01, 3.0), method="bounded").x)
    print(f"{len(played):,} games, {len(leads):,} positions. Scale of the lead: {found:.3f};")
    print(f"root mean square error {math.sqrt(error(found)):.1f} discs of {leads.std():.1f}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=DEFAULTS)
    parser.add_argument("--games", type=int, help="by default as in DEFAULTS")
    parser.add_argument("--simulations", type=int, help="a move, by default as in DEFAULTS")
    parser.add_argument("--score", choices=("winner", "discs"), default="winner", help="othello's")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print_heading("scipy")
    games_wanted, plies, simulations = DEFAULTS[chosen.game]
    games_wanted, simulations = chosen.games or games_wanted, chosen.simulations or simulations
    by_discs = chosen.score == "discs"
    game = games.load(chosen.game, **({"score": "discs"} if by_discs else {}))
    rng = random.Random(chosen.seed)
    begun = time.perf_counter()
    if chosen.game == "connect_four":
        game._patterns = NoPatterns()  # the features alone
        played = list(solved_games(game, rng, games_wanted, plies, simulations))
    else:
        played = [play(game, rng, plies, simulations) for _ in range(games_wanted)]
    print(f"Played in {time.perf_counter() - begun:.0f} s.", end=" ")
    if by_discs:
        report_scale(game, played)  # type: ignore[arg-type]
    else:
        report(game, played)


if __name__ == "__main__":
    main()
