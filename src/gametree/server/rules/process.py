"""A process that runs rules, as the server sees it: bounded in time, replaced when it fails.

The bound is of the processor time that the process itself takes: a busy machine makes no rules
slow. Rules that wait for something take none, so a generous time by the clock bounds them, too.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ...user_code.effort import PATIENCE

__all__ = ["RulesProcess"]

_COMMAND = ("-P", "-m", "gametree.server.rules.worker")
_MOST_BYTES = 1 << 24  # of an answer
_MOST_FAILED = 256
_LOAD_SECONDS = 20.0
_WAITING_SECONDS = 30.0
_SPENT = -getattr(signal, "SIGPROF", 0) or None  # the exit code of a process that took too much
_MOVE_SECONDS = 0.02  # for each move of a line that may have to be played again


class _OutOfProcessorTime(Exception):
    """The process has taken as much as it may, and the system has ended it."""


def by_the_clock(seconds: float) -> float:
    """Return how long rules may take that may take this many seconds of processor time."""
    return _WAITING_SECONDS + PATIENCE * seconds


class RulesProcess:
    """Asks a process; starts it when there is something to ask, and again when it was lost.

    Args:
        seconds: the processor time that the rules may take to answer.

    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._process: Process | None = None
        self._known: set[str] = set()  # games that the process has loaded
        self._failed: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._tasks: set[asyncio.Task[dict[str, Any]]] = set()

    async def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a question, as `RulesWork` gives it.

        A question that the process did not survive is not asked again.
        """
        # Whoever asks may go away: the answer is read all the same.
        task = asyncio.ensure_future(self._ask(question))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """End the process."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._end()

    async def _ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        text = json.dumps(question)
        async with self._lock:
            if text in self._failed:
                return self._failed[text]
            game = {"game": question["game"], "parameters": question["parameters"]}
            name = json.dumps(game)
            if name not in self._known:  # the file may take its time
                load = {**game, "ask": "facts", "line": []}
                answer = await self._bounded(load, _LOAD_SECONDS)
                if "told" not in answer:
                    return answer
                self._known.add(name)
            seconds = self._seconds + _MOVE_SECONDS * len(question["line"])
            if question["ask"] == "set_up":  # games at random show where pieces may lie
                seconds += _LOAD_SECONDS
            answer = await self._bounded(question, seconds)
            if self._process is None:
                self._failed[text] = answer
                if len(self._failed) > _MOST_FAILED:
                    self._failed.popitem(last=False)
            return answer

    async def _bounded(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return an answer, or what has become of the process, which is ended then."""
        none = f"the rules of {question['game']} gave no answer in"
        longest = by_the_clock(seconds)
        try:
            async with asyncio.timeout(longest):
                answer = await self._exchange(json.dumps({**question, "seconds": seconds}))
        except _OutOfProcessorTime:
            answer = {"fault": f"{none} {seconds:g} s of processor time: do they end?"}
        except TimeoutError:
            answer = {"fault": f"{none} {longest:g} s: do they end, and what do they wait for?"}
        except (OSError, ValueError) as error:
            answer = {"fault": f"the rules of {question['game']} ended their process: {error}"}
        except BaseException:
            await self._end()
            raise
        else:
            if not answer.get("ends"):
                return answer
        await self._end()
        return answer

    async def _exchange(self, text: str) -> dict[str, Any]:
        process = self._process
        if process is None:
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable, *_COMMAND, stdin=PIPE, stdout=PIPE, limit=_MOST_BYTES
            )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(text.encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            code = await process.wait()
            if code == _SPENT:
                raise _OutOfProcessorTime
            raise OSError(f"exit code {code}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def _end(self) -> None:
        process, self._process = self._process, None
        self._known.clear()
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(OSError):
            await process.communicate()
