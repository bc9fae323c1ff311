"""Puzzles solved in the terminal, for a rating that is kept."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ...coach.attempt import Attempt
from ...coach.puzzle import KINDS, Puzzle
from ...coach.puzzle_store import solver_file
from ...coach.solver import PuzzleSolver, save_solver, solver_from
from ...errors import BadParameter, IllegalMove
from ...game import Game
from ...levels.store import ladder_of
from ...mcts.persistence.fingerprints import name_of_rules
from ...naming.named_moves import action_named, play_all
from ...record import Record, moves_to_text
from ...views.of_game import view_of
from ..text.boards import board_text, player_name

__all__ = ["solve"]


def solve(rules: Game, puzzles: Sequence[Puzzle], count: int) -> None:
    """Let a person solve puzzles near their rating, and keep the rating.

    Args:
        rules: the game.
        puzzles: those to choose from.
        count: how many to show.

    Raises:
        BadParameter: for a user without a home.
        LadderError: if the file of the rating is damaged, or cannot be written.

    """
    if not puzzles:
        raise BadParameter("there are no puzzles to solve; --minutes and --simulations find more")
    path = solver_file(name_of_rules(rules))
    solver = solver_from(path, PuzzleSolver.beginner(ladder_of(rules)))
    right = shown = 0
    for number in range(1, count + 1):
        puzzle = solver.next_of(puzzles)
        if puzzle is None:
            click.echo("\nyou have seen all puzzles; --minutes finds more")
            break
        click.echo(f"\npuzzle {number}, rating {puzzle.rating:.0f}")
        attempt = _attempted(rules, puzzle)
        if attempt is None:
            break
        before = solver.rating.elo
        solver = solver.after(puzzle, attempt.score)
        save_solver(solver, path)
        shown += 1
        right += attempt.verdict == "solved"
        how = "proven" if puzzle.proven else "measured"
        click.echo(
            f"{'solved' if attempt.score else 'not solved'} ({how}): "
            f"{moves_to_text(puzzle.solution)}; {solver.rating.elo - before:+.0f}"
        )
    click.echo(f"\nsolved {right} of {shown}; {solver.to_text()}; it is kept in {path}")


def _attempted(rules: Game, puzzle: Puzzle) -> Attempt | None:
    """Let a person try a puzzle; return None if they quit."""
    attempt = Attempt(puzzle)
    while not attempt.over:
        record = Record(rules)
        play_all(record, attempt.line)
        previous = record.positions[-2] if record.actions else None
        click.echo(f"\n{board_text(rules, record.state, previous)}\n")
        task = "right; go on" if attempt.made else KINDS[puzzle.kind]
        click.echo(f"{player_name(rules, record.player)}, {task}")
        while True:
            typed = _typed()
            if typed in ("quit", "q"):
                return None
            if typed == "show":
                attempt.give_up()
                break
            if typed == "hint":
                click.echo(f"one of {', '.join(_hint(record, attempt))}")
                continue
            try:
                action = action_named(record, typed)
            except IllegalMove as error:
                click.echo(str(error))
                continue
            attempt.move(rules.action_to_text(record.state, action))
            break
    return attempt


def _typed() -> str:
    """Return what a person types; "quit" after Ctrl-C, and where the input ends."""
    try:
        typed: str = click.prompt("move (or hint, show, quit)", default="", show_default=False)
    except click.Abort:
        click.echo()
        return "quit"
    return typed.strip()


def _hint(record: Record, attempt: Attempt) -> list[str]:
    view = view_of(record.game, record.state)
    text = record.game.action_to_text
    names = [text(record.state, each) for each in record.all_actions("a puzzle")]
    return attempt.hint(names, view.moves)
