"""`gametree tablebase`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ..options import common as options
from ..pages import check_place

if TYPE_CHECKING:
    from ...tablebases.tablebase import Tablebase

__all__ = ["command"]


@click.command("tablebase")
@click.argument("game", metavar="GAME")
@options.parameters
@click.option(
    "--max-positions",
    type=options.COUNT,
    default=10_000_000,
    show_default=True,
    help="Stop at a game with more, such as 5M.",
)
@click.option(
    "--file", metavar="FILE", help="Where to keep it; by default in your data folder, by the rules."
)
@click.option("--json", "json_file", metavar="FILE", help="Write the counts as JSON.")
def command(
    game: str,
    parameters: dict[str, str],
    max_positions: int,
    file: str | None,
    json_file: str | None,
) -> None:
    """Solve a small game: the exact value of every position, and the moves to the end.

    Positions may recur, as in the endings of chess. Reviews use the tablebase in your data folder.
    A tablebase that is there already is only shown.
    """
    from pathlib import Path

    from ...tablebases.building import tablebase
    from ...tablebases.tablebase import Tablebase, file_of_tablebase
    from ..rules import rules_of
    from ..text.thinking import thinking

    for option, name in (("--file", file), ("--json", json_file)):
        if name is not None:
            check_place(option, name)
    rules = rules_of(game, parameters)
    path = file_of_tablebase(rules) if file is None else Path(file)
    if path.is_file():
        table = Tablebase.load(path, rules)
        click.echo(f"read {path}", err=True)
    else:
        with thinking("solving the game"):
            table = tablebase(rules, positions=max_positions)
        click.echo(f"wrote {table.save(file)}", err=True)
    if json_file is None:
        _show(table)
        return
    from ...arena.reports.export import write_whole

    summary = {"game": repr(rules), "positions": len(table), "results": table.summary()}
    write_whole([json.dumps(summary, ensure_ascii=False, indent=2) + "\n"], json_file)
    click.echo(f"wrote {json_file}", err=True)


def _show(table: Tablebase) -> None:
    from ..text.boards import player_name
    from ..text.tables import print_table

    first = table.value(table.game.initial_state())
    if first is not None:
        far = "" if first.distance is None else f", in {first.distance} plies"
        click.echo(f"{len(table):,} positions; the first one is worth {first.returns}{far}")
    rows = []
    for each in table.summary():
        player, longest = each["player"], each["longest"]
        rows.append(
            (
                "game over" if player is None else f"{player_name(table.game, player)} to move",
                f"{each['return']:g}",
                f"{each['positions']:,}",
                "-" if player is None else "no end forced" if longest is None else str(longest),
            )
        )
    print_table(("position", "return", "positions", "longest, in plies"), rows, left=("position",))
