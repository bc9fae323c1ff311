"""`gametree gtp`."""

from __future__ import annotations

import click

from ..options import common as options
from .engine_lines import answer_lines

__all__ = ["command"]

_SECONDS = 1.0
_MEMORY = 1 << 30


@click.command("gtp")
@click.option("--game", "name", required=True, metavar="GAME", help="hex, say, or go.")
@options.parameters
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    help="Think S seconds a move, 1 by default, unless the other program tells of a clock.",
)
@click.option("--simulations", type=options.COUNT, help="At most N simulations a move.")
@click.option(
    "--memory",
    type=options.BYTES,
    default=_MEMORY,
    help="Most bytes for the tree: 64MB, 4GiB; 1GiB by default.",
)
@click.option("--workers", type=options.COUNT, default=1, help="How many cores to use.")
@click.option(
    "--resign",
    type=float,
    default=0.0,
    metavar="P",
    help="Resign when the chance to win is less than P, such as 0.05; by default never.",
)
@click.option("--ponder", is_flag=True, help="Search on while the other one thinks.")
@click.option("--interpreted", is_flag=True, help="Compile nothing: far slower, but ready at once.")
@options.level
@options.seed
def command(
    name: str,
    parameters: dict[str, str],
    seconds: float | None,
    simulations: int | None,
    memory: int,
    workers: int,
    resign: float,
    ponder: bool,
    interpreted: bool,
    level: int | None,
    seed: int | None,
) -> None:
    """Be an engine by the Go Text Protocol: answer its lines on standard input and output.

    Programs that show and play go start it as an engine; GoGui shows hex and other boards, too.
    """
    from ...limits import Limit
    from ...protocols.gtp.engine import GtpEngine
    from ..rules import rules_of

    if seconds is None and simulations is None:
        seconds = _SECONDS
    limit = Limit(simulations, seconds, memory)
    game = rules_of(name, parameters)

    answer_lines(
        lambda write: GtpEngine(
            write,
            game,
            limit,
            resign=resign,
            ponder=ponder,
            compiled=False if interpreted else "auto",
            seed=seed,
            workers=workers,
            level=level or 0,
        )
    )
