"""`gametree puzzles`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ...errors import BadParameter
from ..options import common as options
from ..pages import check_place

if TYPE_CHECKING:
    from ...coach.puzzle import Puzzle
    from ...game import Game
    from ...record import Record

__all__ = ["command"]


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
@click.option("--play", "plays", is_flag=True, help="Solve them here, for a rating that is kept.")
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
    search proved that no other move is as good. Puzzles are stored in your data folder, for --play
    and for the page of `gametree serve`.
    """
    from ...coach.puzzle_store import add_puzzles, puzzles_of
    from ...coach.puzzles import mine_puzzles
    from ..rules import rules_of
    from ..text.thinking import thinking

    if count < 1:
        raise BadParameter(f"--count must be 1 or more, not {count}")
    if json_file is not None:
        check_place("--json", json_file)
    rules = rules_of(game, parameters)
    stored = puzzles_of(rules) if plays and not files else []
    puzzles = stored
    if len(stored) < count:
        found: list[Puzzle] = []
        try:
            with thinking("looking for puzzles"):
                puzzles = mine_puzzles(
                    rules,
                    count,
                    records=_records(files, rules),
                    simulations=simulations,
                    seconds=60 * minutes,
                    seed=1 if seed is None else seed,
                    found=found.append,
                )
        except KeyboardInterrupt:
            kept = f"the puzzles found are stored in {add_puzzles(rules, found)}" if found else ""
            click.echo(f"stopped by Ctrl-C; {kept or 'no puzzle was found'}", err=True)
            raise SystemExit(130) from None
        if len(puzzles) < count:
            click.echo(
                f"found {len(puzzles)} of {count} puzzles; --minutes and --simulations find more",
                err=True,
            )
        if puzzles:
            click.echo(f"the puzzles are stored in {add_puzzles(rules, puzzles)}", err=True)
        puzzles = list({each.key: each for each in (*stored, *puzzles)}.values())
    if json_file is not None:
        from ...arena.reports.export import write_whole

        report = {"game": repr(rules), "puzzles": [each.to_dict() for each in puzzles]}
        write_whole([json.dumps(report, ensure_ascii=False, indent=2) + "\n"], json_file)
        click.echo(f"wrote {json_file}", err=True)
    if plays:
        from .solving import solve

        solve(rules, puzzles, count)
    elif json_file is None and puzzles:
        _list(puzzles)


def _records(files: tuple[str, ...], rules: Game) -> list[Record]:
    """Return the games of files; print which of them were cut off or left out.

    Raises:
        BadParameter: if a game is of other rules.
        ReplayError: if a file cannot be read.

    """
    from ...coach.reading import games_in

    records = []
    for file in files:
        for replay, problem in games_in(file, rules, {}):
            if repr(replay.game) != repr(rules):
                raise BadParameter(
                    f"{file} holds a game of {replay.game!r}, not of {rules!r}: give its "
                    "parameters by --param"
                )
            if problem:
                click.echo(f"{file}: {problem}", err=True)
            if not replay.record.begins_as_usual:
                click.echo(
                    f"{file}: a game was left out, since it does not begin at the first position",
                    err=True,
                )
            else:
                records.append(replay.record)
    if files and not records:
        raise BadParameter("no game of the files can be mined for puzzles")
    return records


def _list(puzzles: list[Puzzle]) -> None:
    """Print puzzles as a table."""
    from ...record import moves_to_text
    from ..text.tables import print_table

    rows = [
        (
            str(number),
            each.kind,
            "proven" if each.proven else "measured",
            f"{each.rating:.0f}",
            moves_to_text(each.moves),
            moves_to_text(each.solution),
        )
        for number, each in enumerate(puzzles, start=1)
    ]
    columns = ("", "kind", "unique", "rating", "moves", "solution")
    print_table(columns, rows, left=("kind", "unique", "moves", "solution"))
