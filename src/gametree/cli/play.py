"""`gametree play`."""

from __future__ import annotations

import shlex

import click

from . import options

__all__ = ["command"]


@click.command("play")
@click.argument("game")
@click.option(
    "--human",
    metavar="WHO",
    help="Who you are: first (the default), second, none, both, or numbers such as 1,3. Without "
    "a terminal the engine plays itself, unless this is given: then moves are read from the "
    "input, one a line.",
)
@options.seconds
@options.simulations
@options.parameters
@options.moves
@options.seed
def command(
    game: str,
    human: str | None,
    seconds: float | None,
    simulations: int | None,
    parameters: dict[str, str],
    moves: str,
    seed: int | None,
) -> None:
    """Play a game in the terminal, against the engine or others."""
    from ..loading import load_game
    from ..mcts.limits import Limit
    from .keyboard import is_terminal
    from .match import Match, moves_to_text
    from .seats import seats
    from .session import Session

    rules = load_game(game, parameters)
    people = seats(human or ("first" if is_terminal() else "none"), rules.players)
    limit = Limit(simulations, 1.0 if seconds is None and simulations is None else seconds)
    match = Match(rules, seed=seed)
    match.play_all(moves)
    try:
        Session(match, people, limit).run()
    finally:  # whatever happens, the game is not lost
        if match.moves:
            record = moves_to_text(match.moves)
            click.echo(f"moves: {record}")
            if not match.finished:
                again = _command_line(game, parameters, human, seconds, simulations, record)
                click.echo(f"to go on: {again}")


def _command_line(
    game: str,
    parameters: dict[str, str],
    human: str | None,
    seconds: float | None,
    simulations: int | None,
    moves: str,
) -> str:
    """Return the command that goes on with the game."""
    words = ["gametree", "play", game]
    for name, text in parameters.items():
        words += ["--param", f"{name}={text}"]
    for option, value in (
        ("--human", human),
        ("--seconds", seconds),
        ("--simulations", simulations),
        ("--moves", moves),
    ):
        if value is not None:
            words += [option, str(value)]
    return shlex.join(words)
