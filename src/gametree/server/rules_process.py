"""A process that runs rules, as the server sees it: bounded in time, replaced when it fails."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

__all__ = ["RulesProcess"]

_COMMAND = ("-P", "-m", "gametree.server.rules_worker")
_MOST_BYTES = 1 << 24  # of an answer
_MOST_FAILED = 256
_LOAD_SECONDS = 20.0
_MOVE_SECONDS = 0.02  # for each move of a line that may have to be played again


class RulesProcess:
    """Asks a process; starts it when there is something to ask, and anew when it was lost.

    Args:
        seconds: how long the rules may take to answer.

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
            if name not in self._known:  # a new process takes its time, and the file may, too
                load = json.dumps({**game, "ask": "facts", "line": []})
                answer = await self._bounded(load, question["game"], _LOAD_SECONDS)
                if "told" not in answer:
                    return answer
                self._known.add(name)
            seconds = self._seconds + _MOVE_SECONDS * len(question["line"])
            answer = await self._bounded(text, question["game"], seconds)
            if self._process is None:
                self._failed[text] = answer
                if len(self._failed) > _MOST_FAILED:
                    self._failed.popitem(last=False)
            return answer

    async def _bounded(self, text: str, game: str, seconds: float) -> dict[str, Any]:
        """Return an answer, or what has become of the process, which is ended then."""
        try:
            async with asyncio.timeout(seconds):
                answer = await self._exchange(text)
        except TimeoutError:
            answer = {"fault": f"the rules of {game} gave no answer in {seconds:g} s: do they end?"}
        except (OSError, ValueError) as error:
            answer = {"fault": f"the rules of {game} ended their process: {error}"}
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
            raise OSError(f"exit code {await process.wait()}")
        told: dict[str, Any] = json.loads(line)
        return told

    async def _end(self) -> None:
        process, self._process = self._process, None
        self._known.clear()
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(OSError):
            await process.communicate()
