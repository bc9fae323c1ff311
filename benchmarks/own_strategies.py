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
"""Makes the keywords of a search of strategies, found in modules by name."""

KINDS: dict[str, Strategies] = {
    "UCB1": lambda of: {"selection": of("selection").UCB1()},
    "UCB1Tuned": lambda of: {"selection": of("selection").UCB1Tuned()},
    "PUCT, HeuristicPriors": lambda of: {
        "selection": of("selection").PUCT(),
        "evaluation": of("guidance").HeuristicPriors(),
    },
    "Thompson": lambda of: {"selection": of("thompson").Thompson()},
    "GRAVE": lambda of: {"selection": of("amaf").GRAVE()},
    "ImplicitMinimax": lambda of: {"selection": of("implicit").ImplicitMinimax()},
    "ProgressiveHistory": lambda of: {"selection": of("history").ProgressiveHistory()},
    "Widening(FirstPlay(UCB1))": lambda of: {
        "selection": of("widening").Widening(
            of("first_play").FirstPlay(of("selection").UCB1(), 1.0)
        )
    },
    "ProgressiveBias(UCB1)": lambda of: {
        "selection": of("guidance").ProgressiveBias(of("selection").UCB1()),
        "evaluation": gt.HeuristicPriors(),
    },
    "SequentialHalving(UCB1)": lambda of: {
        "selection": of("halving").SequentialHalving(of("selection").UCB1())
    },
    "Playout(Uniform)": lambda of: {
        "evaluation": of("evaluation").Playout(of("evaluation").Uniform())
    },
    "Playout(EpsilonGreedy)": lambda of: {
        "evaluation": gt.Playout(of("evaluation").EpsilonGreedy())
    },
    "Playout(MAST)": lambda of: {"evaluation": gt.Playout(of("learning").MAST())},
    "Playout(NST)": lambda of: {"evaluation": gt.Playout(of("learning").NST())},
    "Playout(LastGoodReply)": lambda of: {"evaluation": gt.Playout(of("replies").LastGoodReply())},
    "Playout(Decisive)": lambda of: {"evaluation": gt.Playout(of("decisive").Decisive())},
}


def contender(simulations: int, strategies: dict[str, Any]) -> Run:
    """Return a search of so many simulations with these strategies."""

    def run() -> tuple[int, object]:
        searcher = gt.Searcher(ConnectFour(), seed=1, compiled=True, **strategies)
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
            theirs = make(lambda module: __import__(f"gametree.mcts.{module}", fromlist=["mcts"]))
            own = make(lambda module: copied(folder, module))
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
