"""Try the adapter on OpenSpiel's sequential games: the tables of docs/openspiel.md.

Every registered game in which players move in turns, as it is loaded by its name
alone, is searched from the first position where a player moves, in a process of
its own, so that a crash counts for that game only.

    python benchmarks/openspiel_games.py
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from typing import Any

import pyspiel
from timing import print_heading, table

LIMIT = 120  # seconds for one game


def registered(information: str) -> list[Any]:
    """Return the types of the sequential games, by name, with this kind of information."""
    import open_spiel.python.games  # noqa: F401  # registers those written in Python

    return sorted(
        (
            kind
            for kind in pyspiel.registered_games()
            if kind.dynamics == kind.Dynamics.SEQUENTIAL and kind.information.name == information
        ),
        key=lambda kind: kind.short_name,
    )


def report_one(name: str, simulations: int) -> None:
    """Search one game; print what came of it as JSON."""
    from open_spiel.python.algorithms import mcts

    import gametree as gt
    from gametree.adapters.openspiel import OpenSpiel

    game = OpenSpiel(name, see_hidden=True)
    state = game.dealt_state(seed=1)
    searcher = gt.Searcher(
        game, state, seed=1, evaluation=game.default_evaluation(), compiled=False
    )
    begun = time.perf_counter()
    result = searcher.run(simulations=simulations)
    seconds = time.perf_counter() - begun
    try:
        mcts.MCTSBot(game.rules, 1.4, 1, mcts.RandomRolloutEvaluator())
        own = "accepts"
    except ValueError as error:
        own = f"refuses: {error}"
    told = {
        "players": game.players,
        "rate": result.new_simulations / seconds,
        "own": own,
        "playouts": "Python" if game.in_python else "C++",
    }
    print(json.dumps(told))


def ask_about(name: str, simulations: int) -> dict[str, Any]:
    """Search one game in a process of its own; return what it told, or what went wrong."""
    command = [sys.executable, __file__, "--one", name, "--simulations", str(simulations)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return {"fault": f"not done after {LIMIT} s"}
    if done.returncode == 0:
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found
    said = done.stderr.strip().splitlines()
    return {
        "fault": said[-1].removeprefix("gametree.errors.")
        if said
        else f"the process ended with {done.returncode}"
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--simulations", type=int, default=200, help="for each game")
    parser.add_argument("--one", metavar="NAME", help="this game only, within this process")
    chosen = parser.parse_args()
    if chosen.one is not None:
        report_one(chosen.one, chosen.simulations)
        return
    print_heading("open_spiel")
    for information in ("PERFECT_INFORMATION", "IMPERFECT_INFORMATION"):
        rows, faults = [], []
        for kind in registered(information):
            found = ask_about(kind.short_name, chosen.simulations)
            if "fault" in found:
                faults.append([f"`{kind.short_name}`", found["fault"]])
                continue
            chance = kind.chance_mode.name.removesuffix("_STOCHASTIC").lower()
            rows.append(
                [
                    f"`{kind.short_name}`",
                    str(found["players"]),
                    "none" if chance == "deterministic" else chance,
                    "before the end too" if kind.reward_model.name == "REWARDS" else "at the end",
                    found["playouts"],
                    found["own"],
                    f"{found['rate']:,.0f}",
                ]
            )
        print(f"## {information.replace('_', ' ').lower()}: {len(rows)} games\n")
        headings = ["game", "players", "chance", "rewards", "playouts", "MCTSBot", "simulations/s"]
        print(table(headings, rows))
        print(f"\nLeft out: {len(faults)}\n")
        if faults:
            print(table(["game", "what it says"], faults), flush=True)
            print()


if __name__ == "__main__":
    main()
