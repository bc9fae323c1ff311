"""`gametree explore`."""

from __future__ import annotations

import tempfile

import click

from ...errors import FinishedPosition
from ...machine.extras import load_extra
from ..beginning import Beginning, beginning_options
from ..options import common as options
from .serve import LIBRARIES, open_browser

__all__ = ["command"]


@click.command("explore")
@click.argument("game", metavar="GAME")
@beginning_options
@options.parameters
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="By default any that is free."
)
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
def command(
    game: str, beginning: Beginning, parameters: dict[str, str], port: int, no_open: bool
) -> None:
    """Walk through the search tree of a position in the browser, while it grows.

    The page shows the tree as columns, as an icicle and as a graph, and a search step by step.
    Only this machine can connect, and nothing is kept.
    """
    for library in LIBRARIES:
        load_extra(library, "web")
    from ...analysis import EnginePool, Query
    from ...naming.named_moves import play_all
    from ...naming.parameters import parameters_as_text
    from ...record import split_moves
    from ...rules.hidden_information import refuse_hidden
    from ...server.app import make_app
    from ...server.connections.listening import address_of, bound
    from ...server.ending import EndBySignal
    from ...server.log.event_log import EventLog
    from ...server.messages.received import NewGame, NewSeat
    from ...server.running import make_server, run
    from ...server.settings import Settings
    from ...setting_up.beginnings import POSITION
    from ...setting_up.texts import exact_text

    record = beginning.record(game, parameters)
    rules = record.game
    refuse_hidden(rules, "the explorer", "search it with gametree analyze")
    names = [
        rules.action_to_text(state, action)
        for state, action in zip(record.positions, record.actions, strict=False)
    ]
    names += play_all(record, split_moves(beginning.moves))
    if beginning.file is not None:
        parameters = parameters_as_text(rules)
    if not record.begins_as_usual:
        parameters = {**parameters, POSITION: exact_text(rules, record.positions[0])}
    if record.over:
        raise FinishedPosition("the game is over in this position: there is nothing to search")
    wish = NewGame(
        game=game,
        parameters=parameters,
        seats=[NewSeat(kind="human")] * record.game.players,
        moves=names,
    )
    settings = Settings(games=(game,))

    async def served(folder: str) -> None:
        log = EventLog(f"sqlite:///{folder}/games.sqlite")
        app, hub = make_app(log, EnginePool(games=(game,)), Query, settings)

        async def begun() -> None:
            started = await hub.create(wish)
            link = f"{address}#/g/{started['id']}/watch/explore"
            click.echo(f"the search tree of {game}: {link}")
            click.echo("Ctrl-C ends it")
            if not no_open:
                open_browser(link)

        await log.open()
        await run(make_server(app, settings), listening, begun, ending)

    listening = bound("127.0.0.1", port)
    address = address_of(listening)
    with (
        listening,
        tempfile.TemporaryDirectory(prefix="gametree-") as folder,
        EndBySignal() as ending,
    ):
        ending.run(served(folder))
