"""`gametree games`."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command("games")
def command() -> None:
    """List the bundled games and their parameters."""
    from .. import games
    from .text.summaries import summary
    from .text.tables import print_table

    columns = ("game", "players", "parameters", "rules")
    rows = [summary(games.find(name)) for name in games.names()]
    print_table(columns, rows, left=("game", "parameters", "rules"))
