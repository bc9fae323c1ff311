"""Measure what a search costs besides searching: clock, Ctrl-C, creation, short searches, moves."""

from __future__ import annotations

import contextlib
import random
import signal
import statistics
import threading
import time
from collections.abc import Callable

from timing import options, print_heading, spread, table

import gametree as gt
from gametree import games


def overshoots(make: Callable[[], gt.Searcher], budget: float, trials: int) -> list[float]:
    """Return by how many milliseconds `run(seconds=budget)` outlasts its budget."""
    over = []
    for _ in range(trials):
        searcher = make()
        begun = time.perf_counter()
        searcher.run(seconds=budget)
        over.append(1000 * (time.perf_counter() - begun - budget))
    return over


def bare_overshoots(budget: float, trials: int) -> list[float]:
    """Return the same for a loop that only looks at the clock: what the machine itself adds."""
    over = []
    for _ in range(trials):
        begun = now = time.perf_counter()
        while now - begun < budget:
            now = time.perf_counter()
        over.append(1000 * (now - begun - budget))
    return over


def interrupt_latencies(
    make: Callable[[], gt.Searcher], send: Callable[[gt.Searcher], None], trials: int
) -> list[float]:
    """Return how many milliseconds pass from `send`, called in another thread, to the return."""
    latencies = []
    for _ in range(trials):
        searcher = make()
        sent = []

        def act(searcher: gt.Searcher = searcher, sent: list[float] = sent) -> None:
            sent.append(time.perf_counter())
            send(searcher)

        # At random moments, so that they do not fall in with the search's slices.
        timer = threading.Timer(0.05 + 0.05 * random.random(), act)
        timer.start()
        with contextlib.suppress(gt.SearchInterrupted):
            searcher.run(seconds=30)
        returned = time.perf_counter()
        timer.join()
        latencies.append(1000 * (returned - sent[0]))
    return latencies


def microseconds(action: Callable[[], object], calls: int) -> list[float]:
    taken = []
    for _ in range(calls):
        begun = time.perf_counter()
        action()
        taken.append(1e6 * (time.perf_counter() - begun))
    return taken


def row(title: str, measured: list[float], digits: int = 2) -> list[str]:
    found = spread(measured)
    late = found.high
    if len(measured) > 1:
        late = statistics.quantiles(measured, n=20, method="inclusive")[-1]
    cells = (found.median, late, found.high)
    return [title, *(f"{cell:,.{digits}f}" for cell in cells), str(len(measured))]


def main() -> None:
    chosen = options(__doc__, repeats=50, quick_repeats=8)
    print_heading()
    trials = chosen.repeats
    connect_four, othello = games.ConnectFour(), games.Othello()

    def maker(game: gt.Game, *, compiled: bool = True) -> Callable[[], gt.Searcher]:
        return lambda: gt.Searcher(game, compiled=compiled, method="uct")

    makers = {
        "connect four": maker(connect_four),
        "othello": maker(othello),
        "othello, interpreted": maker(othello, compiled=False),
    }
    for make in makers.values():
        make().run(simulations=10)

    rows = [
        row(
            "past a budget of 0.2 s: a loop that only looks at the clock",
            bare_overshoots(0.2, trials),
        )
    ]
    for title, make in makers.items():
        for budget in (0.05, 0.2):
            over = overshoots(make, budget, trials)
            rows.append(row(f"past a budget of {budget:g} s: {title}", over))
    if not chosen.quick:
        # Long enough for the tree to be copied to larger arrays many times.
        over = overshoots(makers["connect four"], 5.0, 5)
        rows.append(row("past a budget of 5 s: connect four", over))
    for title, make in makers.items():
        sigint = interrupt_latencies(make, lambda _: signal.raise_signal(signal.SIGINT), trials)
        rows.append(row(f"from Ctrl-C to the result: {title}", sigint))
    stop = interrupt_latencies(makers["connect four"], gt.Searcher.stop, trials)
    rows.append(row("from `stop()` in another thread: connect four", stop))
    print(table(["milliseconds", "median", "95 %", "worst", "trials"], rows))

    rows = []
    for title, make in makers.items():
        if title == "othello":
            continue
        rows.append(row(f"a `Searcher`: {title}", microseconds(make, 4 * trials), 0))
    for title, game, compiled in (
        ("connect four", connect_four, True),
        ("connect four, interpreted", connect_four, False),
    ):

        def search(game: gt.Game = game, compiled: bool = compiled) -> gt.SearchResult:
            return gt.search(game, simulations=100, compiled=compiled, method="uct")

        rows.append(row(f"`search`, 100 simulations: {title}", microseconds(search, 4 * trials), 0))
    searcher = gt.Searcher(connect_four, method="uct")

    def go_on() -> gt.SearchResult:
        return searcher.run(simulations=100)

    rows.append(
        row("`run`, 100 simulations more: connect four", microseconds(go_on, 4 * trials), 0)
    )
    rows.append(row("`result()`: connect four", microseconds(searcher.result, 4 * trials), 0))
    # The first one of a process compiles its code, or loads it from the cache.
    searcher = gt.Searcher(connect_four, method="uct")
    best = searcher.run(simulations=1_000).action
    first = microseconds(lambda: searcher.advance(best), 1)
    rows.append(row("the first `advance` of the process", first, 0))
    sizes = (1_000, 100_000) if chosen.quick else (1_000, 100_000, 1_000_000)
    for simulations in sizes:
        advances = []
        for seed in range(max(5, trials // 5)):
            searcher = gt.Searcher(connect_four, seed=seed, method="uct")
            best = searcher.run(simulations=simulations).action
            advances += microseconds(lambda searcher=searcher, best=best: searcher.advance(best), 1)
        rows.append(row(f"`advance` after {simulations:,} simulations: connect four", advances, 0))
    print()
    print(table(["microseconds", "median", "95 %", "worst", "trials"], rows))


if __name__ == "__main__":
    main()
