"""What the parts of a default search take: a simulation as one part after the other is left out.

    python benchmarks/default_floors.py

Each row leaves one more thing out than the row above it. All take turns in one process, by the
processor's time, with a new tree of 20,000 simulations from the first position each time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from timing import options, print_heading, table

import gametree as gt
from gametree import games
from plainpython.bits import popcount, u64

SIMULATIONS = 20_000

# Some cells of each board. The number of stones on them takes the place of a heuristic.
_MASKS = {"connect_four": 0x5A5A5A5A5A5A, "othello": u64(0x5A5A5A5A5A5A5A5A)}
_TEMPERATURES = {"connect_four": 0.5, "othello": 0.25}


def search(game: gt.Game, **ways: Any) -> Callable[[int], float]:
    """Return a function of a seed: nanoseconds of a simulation."""

    def run(seed: int) -> float:
        searcher = gt.Searcher(game, seed=seed, compiled=True, **ways)
        begun = time.process_time()
        result = searcher.run(simulations=SIMULATIONS)
        return (time.process_time() - begun) / result.simulations * 1e9

    return run


def without_heuristic(rules: type[gt.Game]) -> gt.Game:
    """Return a game whose guesses take next to nothing."""

    class Cheap(rules):  # type: ignore[misc, valid-type]
        mask = _MASKS[rules.name]

        def heuristic(self, state: Any) -> tuple[float, float]:
            value = 0.01 * popcount(state[0] & self.mask)
            return (value, -value)

        def heuristic_basis(self, state: Any) -> int:
            return 0

        def heuristic_from(self, basis: Any, state: Any) -> tuple[float, float]:
            return self.heuristic(state)

    made: gt.Game = Cheap()
    return made


def with_heuristic(rules: type[gt.Game]) -> dict[str, Callable[[int], float]]:
    """Return the default search of a game with a heuristic, and less of it each time."""
    priors = gt.HeuristicPriors(_TEMPERATURES[rules.name], gt.Playout(max_plies=0))
    guided = {"selection": gt.PUCT(), "evaluation": priors}
    cheap = without_heuristic(rules)
    return {
        "default": search(rules()),
        "a heuristic for nothing": search(cheap, **guided, solver=True, transpositions=True),
        "and no proofs": search(cheap, **guided, transpositions=True),
        "and no transpositions": search(cheap, **guided),
        "and no priors, UCB1": search(cheap, evaluation=gt.Playout(max_plies=0)),
        "plain UCT with playouts": search(rules(), selection=gt.UCB1(c=1.4)),
    }


def with_playouts(game: gt.Game) -> dict[str, Callable[[int], float]]:
    """Return the default search of a game of placing, and less of it each time."""
    chosen = gt.Searcher(game, seed=0).trees.first.method.selection
    assert isinstance(chosen, gt.GRAVE)
    rule = gt.GRAVE(chosen.ref)
    return {
        "default": search(game),
        "no proofs": search(game, selection=rule, transpositions=True),
        "and no transpositions": search(game, selection=rule),
        "plain UCT": search(game, selection=gt.UCB1(c=1.4)),
    }


def main() -> None:
    chosen = options(__doc__, repeats=7, quick_repeats=2)
    print_heading()
    rows = []
    for name, runs in (
        ("connect four", with_heuristic(games.ConnectFour)),
        ("othello", with_heuristic(games.Othello)),
        ("hex 11x11", with_playouts(games.Hex())),
    ):
        for run in runs.values():
            run(0)
        taken: dict[str, list[float]] = {what: [] for what in runs}
        for turn in range(chosen.repeats):
            for what, run in runs.items():
                taken[what].append(run(turn))
        rows += [[name, what, f"{median(each):,.0f}"] for what, each in taken.items()]
    print(table(["game", "search", "ns a simulation"], rows))


if __name__ == "__main__":
    main()
