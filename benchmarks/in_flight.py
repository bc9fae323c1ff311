"""How busy a search keeps slow evaluators: delays by several laws, 8 and 64 in flight.

Prints a table: the share of the slots' time that evaluations fill up to the last question and over
the whole run, the share that batches of the same size would fill if nothing else took time (each
waits for its slowest evaluation), and how many positions were evaluated twice. Nobody waits for the
delays: the clock jumps over them, and else it shows the processor time of this process. So other
programs on the machine change little.

A second table shows for how long the event loop is held, with real delays. A task of the loop
sleeps a millisecond, again and again; the processor time of this process between two of its turns
is at least the time for which something else held the loop. The last column is the processor time
of the longest garbage collection.

    python benchmarks/in_flight.py
    python benchmarks/in_flight.py --held
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import selectors
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import gametree as gt
from gametree.games import ConnectFour

MEAN = 0.05  # seconds

LAWS: dict[str, Callable[[random.Random], float]] = {
    "constant": lambda chance: MEAN,
    "exponential": lambda chance: chance.expovariate(1 / MEAN),
    "lognormal": lambda chance: MEAN * chance.lognormvariate(-0.5, 1.0),
}


class Jumps(selectors.SelectSelector):
    """Waits for nothing but threads."""

    jumped = 0.0
    calls = 0  # that threads work at

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self.calls:
            return super().select(None if timeout is None else min(timeout, 0.001))
        if timeout:
            self.jumped += timeout
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop by that clock."""

    def __init__(self) -> None:
        self.jumps = Jumps()
        super().__init__(self.jumps)

    def time(self) -> float:
        return self.jumps.jumped + time.process_time()

    def run_in_executor(self, *arguments: Any) -> Any:
        self.jumps.calls += 1
        call = super().run_in_executor(*arguments)
        call.add_done_callback(self._returned)
        return call

    def _returned(self, call: object) -> None:
        self.jumps.calls -= 1


async def measured(law: str, in_flight: int, evaluations: int, compiled: bool) -> None:
    """Run one search and print its line."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, JumpingLoop)
    chance = random.Random(1)
    spans: list[tuple[float, float]] = []
    paid: Counter[object] = Counter()

    async def slow(state: object) -> tuple[float, float]:
        paid[state] += 1
        begun = loop.time()
        delay = LAWS[law](chance)
        await asyncio.sleep(delay)
        spans.append((begun, begun + delay))
        value = random.Random(repr(state)).uniform(-1, 1)
        return value, -value

    await gt.Searcher(ConnectFour(), seed=1, compiled=compiled).run_async(slow, evaluations=1)
    spans.clear()  # it has compiled
    paid.clear()
    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=compiled)
    begun = loop.time()
    await searcher.run_async(slow, in_flight=in_flight, evaluations=evaluations)
    ended = loop.time()
    last = max(start for start, _ in spans)
    busy = sum(min(end, last) - start for start, end in spans) / (in_flight * (last - begun))
    whole = sum(end - start for start, end in spans) / (in_flight * (ended - begun))
    again = random.Random(2)
    rounds = [[LAWS[law](again) for _ in range(in_flight)] for _ in range(2000)]
    batches = sum(map(sum, rounds)) / sum(in_flight * max(each) for each in rounds)
    cells = [
        f"{law} | {in_flight} | {'compiled' if compiled else 'interpreted'}",
        f"{busy:.2f} | {whole:.2f} | {batches:.2f}",
        f"{searcher.asked.tickets:,} | {sum(count - 1 for count in paid.values())}",
    ]
    print(f"| {' | '.join(cells)} |", flush=True)


class Collections:
    """Notes the longest garbage collection, by the time of the thread that makes it."""

    def __init__(self) -> None:
        self.longest = self._begun = 0.0

    def __call__(self, phase: str, facts: dict[str, int]) -> None:
        if phase == "start":
            self._begun = time.thread_time()
        else:
            self.longest = max(self.longest, time.thread_time() - self._begun)


COLLECTORS = ("as usual", "gc.freeze()", "gc.freeze(), gc.disable()")


async def held(in_flight: int, evaluations: int, compiled: bool, collector: str) -> None:
    """Run one search beside a task that sleeps, and print for how long it was kept waiting."""
    chance = random.Random(1)
    beats: list[float] = []
    collections = Collections()

    async def beat() -> None:
        since = time.process_time()
        while True:
            await asyncio.sleep(0.001)
            now = time.process_time()
            beats.append(now - since)
            since = now

    async def slow(state: object) -> tuple[float, float]:
        await asyncio.sleep(LAWS["exponential"](chance))
        value = random.Random(repr(state)).uniform(-1, 1)
        return value, -value

    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=compiled)
    await searcher.run_async(slow, evaluations=1)  # it has compiled
    task = asyncio.ensure_future(beat())
    await asyncio.sleep(0.1)
    beats.clear()
    if "freeze" in collector:
        gc.collect()
        gc.freeze()
    if "disable" in collector:
        gc.disable()
    gc.callbacks.append(collections)
    await searcher.run_async(slow, in_flight=in_flight, evaluations=evaluations)
    gc.callbacks.remove(collections)
    gc.enable()
    gc.unfreeze()
    task.cancel()
    beats.sort()
    cells = [
        f"{in_flight} | {'compiled' if compiled else 'interpreted'}",
        f"{collector} | {len(beats):,} | {1000 * beats[len(beats) * 99 // 100]:.1f} ms",
        f"{1000 * beats[-1]:.1f} ms | {1000 * collections.longest:.1f} ms",
    ]
    print(f"| {' | '.join(cells)} |", flush=True)


def show_busy() -> None:
    """Print the first table."""
    print("| delays | in flight | rules | busy | to the end | batches | paid | twice |")
    print("|---|---:|---|---:|---:|---:|---:|---:|")
    for name in LAWS:
        for size, count in ((8, 1000), (64, 8000)):
            for native in (False, True):
                with asyncio.Runner(loop_factory=JumpingLoop) as runner:
                    runner.run(measured(name, size, count, native))


def show_held() -> None:
    """Print the second table."""
    print("| in flight | rules | garbage collector | turns | 99 % of them | longest | collection |")
    print("|---:|---|---|---:|---:|---:|---:|")
    for size, count in ((8, 1000), (64, 8000)):
        for native in (False, True):
            for collector in COLLECTORS:
                asyncio.run(held(size, count, native, collector))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", action="store_true", help="print the second table")
    if parser.parse_args().held:
        show_held()
    else:
        show_busy()
