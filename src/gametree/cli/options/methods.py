"""Options that say how a search searches, and what they come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args, get_type_hints

import click

from ...mcts.search_options import SearchOptions

__all__ = ["method_options", "strategies"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_METAVARS = {str: "NAME", int: "N", float: "X"}


def method_options(command: _Command) -> _Command:
    """Add `--method`, and each of `SearchOptions` under its name, to a command."""
    for name, hint in reversed(get_type_hints(SearchOptions, include_extras=True).items()):
        kinds, sentence = get_args(hint)
        flag = f"--{name.replace('_', '-')}"
        if kinds is bool:
            added = click.option(flag, is_flag=True, help=sentence)
        else:
            kind = get_args(kinds)[0]
            added = click.option(flag, type=kind, metavar=_METAVARS[kind], help=sentence)
        command = added(command)
    return click.option(
        "--method",
        type=click.Choice(["auto", "untrained", "uct"]),
        default="auto",
        show_default=True,
        help="auto chooses how to search this game, unless an option below says so; uct is plain "
        "UCT.",
    )(command)


def strategies(*, method: str, **options: Any) -> dict[str, Any]:
    """Return the keywords of `Searcher` that the options come to.

    Raises:
        BadParameter, PythonFileError: if they are wrong, or do not go together.

    """
    from ...mcts.named_strategies import strategies_of

    return {"method": method, **strategies_of(SearchOptions(**options))}
