"""Strategies copied to a file of a user's against the bundled ones: the same trees, how fast."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from timing import Run, interleaved_rates, options, print_heading, ratios, table

import gametree as gt
from gametree.games import ConnectFour

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from copies import copied

Strategies = Callable[[Callable[[str], Any]], dict[str, Any]]
"""Makes the keywords of a search of strategies, found by name."""

KINDS: dict[str, Strategies] = {
    "UCB1": lambda of: {"selection": of("UCB1")()},
    "UCB1Tuned": lambda of: {"selection": of("UCB1Tuned")()},
    "PUCT, HeuristicPriors": lambda of: {
        "selection": of("PUCT")(),
        "evaluation": of("HeuristicPriors")(),
    },
    "Thompson": lambda of: {"selection": of("Thompson")()},
    "GRAVE": lambda of: {"selection": of("GRAVE")()},
    "ImplicitMinimax": lambda of: {"selection": of("ImplicitMinimax")()},
    "ProgressiveHistory": lambda of: {"selection": of("ProgressiveHistory")()},
    "Widening(FirstPlay(UCB1))": lambda of: {
        "selection": of("Widening")(of("FirstPlay")(of("UCB1")(), 1.0))
    },
    "ProgressiveBias(UCB1)": lambda of: {
        "selection": of("ProgressiveBias")(of("UCB1")()),
        "evaluation": gt.HeuristicPriors(),
    },
    "SequentialHalving(UCB1)": lambda of: {"selection": of("SequentialHalving")(of("UCB1")())},
    "Playout(Uniform)": lambda of: {"evaluation": of("Playout")(of("Uniform")())},
    "Playout(EpsilonGreedy)": lambda of: {"evaluation": gt.Playout(of("EpsilonGreedy")())},
    "Playout(MAST)": lambda of: {"evaluation": gt.Playout(of("MAST")())},
    "Playout(NST)": lambda of: {"evaluation": gt.Playout(of("NST")())},
    "Playout(LastGoodReply)": lambda of: {"evaluation": gt.Playout(of("LastGoodReply")())},
    "Playout(Decisive)": lambda of: {"evaluation": gt.Playout(of("Decisive")())},
}


def contender(simulations: int, strategies: dict[str, Any]) -> Run:
    """Return a search of so many simulations with these strategies."""

    def run() -> tuple[int, object]:
        searcher = gt.Searcher(ConnectFour(), seed=1, compiled=True, method="uct", **strategies)
        searcher.run(simulations=simulations)
        return simulations, searcher

    return run


def main() -> None:
    """Measure and print."""
    chosen = options(__doc__, repeats=15, quick_repeats=3)
    simulations = 20_000 if chosen.quick else 100_000
    print_heading()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, make in KINDS.items():
            theirs = make(lambda kind: getattr(gt, kind))
            own = make(lambda kind: copied(folder, kind))
            speeds = interleaved_rates(
                {"own": contender(simulations, own), "bundled": contender(simulations, theirs)},
                chosen.repeats,
            )
            found = ratios(speeds["own"], speeds["bundled"])
            rows.append([name, f"{max(speeds['bundled']):,.0f}", found.text(3)])
            print(*rows[-1], file=sys.stderr, flush=True)
    print(table(["strategies", "bundled /s", "own / bundled"], rows))
    print(f"\nConnect four, {simulations:,} simulations from the first position; medians of")
    print(f"{chosen.repeats} turns, each with its neighbour, from least to most.")


if __name__ == "__main__":
    main()
