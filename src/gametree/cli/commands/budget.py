"""`gametree budget`."""

from __future__ import annotations

from typing import Any

import click

from .. import contests
from ..options import common as options
from ..options import contests as contest_options

__all__ = ["command"]


class _Budgets(click.ParamType):  # type: ignore[type-arg]  # generic in new versions only
    """Numbers of simulations with commas in between."""

    name = "N,N,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        budgets = tuple(options.COUNT.convert(part, param, ctx) for part in value.split(","))
        twice = [budget for budget in budgets if budgets.count(budget) > 1]
        if twice:
            self.fail(f"the budget {twice[0]:,} is given twice", param, ctx)
        return budgets


@click.command("budget")
@click.option(
    "--player",
    default="mcts",
    show_default=True,
    help="Who is given the budgets, described without one: mcts:c=0.7.",
)
@click.option("--against", default="random", show_default=True, help="The opponent.")
@click.option(
    "--budgets",
    type=_Budgets(),
    default="0,1,2,3,4,5,10,100",
    show_default=True,
    help="Simulations a move; 0 is a random move.",
)
@contest_options.contest_options(games=50, opening_plies=0)
@contest_options.outputs
@click.pass_context
def command(
    context: click.Context, /, player: str, against: str, budgets: tuple[int, ...], **given: Any
) -> None:
    """Measure how a player fares with more and more simulations a move.

    At each budget it plays --games against the opponent, half of them on each side, by default
    from the first position. The same command again goes on where the last one stopped.
    """
    contests.prepare(given["html"], given["plot"], given["table"])
    from ...arena.budget import BudgetRow, BudgetTable, budget_contest
    from ..text.progress import ContestProgress

    played = [
        budget_contest(player, budget, against, **contest_options.conditions(given))
        for budget in budgets
    ]
    if played[0].seats != 2:
        raise click.UsageError("budget compares two players: choose a game of two")
    run = contests.Run(given)
    rows = []
    complete = True
    for budget, contest in zip(budgets, played, strict=True):
        with ContestProgress(contest, title=f"budget {budget:,}") as progress:
            standings, _ = run.play(contest, progress.on_game)
        row = BudgetRow.of(budget, standings)
        if row is not None:
            rows.append(row)
        if run.interrupted:
            complete = False
            break

    from ...arena.reports import html, plots

    again = contest_options.command_line(context)
    table = BudgetTable(played[0], player, against, rows, complete, run.seconds, run.played, again)
    contests.publish(
        table,
        as_json=given["as_json"],
        html=given["html"],
        page=lambda: html.budget_page(table),
        plot=given["plot"],
        picture=(lambda: plots.budget_figure(table)) if rows else None,
        table=given["table"],
    )
    run.finish(again)
