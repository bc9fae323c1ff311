"""`gametree fit`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import BadParameter
from ..options import common as options
from ..options import modules as module_options
from ..rules import rules_of

if TYPE_CHECKING:
    from ...learn.fits.fitting import Losses

__all__ = ["command"]


@click.command("fit")
@click.argument("game")
@options.parameters
@click.option(
    "--model",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The model whose training has left the games; by default the one that searches find.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The ONNX file.")
@click.option(
    "--epochs",
    type=click.FloatRange(0, min_open=True),
    default=4.0,
    show_default=True,
    help="How often each position is shown.",
)
@click.option(
    "--device",
    default="auto",
    show_default=True,
    help="Where the module learns: auto, cpu, cuda or cuda:1.",
)
@module_options.module
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)
def command(
    game: str,
    parameters: dict[str, str],
    model: Path | None,
    out: Path | None,
    epochs: float,
    device: str,
    module: str | None,
    seed: int,
) -> None:
    """Fit a PyTorch module to the games that `gametree train` has left of GAME (extra learn).

    The small network plays thousands of positions a second; a larger network sees more in the
    same games, and takes longer for each position. The model is an ONNX file, which players name
    as mcts:net=FILE.
    """
    from ...learn.fits.fit_to_training import fit_to_training

    module_options.check_onnx(out)
    assert out is not None
    if not out.absolute().parent.is_dir():
        raise BadParameter(f"there is no folder {str(out.parent)!r} for the model: make it first")
    network = module_options.new_network(rules_of(game, parameters), device, module)
    losses = fit_to_training(network, model, epochs=epochs, seed=seed, on_progress=_show)
    network.to_onnx(out)
    click.echo(f"the model, with a loss of {_told(losses)}: {out}")
    click.echo(f"the player that uses it: mcts:net={out}")


def _show(share: float, losses: Losses) -> None:
    click.echo(f"{100 * share:.0f} %; loss {_told(losses)}", err=True)


def _told(losses: Losses) -> str:
    return f"{losses.value:.3f} of values, {losses.policy:.3f} of moves"
