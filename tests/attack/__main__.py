"""Attack the search with random games, every public entry with random input, the compiler with
random programs, slow evaluators with answers in random orders.

python -m attack --games 100000 --inputs 1000000 --programs 10000 --orders 100000 --seed 1

Prints counts by family, and each failure with the seed that shows it again:
python -m attack --one "proofs 1-123". Most programs are compiled without LLVM's optimisation, as
with NUMBA_OPT=0. Ends with 1 if there was any failure. With --poison, memory that holds no values
is filled with a pattern, so that reads of it show.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import time
import traceback
from unittest.mock import patch

from plainpython.values.arena import POISONED

from . import fuzz, modes
from .families import SHARES, attempt
from .watched import Count, watch

_CHECKPOINT = 60.0  # seconds between two tables
_MOST_KINDS = 25  # that are listed of what came of programs
_ROUND = 300
"""Programs after which new processes begin: what was compiled stays in memory."""
_OPTIMISED = 4
"""Of this many rounds of programs one has LLVM's optimisation, which takes a third of the time."""


def jobs(shares, number, prefix, size):
    """Yield jobs of some items, families in turn, by their shares, until there are so many."""
    total = sum(shares.values())
    wanted = {family: round(number * share / total) for family, share in shares.items()}
    done = dict.fromkeys(shares, 0)
    parts = max(1, number // size)
    for part in range(1, parts + 1):
        for family, all_of_it in wanted.items():
            end = all_of_it * part // parts
            if end > done[family]:
                yield family, prefix, done[family], end
                done[family] = end


def rounds(every):
    """Yield lists of jobs with some `_ROUND` programs each."""
    held, programs = [], 0
    for job in every:
        held.append(job)
        programs += job[3] - job[2]
        if programs >= _ROUND:
            yield held
            held, programs = [], 0
    yield held


def table(counts: dict[str, Count], seconds: float) -> str:
    lines = [f"{'family':<14} {'tried':>9} {'kinds':>6} {'failures':>9}   mean error"]
    for family, count in counts.items():
        lines.append(
            f"{family:<14} {count.items:>9,} {len(count.kinds):>6} {len(count.failures):>9}"
            + (f"   {count.off / count.count:+.6f}" if count.count else "")
        )
    tried = sum(count.items for count in counts.values())
    failed = sum(len(count.failures) for count in counts.values())
    lines.append(f"{'all':<14} {tried:>9,} {'':>6} {failed:>9}   after {seconds:.0f} s")
    return "\n".join(lines)


def biased(counts: dict[str, Count]):
    """Yield the families whose means are off by more than chance would have it."""
    for family, count in counts.items():
        # Azuma's inequality, for a false alarm in ten million.
        if abs(count.off) > 2 * math.sqrt(count.count * math.log(2e7) / 2):
            yield family


def main() -> int:
    parser = argparse.ArgumentParser(prog="attack")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--orders", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--children", type=int, default=2)
    parser.add_argument(
        "--poison", action="store_true", help="fill memory that holds no values with a pattern"
    )
    parser.add_argument("--one", help='a family and a seed, as a failure was printed: "proofs 1-5"')
    given = parser.parse_args()
    if given.poison and not POISONED:  # memory is poisoned from the start of a process, or never
        with_poison = {**os.environ, "GAMETREE_POISONED_MEMORY": "1"}
        return subprocess.call([sys.executable, "-m", "attack", *sys.argv[1:]], env=with_poison)
    if given.one:
        try:
            print(attempt(*given.one.split(maxsplit=1)))
        except Exception:
            traceback.print_exc()
            return 1
        return 0
    counts: dict[str, Count] = {}
    begun = shown = time.monotonic()

    def report(family: str, found: Count) -> None:
        nonlocal shown
        counts.setdefault(family, Count()).add(found)
        for seed, told in found.failures:
            print(f"FAILED {seed}: {told}", flush=True)
        if time.monotonic() - shown > _CHECKPOINT:
            shown = time.monotonic()
            print(table(counts, shown - begun), flush=True)

    # Little ones first: a machine that is slow shows what there is all the same.
    watch(
        attempt, jobs(SHARES, given.games, given.seed, 1000), report, given.children, given.seconds
    )
    left = given.seconds - (time.monotonic() - begun)
    orders = jobs({"answers": 1}, given.orders, given.seed, 1000)
    watch(attempt, orders, report, given.children, left)
    left = given.seconds - (time.monotonic() - begun)
    every = jobs(fuzz.SHARES, given.inputs, given.seed, 20_000)
    watch(attempt, every, report, given.children, left)
    for number, those in enumerate(rounds(jobs(modes.SHARES, given.programs, given.seed, 30))):
        left = given.seconds - (time.monotonic() - begun)
        options = {"NUMBA_OPT": "0"} if number % _OPTIMISED else {}  # processes begin with them
        with patch.dict(os.environ, options):
            watch(attempt, those, report, given.children, left)
    print(table(counts, time.monotonic() - begun))
    for family in modes.SHARES:
        for kind, count in counts.get(family, Count()).kinds.most_common(_MOST_KINDS):
            print(f"{family:<14} {count:>9,} {kind}")
    off = list(biased(counts))
    if off:
        print(f"BIASED: {', '.join(off)}")
    return 1 if off or any(count.failures for count in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
