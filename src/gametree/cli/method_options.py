"""Options that say how a search searches, and what they come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["method_options", "strategies"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--method",
        type=click.Choice(["auto", "untrained", "uct"]),
        default="auto",
        show_default=True,
        help="auto chooses how to search this game, unless an option below says so; uct is plain "
        "UCT.",
    ),
    click.option(
        "--selection",
        metavar="RULE",
        help="How the search chooses which move to look at: by name, such as puct or grave, or by "
        "a class in a file, mine.py:MyRule:depth=3.",
    ),
    click.option("--c", type=float, metavar="X", help="The selection's exploration constant."),
    click.option(
        "--playout",
        metavar="POLICY",
        help="How playouts choose: by name, such as greedy or mast, or by a class in a file.",
    ),
    click.option(
        "--evaluation", metavar="FILE:CLASS", help="What a leaf is worth, in place of a playout."
    ),
    click.option(
        "--backup", metavar="FILE:CLASS", help="What statistics make of a simulation, not means."
    ),
    click.option(
        "--solver", is_flag=True, help="Keep what is proven; stop when the position is solved."
    ),
    click.option("--transpositions", is_flag=True, help="Lines that meet share a node."),
)


def method_options(command: _Command) -> _Command:
    """Add `--method`, `--selection`, `--c`, `--playout` and so on to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def strategies(
    *,
    method: str,
    selection: str | None,
    c: float | None,
    playout: str | None,
    evaluation: str | None,
    backup: str | None,
    solver: bool,
    transpositions: bool,
) -> dict[str, Any]:
    """Return the keywords of `Searcher` that the options come to.

    Raises:
        click.UsageError: if two of them exclude each other.

    """
    if playout is not None and evaluation is not None:
        raise click.UsageError("--playout and --evaluation exclude each other")
    from ..mcts.backup.by_name import backup_of
    from ..mcts.evaluation.by_name import evaluation_of
    from ..mcts.evaluation.evaluation import Evaluation
    from ..mcts.evaluation.playout import Playout
    from ..mcts.evaluation.policies_by_name import playout_policy
    from ..mcts.selection.by_name import selection_rule

    rule = None
    if selection is not None or c is not None:
        rule = selection_rule(selection or "ucb1", c)
    leaf: Evaluation | None = None
    if evaluation is not None:
        leaf = evaluation_of(evaluation)
    elif playout is not None:
        leaf = Playout(playout_policy(playout))
    return {
        "method": method,
        "selection": rule,
        "evaluation": leaf,
        "backup": None if backup is None else backup_of(backup),
        "solver": solver or None,
        "transpositions": transpositions or None,
    }
