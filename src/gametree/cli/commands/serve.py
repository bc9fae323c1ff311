"""`gametree serve`."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from ...errors import BadParameter
from ...machine.extras import load_extra
from ..options import common as options

if TYPE_CHECKING:
    import socket

    from ...analysis import EnginePool
    from ...protocols.socket.form import WireForm
    from ...protocols.socket.server import PlayServer
    from ...server.ending import EndBySignal
    from ...server.rooms.hub import Hub
    from ...server.settings import EloOfLevels, Settings

__all__ = ["LIBRARIES", "command", "open_browser"]

_FIRST = "connect_four"
_PACE = 0.5
"""Seconds that a level of a ladder takes for a move on the page at least."""
LIBRARIES = ("fastapi", "uvicorn", "websockets", "sqlalchemy", "alembic", "aiosqlite", "greenlet")


@click.command("serve")
@click.argument("games", metavar="[GAME|FILE:CLASS ...]", nargs=-1)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 for all of this machine's.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one"
)
@options.level
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@click.option(
    "--database",
    metavar="URL",
    help="Where the games are kept: sqlite:///path/to/file (by default in your data folder) or "
    "postgresql://user:password@host/database.",
)
@click.option(
    "--allow-host",
    metavar="NAME",
    multiple=True,
    help="A further name by which the server may be called, such as that of a proxy before it.",
)
@click.option(
    "--ratings",
    metavar="FILE",
    help="A journal of `gametree tournament` between levels of the engine: the page shows their "
    "Elo.",
)
@click.option(
    "--socket-port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Where clients of the first article's protocol, JSON lines over TCP, may play, too: 4242 "
    "is what they expect.",
)
@click.option(
    "--socket-game",
    type=click.Choice(["t3", "connect_four", "reversi"]),
    help="What they play there: t3 (ultimate tic-tac-toe, the default), connect_four or reversi.",
)
def command(
    games: tuple[str, ...],
    host: str,
    port: int,
    level: int | None,
    no_open: bool,
    database: str | None,
    allow_host: tuple[str, ...],
    ratings: str | None,
    socket_port: int | None,
    socket_game: str | None,
) -> None:
    """Play in the browser, alone or with others: all bundled games, or those named.

    The browser opens on a game against the engine. Only this machine can connect, unless --host
    says otherwise.
    """
    for library in (*LIBRARIES, *(["asyncpg"] if (database or "").startswith("post") else [])):
        load_extra(library, "web")
    from ...games import hidden_names, names
    from ...protocols.socket.forms import form_named
    from ...server.connections.listening import bound
    from ...server.ending import EndBySignal
    from ...server.settings import Settings
    from ..rules import rules_of

    if socket_game is not None and socket_port is None:
        raise BadParameter("--socket-game needs --socket-port, such as --socket-port 4242")
    played = form_named(socket_game or "t3")
    offered = tuple(dict.fromkeys(games)) or (*names(), *hidden_names())
    if socket_port is not None:
        offered = tuple(dict.fromkeys((*offered, played.spec)))  # the page shows these games
    for each in offered:
        rules_of(each, {})  # what is wrong with it is said before anything is served
    elo: EloOfLevels = {}
    if ratings is not None:
        from ...server.elo_of_levels import elo_of_levels

        elo = elo_of_levels(ratings, offered)
    hosts = _hosts(host, allow_host)
    settings = Settings(
        games=offered,
        hosts=hosts,
        elo=elo,
        level_seconds=_PACE,
        keeps_ratings=hosts == _hosts("localhost", ()),  # there are no visitors then
    )
    first = offered[0] if games else _FIRST
    if level is not None:
        from ...levels.store import ladder_of

        ladder_of(rules_of(first, {}))[level]  # what is wrong with it is said now
    with bound(host, port) as listening:
        place = None if socket_port is None else (host, socket_port)
        serving = _Serving(
            settings, listening, database, first, played, place, level, opens=not no_open
        )
        with EndBySignal() as ending:
            ending.run(serving.run(ending))


@dataclass(frozen=True)
class _Serving:
    """A server that the command runs.

    Attributes:
        settings: its bounds, and the games.
        listening: the socket of the page.
        database: where the games are kept; None for the data folder.
        first: the game that is under way.
        played: what is played over the original socket.
        place: host and port of that, if it is wanted.
        level: the level of the engine in the game under way; None for its usual strength.
        opens: whether to open the browser.

    """

    settings: Settings
    listening: socket.socket
    database: str | None
    first: str
    played: WireForm
    place: tuple[str, int] | None
    level: int | None
    opens: bool

    async def run(self, ending: EndBySignal) -> None:
        """Serve until a signal ends it."""
        from ...analysis import EnginePool

        pool = EnginePool(games=self.settings.games)
        await pool.start()
        try:  # the engines load what they need while this process does
            await self._run(pool, ending)
        finally:
            await pool.close()

    async def _run(self, pool: EnginePool, ending: EndBySignal) -> None:
        from ...analysis import Query
        from ...server.app import make_app
        from ...server.connections.listening import address_of
        from ...server.log.event_log import EventLog, default_database
        from ...server.running import make_server, run

        log = EventLog(self.database or default_database())
        await log.open()
        app, hub = make_app(log, pool, Query, self.settings)
        address = address_of(self.listening)
        play: PlayServer | None = None
        if self.place is not None:
            play = await _play_server(hub, self.played, *self.place, address)

        async def begun() -> None:
            link = address + await _game_under_way(hub, self.first, self.level)
            click.echo(f"gametree serves {', '.join(self.settings.games)} at {address}")
            click.echo(f"a game for you: {link}")
            where = "" if self.database else f"; the games are kept in {_path(default_database())}"
            click.echo(f"Ctrl-C ends it{where}")
            if play is not None and self.place is not None:
                host, port = self.place[0], play.port
                click.echo(f"players of {self.played.name} may connect to {host}, port {port}")
            if self.opens:
                open_browser(link)

        try:
            await run(make_server(app, self.settings), self.listening, begun, ending)
        finally:
            if play is not None:
                await play.close()


def _path(url: str) -> str:
    """Return the path of the file that the URL of a database names."""
    return url.removeprefix("sqlite:///")


def _hosts(host: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names by which the server may be called."""
    mine = f"[{host}]" if ":" in host else host
    return tuple(dict.fromkeys(("localhost", "127.0.0.1", "[::1]", mine, *others)))


async def _game_under_way(hub: Hub, game: str, level: int | None) -> str:
    """Start a game against the engine; return the part of the link behind the address."""
    from ...server.messages.received import NewGame, NewSeat

    players = (await hub.facts(game, {})).players
    player = None if level is None else f"level:{level}"
    engines = (NewSeat(kind="engine", player=player) for _ in range(1, players))
    seats = [NewSeat(kind="human"), *engines]
    started = await hub.create(NewGame(game=game, seats=seats))
    return f"#/g/{started['id']}/{started['tokens'][0]}"


async def _play_server(hub: Hub, form: WireForm, host: str, port: int, address: str) -> PlayServer:
    """Start the server of the first article's protocol; its games can be watched on the page."""
    from ...protocols.socket.server import start
    from ...protocols.socket.watched import WatchedGames

    journal = WatchedGames(hub, form, address, click.echo)
    return await start(form.name, host, port, journal=journal)


def open_browser(link: str) -> None:
    """Open the browser, where there is a screen; a browser of text would take the terminal."""
    screen = any(os.environ.get(each) for each in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if screen or sys.platform in ("win32", "darwin"):
        threading.Thread(target=webbrowser.open, args=[link], daemon=True).start()
