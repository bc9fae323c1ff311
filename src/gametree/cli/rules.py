"""Loads the game of a command and reports how rules in another interface were understood."""

from __future__ import annotations

from collections.abc import Mapping

import click

from ..game import Game
from ..naming.loading import load_game
from ..user_code.python_file import file_spec

__all__ = ["rules_of", "tell_understood"]


def rules_of(game: str, parameters: Mapping[str, str]) -> Game:
    """Return the game that a command names; print to stderr how it was understood."""
    return load_game(game, parameters, lambda sentence: click.echo(sentence, err=True))


def tell_understood(game: str, parameters: Mapping[str, str]) -> None:
    """Report on the error stream how the rules in a file were understood."""
    if file_spec(game) is not None:
        rules_of(game, parameters)
