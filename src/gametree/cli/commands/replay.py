"""`gametree replay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..options import common as options
from ..pages import check_page, check_record, save_replay

if TYPE_CHECKING:
    from ...replays.game_replay import GameReplay
    from ...replays.search_replay import SearchReplay

__all__ = ["command"]


@click.command("replay")
@click.argument("file", metavar="FILE")
@click.option("--html", metavar="FILE.html", help="Write a page that replays it and needs nothing.")
@click.option("--game", metavar="GAME", help="The rules, if they are not those of a bundled game.")
@click.option(
    "--game-number",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="Which game of an SGF or PGN file, from 1.",
)
@click.option(
    "--record", metavar="FILE", help="Write the game as .jsonl, or .pgn or .sgf where that fits."
)
@options.parameters
def command(
    file: str,
    html: str | None,
    game: str | None,
    game_number: int,
    record: str | None,
    parameters: dict[str, str],
) -> None:
    """Read a record of a game or of a search, and show what is in it.

    FILE is a record that gametree has written, .jsonl, or the page, .json, or a game of any
    program, .sgf or .pgn. Its moves are played by the rules, so a record that was read is sound.
    """
    from ...game_files.writing import GAME_ENDINGS
    from ...record import moves_to_text
    from ...replays.game_replay import GameReplay
    from ...replays.reading import load_replay, replay_of_file_game
    from ..beginning import game_from_file, saved_game
    from ..rules import rules_of
    from ..text.boards import board_text
    from ..text.outcome import outcome_text

    check_page(html)
    replay: GameReplay | SearchReplay
    if Path(file).suffix.lower() in GAME_ENDINGS:
        replay = replay_of_file_game(game_from_file(file, game_number, game, parameters))
    elif Path(file).suffix.lower() == ".json":
        replay = saved_game(file, game_number, game, parameters)
    else:
        replay = load_replay(file, None if game is None else rules_of(game, parameters))
    check_record(record, replay.game if isinstance(replay, GameReplay) else None)
    if isinstance(replay, GameReplay):
        replay.check_shown()
        played = replay.record
        previous = played.positions[-2] if played.actions else None
        click.echo(f"{replay.game.name}: {' - '.join(replay.players)}")
        click.echo(f"moves: {moves_to_text(replay.moves)}\n")
        click.echo(board_text(replay.game, played.state, previous))
        message = "" if replay.returns is None else outcome_text(replay.game, replay.returns)
        why = "" if replay.how == "rules" else replay.how
        click.echo("\n" + ", ".join(filter(None, [message, why])))
    else:
        click.echo(f"{replay.game.name}: a search, {replay.method}, seed {replay.seed}\n")
        click.echo(board_text(replay.game, replay.state, None))
        numbers = sorted({step["simulation"] for step in replay.steps})
        shown = f"simulations {numbers[0]} to {numbers[-1]}, " if numbers else ""
        line = " ".join(replay.thinking["principal_variation"])
        click.echo(f"\n{shown}{len(replay.steps)} steps; line: {line}")
    save_replay(replay, html, record)
