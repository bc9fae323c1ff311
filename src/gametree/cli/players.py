"""`gametree players`."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command("players")
def command() -> None:
    """List the players of the arena and their parameters.

    A player is written as its name and, after a colon, its parameters: mcts:c=0.7,final_move=value.
    """
    from ..players.catalogue import describe_players
    from .tables import print_table

    rows = [(kind, parameters or "-", what) for kind, parameters, what in describe_players()]
    print_table(("player", "parameters", "what"), rows, left=("player", "parameters", "what"))
