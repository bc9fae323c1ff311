"""A progress bar in the terminal for long searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..limits import Limit
from .results.result import SearchResult

__all__ = ["progress_bar"]

_SHOWN_AFTER_SECONDS = 1.0


@contextmanager
def progress_bar(limit: Limit) -> Iterator[Callable[[SearchResult], None]]:
    """Yield a function to call with each report of a search; draws on the error stream."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("", total=1.0)
    started = False

    def report(result: SearchResult) -> None:
        nonlocal started
        if not started and result.seconds < _SHOWN_AFTER_SECONDS:
            return
        if not started:
            bar.start()
            started = True
        best = result.game.action_to_text(result.state, result.action)
        description = f"{result.simulations:,} simulations, best move {best}"
        bar.update(task, completed=_part_done(limit, result), description=description)

    try:
        yield report
    finally:
        if started:
            bar.stop()


def _part_done(limit: Limit, result: SearchResult) -> float:
    parts = [0.0]
    if limit.simulations is not None:
        parts.append(result.new_simulations / limit.simulations)
    if limit.seconds is not None:
        parts.append(result.seconds / limit.seconds)
    return min(1.0, max(parts))
