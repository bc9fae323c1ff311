"""Strategies copied to a file of a user's against the bundled ones: the same trees, how fast."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from timing import Spread, options, print_heading, ratios, table

import gametree as gt
from gametree.games import ConnectFour

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from copies import copied, copied_base

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
    "Backup": lambda of: {"backup": of("Backup")()},
}


def speed(strategies: dict[str, Any], simulations: int) -> float:
    """Return the simulations a second of a search with these strategies, once it is set up."""
    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=True, **strategies)
    searcher.run(simulations=10)
    begun = time.perf_counter()
    searcher.run(simulations=simulations)
    return simulations / (time.perf_counter() - begun)


def compared(own: dict[str, Any], bundled: dict[str, Any], turns: int) -> tuple[float, Spread]:
    """Return the speed of the bundled strategies, and own / bundled over so many turns."""
    speed(own, 10)  # compiles
    simulations = max(100, int(0.05 * speed(bundled, 1000)))
    ours, theirs = [], []
    for turn in range(turns):  # the one that begins has the cooler machine
        for own_turn in (True, False) if turn % 2 else (False, True):
            measured = ours if own_turn else theirs
            measured.append(speed(own if own_turn else bundled, simulations))
    return max(theirs), ratios(ours, theirs)


def main() -> None:
    """Measure and print."""
    chosen = options(__doc__, repeats=60, quick_repeats=10)
    print_heading()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, make in KINDS.items():
            own = make(lambda kind: (copied_base if kind == "Backup" else copied)(folder, kind))
            bundled = make(lambda kind: getattr(gt, kind))
            rate, found = compared(own, bundled, chosen.repeats)
            rows.append([name, f"{rate:,.0f}", found.text(3)])
            print(*rows[-1], file=sys.stderr, flush=True)
    print(table(["strategies", "bundled /s", "own / bundled"], rows))
    print("\nConnect four, runs of about 0.05 s from the first position; medians of")
    print(f"{chosen.repeats} turns, each with its neighbour, from least to most.")


if __name__ == "__main__":
    main()
