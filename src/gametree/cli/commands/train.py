"""`gametree train`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...actors import actor_at, is_player
from ...errors import BadParameter
from ...machine.processors import cores
from ..options import common as options
from ..options import modules as module_options
from ..options.contests import command_line
from ..pages import check_page
from ..rules import rules_of

if TYPE_CHECKING:
    from ...learn.trainer import Trained, Trainer

__all__ = ["command"]

_MINUTES = 10.0
_SIMULATIONS = 2000

_ON_CPU, _ON_GPU = 32, 1024
"""Games that share a PyTorch module at once: a GPU is fast where it gets many positions."""


@click.command("train")
@click.argument("game")
@options.parameters
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    help=f"How long, with the matches: {_MINUTES:g} by default, unless --rounds is given.",
)
@click.option("--rounds", type=click.IntRange(1), help="Stop after so many rounds of self-play.")
@click.option(
    "--workers",
    type=click.IntRange(1),
    help="Threads that play; by default one for each core. With one, the same seed and --rounds "
    "give the same network. With --device games at once: 1024 by default, 32 on a CPU.",
)
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on the Ray cluster at this host and port, by default on all its CPUs.",
)
@click.option(
    "--device",
    metavar="DEVICE",
    help="Train a PyTorch module there instead of the small network, and write an ONNX file: "
    "auto, cpu, cuda or cuda:1 (extra learn).",
)
@module_options.module
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file for the model; by default where searches of the game look for one.",
)
@click.option("--resume", is_flag=True, help="Go on with the training that is there.")
@click.option("--html", metavar="FILE", help="Write a report as a page.")
@click.pass_context
def command(
    context: click.Context,
    game: str,
    parameters: dict[str, str],
    minutes: float | None,
    rounds: int | None,
    workers: int | None,
    ray: str | None,
    device: str | None,
    module: str | None,
    seed: int,
    out: Path | None,
    resume: bool,
    html: str | None,
) -> None:
    """Train a network for GAME by games against itself, until it beats the untrained search.

    Nothing has to be written for it: what there is to see in a position is found from the states
    of random games. A network that wins its match at the end is used from then on by mcts:auto
    and gametree.search, which find it by the fingerprint of the game.
    """
    check_page(html)
    from ...learn.trainer import Trainer
    from ...machine.ray_cluster import cpus
    from ...networks.model_library import home_of_model
    from ..text.training import TrainingProgress

    _check_device(device, module, ray, out)
    rules = rules_of(game, parameters)
    network = None if device is None else module_options.new_network(rules, device, module)
    if network is not None:
        workers = workers or (_ON_CPU if network.device.type == "cpu" else _ON_GPU)
    elif workers is None:
        workers = cores() if ray is None else cpus(ray)
    seconds = 60.0 * _MINUTES if minutes is None and rounds is None else None
    if minutes is not None:
        seconds = 60.0 * minutes
    with TrainingProgress(seconds, rounds) as progress:
        trainer = Trainer(
            rules,
            home_of_model(rules) if out is None else out,
            seconds=seconds,
            rounds=rounds,
            seed=seed,
            workers=workers,
            ray=ray,
            network=network,
            resume=resume,
            on_progress=progress.show,
        )
        try:
            trained = trainer.run()
        except KeyboardInterrupt:
            click.echo("stopped by Ctrl-C: the same command with --resume goes on", err=True)
            raise SystemExit(130) from None
    for lost in trainer.lost_workers:
        click.echo(f"lost {lost}", err=True)
    facts = trained.facts
    click.echo(f"{'accepted' if facts.accepted else 'not accepted'}: {facts.verdict}")
    use = "the model" if facts.accepted else "the model, which nobody uses unless it is named"
    click.echo(f"{use}: {trained.path}")
    if network is not None:
        click.echo(f"the player that uses it: mcts:net={trained.path}")
    if html is not None:
        _write_page(trainer, trained, html, command_line(context))


def _check_device(
    device: str | None, module: str | None, ray: str | None, out: Path | None
) -> None:
    """Refuse options that do not go together.

    Raises:
        BadParameter: if there are some.

    """
    if device is not None:
        if ray is not None:
            raise BadParameter("--device trains on this machine, and --ray on a cluster: give one")
        module_options.check_onnx(out)
    elif module is not None:
        raise BadParameter("--module is for a training with PyTorch: add --device auto")
    elif out is not None and module_options.is_onnx(out):
        raise BadParameter(
            "only a training with PyTorch writes an ONNX file: add --device auto, or name another "
            "file"
        )


def _write_page(trainer: Trainer, trained: Trained, html: str, again: str) -> None:
    from ...arena.reports.export import write_whole
    from ...learn.fits.calibration import calibration_of
    from ...learn.training_page import training_page
    from ...mcts.choice_of_method import with_network
    from ...mcts.searcher import Searcher

    game = trainer.game
    state = game.initial_state()
    first = None
    if is_player(actor_at(game, state)):
        strategies = with_network(game, trainer.learner.network())
        first = Searcher(game, state, seed=0, **strategies).run(simulations=_SIMULATIONS)
    calibration = calibration_of(trainer.learner, trainer.last_games)
    write_whole([training_page(trained, calibration, first, again)], html)
