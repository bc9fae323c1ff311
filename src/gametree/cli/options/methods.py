"""Options that say how a search searches, and what they come to."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ...mcts.registry import Option

__all__ = ["CommandWithMethod", "method_option", "strategies"]

_METAVARS = {str: "NAME", int: "N", float: "X"}

_METHOD = "--method"

method_option = click.option(
    _METHOD,
    type=click.Choice(["auto", "untrained", "uct"]),
    default="auto",
    show_default=True,
    help="auto chooses how to search this game, unless an option below says so; uct is plain UCT.",
)
"""Adds `--method` to a `CommandWithMethod`, which has the options of a search behind it."""


class CommandWithMethod(click.Command):
    """A command with an option for each option of a search, behind `--method`.

    They are added when they are asked for: the strategies that register them load NumPy.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        found: list[click.Parameter] = []
        for parameter in super().get_params(ctx):
            found.append(parameter)
            if _METHOD in parameter.opts:
                found += _options_of_search()
        return found


@cache
def _options_of_search() -> tuple[click.Option, ...]:
    from ...mcts.search_options import OPTIONS

    return tuple(map(_as_flag, OPTIONS))


def _as_flag(option: Option) -> click.Option:
    flag = f"--{option.name.replace('_', '-')}"
    if option.kind is bool:
        return click.Option([flag], is_flag=True, help=option.sentence)
    metavar = _METAVARS[option.kind]
    return click.Option([flag], type=option.kind, metavar=metavar, help=option.sentence)


def strategies(*, method: str, **options: Any) -> dict[str, Any]:
    """Return the keywords of `Searcher` that the options come to.

    Raises:
        BadParameter, PythonFileError: if they are wrong, or do not go together.

    """
    from ...mcts.named_strategies import strategies_of
    from ...mcts.search_options import SearchOptions

    return {"method": method, **strategies_of(SearchOptions(**options))}
