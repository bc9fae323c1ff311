"""`gametree serve`."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

import click

from ..extras import load_extra

if TYPE_CHECKING:
    from ..server.hub import Hub

__all__ = ["command"]

_FIRST = "connect_four"
_LIBRARIES = ("fastapi", "uvicorn", "websockets", "sqlalchemy", "alembic", "aiosqlite", "greenlet")


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
def command(
    games: tuple[str, ...],
    host: str,
    port: int,
    no_open: bool,
    database: str | None,
    allow_host: tuple[str, ...],
) -> None:
    """Play in the browser, alone or with others: all bundled games, or those named.

    The browser opens on a game against the engine. Only this machine can connect, unless --host
    says otherwise.
    """
    for library in (*_LIBRARIES, *(["asyncpg"] if (database or "").startswith("post") else [])):
        load_extra(library, "web")
    from ..analysis import EnginePool, Query
    from ..games import names
    from ..server.app import make_app
    from ..server.event_log import EventLog, default_database
    from ..server.running import address_of, bound, make_server, run
    from ..server.settings import Settings
    from .rules import rules_of

    offered = tuple(dict.fromkeys(games)) or names()
    for each in offered:
        rules_of(each, {})  # what is wrong with it is said before anything is served
    shown = "" if database else f"; the games are kept in {default_database()[len('sqlite:///') :]}"
    log = EventLog(database or default_database())
    settings = Settings(games=offered, hosts=_hosts(host, allow_host))
    listening = bound(host, port)
    address = address_of(listening)
    app, hub = make_app(log, EnginePool(games=offered), Query, settings)

    async def begun() -> None:
        link = address + await _game_under_way(hub, offered[0] if games else _FIRST)
        click.echo(f"gametree serves {', '.join(offered)} at {address}")
        click.echo(f"a game for you: {link}")
        click.echo(f"Ctrl-C ends it{shown}")
        if not no_open:
            _open(link)

    async def served() -> None:
        await log.open()
        await run(make_server(app, settings.most_bytes), listening, begun)

    with listening:
        asyncio.run(served())


def _hosts(host: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names by which the server may be called."""
    mine = f"[{host}]" if ":" in host else host
    return tuple(dict.fromkeys(("localhost", "127.0.0.1", "[::1]", mine, *others)))


async def _game_under_way(hub: Hub, game: str) -> str:
    """Start a game against the engine; return the part of the link behind the address."""
    from ..server.messages import NewGame, NewSeat

    players = hub.rules(game, {}).players
    seats = [NewSeat(kind="human"), *(NewSeat(kind="engine") for _ in range(1, players))]
    started = await hub.create(NewGame(game=game, seats=seats))
    return f"#/g/{started['id']}/{started['tokens'][0]}"


def _open(link: str) -> None:
    """Open the browser, where there is a screen; a browser of text would take the terminal."""
    screen = any(os.environ.get(each) for each in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if screen or sys.platform in ("win32", "darwin"):
        threading.Thread(target=webbrowser.open, args=[link], daemon=True).start()
