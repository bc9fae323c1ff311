"""The process that runs the rules of a file: reads questions, one a line, and writes answers."""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from contextlib import suppress

from ..worker_output import print_to_stderr
from .rules_work import RulesWork

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
        answer = work.answer(json.loads(questions.get()))
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        if answer.get("ends"):
            os._exit(0)


def _read(questions: queue.SimpleQueue[str]) -> None:
    """Hand on each line; when the server is gone, end, even if the rules do not."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def _bound_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (_MOST_BYTES, _MOST_BYTES))


if __name__ == "__main__":
    main()
