"""Output of a traced search: one step after the other."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ...actors import is_chance
from ...mcts.tracing.steps import BackedUp, Candidate, Evaluated, Expanded, Selected, TraceStep
from ...record import moves_to_text
from .boards import player_name
from .tables import print_table

__all__ = ["print_step"]

_SHOWN_MOVES = 8

_REASONS = {
    "untried": "each move is tried once before any is followed again",
    "score": "the highest score",
    "planned": "the rule leaves no choice",
    "chance": "drawn by its probability",
}

_ENDS = {
    "playout": "played out",
    "evaluation": "evaluated",
    "finished": "the game is over",
    "repetition": "the game is over by repetition",
    "proven": "proven: nothing is evaluated",
}


def print_step(step: TraceStep) -> None:
    """Print one step of a trace."""
    if isinstance(step, Selected):
        _print_selection(step)
    elif isinstance(step, Expanded):
        what = "joins a node that another line led to" if step.shared else "gets a node"
        click.echo(f"  expansion: the position after {_line(step)} {what}")
    elif isinstance(step, Evaluated):
        shown = moves_to_text(step.playout_as_text())
        message = f": {shown}" if shown else ""
        click.echo(f"  evaluation: {_ENDS[step.how]} after {_line(step)}{message}")
        click.echo(f"    worth {_values(step.values)}")
    elif isinstance(step, BackedUp):
        _print_backup(step)


def _print_selection(step: Selected) -> None:
    if step.depth == 0:
        click.echo()
        click.secho(f"simulation {step.simulation}", bold=True)
    where = "at the root" if step.depth == 0 else f"after {_line(step)}"
    mover = "chance" if is_chance(step.player) else player_name(step.game, step.player or 0)
    click.echo(
        f"  selection: {mover} {where}, N = {step.visits}: "
        f"{click.style(step.choice.name, bold=True)}, {_REASONS[step.reason]}"
    )
    if step.reason != "score":
        return
    scored = [each for each in step.candidates if each.score is not None]
    scored.sort(key=lambda each: -(each.score or 0.0))
    names = list(dict.fromkeys(term.name for each in scored for term in each.terms))
    rows = [_row(each, names) for each in scored[:_SHOWN_MOVES]]
    print_table(("    move", "n", *names, "score"), rows, left=("    move",))
    if len(scored) > len(rows):
        click.echo(f"    and {len(scored) - len(rows)} more")
    for term in step.choice.terms:
        if term.numbers:
            numbers = ", ".join(f"{name} = {value:.4g}" for name, value in term.numbers.items())
            click.echo(f"    {term.name} of {step.choice.name} = {term.formula}: {numbers}")


def _row(candidate: Candidate, names: Sequence[str]) -> tuple[str, ...]:
    terms = {term.name: f"{term.value:+.3f}" for term in candidate.terms}
    score = candidate.score or 0.0
    return (
        f"    {candidate.name}",
        f"{candidate.visits:,}",
        *(terms.get(name, "-") for name in names),
        f"{score:+.3f}",
    )


def _print_backup(step: BackedUp) -> None:
    click.echo("  backup:")
    rows: list[tuple[str, ...]] = []
    for change in step.changes:
        proven = ", ".join("?" if each is None else f"{each:+g}" for each in change.proven)
        rows.append(
            (
                f"    {change.name}",
                f"{change.visits[0]:,} to {change.visits[1]:,}",
                f"{change.mean[0]:+.3f} to {change.mean[1]:+.3f}",
                f"{change.node_visits[0]:,} to {change.node_visits[1]:,}",
                proven if any(each is not None for each in change.proven) else "",
            )
        )
    if rows:
        columns: tuple[str, ...] = ("    move", "n", "mean", "N", "proven")
        if not any(row[-1] for row in rows):
            columns, rows = columns[:-1], [row[:-1] for row in rows]
        print_table(columns, rows, left=("    move",))


def _line(step: TraceStep) -> str:
    return moves_to_text(list(step.line))


def _values(values: Sequence[float]) -> str:
    return ", ".join(f"{value:+g}" for value in values)
