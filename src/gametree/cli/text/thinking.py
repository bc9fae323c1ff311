"""Output of a search: a busy sign while it runs, and its best moves."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

import click

from ...game import Game, title_of
from ...mcts.results.result import ActionStatistics, SearchResult
from ...mcts.return_scale import interval_text
from ...numbers.counting import counted
from ...record import moves_to_text
from .keyboard import without_echo
from .tables import print_table

__all__ = ["getting_ready", "print_plan", "print_thinking", "thinking"]

_SHOWN_MOVES = 5
_SHOWN_PLIES = 10


@contextmanager
def thinking(text: str) -> Iterator[None]:
    """Show on a terminal that the program is busy."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with without_echo(), Console(stderr=True).status(text):
        yield


def getting_ready(game: Game) -> AbstractContextManager[None]:
    """Show on a terminal that a search of the game is being compiled, and for how long."""
    if game.interpreted_only:
        return thinking("getting ready")
    return thinking(
        f"getting ready: {title_of(game)} is compiled once, mostly in 5 to 20 seconds, longer on "
        "a busy machine"
    )


def print_plan(game: Game) -> None:
    """Print the method by which the engine searches a game, and the reasons."""
    from ...mcts.choice_of_method import choose

    for reason in choose(game).reasons:
        click.echo(f"- {reason}")


def print_thinking(result: SearchResult) -> None:
    """Print the best moves as a table, with the figures of the search."""
    rows = []
    for statistics in result.actions[:_SHOWN_MOVES]:
        rows.append(
            (
                result.game.action_to_text(result.state, statistics.action),
                f"{statistics.visits:,}",
                f"{100 * statistics.share:.1f} %",
                _value(result.game, statistics),
            )
        )
    print_table(("move", "visits", "share", "mean"), rows, left=("move",))
    hidden = len(result.actions) - len(rows)
    if hidden > 0:
        click.echo(f"and {hidden} more")
    if _surprises(result.actions[:_SHOWN_MOVES]):
        click.echo("what is proven is certain; a mean is what simulations have averaged so far")
    elif tie := result.tie_as_text():
        click.echo(tie)
    click.echo(_effort(result))
    if result.proof is not None:
        click.echo(result.proof_as_text())
    line = result.line_as_text()
    more = " ..." if len(line) > _SHOWN_PLIES else ""
    click.echo(f"expected: {moves_to_text(line[:_SHOWN_PLIES])}{more}")


def _surprises(shown: Sequence[ActionStatistics]) -> bool:
    """Return True if a move with a proven value ranks above one with a higher mean."""
    best = float("-inf")
    for statistics in reversed(shown):
        if statistics.proven is None:
            best = max(best, best if statistics.mean is None else statistics.mean)
        elif statistics.proven < best:
            return True
    return False


def _value(game: Game, statistics: ActionStatistics) -> str:
    if statistics.proven is not None:
        return f"{statistics.proven:+.3f} proven"
    if statistics.mean is None or statistics.half_width is None:
        return "-"
    mean, width = statistics.mean, statistics.half_width
    return f"{mean:+.3f} {interval_text(game, mean, width)}"


def _effort(result: SearchResult) -> str:
    speed = result.new_simulations / result.seconds if result.seconds > 0 else 0.0
    kept = result.simulations - result.new_simulations
    parts = [
        counted(result.new_simulations, "simulation") + (f" and {kept:,} kept" if kept > 0 else ""),
        f"{result.seconds:.2f} s",
        f"{speed:,.0f} a second",
        f"depth {result.max_depth}",
    ]
    if result.stopped_by == "interrupt":
        parts.append("stopped by Ctrl-C")
    if result.memory_full:
        parts.append("memory full")
    return ", ".join(parts)
