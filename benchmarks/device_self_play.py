"""Self-play that shares a PyTorch module on a device: games, positions and leaves a second.

So many games are played at once, each by a thread of compiled code, and the module answers them in
batches (`gametree train --device`). The module has random weights, and nothing is learned. After
the games that were begun first, those that end within `--seconds` are counted. On an NVIDIA GPU
`nvidia-smi` says which share of the time it computes. Needs the extra `learn`.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator

import torch
from timing import print_heading, table

import gametree as gt
from gametree import games
from gametree.learn.self_play.played_positions import POSITIONS
from gametree.learn.training import Training

GAMES = {"connect_four": games.ConnectFour, "othello": games.Othello}
_SAMPLES = "nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader,nounits -lms 200"


class Counted(torch.nn.Module):
    """A module, with the calls of it and the positions in them."""

    calls = positions = 0

    def __init__(self, module: torch.nn.Module) -> None:
        super().__init__()
        self.module = module

    def forward(self, positions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        Counted.calls += 1
        Counted.positions += len(positions)
        return self.module(positions)  # type: ignore[no-any-return]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", default=[*GAMES], help=", ".join(GAMES))
    parser.add_argument("--device", default="auto")
    parser.add_argument("--games", default="64,256,1024", help="at once: one number or more")
    parser.add_argument("--seconds", type=float, default=20.0)
    arguments = parser.parse_args()
    print_heading("torch")
    head = ("game", "at once", "games /s", "positions /s", "leaves /s", "to a batch", "GPU busy")
    print(table(head, []))
    for name in arguments.game:
        for count in arguments.games.split(","):
            row = measured(name, int(count), arguments.device, arguments.seconds)
            print(f"| {' | '.join(row)} |", flush=True)


def measured(name: str, count: int, device: str, seconds: float) -> tuple[str, ...]:
    """Return a row of the table: of so many games at once."""
    game = GAMES[name]()
    default = gt.TorchNetwork(game, device=device)
    network = gt.TorchNetwork(game, Counted(default.module), device=device)
    training = Training(game, workers=count, network=network)
    played = training.players.games(0)
    for _ in range(count):
        next(played)
    ended = positions = 0
    Counted.calls = Counted.positions = 0
    begun = time.perf_counter()
    with sampled() as busy:
        while time.perf_counter() < begun + seconds:
            _, each = next(played)
            ended += 1
            positions += 0 if each is None else int(each.used[POSITIONS])
        spent = time.perf_counter() - begun
        calls, leaves = Counted.calls, Counted.positions
    training.end()
    return (
        name,
        f"{count:,}",
        f"{ended / spent:,.1f}",
        f"{positions / spent:,.0f}",
        f"{leaves / spent:,.0f}",
        f"{leaves / max(1, calls):,.0f}",
        f"{statistics.mean(busy):.0f} %" if busy else "-",
    )


@contextlib.contextmanager
def sampled() -> Iterator[list[float]]:
    """Collect within this context what `nvidia-smi` says of the GPU, if there is one."""
    found: list[float] = []
    if shutil.which("nvidia-smi") is None:
        yield found
        return
    with subprocess.Popen(_SAMPLES.split(), stdout=subprocess.PIPE, text=True) as process:

        def collect() -> None:
            assert process.stdout is not None
            found.extend(float(line) for line in process.stdout if line.strip().isdigit())

        thread = threading.Thread(target=collect, daemon=True)
        thread.start()
        try:
            yield found
        finally:
            process.terminate()
            thread.join()


if __name__ == "__main__":
    main()
