"""`gametree race`."""

from __future__ import annotations

import click

from ...machine.processors import cores
from ..options import common as options
from ..rules import rules_of

__all__ = ["command"]


@click.command("race")
@click.argument("game")
@options.parameters
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    help="For all matches together, with what is compiled for them.",
)
@click.option(
    "--move",
    type=click.FloatRange(0, min_open=True),
    default=0.02,
    show_default=True,
    help="Seconds for a move.",
)
@click.option("--workers", type=click.IntRange(1), help="Threads that play; one for each core.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)
@click.option("--forget", is_flag=True, help="Forget what a race has found, and race no more.")
def command(
    game: str,
    parameters: dict[str, str],
    seconds: float,
    move: float,
    workers: int | None,
    seed: int,
    forget: bool,
) -> None:
    """Find out by matches how GAME is searched best, without any training.

    Playouts that learn which moves do well, and counts of moves wherever they are made, help much
    in some games and harm in others. What wins its match is used from then on by mcts:auto and
    gametree.search, which find it by the fingerprint of the game.
    """
    from ...learn.race import race
    from ...mcts.results.race_results import forget_race

    rules = rules_of(game, parameters)
    if forget:
        click.echo("forgotten" if forget_race(rules) else "there was nothing to forget")
        return
    click.echo("compiling the rules together with each search", err=True)
    found = race(
        rules,
        seconds=seconds,
        move=move,
        workers=workers or cores(),
        seed=seed,
        on_verdict=click.echo,
    )
    used = " and ".join(found.winners) or "the search as it was"
    click.echo(f"used from now on: {used}")
