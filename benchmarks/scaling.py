"""Measure speed and memory as the tree grows: connect four, 10^4 to 10^7 simulations.

Each size runs in a process of its own, which compiles and warms up with a
small search first. Three figures for the bytes a node: what the search
reports, what the resident memory of the process grew by while the tree was
alive, and the same at its peak, with the copies made while the tree grew.
Nodes are positions and unvisited children, in both programs.
"""

from __future__ import annotations

import gc
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from timing import options, print_heading, ratios, spread, table

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
OPENSPIEL_SIZES = (100_000, 1_000_000)
EXPLORATION = 1.4
MEMORY_GIB = 16
TARGET_BYTES = 32
TARGET_SPEED = 0.4

# Small searches are repeated on the clock for so long, since one is over in milliseconds.
_LEAST_SECONDS = 0.4


def resident_bytes() -> tuple[int, int]:
    """Return the resident memory of this process, now and at its peak."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return tuple(int(status[key].split()[0]) * 1024 for key in ("VmRSS", "VmHWM"))


def reset_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def measure_gametree(simulations: int) -> dict[str, float]:
    import gametree as gt
    from gametree.games import ConnectFour

    def search() -> tuple[Any, Any]:
        searcher = gt.Searcher(ConnectFour(), selection=gt.UCB1(EXPLORATION / 2), compiled=True)
        return searcher, searcher.run(simulations=simulations, memory=MEMORY_GIB << 30)

    warm_up = gt.search(ConnectFour(), selection=gt.UCB1(EXPLORATION / 2), simulations=100)
    del warm_up
    gc.collect()
    reset_peak()
    before, _ = resident_bytes()
    rates = []
    begun = time.perf_counter()
    kept = search()
    rates.append(simulations / (time.perf_counter() - begun))
    now, peak = resident_bytes()
    result = kept[1]
    del kept
    while time.perf_counter() - begun < _LEAST_SECONDS:
        turn = time.perf_counter()
        search()
        rates.append(simulations / (time.perf_counter() - turn))
    return {
        "rate": statistics.median(rates),
        "nodes": result.nodes,
        "reported": result.bytes / result.nodes,
        "resident": (now - before) / result.nodes,
        "peak": (peak - before) / result.nodes,
    }


def measure_openspiel(simulations: int) -> dict[str, float]:
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def search(count: int) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(
            game, evaluator, EXPLORATION, count, MEMORY_GIB << 10, False, 1, False
        )
        return bot.mcts_search(game.new_initial_state())

    search(100)
    reset_peak()
    before, _ = resident_bytes()
    begun = time.perf_counter()
    root = search(simulations)
    rate = simulations / (time.perf_counter() - begun)
    now, peak = resident_bytes()
    nodes = 0
    waiting = [root]
    while waiting:
        nodes += 1
        waiting.extend(waiting.pop().children)
    return {
        "rate": rate,
        "nodes": nodes,
        "resident": (now - before) / nodes,
        "peak": (peak - before) / nodes,
    }


def in_fresh_process(program: str, simulations: int) -> dict[str, float]:
    command = [sys.executable, __file__, "--measure", program, str(simulations)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def main() -> None:
    chosen = options(__doc__, repeats=5, quick_repeats=2)
    print_heading("open_spiel")
    sizes = SIZES[:-1] if chosen.quick else SIZES
    contenders = [("gametree", size) for size in sizes]
    measured: dict[tuple[str, int], list[dict[str, float]]] = {key: [] for key in contenders}
    for _ in range(chosen.repeats):
        for program, size in contenders:
            measured[program, size].append(in_fresh_process(program, size))
    for size in OPENSPIEL_SIZES[: 1 if chosen.quick else 2]:
        # Once: its memory is the same each time, and its speed stands in another table.
        measured["OpenSpiel", size] = [in_fresh_process("openspiel", size)]

    rows = []
    for (program, size), turns in measured.items():

        def median(key: str, turns: list[dict[str, float]] = turns) -> float:
            return statistics.median(turn[key] for turn in turns)

        reported = f"{median('reported'):.1f}" if "reported" in turns[0] else ""
        speed = ""
        if program == "gametree":
            base = [turn["rate"] for turn in measured["gametree", 100_000]]
            speed = ratios([turn["rate"] for turn in turns], base).text(2)
        rate = spread([turn["rate"] for turn in turns]).median
        resident, peak = f"{median('resident'):.1f}", f"{median('peak'):.1f}"
        rows.append(
            [
                program,
                f"{size:,}",
                f"{rate:,.0f}",
                speed,
                f"{median('nodes'):,.0f}",
                reported,
                resident,
                peak,
            ]
        )
    headings = [
        "program",
        "simulations",
        "simulations/s",
        "of that at 100,000",
        "nodes",
        "bytes a node, reported",
        "resident",
        "at the peak",
    ]
    print(table(headings, rows))
    print(
        f"\nMedians of {chosen.repeats} processes each (OpenSpiel: one). Targets: at most "
        f"{TARGET_BYTES} bytes a node at 1,000,000 and 10,000,000 simulations; at 10,000,000 "
        f"at least {TARGET_SPEED} of the speed at 100,000."
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure = {"gametree": measure_gametree, "openspiel": measure_openspiel}[sys.argv[2]]
        print(json.dumps(measure(int(sys.argv[3]))))
    else:
        main()
