"""`gametree tune`."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import click

from ...machine.extras import load_extra
from .. import contests
from ..options import contests as contest_options

if TYPE_CHECKING:
    from ...arena.tuning.run import TuningRun

__all__ = ["command"]

_EVERY_SECONDS = 10.0


@click.command("tune")
@click.argument("player")
@click.option(
    "--range",
    "ranges",
    multiple=True,
    required=True,
    metavar="NAME=LOW:HIGH[:log]",
    help="Where to look for the best value; once for each {NAME} in PLAYER, up to three.",
)
@click.option(
    "--against", metavar="PLAYER", help="The opponent; by default the player at the start."
)
@click.option(
    "--start",
    multiple=True,
    metavar="NAME=VALUE",
    help="The current value. The report then shows the gain over it.",
)
@contest_options.contest_options(games=1000)
@click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON.")
@click.pass_context
def command(
    context: click.Context,
    /,
    player: str,
    ranges: tuple[str, ...],
    against: str | None,
    start: tuple[str, ...],
    as_json: bool,
    **given: Any,
) -> None:
    """Find the best values of a player's parameters, and how sure that is.

    PLAYER is a player with a name in braces for each value to be found, as
    "mcts:simulations=200,c={c}" with --range c=0.1:3:log. Pairs of games are played where the
    best values may lie, by all results so far. The same command again goes on where the last one
    stopped; with more --games it goes on from there.
    """
    load_extra("scipy.special", "arena")
    from ...arena.tuning.plan import Plan
    from ...arena.tuning.report import TuneReport
    from ...arena.tuning.run import TuningRun

    plan = Plan.of(
        player,
        ranges,
        against=against,
        start=_values(context, start),
        **contest_options.conditions(given),
    )
    run = contests.Run(given)
    tuning = TuningRun(plan)
    progress = _Progress(plan.contest.total)
    try:
        tuning.play(
            journal=run.journal,
            workers=run.workers,
            on_game=progress.on_game,
            on_batch=progress.on_batch,
            play=run.play_all,
        )
    except KeyboardInterrupt:
        run.interrupted = True
    again = contest_options.command_line(context)
    if tuning.optimizer.pairs:
        report = TuneReport.of(tuning, seconds=run.seconds, command=again)
        click.echo(json.dumps(report.to_dict(), indent=2) if as_json else report.to_text())
    run.finish(again)


def _values(context: click.Context, texts: tuple[str, ...]) -> dict[str, float] | None:
    values = {}
    for text in texts:
        name, _, number = text.partition("=")
        try:
            values[name.strip()] = float(number)
        except ValueError:
            raise click.UsageError(f"--start is written c=0.7, not {text!r}", context) from None
    return values or None


class _Progress:
    """Lines on the error stream: the best values after each batch, and the pace now and then."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._first: float | None = None  # when the first game of this run ended
        self._next = time.monotonic() + _EVERY_SECONDS

    def on_game(self, tuning: TuningRun) -> None:
        if self._first is None:  # what came before was getting ready
            self._first = time.monotonic()
            if tuning.games > tuning.played:
                click.echo(f"{tuning.games - tuning.played:,} games were played before", err=True)
            return
        if time.monotonic() >= self._next:
            self._say(self._pace(tuning))

    def on_batch(self, tuning: TuningRun) -> None:
        peak = tuning.optimizer.peak()
        best = ", ".join(
            f"{axis.name} {each.value:g} ({each.low:.3g} to {each.high:.3g})"
            for axis, each in zip(tuning.plan.axes, peak.best, strict=True)
        )
        elo = f"Elo {peak.elo.value:+.0f} ({peak.elo.low:+.0f} to {peak.elo.high:+.0f})"
        self._say(f"{self._pace(tuning)}: best {best}, {elo}")

    def _say(self, line: str) -> None:
        click.echo(line, err=True)
        self._next = time.monotonic() + _EVERY_SECONDS

    def _pace(self, tuning: TuningRun) -> str:
        from ...arena.reports.report import duration

        pace = f"{tuning.games:,} of {self._total:,} games"
        if self._first is None or tuning.played < 2:
            return pace
        speed = (tuning.played - 1) / (time.monotonic() - self._first)
        left = (self._total - tuning.games) / speed
        return f"{pace}, {speed:.3g} a second, {duration(left)} left"
