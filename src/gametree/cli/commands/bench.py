"""`gametree bench`."""

from __future__ import annotations

import json

import click

from ..options import common as options

__all__ = ["command"]

_SLOW = ("chess",)


@click.command("bench")
@click.option(
    "--games",
    "specs",
    metavar="GAME,...",
    help="The games to measure; by default all bundled ones but chess, whose interpreted playouts "
    "take minutes.",
)
@click.option(
    "--simulations",
    type=options.COUNT,
    default="100k",
    show_default=True,
    help="Length of each search; the interpreted ones have a hundredth.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--signature",
    "only_signature",
    is_flag=True,
    help="Print only a number that changes when the behaviour of the search does.",
)
def command(specs: str | None, simulations: int, as_json: bool, only_signature: bool) -> None:
    """Measure how fast games are searched.

    The column `ready` is the time to compile a game's search, or to load it if
    it was compiled before.
    """
    from ... import benchmark, games
    from ..rules import rules_of
    from ..text.tables import print_table

    if only_signature:
        number = benchmark.signature()
        click.echo(json.dumps({"signature": number}) if as_json else number)
        return
    quick = [name for name in games.names() if name not in _SLOW]
    names = quick if specs is None else specs.split(",")
    measured = benchmark.measure([rules_of(name.strip(), {}) for name in names], simulations)
    if as_json:
        click.echo(json.dumps([each.to_dict() for each in measured], indent=2))
        return
    columns = ("game", "simulations/s", "interpreted/s", "times", "ready", "bytes a node")
    rows = [
        (
            each.game,
            f"{each.compiled:,.0f}",
            f"{each.interpreted:,.0f}",
            f"{each.compiled / each.interpreted:,.0f}",
            f"{each.ready_seconds:.2f} s",
            f"{each.node_bytes:.0f}",
        )
        for each in measured
    ]
    print_table(columns, rows, left=("game",))
