"""Trees and traces for the page: those of real searches, small and interpreted."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

from gametree.analysis import WorkerBounds
from gametree.analysis.exploration import Exploration
from gametree.analysis.lesson import Lesson


class _Walk(Exploration):
    """A tree that grows as far as a test needs it."""

    def _searching(self, record, **options):
        return super()._searching(record, **{**options, "compiled": False})


def walked(query, listener):
    """Return the ticket of an exploration or a trace."""
    loop = asyncio.get_running_loop()
    kind = _Walk if query.kind == "explore" else Lesson

    def news():
        if not task.runs and task.answer is not None:
            loop.call_soon_threadsafe(listener, task.answer)

    task = kind(query, {}, None, WorkerBounds(), news)
    task.start()

    def ask(question, hear):
        loop.call_soon(lambda: hear(task.told(question)))

    return SimpleNamespace(ask=ask, cancel=task.halt)
