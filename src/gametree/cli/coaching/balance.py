"""`gametree balance`."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, NamedTuple

import click

from ...balance.comparison import comparison_table, fair_value, sweep_values
from ...errors import BadParameter
from ...machine.extras import load_extra
from ...numbers.counting import counted
from ..options import common as options
from ..pages import check_page, check_place
from ..rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ...balance.report import BalanceReport
    from ...balance.study import BalanceStudy

__all__ = ["command"]

_EVERY_SECONDS = 10.0


class _Rules(NamedTuple):
    """Rules that are looked at: what they are called, how they are loaded, where games go."""

    name: str
    game: str
    parameters: dict[str, str]
    journal: Path | None


@click.command("balance")
@click.argument("game", metavar="GAME|FILE:CLASS")
@options.parameters
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="M",
    help="Time for all rules together; it ends sooner when the shares are known well enough. "
    "Games of earlier runs count.",
)
@click.option("--against", metavar="FILE:CLASS", help="Other rules, to stand beside these.")
@click.option(
    "--sweep",
    metavar="NAME=FROM:TO:STEP",
    help="Values of a parameter, such as komi=0.5:12.5:1: which is fair?",
)
@click.option(
    "--workers", type=options.COUNT, metavar="N", help="Processes that play; 2 by default."
)
@click.option("--json", "json_file", metavar="FILE", help="Write the figures as JSON.")
@click.option("--html", metavar="FILE.html", help="Write one page with tables and pictures.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="For other games.")
def command(
    game: str,
    parameters: dict[str, str],
    minutes: float,
    against: str | None,
    sweep: str | None,
    workers: int | None,
    json_file: str | None,
    html: str | None,
    seed: int,
) -> None:
    """Find out whether a game is fair and deep, by games of equal players.

    Shows what each seat gets at several strengths, draws, length, how often the lead changes,
    what more thinking brings, which decisions matter, which moves nobody plays and which lines of
    the rules never ran. Small games are solved.
    """
    load_extra("scipy.special", "arena")
    if against is not None and sweep is not None:
        raise click.UsageError("give --against or --sweep, not both")
    if workers is not None and workers < 1:
        raise BadParameter(f"--workers must be 1 or more, not {workers}")
    check_page(html)
    if json_file is not None:
        check_place("--json", json_file)
    values: list[str] = []
    if sweep is not None:
        name, values = sweep_values(sweep)
        wanted = [(f"{name}={each}", game, parameters | {name: each}) for each in values]
    else:
        wanted = [(game, game, parameters)]
        if against is not None:
            wanted.append((against, against, {}))
    looked_at = [_loaded(*each) for each in wanted]  # all, before the first is played
    reports = []
    for rules in looked_at:
        if len(looked_at) > 1:
            click.echo(f"{rules.name}:", err=True)
        reports.append(_studied(rules, minutes / len(looked_at), workers or 2, seed))
    names = [rules.name for rules in looked_at]
    note = _note(sweep, values, reports)
    _show(names, reports, note)
    _write(names, reports, note, json_file, html)


def _loaded(name: str, game: str, parameters: dict[str, str]) -> _Rules:
    """Return rules, and say how they are understood."""
    from ...balance.study import games_of_study

    return _Rules(name, game, parameters, games_of_study(rules_of(game, parameters)))


def _studied(rules: _Rules, minutes: float, workers: int, seed: int) -> BalanceReport:
    """Study rules; games are kept as they end."""
    from ...balance.study import BalanceStudy

    if rules.journal is not None:
        rules.journal.parent.mkdir(parents=True, exist_ok=True)
    study = BalanceStudy(
        rules.game,
        rules.parameters,
        minutes=minutes,
        workers=workers,
        journal=rules.journal,
        seed=seed,
        on_game=_Progress(),
    )
    try:
        return study.run()
    except KeyboardInterrupt:
        click.echo("stopped by Ctrl-C; the games are kept: the same command goes on", err=True)
        raise SystemExit(130) from None


def _note(sweep: str | None, values: Sequence[str], reports: Sequence[BalanceReport]) -> str:
    """Return which value of a parameter is fair, as far as that is known."""
    if sweep is None:
        return ""
    name = sweep.partition("=")[0]
    value = fair_value(values, reports)
    if value is None:
        return f"at no value of {name} between these does the first seat get its fair share"
    return f"the first seat gets its fair share at about {name}={value:.2f}"


def _show(names: Sequence[str], reports: Sequence[BalanceReport], note: str) -> None:
    from ..text.tables import print_table

    if len(reports) > 1:
        print_table(*comparison_table(names, reports), left=("rules",))
        if note:
            click.echo(f"\n{note}")
        return
    print_table(*reports[0].table())
    click.echo()
    for sentence in reports[0].sentences():
        click.echo(sentence)


def _write(
    names: Sequence[str],
    reports: Sequence[BalanceReport],
    note: str,
    json_file: str | None,
    html: str | None,
) -> None:
    """Write what was asked for, and say so on the error stream."""
    from ...arena.reports.export import write_whole
    from ...balance.page import balance_page

    if json_file is not None:
        named = [
            {"rules": name} | report.to_dict() for name, report in zip(names, reports, strict=True)
        ]
        contents = named[0] if len(named) == 1 else {"reports": named, "note": note}
        text = json.dumps(contents, ensure_ascii=False, indent=2)
        write_whole([text + "\n"], json_file)
        click.echo(f"wrote {json_file}", err=True)
    if html is not None:
        write_whole([balance_page(names, reports, note)], html)
        click.echo(f"wrote {html}", err=True)


class _Progress:
    """Lines about the games, every ten seconds."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _EVERY_SECONDS

    def __call__(self, study: BalanceStudy) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _EVERY_SECONDS
        click.echo(f"{study.minutes:.1f} min, {counted(study.games, 'game')}", err=True)
