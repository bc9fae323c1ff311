"""`gametree uci`."""

from __future__ import annotations

import click

from ..options import common as options
from .engine_lines import answer_lines

__all__ = ["command"]


@click.command("uci")
@click.option("--interpreted", is_flag=True, help="Compile nothing: far slower, but ready at once.")
@options.level
@options.seed
def command(interpreted: bool, level: int | None, seed: int | None) -> None:
    """Be a chess engine: answer lines of UCI on standard input and output.

    Programs that show and play chess start it as an engine.
    """
    from ...games.chess.game import Chess
    from ...protocols.uci.dialects import UCI
    from ...protocols.uci.engine import UciEngine

    compiled = False if interpreted else "auto"
    answer_lines(
        lambda write: UciEngine(write, Chess(), UCI, compiled=compiled, seed=seed, level=level or 0)
    )
