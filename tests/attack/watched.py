"""Work in child processes that are watched: one that dies or hangs is noted, and replaced."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

_CONTEXT = multiprocessing.get_context("spawn")

HANGS = 400.0
"""Seconds for one item; compiling on a busy machine is part of it."""


@dataclass
class Count:
    """What came of the items of one family."""

    items: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    off: float = 0.0
    count: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)

    def add(self, other: Count) -> None:
        self.items += other.items
        self.kinds += other.kinds
        self.off += other.off
        self.count += other.count
        self.failures += other.failures


def do(job: tuple[str, str, int, int], work: Callable[..., Any], now: Any = None) -> Count:
    """Do the items of a job: (family, prefix of the seeds, first, end)."""
    family, prefix, first, end = job
    found = Count()
    for number in range(first, end):
        if now is not None:
            now[0], now[1] = float(number), time.monotonic()
        seed = f"{prefix}-{number}"
        found.items += 1
        try:
            outcome = work(family, seed)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{last.filename.rpartition('/')[2]}:{last.lineno}"
            told = f"{type(error).__name__}: {error} ({where})"
            found.failures.append((f"{family} {seed}", told[:600]))
        else:
            found.kinds[outcome.kind] += 1
            found.off += outcome.off
            found.count += outcome.count
    return found


def _serve(work: Callable[..., Any], pipe: Any, now: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while (job := pipe.recv()) is not None:
        pipe.send(do(job, work, now))


class _Child:
    def __init__(self, work: Callable[..., Any]) -> None:
        self.now = _CONTEXT.Array("d", [0.0, time.monotonic()], lock=False)
        self.pipe, end = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(target=_serve, args=(work, end, self.now), daemon=True)
        self.process.start()
        end.close()
        self.job: Any = None

    def give(self, job: Any) -> None:
        self.job = job
        self.now[0], self.now[1] = float(job[2]), time.monotonic()
        self.pipe.send(job)


def watch(
    work: Callable[..., Any],
    jobs: Iterable[Any],
    report: Callable[[str, Count], None],
    children: int = 2,
    seconds: float = float("inf"),
) -> None:
    """Do jobs in child processes; report what came of each, those that died or hung included.

    No job is begun after this many seconds.
    """
    waiting = iter(jobs)
    end = time.monotonic() + seconds
    busy: list[_Child] = []
    rest: list[Any] = []  # of jobs whose child was lost

    def following() -> Any:
        if time.monotonic() > end:
            return None
        return rest.pop() if rest else next(waiting, None)

    def start(child: _Child | None) -> None:
        job = following()
        if job is None:
            if child is not None:
                child.pipe.send(None)
                child.process.join()
            return
        child = child or _Child(work)
        child.give(job)
        busy.append(child)

    for _ in range(children):
        start(None)
    while busy:
        pipes = [child.pipe for child in busy]
        ready = multiprocessing.connection.wait(pipes, timeout=1.0)
        for child in list(busy):
            family, prefix, _, stop = child.job
            lost = ""
            if child.pipe in ready:
                try:
                    found = child.pipe.recv()
                except (EOFError, OSError):
                    child.process.join()
                    lost = f"CRASH: the process ended with {child.process.exitcode}"
                else:
                    report(family, found)
                    busy.remove(child)
                    start(child)
                    continue
            elif time.monotonic() - child.now[1] > HANGS:
                child.process.kill()
                child.process.join()
                lost = f"HANG: not done after {HANGS:.0f} seconds"
            if lost:
                number = int(child.now[0])
                seed = f"{family} {prefix}-{number}"
                # What it did before in this job is done again, without what it was lost at.
                report(family, Count(items=1, failures=[(seed, lost)]))
                for part in ((child.job[2], number), (number + 1, stop)):
                    if part[0] < part[1]:
                        rest.append((family, prefix, *part))
                busy.remove(child)
                start(None)
