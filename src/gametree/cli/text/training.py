"""Progress of a training: a live line on a terminal, otherwise a line from time to time."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, Self

import click

if TYPE_CHECKING:
    from ...learn.trainer import Progress

__all__ = ["TrainingProgress"]

_EVERY_SECONDS = 10.0  # a line
_RENEWED_SECONDS = 0.25  # the live one


class TrainingProgress:
    """The progress of one training, on the error stream, as a context.

    Args:
        seconds: how long it takes, if that is known.
        rounds: how many rounds it takes, if that is known.

    """

    def __init__(self, seconds: float | None, rounds: int | None) -> None:
        self._seconds = seconds
        self._rounds = rounds
        self._is_live = sys.stderr.isatty()
        self._live: Any = None
        self._next = 0.0
        self._phase = ""
        self._first: tuple[float, int] | None = None

    def __enter__(self) -> Self:
        if self._is_live:
            from rich.console import Console

            console = Console(stderr=True, highlight=False, markup=False, emoji=False)
            self._live = console.status("compiling the rules together with the search")
            self._live.start()
        else:
            click.echo("compiling the rules together with the search", err=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, progress: Progress) -> None:
        """Show the progress, unless it was shown a moment ago."""
        now = time.monotonic()
        if self._first is None:
            self._first = (progress.seconds, progress.positions)
        changed = progress.phase != self._phase
        self._phase = progress.phase
        if now < self._next and not (changed and self._is_live):
            return
        self._next = now + (_RENEWED_SECONDS if self._is_live else _EVERY_SECONDS)
        text = self._text(progress)
        if self._is_live:
            self._live.update(text)
        else:
            click.echo(text, err=True)

    def _text(self, progress: Progress) -> str:
        from ...arena.reports.report import duration

        parts = [duration(progress.seconds)]
        if self._seconds is not None:
            parts[0] += f" of {duration(self._seconds)}"
        rounds = f"round {len(progress.rounds) + 1}"
        parts.append(rounds if self._rounds is None else f"{rounds} of {self._rounds}")
        parts.append(progress.phase)
        assert self._first is not None
        seconds, positions = self._first
        passed = progress.seconds - seconds
        if passed > 0:
            speed = (progress.positions - positions) / passed
            parts.append(f"{progress.positions:,} positions, {speed:,.0f} a second")
        if progress.rounds:
            losses = progress.rounds[-1].losses
            parts.append(f"loss {losses.value:.3f} of values, {losses.policy:.3f} of moves")
        if progress.match is not None:
            parts.append(f"last match: {progress.match.to_text()}")
        return "; ".join(parts)
