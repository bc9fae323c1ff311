"""`gametree play`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from ...errors import BadParameter
from ..beginning import Beginning, beginning_options
from ..options import common as options
from ..pages import check_page, check_record, replay_options, save_replay

if TYPE_CHECKING:
    from ...game import Game
    from ...record import Record
    from ...replays.game_replay import GameReplay
    from ..engine_game import EngineGame
    from ..leveled_play import Adapting
    from ..options.timing import Timing

__all__ = ["command"]

_SECONDS = 1.0
"""The default limit of the engine per move."""


@click.command("play")
@click.argument("game")
@click.option(
    "--human",
    metavar="WHO",
    help="Who you are: first (the default), second, none, both, or numbers such as 1,3. Without "
    "a terminal the engine plays itself, unless this is given: then moves are read from the "
    "input, one a line.",
)
@click.option(
    "--against",
    metavar="PLAYER",
    help="Who plays against you, such as alphabeta:depth=4 or mine.py:MyPlayer (see `gametree "
    "players`); by default the engine, mcts:auto.",
)
@options.level
@click.option(
    "--adapt",
    is_flag=True,
    help="Play against the level that fits you. Your rating is kept in your data folder and shown.",
)
@options.seconds
@options.simulations
@click.option(
    "--clock",
    metavar="TIME",
    help="Seconds of each player for the whole game, yours too: 60, with an increment 60+0.5, "
    "with byo-yomi 60+3x10.",
)
@options.parameters
@beginning_options
@options.seed
@replay_options
@click.option("--explain", is_flag=True, help="Tell first how the engine searches, and why.")
def command(
    game: str,
    human: str | None,
    against: str | None,
    level: int | None,
    adapt: bool,
    seconds: float | None,
    simulations: int | None,
    clock: str | None,
    parameters: dict[str, str],
    beginning: Beginning,
    seed: int | None,
    html: str | None,
    record: str | None,
    explain: bool,
) -> None:
    """Play a game in the terminal, against the engine or others."""
    from ...record import moves_to_text
    from ...replays.game_replay import GameReplay
    from ..engine_game import EngineGame
    from ..leveled_play import PAUSE, adapting_to, opponent_of_level
    from ..options.seats import seats
    from ..session import Session
    from ..text.keyboard import is_terminal
    from ..text.thinking import print_plan

    check_page(html)
    _check_opponents(against, level, clock, adapt=adapt)
    begun = beginning.record(game, parameters)
    rules = begun.game
    check_record(record, rules)
    people = seats(human or ("first" if is_terminal() else "none"), rules.players)
    timing = _timing(rules, seconds, simulations, clock)
    adapting = adapting_to(rules, game, people, seed) if adapt else None
    if level is not None:
        opponent: str | None = opponent_of_level(rules, game, level)
    else:
        opponent = adapting.opponent if adapting is not None else against
    if against is not None:  # what is wrong with it is said before the game
        _check_start(begun, against)
    played = EngineGame(begun, seed=seed, opponent=opponent)
    first = len(played.moves)
    played.play_all(beginning.moves)
    if explain:
        print_plan(rules)
    over = False
    leveled = opponent is not None and opponent != against and is_terminal()
    session = Session(played, people, timing, pause=PAUSE if leveled else 0.0)
    try:
        over = session.run()
        if adapting is not None:
            whole = begun.begins_as_usual and first == 0 and not beginning.moves
            _rate(adapting, played, min(people), helped=session.helped, whole=whole)
    finally:  # whatever happens, the game is not lost
        played.end()
        if played.moves and (played.finished or not (people and played.hides_information)):
            text = moves_to_text(played.moves)
            click.echo(f"moves: {text}")
            if not over and not played.finished:
                again = _command_line(
                    ("--human", human),
                    ("--against", against),
                    ("--level", level if adapting is None else adapting.number),
                    ("--seconds", seconds),
                    ("--simulations", simulations),
                    ("--clock", clock),
                    *beginning.words(),
                    ("--moves", moves_to_text(played.moves[first:]) or None),
                    game=game,
                    parameters=parameters,
                )
                click.echo(f"to go on: {again}")
        if html is not None or record is not None:
            engine = opponent or "mcts:auto"
            names = ["a person" if seat in people else engine for seat in range(rules.players)]
            how = "out of time" if over and not played.finished else ""
            replay = GameReplay(played.record, played.thinking, players=names, how=how)
            _save_if_shown(replay, html, record)


def _save_if_shown(replay: GameReplay, html: str | None, record: str | None) -> None:
    """Save a replay, or say why pages cannot show it."""
    try:
        replay.check_shown()
    except BadParameter as error:
        click.echo(f"not written: {error}", err=True)
    else:
        save_replay(replay, html, record)


def _check_opponents(
    against: str | None, level: int | None, clock: str | None, *, adapt: bool
) -> None:
    """Check that there is one opponent."""
    given = [("--against", against is not None), ("--level", level is not None)]
    named = [option for option, there in [*given, ("--adapt", adapt)] if there]
    if len(named) > 1:
        raise BadParameter(f"give {' or '.join(named)}: each names who plays against you")
    if adapt and clock is not None:
        raise BadParameter("--adapt has no clocks: leave --clock out")


def _rate(
    adapting: Adapting, played: EngineGame, person: int, *, helped: bool, whole: bool
) -> None:
    """Take a game into the person's rating, if it was played to its end without help."""
    if not played.finished:
        click.echo("the game does not count for your rating, since it has not ended")
    elif helped:
        click.echo("the game does not count for your rating, since you had hints or took back")
    elif not whole:
        click.echo(
            "the game does not count for your rating, since you did not play it from the "
            "first move on"
        )
    else:
        ours, theirs = played.returns[person], played.returns[1 - person]
        adapting.note(0.5 if ours == theirs else float(ours > theirs))


def _check_start(begun: Record, against: str) -> None:
    """Check that an opponent can play, and from this position: programs hear of moves only."""
    from ...players.registry import make_player

    if make_player(against).needs_usual_start and not begun.begins_as_usual:
        raise BadParameter(
            f"{against} plays games from their first position on only: leave the position out, or "
            "choose another opponent"
        )


def _timing(
    game: Game, seconds: float | None, simulations: int | None, clock: str | None
) -> Timing:
    """Return the time limits of turns."""
    from ...limits import Limit
    from ...players.time_control import TimeControl
    from ..options.timing import Clocks, Timing

    if clock is None:
        untold = seconds is None and simulations is None
        return Timing(Limit(simulations, _SECONDS if untold else seconds))
    if seconds is not None or simulations is not None:
        raise BadParameter("give --clock, for a game, or --seconds and --simulations, for a move")
    return Clocks(TimeControl.from_text(clock), game)


def _command_line(*given: tuple[str, object | None], game: str, parameters: dict[str, str]) -> str:
    """Return the command that goes on with the game."""
    words = ["gametree", "play", game]
    for name, text in parameters.items():
        words += ["--param", f"{name}={text}"]
    for option, value in given:
        if value is not None:
            words += [option, str(value)]
    return shlex.join(words)
