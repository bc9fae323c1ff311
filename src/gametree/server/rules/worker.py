"""The process that runs the rules of a file: reads questions, one a line, and writes answers."""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from contextlib import suppress

from ...machine.worker_output import print_to_stderr
from .work import RulesWork

__all__ = ["main"]

_MOST_BYTES = 1 << 30  # of memory that rules may write to, where the system can bound it


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    print_to_stderr()
    _bound_memory()
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=[questions], daemon=True).start()
    work = RulesWork()
    while True:
        question = json.loads(questions.get())
        _bound_processor_time(question["seconds"])
        answer = work.answer(question)
        _bound_processor_time(0.0)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        if answer.get("ends"):
            os._exit(0)


def _read(questions: queue.SimpleQueue[str]) -> None:
    """Hand on each line; when the server is gone, end, even if the rules do not."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def _bound_processor_time(seconds: float) -> None:
    """Have the system end this process when it has used so much from now on; 0: never.

    It does so whatever the rules do, even in code that is not Python.
    """
    if hasattr(signal, "setitimer"):  # not on Windows, where the server's clock bounds it
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _bound_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (_MOST_BYTES, _MOST_BYTES))


if __name__ == "__main__":
    main()
