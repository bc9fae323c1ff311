"""`gametree replay`."""

from __future__ import annotations

import click

from . import options
from .pages import check_page, save_replay

__all__ = ["command"]


@click.command("replay")
@click.argument("file", metavar="FILE.jsonl")
@click.option("--html", metavar="FILE.html", help="Write a page that replays it and needs nothing.")
@click.option("--game", metavar="GAME", help="The rules, if they are not those of a bundled game.")
@options.parameters
def command(file: str, html: str | None, game: str | None, parameters: dict[str, str]) -> None:
    """Read a record of a game or of a search, and show what is in it.

    Its moves are played by the rules, so a record that was read is sound.
    """
    from ..record import moves_to_text
    from ..replays.game_replay import GameReplay
    from ..replays.reading import load_replay
    from .rules import rules_of
    from .text.boards import board_text
    from .text.outcome import outcome_text

    check_page(html)
    replay = load_replay(file, None if game is None else rules_of(game, parameters))
    if isinstance(replay, GameReplay):
        record = replay.record
        previous = record.positions[-2] if record.actions else None
        click.echo(f"{replay.game.name}: {' - '.join(replay.players)}")
        click.echo(f"moves: {moves_to_text(replay.moves)}\n")
        click.echo(board_text(replay.game, record.state, previous))
        told = "" if replay.returns is None else outcome_text(replay.game, replay.returns)
        why = "" if replay.how == "rules" else replay.how
        click.echo("\n" + ", ".join(filter(None, [told, why])))
    else:
        click.echo(f"{replay.game.name}: a search, {replay.method}, seed {replay.seed}\n")
        click.echo(board_text(replay.game, replay.state, None))
        numbers = sorted({step["simulation"] for step in replay.steps})
        shown = f"simulations {numbers[0]} to {numbers[-1]}, " if numbers else ""
        line = " ".join(replay.thinking["principal_variation"])
        click.echo(f"\n{shown}{len(replay.steps)} steps; line: {line}")
    save_replay(replay, html, None)
