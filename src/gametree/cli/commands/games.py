"""`gametree games [GAME]`."""

from __future__ import annotations

from contextlib import suppress

import click

from ...errors import BadParameter

__all__ = ["command"]


@click.command("games")
@click.argument("game", required=False)
def command(game: str | None) -> None:
    """List the bundled games and their parameters, or say how one GAME is played."""
    from ... import games
    from ..text.summaries import summary
    from ..text.tables import print_table

    if game is not None:
        from ...naming.loading import how_to_play
        from ..rules import tell_understood

        with suppress(BadParameter):  # rules that need parameters still have a docstring
            tell_understood(game, {})
        click.echo(how_to_play(game) or f"the rules of {game} have no docstring")
        return
    columns = ("game", "players", "parameters", "rules")
    rows = [summary(games.find(name)) for name in games.names() + games.hidden_names()]
    print_table(columns, rows, left=("game", "parameters", "rules"))
