"""`gametree ugi`."""

from __future__ import annotations

import click

from ..options import common as options
from .engine_lines import answer_lines

__all__ = ["command"]


@click.command("ugi")
@click.option(
    "--game", "name", required=True, metavar="GAME", help="A game's name, or mygame.py:MyGame."
)
@options.parameters
@click.option("--interpreted", is_flag=True, help="Compile nothing: far slower, but ready at once.")
@options.level
@options.seed
def command(
    name: str, parameters: dict[str, str], interpreted: bool, level: int | None, seed: int | None
) -> None:
    """Be an engine of any game: answer lines of UGI on standard input and output.

    The Universal Game Interface is UCI for all games: moves are their texts, and the engine also
    tells who is to move and who has won.
    """
    from ...protocols.uci.dialects import ugi
    from ...protocols.uci.engine import UciEngine
    from ..rules import rules_of

    game = rules_of(name, parameters)
    dialect = ugi(game.players)
    compiled = False if interpreted else "auto"
    answer_lines(
        lambda write: UciEngine(
            write, game, dialect, compiled=compiled, seed=seed, level=level or 0
        )
    )
