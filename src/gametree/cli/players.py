"""`gametree players`."""

from __future__ import annotations

import click

from .options import parameters

__all__ = ["command"]


@click.command("players")
@click.option("--game", help="Tell what mcts:auto makes of this game, and why.")
@parameters
def command(game: str | None, parameters: dict[str, str]) -> None:
    """List the players of the arena and their parameters.

    A player is written as its name and, after a colon, its parameters: mcts:c=0.7,final_move=value.
    """
    from ..players.catalogue import describe_players
    from .tables import print_table

    if game is not None:
        from .rules import rules_of
        from .thinking import print_plan

        print_plan(rules_of(game, parameters))
        return
    rows = [(kind, parameters or "-", what) for kind, parameters, what in describe_players()]
    print_table(("player", "parameters", "what"), rows, left=("player", "parameters", "what"))
