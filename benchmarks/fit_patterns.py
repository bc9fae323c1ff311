"""Fit the network of connect four, src/gametree/games/connect_four/patterns.npy.

    pip install bitbully
    python benchmarks/fit_patterns.py draw A samples/A.npy --positions 1050000
    python benchmarks/fit_patterns.py draw B samples/B.npy --positions 1050000
    python benchmarks/fit_patterns.py draw C samples/C.npy --positions 1050000
    python benchmarks/fit_patterns.py fit samples/*.npy --write

`draw` makes solved positions (see solved_samples.py), some 800 a second of processor time, from a
seed; several processes with seeds of their own can do so side by side. `fit` takes some ten
minutes on two cores. It fits network and features' weights together, prints the weights and how
well the last tenth of each file, kept apart, is predicted, before and after everything is rounded
to integers, and writes the network.

The loss is the cross entropy of value and estimate, taken for chances to win, by Adam (Kingma and
Ba, 2015) with a rate that falls to zero along a cosine. Beside it, the squares of the network's
numbers hold them down a little.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from solved_samples import key_of, samples
from timing import print_heading, table

import gametree as gt
from gametree.games.connect_four import patterns as patterns
from gametree.native.build import compile_function
from gametree.primitives.vectors import LANES
from plainpython.bits import popcount

FILE = Path(patterns.__file__).with_suffix(".npy")
BOARDS = 6
FEATURES = len(patterns.NoPatterns.weights)
INPUTS = patterns._STARTS
UNITS = patterns.PARTS * LANES
BATCH = 1024
RATE = 3e-3
HELD = 3e-5
THREADS = 2
"""The same on any machine: sums in another order are rounded otherwise."""


class Positions(NamedTuple):
    """What the fit sees of n positions.

    Attributes:
        inputs: the rows of the table that count in each, one position after the other.
        starts: where those of each position begin, and where the last ones end: n + 1.
        second: whether the second player is to move.
        features: n by 2 * FEATURES, times the shares of an empty and of a full board, float32.
        chances: value to the player to move, from 0 to 1, float32.

    """

    inputs: Any
    starts: Any
    second: Any
    features: Any
    chances: Any


class Network(NamedTuple):
    """What is fitted, float32.

    Attributes:
        rows: what each input adds to the units' sums, INPUTS by UNITS.
        begin: where the sums begin, for each player to move.
        weights: those of the units, for each player to move.
        features: those of the features.

    """

    rows: Any
    begin: Any
    weights: Any
    features: Any


# Positions.


def read(files: list[str]) -> tuple[Any, Any]:
    """Return the rows of all files, and which are kept apart.

    Of mirror images and repetitions the first counts alone. The last tenth of each file is kept
    apart: positions of one search are much alike, and must not be on both sides.
    """
    parts = [np.load(file) for file in files]
    rows = np.concatenate(parts)
    last = np.concatenate([np.arange(len(part)) >= 0.9 * len(part) for part in parts])
    found: dict[Any, int] = {}
    for number, (mine, both, _) in enumerate(rows.tolist()):
        found.setdefault(key_of((mine, both)), number)
    chosen = list(found.values())
    return rows[chosen], last[chosen]


def describe(game: Any, positions: Any, boards: Any, features: Any) -> None:
    """Write the boards that the network sees, from the first player's view, and the features."""
    for number in range(len(positions) // 2):
        mine, both = positions[2 * number], positions[2 * number + 1]
        theirs = both ^ mine
        free = game._full ^ both
        my_threats, their_threats = game._threats(mine, free), game._threats(theirs, free)
        my_lines, their_lines = game._open_lines(mine, free), game._open_lines(theirs, free)
        at = BOARDS * number
        swapped = popcount(both) & 1
        boards[at + swapped] = mine
        boards[at + 1 - swapped] = theirs
        boards[at + 2 + swapped] = my_threats
        boards[at + 3 - swapped] = their_threats
        boards[at + 4 + swapped] = my_lines[0]
        boards[at + 5 - swapped] = their_lines[0]
        of_one = game._features(mine, both, my_threats, their_threats, my_lines, their_lines)
        for index in range(FEATURES):
            features[FEATURES * number + index] = of_one[index]


def prepared(rows: Any) -> Positions:
    """Return what the fit sees of rows of `solved_samples.samples`."""
    game = gt.games.ConnectFour()
    states = np.ascontiguousarray(rows[:, :2]).ravel()
    boards = np.zeros(BOARDS * len(rows), np.int64)
    features = np.zeros(FEATURES * len(rows), np.int64)
    compile_function(describe, game, states, boards, features)(game, states, boards, features)
    cells = np.arange(patterns._CELLS)
    bits = (boards[:, None] >> cells & 1).astype(bool).reshape(len(rows), INPUTS)
    stones = bits[:, : 2 * patterns._CELLS].sum(1)
    filled = (stones / 42).astype(np.float32)[:, None]
    numbers = features.reshape(len(rows), FEATURES).astype(np.float32)
    return Positions(
        np.nonzero(bits)[1].astype(np.int64),
        np.concatenate([[0], bits.sum(1).cumsum()]),
        stones % 2,
        np.concatenate([numbers * (1.0 - filled), numbers * filled], axis=1),
        ((1.0 + rows[:, 2]) / 2.0).astype(np.float32),
    )


def images() -> Any:
    """Return for each input that of the mirror image."""
    board, cell = np.divmod(np.arange(INPUTS), patterns._CELLS)
    column, row = np.divmod(cell, patterns._PITCH)
    return board * patterns._CELLS + (patterns._WIDTH - 1 - column) * patterns._PITCH + row


# The fit.


@njit(fastmath=True, nogil=True)
def gradient(network, slopes, positions, image, chosen):
    """Add the slopes of the loss by each number, and return the loss, for some positions."""
    left, right = np.empty(UNITS, np.float32), np.empty(UNITS, np.float32)
    loss = 0.0
    for position in chosen:
        inputs = positions.inputs[positions.starts[position] : positions.starts[position + 1]]
        second = positions.second[position]
        score = estimate(network, positions, image, position, left, right)
        chance = positions.chances[position]
        loss += np.log1p(np.exp(-2.0 * abs(score))) + max(2.0 * score, 0.0) - 2.0 * score * chance
        slope = np.float32(2.0 * (1.0 / (1.0 + np.exp(-2.0 * score)) - chance))
        for index in range(2 * FEATURES):
            slopes.features[index] += slope * positions.features[position, index]
        weights, of_weights = network.weights[second], slopes.weights[second]
        of_begin = slopes.begin[second]
        for unit in range(UNITS):
            both = min(max(left[unit], np.float32(0)), np.float32(1))
            both += min(max(right[unit], np.float32(0)), np.float32(1))
            of_weights[unit] += slope * both
            within = np.float32(0 < left[unit] < 1)
            left[unit] = within * slope * weights[unit]
            within = np.float32(0 < right[unit] < 1)
            right[unit] = within * slope * weights[unit]
            of_begin[unit] += left[unit] + right[unit]
        for number in inputs:
            row = slopes.rows[number]
            for unit in range(UNITS):
                row[unit] += left[unit]
            row = slopes.rows[image[number]]
            for unit in range(UNITS):
                row[unit] += right[unit]
    return loss


@njit(fastmath=True)
def estimate(network, positions, image, position, left, right):
    """Return the score of a position; leave the units' sums in `left` and `right`."""
    second = positions.second[position]
    left[:] = network.begin[second]
    right[:] = network.begin[second]
    for number in positions.inputs[positions.starts[position] : positions.starts[position + 1]]:
        row = network.rows[number]
        for unit in range(UNITS):
            left[unit] += row[unit]
        row = network.rows[image[number]]
        for unit in range(UNITS):
            right[unit] += row[unit]
    score = np.float32(0)
    weights = network.weights[second]
    for unit in range(UNITS):
        both = min(max(left[unit], np.float32(0)), np.float32(1))
        both += min(max(right[unit], np.float32(0)), np.float32(1))
        score += weights[unit] * both
    for index in range(2 * FEATURES):
        score += network.features[index] * positions.features[position, index]
    return score


@njit
def estimates(network, positions, image, chosen):
    """Return the scores of some positions."""
    left, right = np.empty(UNITS, np.float32), np.empty(UNITS, np.float32)
    scores = np.empty(len(chosen))
    for number in range(len(chosen)):
        scores[number] = estimate(network, positions, image, chosen[number], left, right)
    return scores


def fitted(positions: Positions, chosen: Any, apart: Any, epochs: int) -> Network:
    """Return the network for some positions."""
    rng = np.random.default_rng(3)
    image = images()
    network = Network(
        rng.normal(0.0, 0.1, (INPUTS, UNITS)).astype(np.float32),
        np.full((2, UNITS), 0.2, np.float32),
        np.tile(rng.normal(0.0, 0.1, UNITS), (2, 1)).astype(np.float32) * [[1], [-1]],
        np.array(patterns.NoPatterns.weights, np.float32).T.ravel(),
    )
    network = Network(*(np.ascontiguousarray(part, np.float32) for part in network))
    means, squares, *of_threads = (
        Network(*map(np.zeros_like, network)) for _ in range(2 + THREADS)
    )
    steps = len(chosen) // BATCH
    pool = ThreadPoolExecutor(THREADS)
    begun = time.perf_counter()
    for epoch in range(epochs):
        order = rng.permutation(chosen)
        loss = 0.0
        for step in range(steps):
            batch = order[step * BATCH : (step + 1) * BATCH].reshape(THREADS, -1)
            runs = [
                pool.submit(gradient, network, slopes, positions, image, part)
                for slopes, part in zip(of_threads, batch, strict=True)
            ]
            loss += sum(run.result() for run in runs)
            done = (epoch + step / steps) / epochs
            rate = RATE * (1.0 + math.cos(math.pi * done)) / 2.0 * min(1.0, 20.0 * done + 0.05)
            adam(network, of_threads, means, squares, rate, epoch * steps + step + 1)
        print(
            f"{epoch + 1:3d} {loss / (steps * BATCH):.4f} "
            f"{' '.join(judged(network, positions, apart))} {time.perf_counter() - begun:.0f} s",
            flush=True,
        )
    return network


def adam(
    network: Network,
    of_threads: list[Network],
    means: Network,
    squares: Network,
    rate: float,
    step: int,
) -> None:
    """Change the network by the slopes of a batch, and set them to zero."""
    for index, (numbers, mean, square) in enumerate(zip(network, means, squares, strict=True)):
        slope = sum(slopes[index] for slopes in of_threads) / BATCH
        if numbers is not network.features:
            slope += HELD * numbers
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope * slope - square)
        scale = math.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step)
        numbers -= (rate * scale) * mean / (np.sqrt(square) + 1e-8)
        for slopes in of_threads:
            slopes[index][:] = 0.0


def judged(network: Network, positions: Positions, chosen: Any) -> tuple[str, str]:
    """Return cross entropy and share of variance explained, as text."""
    scores = estimates(network, positions, images(), chosen)
    chances = positions.chances[chosen].astype(float)
    entropy = np.logaddexp(0.0, 2.0 * scores) - 2.0 * scores * chances
    errors = (1.0 + np.tanh(scores)) / 2.0 - chances
    explained = 1.0 - (errors**2).mean() / chances.var()
    return f"{entropy.mean():.4f}", f"{100 * explained:.1f} %"


# The file.


def rounded(network: Network) -> tuple[Any, Network]:
    """Return the table of integers, a part for each LANES units, and the network it stands for."""
    parts = [network.rows * patterns.ONE, network.begin * patterns.ONE]
    parts.append(network.weights * patterns.WEIGHT)
    table = np.rint(np.concatenate(parts)).astype(np.int64)
    check(table)
    features = np.round(network.features, 3)
    rows, begin, weights = np.split(table.astype(np.float32), [patterns._STARTS, patterns._OUTPUTS])
    one = np.float32(patterns.ONE)
    of_parts = np.concatenate(np.split(table, patterns.PARTS, axis=1))
    return of_parts.astype(np.int16), Network(
        rows / one, begin / one, weights / np.float32(patterns.WEIGHT), features
    )


def check(table: Any) -> None:
    """Stop unless all numbers and sums stay within their integers, whatever lies on the board."""
    if np.abs(table).max() >= 1 << 15:
        raise SystemExit("error: a number overflows 16 bits: fit with a higher HELD")
    cells = table[:INPUTS].reshape(BOARDS, -1, UNITS)
    begin = table[patterns._STARTS : patterns._OUTPUTS]
    for sign in (1, -1):
        # A cell has a stone of one player, or any of the other marks.
        marks = np.maximum(sign * cells[2:], 0).sum(0)
        most = np.maximum(marks, (sign * cells[:2]).max(0)).sum(0) + (sign * begin).max(0)
        if most.max() >= 1 << 15:
            raise SystemExit("error: a unit's sum overflows 16 bits: fit with a higher HELD")
    if np.abs(table[patterns._OUTPUTS :]).sum(1).max() * patterns.ONE >= 1 << 31:
        raise SystemExit("error: the weighted sum overflows 32 bits: fit with a higher HELD")


def fit(files: list[str], epochs: int, *, write: bool) -> None:
    rows, is_apart = read(files)
    positions = prepared(rows)
    apart, chosen = np.nonzero(is_apart)[0], np.nonzero(~is_apart)[0]
    print(f"{len(rows):,} positions, {len(apart):,} of them kept apart.\n")
    empty = Network(
        np.zeros((INPUTS, UNITS), np.float32),
        np.zeros((2, UNITS), np.float32),
        np.zeros((2, UNITS), np.float32),
        np.array(patterns.NoPatterns.weights, np.float32).T.ravel(),
    )
    network = fitted(positions, chosen, apart, epochs)
    table_of_integers, integers = rounded(network)
    lines = [
        [name, *judged(each, positions, apart)]
        for name, each in (("features alone", empty), ("fitted", network), ("rounded", integers))
    ]
    print("\n" + table(["estimate", "cross entropy", "variance explained"], lines), "\n")
    print("Weights of the features:")
    for pair in integers.features.astype(float).round(3).reshape(2, FEATURES).T.tolist():
        print(f"    {tuple(pair)},")
    if write:
        np.save(FILE, table_of_integers)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="make solved positions")
    drawing.add_argument("seed")
    drawing.add_argument("file")
    drawing.add_argument("--positions", type=int, default=100_000)
    fitting = commands.add_parser("fit", help="fit the network to them")
    fitting.add_argument("files", nargs="+")
    fitting.add_argument("--epochs", type=int, default=24)
    fitting.add_argument("--write", action="store_true", help="write the network's file")
    chosen = parser.parse_args()
    print_heading("scipy")
    if chosen.command == "fit":
        fit(chosen.files, chosen.epochs, write=chosen.write)
        return
    drawn = itertools.islice(samples(chosen.seed), chosen.positions)
    np.save(chosen.file, np.array(list(drawn), np.int64))


if __name__ == "__main__":
    main()
