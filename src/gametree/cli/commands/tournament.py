"""`gametree tournament`."""

from __future__ import annotations

from typing import Any

import click

from .. import contests
from ..options import contests as contest_options

__all__ = ["command"]


@click.command("tournament")
@click.argument("players", nargs=-1, required=True)
@contest_options.contest_options(games=20)
@contest_options.outputs
@click.pass_context
def command(context: click.Context, /, players: tuple[str, ...], **given: Any) -> None:
    """Play everyone against everyone: ratings, and how sure they are.

    PLAYERS are such as mcts:c=0.7 or random (see `gametree players`); strong=mcts:c=0.7 gives
    one a name for the report. --games is for each meeting. In a game for more than two, as many
    sit at the table, in every order round it. The same command again goes on where the last one
    stopped.
    """
    contests.play(context, players, given)
