"""`gametree review`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import BadParameter, ReplayError
from ..options import common as options
from ..options.positions import position_option, state_set_up
from ..pages import check_page, check_place

if TYPE_CHECKING:
    from ...coach.review import Review
    from ...replays.game_replay import GameReplay

__all__ = ["command"]

_BARS = " ▁▂▃▄▅▆▇█"


@click.command("review")
@click.argument("names", nargs=-1, required=True, metavar="FILE ... | GAME")
@options.moves
@position_option
@click.option("--game", metavar="GAME", help="The rules, where the file does not name them.")
@options.parameters
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    help="Thinking time for each game, 10 by default.",
)
@click.option(
    "--simulations", type=options.COUNT, help="Simulations for each move, such as 20k or 1M."
)
@options.seed
@click.option("--json", "json_file", metavar="FILE", help="Write the reviews as JSON.")
@click.option(
    "--html",
    metavar="FILE.html",
    help="Write a page that plays through the game; of many games one page each, with numbers.",
)
def command(
    names: tuple[str, ...],
    moves: str,
    position: str | None,
    game: str | None,
    parameters: dict[str, str],
    seconds: float | None,
    simulations: int | None,
    seed: int | None,
    json_file: str | None,
    html: str | None,
) -> None:
    """Review games: what each move cost, what was better, and why.

    FILE is a record that gametree has written, .jsonl, or the page, .json, a game of any program,
    .sgf or .pgn, or a text with moves or GTP commands. Or name a GAME and give its --moves. Moves
    in a text or by --moves begin at --position, if it is given.
    """
    from ...coach.reviewing import Reviewing
    from ..text.thinking import thinking

    check_page(html)
    if json_file is not None:
        check_place("--json", json_file)
    reviews: list[Review] = []
    left_out: list[str] = []
    for replay, problem in _games(names, moves, position, game, parameters, left_out):
        if problem:
            click.echo(problem, err=True)
        reviewing = Reviewing(replay, seconds, simulations, seed=1 if seed is None else seed)
        with thinking("reviewing"):
            reviewing.run()
        review = reviewing.review()
        review.problem = problem
        if reviews:
            click.echo()
        _show(review)
        reviews.append(review)
    _write(reviews, json_file, html)
    if left_out:
        raise SystemExit(2)


def _games(
    names: tuple[str, ...],
    moves: str,
    position: str | None,
    game: str | None,
    parameters: dict[str, str],
    left_out: list[str],
) -> Iterable[tuple[GameReplay, str]]:
    """Yield the games that the command names; of many files, say which cannot be read."""
    from ...coach.reading import games_in, played_by_names
    from ...naming.loading import game_class
    from ...naming.parameters import parse_parameters
    from ...record import split_moves
    from ...user_code.python_file import file_spec
    from ..rules import rules_of

    if moves:
        if len(names) != 1 or game is not None:
            raise click.UsageError("--moves needs one GAME before it, and no files")
        named = rules_of(names[0], parameters)
        begins = None if position is None else state_set_up(named, position)
        yield played_by_names(named, split_moves(moves), begins)
        return
    if parameters and game is None:
        raise click.UsageError("--param needs --game, which names the game")
    rules = None if game is None else rules_of(game, parameters)
    typed = parse_parameters(game_class(game), parameters) if game and parameters else {}
    begins = None
    if position is not None:
        if rules is None:
            raise click.UsageError("--position needs a GAME with --moves, or --game with a text")
        begins = state_set_up(rules, position)
    for name in names:
        rules_file = file_spec(name) is not None
        if rules_file or (not Path(name).exists() and not Path(name).suffix):
            raise click.UsageError(
                f"{name!r} is no file of a game; to review moves of a game write: gametree review "
                f'{name} --moves "..."'
            )
        try:
            yield from games_in(name, rules, typed, begins)
        except (BadParameter, ReplayError) as error:
            if len(names) == 1:
                raise
            click.echo(f"left out: {error}", err=True)
            left_out.append(name)


def _show(review: Review) -> None:
    """Print a review."""
    from ...game import title_of
    from ..text.tables import print_table

    replay = review.replay
    click.echo(f"{title_of(replay.game)}: {' - '.join(replay.players)}")
    curve = "".join(
        "·" if each is None else _BARS[round(8 * each["shares"][0])] for each in review.expected
    )
    click.echo(f"expected result of {replay.players[0]}: {curve}\n")
    rows = []
    for player, accuracy in enumerate(review.accuracy):
        percent = "-" if accuracy is None else f"{accuracy:.0f} %"
        counts = review.counts(player).values()
        rows.append((replay.players[player], percent, *map(str, counts)))
    print_table(
        ("player", "accuracy", "blunders", "mistakes", "inaccuracies"), rows, left=("player",)
    )
    if not review.mistakes:
        click.echo("\nno move lost as much as an inaccuracy, as far as the search can tell")
    first = review.expected[0]
    if first is not None and first["proven"] and max(first["shares"]) == 1:
        winner = replay.players[first["shares"].index(1)]
        click.echo(f"\nproven: {winner} could win by force from the first position")
    for each in review.mistakes:
        kind = "proven" if each.proven else "measured"
        who = replay.players[each.player]
        click.echo(f"\n{each.ply + 1}. {each.move} ({who}): {each.grade}, {kind}")
        for fact in each.facts:
            click.echo(f"   {fact.text}")
    if review.turning_points:
        points = ", ".join(f"{ply + 1}. {replay.moves[ply]}" for ply in review.turning_points)
        click.echo(f"\nturning points: {points}")


def _write(reviews: list[Review], json_file: str | None, html: str | None) -> None:
    """Write what was asked for, and say so on the error stream."""
    from ...arena.reports.export import write_whole

    if json_file is not None:
        report = {"reviews": [each.to_dict() for each in reviews]}
        write_whole([json.dumps(report, ensure_ascii=False, indent=2) + "\n"], json_file)
        click.echo(f"wrote {json_file}", err=True)
    for number, review in enumerate(reviews, start=1):
        if html is not None:
            path = Path(html)
            if len(reviews) > 1:
                path = path.with_name(f"{path.stem}-{number}{path.suffix}")
            review.save(path)
            click.echo(f"wrote {path}", err=True)
