"""`gametree uci`."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

import click

from . import options

__all__ = ["command"]


@click.command("uci")
@click.option("--interpreted", is_flag=True, help="Compile nothing: far slower, but ready at once.")
@options.seed
def command(interpreted: bool, seed: int | None) -> None:
    """Be a chess engine: answer lines of UCI on standard input and output.

    Programs that show and play chess start it as an engine.
    """
    from ..uci import UciEngine

    output = sys.stdout

    def write(line: str) -> None:
        output.write(f"{line}\n")
        output.flush()

    with redirect_stdout(sys.stderr):  # the output belongs to the protocol
        engine = UciEngine(write, compiled=False if interpreted else "auto", seed=seed)
        for line in sys.stdin:
            if not engine.take(line):
                break
        engine.stop()
