"""`gametree check`."""

from __future__ import annotations

import json

import click

from ..options import common as options

__all__ = ["command"]


@click.command("check")
@click.argument("game")
@click.option(
    "--games",
    type=options.COUNT,
    default="1000",
    show_default=True,
    help="Most random games to play.",
)
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    default=20.0,
    show_default=True,
    help="Most seconds of processor time, compiling not counted.",
)
@options.parameters
@click.option("--seed", type=int, metavar="N", default=0, help="For other random games.")
@click.option("--interpreted", is_flag=True, help="Compile nothing.")
@click.option(
    "--seen",
    multiple=True,
    metavar="EVENT=PLAYERS",
    help="Players who see an event, 'chance 0=0' or 'move of 1=0,1'; may be given several times.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    game: str,
    games: int,
    seconds: float,
    parameters: dict[str, str],
    seed: int,
    interpreted: bool,
    seen: tuple[str, ...],
    as_json: bool,
) -> None:
    """Check the rules of a game for faults, and measure it.

    The exit status is 0 if the rules are sound, 1 if faults were found, 2 if there is no such
    game. Warnings do not count.
    """
    from ...checking import check
    from ..rules import rules_of
    from ..text.thinking import thinking

    declared = dict(map(_declared, seen))
    rules = rules_of(game, parameters)
    try:
        with thinking("looking at the rules"):
            report = check(
                rules,
                games=games,
                seconds=seconds,
                seed=seed,
                compiled=not interpreted,
                seen=declared,
            )
    except KeyboardInterrupt:
        raise SystemExit(130) from None  # 1 would tell of faults
    click.echo(json.dumps(report.to_dict(), indent=2) if as_json else str(report))
    if not report.sound:
        raise SystemExit(1)


def _declared(text: str) -> tuple[str, list[int]]:
    """Return the event and the players of a text such as `move of 1=0,1`."""
    event, _, players = text.partition("=")
    try:
        return event, [int(each) for each in players.split(",") if each.strip()]
    except ValueError:
        raise click.BadParameter(
            f"--seen must name players, 'move of 1=0,1', not {text!r}"
        ) from None
