"""Measures shapes of benchmarks/ordinary for `shapes.py`, in a process that may crash or hang.

Reads lines such as "tic_tac_toe lists.ListCopied 3" and answers each by a line of JSON: searches
interpreted and compiled with the same seed, compares the two, and lets them take so many turns.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from typing import Any

from ordinary import shape
from ordinary.gomoku.bits import Bits
from timing import ratios, spread

import gametree as gt
from gametree.games import TicTacToe

SIMULATIONS = {"tic_tac_toe": 1000, "gomoku": 100, "features": 500}
"""Of the two searches that are compared."""

REFERENCES = {"tic_tac_toe": TicTacToe, "gomoku": Bits}
"""The same game on bits, which takes its turns as well."""

SECONDS = {"tic_tac_toe": 0.2, "gomoku": 0.5, "features": 0.05}
"""Of a turn."""


def searcher(game: gt.Game, compiled: bool) -> gt.Searcher:
    return gt.Searcher(game, seed=1, method="uct", compiled=compiled)


def seen(result: gt.SearchResult) -> dict[str, object]:
    """Return what is compared of two searches."""
    return {
        "best move": result.action,
        "actions": [each.action for each in result.actions],
        "visits": [each.visits for each in result.actions],
        "means": [each.mean for each in result.actions],
        "nodes": result.nodes,
        "depth": result.max_depth,
    }


def difference(interpreted: gt.SearchResult, compiled: gt.SearchResult) -> str:
    """Return the first difference between two searches, or nothing."""
    ours, theirs = seen(interpreted), seen(compiled)
    for name, value in ours.items():
        if value != theirs[name]:
            return f"{name} {value} interpreted, {theirs[name]} compiled"
    return ""


def speed(game: gt.Game, compiled: bool, seconds: float) -> float:
    """Return the simulations a second of the processor of a search once it is set up."""
    search = searcher(game, compiled)
    begun = time.process_time()
    result = search.run(seconds=seconds)
    return result.new_simulations / (time.process_time() - begun)


def speeds(
    contenders: dict[str, tuple[gt.Game, bool]], seconds: float, turns: int
) -> dict[str, list[float]]:
    """Let the contenders, each a game and whether it is compiled, take turns."""
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(turns):
        for name, contender in contenders.items():
            found[name].append(speed(*contender, seconds))
    return found


def measured(group: str, name: str, turns: int) -> dict[str, Any]:
    """Return the row of a shape; its outcome is "same", "different", "refused" or "stopped"."""
    game = shape(group, name)()
    plain = searcher(game, compiled=False).run(simulations=SIMULATIONS[group])
    row: dict[str, Any] = {"interpreted": plain.new_simulations / plain.seconds}
    begun = time.process_time()
    try:
        native = searcher(game, compiled=True)
    except gt.NotCompilable as error:
        return {**row, "outcome": "refused", "told": str(error)}
    row["ready_seconds"] = time.process_time() - begun
    try:
        told = difference(plain, native.run(simulations=SIMULATIONS[group]))
    except gt.GameError as error:
        return {**row, "outcome": "stopped", "told": str(error)}
    outcome = {"outcome": "different" if told else "same", "told": told}
    if turns == 0:
        return row | outcome
    contenders = {"interpreted": (game, False), "compiled": (game, True)}
    if group in REFERENCES:
        contenders["reference"] = (REFERENCES[group](), True)
        searcher(*contenders["reference"])  # compiles
    found = speeds(contenders, SECONDS[group], turns)
    for mode in ("interpreted", "compiled"):
        row[mode] = spread(found[mode]).median
    row["ratio"] = ratios(found["compiled"], found["interpreted"])
    if group in REFERENCES:
        row["of_reference"] = ratios(found["compiled"], found["reference"])
    return row | outcome


def main() -> None:
    warnings.simplefilter("error")
    for line in sys.stdin:
        try:
            group, name, turns = line.split()
            row = measured(group, name, int(turns))
        except Exception as error:
            row = {"outcome": "failed", "told": f"{type(error).__name__}: {error}"}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
