"""Runs a function and stops it when its time is over, or at Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from plainpython.call_frames import with_room_for_calls

__all__ = ["run_in_time"]

_Result = TypeVar("_Result")


def run_in_time(
    work: Callable[[], _Result], seconds: float | None, stop: Callable[[], None]
) -> _Result:
    """Return what `work` returns; call `stop` if it still runs after this many seconds.

    The work runs in a thread of its own, so that this one can watch the clock while compiled code
    runs. Ctrl-C also calls `stop`, and is raised again when the work has ended.
    """
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(_call, work)
        try:
            return future.result(seconds)
        except TimeoutError:
            stop()
            return future.result()
        except BaseException:
            stop()
            raise


@with_room_for_calls
def _call(work: Callable[[], _Result]) -> _Result:
    return work()
