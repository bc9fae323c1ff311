"""`gametree arena`."""

from __future__ import annotations

from typing import Any

import click

from .. import contests
from ..options import contests as contest_options

__all__ = ["command"]


class _Bounds(click.ParamType):  # type: ignore[type-arg]  # generic in new versions only
    """The numbers of a sequential test: elo0,elo1 or elo0,elo1,alpha,beta."""

    name = "ELO0,ELO1[,ALPHA,BETA]"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        try:
            numbers = tuple(float(part) for part in value.split(","))
        except ValueError:
            numbers = ()
        if len(numbers) not in (2, 4):
            self.fail(f"{value!r} is not of the form 0,10 or 0,10,0.05,0.05", param, ctx)
        return numbers


@click.command("arena")
@click.argument("players", nargs=-1, required=True, metavar="ONE OTHER")
@contest_options.contest_options(games=100)
@click.option(
    "--sprt",
    "bounds",
    type=_Bounds(),
    help="Stop as soon as it is decided whether ONE is stronger by ELO0 or by ELO1; the errors "
    "ALPHA and BETA are 0.05 each.",
)
@contest_options.outputs
@click.pass_context
def command(
    context: click.Context,
    /,
    players: tuple[str, ...],
    bounds: tuple[float, ...] | None,
    **given: Any,
) -> None:
    """Play a match: which of two players is stronger, by how much, and how sure is that.

    ONE and OTHER are players such as mcts:c=0.7 or random (see `gametree players`);
    strong=mcts:c=0.7 gives one a name for the report. Every
    opening is played twice, with the sides changed. The same command again goes on where the
    last one stopped; with more --games it goes on from there.
    """
    if len(players) != 2:
        raise click.UsageError(
            f"a match is played by two players, not {len(players)}: for more, or for a game with "
            "more seats, use gametree tournament"
        )
    sprt = None
    if bounds is not None:
        from ...arena.statistics.sprt import Sprt

        sprt = Sprt(*bounds)
    contests.play(context, players, given, sprt)
