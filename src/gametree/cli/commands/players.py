"""`gametree players`."""

from __future__ import annotations

import textwrap

import click

from ..options.common import parameters

__all__ = ["command"]

_WIDTH = 100


@click.command("players")
@click.option("--game", help="Tell what mcts:auto makes of this game, and why.")
@parameters
def command(game: str | None, parameters: dict[str, str]) -> None:
    """List the players of the arena and their parameters.

    A player is written as its name and, after a colon, its parameters: mcts:c=0.7,final_move=value.
    `gametree analyze --help` tells what those mean that say how mcts searches.
    """
    from ...players.registry import describe_players

    if game is not None:
        from ..rules import rules_of
        from ..text.thinking import print_plan

        print_plan(rules_of(game, parameters))
        return
    for kind, known, what in describe_players():
        click.echo(f"{kind}: {what}")
        if known:
            click.echo(textwrap.fill(known, _WIDTH, initial_indent="  ", subsequent_indent="  "))
