"""The worker process: it holds compiled games and searches, one of which runs at a time.

Its main thread listens and reports, another one searches. What it is told: ("begin", number,
query), ("resume", number), ("pause", number), ("drop", number), ("ask", number, (key, question)).
What it tells: ("ready",), ("phase", number, phase), ("alive", number), ("report", number, report),
("told", number, key, answer), and at the end of a turn ("paused", number), ("rests", number),
("dropped", number) or ("done", number, report).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any

from ..errors import GametreeError, NotCompilable
from ..machine.worker_output import print_to_stderr
from ..user_code.locating import failure
from .kept_trees import KeptTrees
from .query import Query
from .reports import error_report
from .task import SEARCH, Games, Task
from .tasks import task_of
from .worker_bounds import WorkerBounds

__all__ = ["ALIVE_SECONDS", "work"]

ALIVE_SECONDS = 0.5
"""Between two signs of life."""

_NICENESS = 5  # who waits for an answer of the program itself comes before its searches
_HALT_SECONDS = 0.002  # between two requests to a thread that is to end
_SOON_SECONDS = 0.01
_STACK_BYTES = 16 << 20  # to compile takes more than threads have everywhere


def work(pipe: Connection, life: Connection, bounds: WorkerBounds) -> None:
    """Search what comes through `pipe`, until `life` ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started it
    threading.Thread(target=_leave_with, args=(life,), daemon=True).start()
    print_to_stderr()
    with suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    threading.stack_size(_STACK_BYTES)
    warnings.showwarning = _note
    with suppress(NotCompilable):  # a search says so
        from ..native import build  # noqa: F401  # seconds that the first query need not wait for

    with suppress(EOFError, OSError):  # whoever started it is gone
        _Worker(pipe, bounds).run()


class _Worker:
    def __init__(self, pipe: Connection, bounds: WorkerBounds) -> None:
        self._pipe, self._bounds = pipe, bounds
        self._woken, self._wake = Pipe(duplex=False)
        self._games: Games = {}
        self._trees = KeptTrees()
        self._tasks: dict[int, Task] = {}
        self._current: int | None = None
        self._ending = ""  # "pause" or "drop", how the current task is to end
        self._phase = ""  # of the current task, as reported
        self._due: dict[int, float] = {}  # seconds of thinking after which each reports
        self._breath = 0.0  # when the last sign of life was given

    def run(self) -> None:
        self._pipe.send(("ready",))
        while True:
            for ready in wait([self._pipe, self._woken], self._patience()):
                if ready is self._pipe:
                    self._take(*self._pipe.recv())
                else:
                    self._woken.recv_bytes()
            self._tend()

    def _patience(self) -> float | None:
        number = self._current
        if number is None:
            return None
        if self._ending:
            return _HALT_SECONDS
        task = self._tasks[number]
        if task.phase != SEARCH:
            return ALIVE_SECONDS
        due = self._due.get(number)
        if due is None:
            return ALIVE_SECONDS
        return min(ALIVE_SECONDS, max(0.0, due - task.seconds))

    def _take(self, what: str, number: int, more: Any = None) -> None:
        if what == "begin":
            query: Query = more
            task = task_of(query, self._games, self._trees, self._bounds, self._news)
            self._tasks[number] = task
            first = query.report_every if query.first_report is None else query.first_report
            if first is not None:
                self._due[number] = first
        if number not in self._tasks:  # it had come to its end by itself
            return
        if what == "ask":
            self._answer(number, *more)
        elif what in ("begin", "resume"):
            self._current, self._ending, self._phase = number, "", ""
            self._breath = time.monotonic()
            self._tasks[number].start()
        elif number == self._current:
            self._ending = what
        elif what == "drop":
            self._forget(number)

    def _answer(self, number: int, key: int, question: dict[str, Any]) -> None:
        """Answer a question about a tree."""
        try:
            report = self._tasks[number].told(question)
        except GametreeError as error:
            report = {"gone": str(error)}
        except Exception as error:
            report = {"gone": failure(error, "a look at the tree")}
        self._pipe.send(("told", number, key, report))

    def _news(self) -> None:
        self._wake.send_bytes(b".")

    def _tend(self) -> None:
        """Do what is due for the current task."""
        number = self._current
        if number is None:
            return
        task = self._tasks[number]
        if self._ending and task.runs:
            task.halt()
        runs = task.runs
        if task.phase != self._phase:
            self._phase = task.phase
            self._pipe.send(("phase", number, task.phase))
        try:
            if not runs:
                self._end(number, task)
            elif task.phase == SEARCH and not self._ending:
                self._report(number, task)
        except GametreeError as error:
            self._fail(number, task, str(error))
        except (EOFError, OSError):
            raise
        except Exception as error:
            self._fail(number, task, failure(error, "the report of a search"))

    def _report(self, number: int, task: Task) -> None:
        """Report on the search if a report is due; otherwise report now and then that it runs."""
        due, now = self._due.get(number), time.monotonic()
        if due is not None and task.seconds >= due:
            report = task.glance()
            if report is None:
                del self._due[number]
            elif not report["rootInfo"]["visits"]:  # the first simulation takes its time
                self._due[number] = task.seconds + _SOON_SECONDS
            elif report["isDuringSearch"]:
                self._pipe.send(("report", number, report))
                self._schedule(number, task, due)
        elif now - self._breath >= ALIVE_SECONDS and task.glance() is not None:
            self._breath = now
            self._pipe.send(("alive", number))

    def _schedule(self, number: int, task: Task, due: float) -> None:
        every = task.query.report_every
        if every is None:
            del self._due[number]
        else:
            # On time, whatever the last report took; without haste where one took too long.
            self._due[number] = max(due + every, task.seconds + 0.5 * every)

    def _end(self, number: int, task: Task) -> None:
        """Tell how the turn of the current task has ended."""
        if self._ending == "drop":
            ending: tuple[Any, ...] = ("dropped", number)
        elif task.answer is not None:
            ending = ("done", number, task.answer)
        elif task.rests:
            ending = ("rests", number)
        else:
            due = self._due.get(number)
            if due is not None and task.seconds >= due:
                report = task.glance()
                if report is not None and report["rootInfo"]["visits"]:
                    self._pipe.send(("report", number, report))
                    self._schedule(number, task, due)
            ending = ("paused", number)
        self._current, self._ending = None, ""
        if ending[0] not in ("paused", "rests"):
            self._forget(number)
        self._pipe.send(ending)

    def _fail(self, number: int, task: Task, sentence: str) -> None:
        """End a search that cannot report, because its rules fail."""
        while task.runs:
            task.halt()
            time.sleep(_HALT_SECONDS)
        task.answer = error_report(task.query.id, sentence, None)
        self._end(number, task)

    def _forget(self, number: int) -> None:
        self._tasks.pop(number).keep()
        self._due.pop(number, None)


def _note(message: Warning | str, *_: object, **__: object) -> None:
    sys.stderr.write(f"note: {' '.join(str(message).split())}\n")


def _leave_with(life: Connection) -> None:
    wait([life])
    os._exit(0)
