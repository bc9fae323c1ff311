"""`gametree puzzles`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ..options import common as options
from ..pages import check_place

if TYPE_CHECKING:
    from ...coach.puzzles import Puzzle
    from ...game import Game
    from ...record import Record

__all__ = ["command"]

_WORDS = {
    "win": "find the only move that wins",
    "save": "find the only move that saves the game",
    "best": "find the best move",
}


@click.command("puzzles")
@click.argument("game", metavar="GAME")
@click.option("--count", type=options.COUNT, default=10, show_default=True, help="How many.")
@click.option(
    "--from",
    "files",
    multiple=True,
    metavar="FILE",
    help="Mine the games of this file, not games of the engine; may be given several times.",
)
@options.parameters
@click.option("--minutes", type=click.FloatRange(0, min_open=True), default=5.0, show_default=True)
@click.option(
    "--simulations",
    type=options.COUNT,
    default=30_000,
    show_default=True,
    help="For each search of a position.",
)
@options.seed
@click.option("--json", "json_file", metavar="FILE", help="Write the puzzles as JSON.")
@click.option("--play", "plays", is_flag=True, help="Solve them here, for a rating.")
def command(
    game: str,
    count: int,
    files: tuple[str, ...],
    parameters: dict[str, str],
    minutes: float,
    simulations: int,
    seed: int | None,
    json_file: str | None,
    plays: bool,
) -> None:
    """Find puzzles: positions with one move that wins, saves the game, or is best by a margin.

    They come from games of the engine against itself, or --from files. A puzzle is proven if a
    search proved that no other move is as good.
    """
    from ...coach.puzzles import mine_puzzles
    from ..rules import rules_of
    from ..text.thinking import thinking

    if json_file is not None:
        check_place("--json", json_file)
    rules = rules_of(game, parameters)
    with thinking("looking for puzzles"):
        puzzles = mine_puzzles(
            rules,
            count,
            records=_records(files, rules),
            simulations=simulations,
            seconds=60 * minutes,
            seed=1 if seed is None else seed,
        )
    if len(puzzles) < count:
        click.echo(
            f"found {len(puzzles)} of {count} puzzles; --minutes and --simulations find more",
            err=True,
        )
    if json_file is not None:
        from ...arena.reports.export import write_whole

        report = {"game": repr(rules), "puzzles": [each.to_dict() for each in puzzles]}
        write_whole([json.dumps(report, ensure_ascii=False, indent=2) + "\n"], json_file)
        click.echo(f"wrote {json_file}", err=True)
    if plays:
        _play(rules, puzzles)
    elif json_file is None:
        _list(puzzles)


def _records(files: tuple[str, ...], rules: Game) -> list[Record]:
    from ...coach.reading import games_in

    return [replay.record for file in files for replay, _ in games_in(file, rules, {})]


def _list(puzzles: list[Puzzle]) -> None:
    """Print puzzles as a table."""
    from ...coach.puzzle_rating import rating_of
    from ...record import moves_to_text
    from ..text.tables import print_table

    rows = [
        (
            str(number),
            each.kind,
            "proven" if each.proven else "measured",
            f"{rating_of(each):.0f}",
            moves_to_text(each.moves),
            moves_to_text(each.solution),
        )
        for number, each in enumerate(puzzles, start=1)
    ]
    columns = ("", "kind", "unique", "rating", "moves", "solution")
    print_table(columns, rows, left=("kind", "unique", "moves", "solution"))


def _play(rules: Game, puzzles: list[Puzzle]) -> None:
    """Let a person solve puzzles, the easiest first."""
    from ...coach.puzzle_rating import BEGIN, rating_after, rating_of
    from ...errors import IllegalMove
    from ...naming.named_moves import action_named, play_all
    from ...record import Record, moves_to_text
    from ..text.boards import board_text, player_name

    rating, right = BEGIN, 0
    for number, puzzle in enumerate(sorted(puzzles, key=rating_of), start=1):
        record = Record(rules)
        play_all(record, puzzle.moves)
        previous = record.positions[-2] if record.actions else None
        click.echo(f"\n{board_text(rules, record.state, previous)}\n")
        who = player_name(rules, record.player)
        click.echo(
            f"puzzle {number} of {len(puzzles)}, rating {rating_of(puzzle):.0f}: {who}, "
            f"{_WORDS[puzzle.kind]}"
        )
        while True:
            typed = click.prompt("move (or quit)", default="", show_default=False).strip()
            if typed in ("quit", "q"):
                click.echo(f"your rating: {rating:.0f}")
                return
            try:
                action = action_named(record, typed)
                break
            except IllegalMove as error:
                click.echo(str(error))
        solved = rules.action_to_text(record.state, action) == puzzle.solution[0]
        rating = rating_after(rating, puzzle, solved=solved)
        right += solved
        verdict = "right" if solved else f"no, the move is {puzzle.solution[0]}"
        click.echo(f"{verdict}: {moves_to_text(puzzle.solution)}; your rating: {rating:.0f}")
    click.echo(f"\nsolved {right} of {len(puzzles)}; your rating: {rating:.0f}")
