"""Wait for cancelled tasks, and stay cancellable."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

__all__ = ["cancelled"]


async def cancelled(tasks: Collection[asyncio.Future[Any]]) -> list[BaseException]:
    """Cancel tasks, wait until they have ended, and return the errors that they raised.

    If the caller is cancelled meanwhile, the CancelledError keeps its message, by which AnyIO knows
    its own cancellations. `asyncio.gather` would raise one without it.
    """
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
    errors = [None if task.cancelled() else task.exception() for task in tasks]
    return [error for error in errors if error is not None]
