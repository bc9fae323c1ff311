"""`gametree levels`."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import BadParameter, LadderError
from ...levels.ladder import MINUTES, PRECISION
from ...machine.extras import load_extra
from ...numbers.counting import counted
from ..options import common as options
from ..pages import check_place
from ..rules import rules_of

if TYPE_CHECKING:
    from ...game import Game
    from ...levels.ladder import Ladder
    from ...levels.measuring import LadderMeasurement

__all__ = ["command"]

_EVERY_SECONDS = 10.0


@click.command("levels")
@click.argument("game", metavar="GAME|FILE:CLASS")
@options.parameters
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    metavar="M",
    help="Measure for at most M minutes, 15 if there is no ladder yet; it ends sooner when the "
    "levels are known well enough. Games of earlier runs count.",
)
@click.option(
    "--precision",
    type=click.FloatRange(1),
    default=PRECISION,
    show_default=True,
    metavar="ELO",
    help="Well enough: how far the 95 % interval of each gap may reach either way.",
)
@click.option(
    "--net", metavar="FILE", help="Search with this network, as the player mcts:net=FILE."
)
@click.option(
    "--workers", type=options.COUNT, metavar="N", help="Processes that play; 2 by default."
)
@click.option("--json", "as_json", metavar="FILE", help="Write the levels as JSON.")
@click.option(
    "--out", metavar="FILE", help="Keep the ladder in this file, not in your data folder."
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="For other games.")
def command(
    game: str,
    parameters: dict[str, str],
    minutes: float | None,
    precision: float,
    net: str | None,
    workers: int | None,
    as_json: str | None,
    out: str | None,
    seed: int,
) -> None:
    """Measure ten opponents of rising strength for a game, or show those that are known.

    The levels are 75 to 150 Elo apart. `play`, `serve`, `gtp`, `uci` and `ugi` take them by
    --level, and arena and tournament as the players level:1 to level:10. Without --minutes a
    ladder that is there already is only shown.
    """
    from ...levels.store import of_other_rules

    for option, path in (("--json", as_json), ("--out", out)):
        if path is not None:
            check_place(option, path)
    rules = rules_of(game, parameters)
    ladder = _known(rules) if minutes is None and out is None and net is None else None
    if ladder is None:
        for other in of_other_rules(rules):
            click.echo(f"the rules have changed since {other} was measured; it is kept", err=True)
        search = "auto,untrained" if net is None else f"net={Path(net).absolute()}"
        target = None if out is None else Path(out).absolute()
        ladder = _measured(
            rules,
            target,
            game=game,
            parameters=parameters,
            minutes=MINUTES if minutes is None else minutes,
            precision=precision,
            workers=2 if workers is None else workers,
            seed=seed,
            search=search,
        )
    else:
        click.echo(
            f"measured by {ladder.games:,} games in {ladder.minutes:.0f} minutes; --minutes "
            f"{MINUTES:.0f} measures on",
            err=True,
        )
    click.echo(ladder.to_text())
    if as_json is not None:
        Path(as_json).write_text(json.dumps(ladder.to_dict(), indent=1) + "\n", encoding="utf-8")


def _known(rules: Game) -> Ladder | None:
    """Return the ladder that is there; None if there is none, or its file is damaged."""
    from ...levels.store import ladder_of

    try:
        ladder = ladder_of(rules)
    except LadderError as error:
        click.echo(f"measured again, since {error}", err=True)
        return None
    return ladder if ladder.measured else None


def _measured(
    rules: Game, target: Path | None, *, game: str, workers: int, **asked: object
) -> Ladder:
    """Measure a ladder, and keep it; games are kept as they end."""
    load_extra("scipy.special", "arena")
    from ...game import title_of
    from ...levels.measuring import LadderMeasurement
    from ...levels.store import file_of_ladder, games_of_ladder, save_ladder

    if workers < 1:
        raise BadParameter(f"--workers must be 1 or more, not {workers}")
    path = file_of_ladder(rules) if target is None else target
    journal = games_of_ladder(rules)
    journal.parent.mkdir(parents=True, exist_ok=True)
    measurement = LadderMeasurement(
        game,
        workers=workers,
        journal=journal,
        on_game=_Progress(),
        **asked,  # type: ignore[arg-type]
    )
    click.echo(
        f"measuring the levels of {title_of(rules)}: {workers} "
        f"{'process plays' if workers == 1 else 'processes play'} for at most "
        f"{asked['minutes']:g} min; first weak players, then stronger ones, then the levels "
        "against each other",
        err=True,
    )
    try:
        ladder = measurement.run()
    except KeyboardInterrupt:
        click.echo("stopped by Ctrl-C; the games are kept: the same command goes on", err=True)
        raise SystemExit(130) from None
    save_ladder(ladder, path)
    click.echo(f"the levels, kept in {path}:", err=True)
    return ladder


class _Progress:
    """Lines about the games: after the first one, then every ten seconds."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, measurement: LadderMeasurement) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _EVERY_SECONDS
        click.echo(
            f"{measurement.minutes:.1f} min, {counted(measurement.games, 'game')}, "
            f"{measurement.doing}",
            err=True,
        )
