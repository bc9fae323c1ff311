"""Completion of the command line in bash, zsh and fish, by click's means."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from ..files.replacing import replacing

__all__ = ["install_completion"]

_PROGRAM = "gametree"
_VARIABLE = "_GAMETREE_COMPLETE"

# Where each shell looks by itself for what completes a program, but for zsh.
_FILES = {
    "bash": f".local/share/bash-completion/completions/{_PROGRAM}",
    "fish": f".config/fish/completions/{_PROGRAM}.fish",
    "zsh": f".zfunc/_{_PROGRAM}",
}
_AFTER = {
    "bash": "open a new shell (bash needs the package bash-completion)",
    "fish": "open a new shell",
    "zsh": "put `fpath+=~/.zfunc; autoload -Uz compinit; compinit` into ~/.zshrc and open a new "
    "shell",
}


def install_completion(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Write the completion of the user's shell, and end the command."""
    if not wanted or context.resilient_parsing:
        return
    shell = Path(os.environ.get("SHELL", "")).name
    found = get_completion_class(shell)
    if found is None or shell not in _FILES:
        raise click.UsageError(
            f"the variable SHELL is {os.environ.get('SHELL', '')!r}; completion is for the shells "
            f"{', '.join(_FILES)}"
        )
    source = found(context.command, {}, _PROGRAM, _VARIABLE).source()
    target = Path.home() / _FILES[shell]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target, "x", encoding="utf-8", newline="\n") as file:
            file.write(source)
    except OSError as error:
        raise click.UsageError(f"{target} cannot be written: {error.strerror}") from None
    click.echo(f"wrote {target}: {_AFTER[shell]}")
    context.exit()
