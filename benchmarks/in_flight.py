"""How busy a search keeps slow evaluators: delays by several laws, 8 and 64 in flight.

Prints a table: the share of the slots' time that evaluations fill up to the last question and over
the whole run, the share that batches of the same size would fill if nothing else took time (each
waits for its slowest evaluation), how many positions were evaluated twice, and the longest time for
which the event loop was held.

Nobody waits for the delays: the clock jumps over them, and else it shows the processor time of this
process. So other programs on the machine change little.

    python benchmarks/in_flight.py
"""

from __future__ import annotations

import asyncio
import random
import selectors
import time
from collections import Counter
from collections.abc import Callable

import gametree as gt
from gametree.games import ConnectFour

MEAN = 0.05  # seconds

LAWS: dict[str, Callable[[random.Random], float]] = {
    "constant": lambda chance: MEAN,
    "exponential": lambda chance: chance.expovariate(1 / MEAN),
    "lognormal": lambda chance: MEAN * chance.lognormvariate(-0.5, 1.0),
}


class Jumps(selectors.SelectSelector):
    """Waits for nothing, and notes how long the event loop was held between two looks."""

    def __init__(self) -> None:
        super().__init__()
        self.jumped = 0.0
        self.held = 0.0
        self._since = time.thread_time()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.held = max(self.held, time.thread_time() - self._since)
        if timeout:
            self.jumped += timeout
        found = super().select(0)
        self._since = time.thread_time()
        return found


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop by that clock."""

    def __init__(self) -> None:
        self.jumps = Jumps()
        super().__init__(self.jumps)

    def time(self) -> float:
        return self.jumps.jumped + time.process_time()


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
    loop.jumps.held, begun = 0.0, loop.time()
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
        f"{1000 * loop.jumps.held:.0f} ms",
    ]
    print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    print("| delays | in flight | rules | busy | to the end | batches | paid | twice | loop held |")
    print("|---|---:|---|---:|---:|---:|---:|---:|---:|")
    for name in LAWS:
        for size, count in ((8, 1000), (64, 8000)):
            for native in (False, True):
                with asyncio.Runner(loop_factory=JumpingLoop) as runner:
                    runner.run(measured(name, size, count, native))
