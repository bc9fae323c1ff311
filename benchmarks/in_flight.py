"""How busy a search keeps slow evaluators: delays by several laws, 8 and 64 in flight.

Prints the share of the slots' time that evaluations fill, up to the last question and over the
whole run, the evaluations, and the longest time for which the event loop was held. The batch
column is the share that batches of the same size would fill if nothing else took time: each
waits for its slowest evaluation.

    python benchmarks/in_flight.py
"""

from __future__ import annotations

import asyncio
import random
import time

import gametree as gt
from gametree.games import ConnectFour

MEAN = 0.05  # seconds

LAWS = {
    "constant": lambda chance: MEAN,
    "exponential": lambda chance: chance.expovariate(1 / MEAN),
    "lognormal": lambda chance: MEAN * chance.lognormvariate(-0.5, 1.0),
}


async def measured(law: str, in_flight: int, evaluations: int, compiled: bool) -> None:
    """Run one search and print its line."""
    chance = random.Random(1)
    spans: list[tuple[float, float]] = []
    held = 0.0

    async def slow(state: object) -> tuple[float, float]:
        begun = time.perf_counter()
        await asyncio.sleep(LAWS[law](chance))
        spans.append((begun, time.perf_counter()))
        value = random.Random(repr(state)).uniform(-1, 1)
        return value, -value

    async def watch() -> None:
        nonlocal held
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            held, last = max(held, now - last - 0.001), now

    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=compiled)
    searcher.ask()  # compiles
    watching = asyncio.ensure_future(watch())
    begun = time.perf_counter()
    await searcher.run_async(slow, in_flight=in_flight, evaluations=evaluations)
    ended = time.perf_counter()
    watching.cancel()
    last = max(start for start, _ in spans)
    busy = sum(min(end, last) - start for start, end in spans) / (in_flight * (last - begun))
    whole = sum(end - start for start, end in spans) / (in_flight * (ended - begun))
    again = random.Random(2)
    rounds = [[LAWS[law](again) for _ in range(in_flight)] for _ in range(2000)]
    batches = sum(map(sum, rounds)) / sum(in_flight * max(each) for each in rounds)
    print(
        f"{law:12} {in_flight:3} in flight, {'compiled' if compiled else 'interpreted':11}: "
        f"busy {busy:.2f}, with the last answers {whole:.2f}, batches {batches:.2f}; "
        f"{searcher.asked}; loop held {1000 * held:.0f} ms"
    )


if __name__ == "__main__":
    for name in LAWS:
        for size, count in ((8, 1000), (64, 8000)):
            for native in (False, True):
                asyncio.run(measured(name, size, count, native))
