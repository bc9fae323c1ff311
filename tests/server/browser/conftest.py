"""One server and one browser for all tests of the page; a context for each person in them."""

from __future__ import annotations

import json
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from ..subprocesses import served

HERE = Path(__file__).parent
PATIENCE = 20_000  # ms until something that should appear is missed
GAMES = (
    "tic_tac_toe",
    "connect_four",
    "othello",
    "nim",
    "chinese_checkers",
    "backgammon",
    f"{HERE / 'users_games.py'}:TwentyOne",
    f"{HERE / 'users_games.py'}:Walk",
    f"{HERE / 'users_games.py'}:Purse",
    "kalah",
    f"{HERE / 'users_games.py'}:Triangle",
    f"{HERE / 'users_games.py'}:Digits",
    f"{HERE / 'users_games.py'}:Sprawl",
)


@contextmanager
def thinking_server(folder, *arguments, games=GAMES, script="serve_thinking.py"):
    """Start a server whose engines think what a test can foresee."""
    database = f"sqlite:///{folder / 'games.sqlite'}"
    with served(database, *games, *arguments, script=HERE / script) as server:
        yield server


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    with thinking_server(tmp_path_factory.mktemp("browser")) as server:
        yield server


@pytest.fixture(scope="module")
def _pages(chromium, server):
    """Pages that wait for the next test: to reload one takes half as long as to open a new one.

    Each has a browser of its own (a context) that keeps nothing of what tests did in it.
    """
    pages = []
    yield pages
    for each in pages:
        each.context.close()


@pytest.fixture
def somebody(chromium, server, _pages):
    """Return a function that opens the page for one more person, who has a browser of his own.

    Whoever has a device of another kind gets a new one, and whoever wants it `again`.
    """
    in_use, faults = [], []

    def on_error(error):
        faults.append(str(error))

    def on_console(said):
        if _wrong(said):
            faults.append(said.text)

    def opened(path="", *, anew=False, scheme="light", motion="no-preference", **device):
        waits = not (anew or device)
        if waits and _pages:
            page = _pages.pop()
        else:
            context = chromium.new_context(base_url=server.address, **device)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
        page.emulate_media(color_scheme=scheme, reduced_motion=motion)
        in_use.append((page, waits))
        page.on("pageerror", on_error)
        page.on("console", on_console)
        page.goto(path)
        return page

    yield opened
    for page, waits in in_use:
        page.remove_listener("pageerror", on_error)
        page.remove_listener("console", on_console)
        if waits and not page.is_closed():
            _forget(page)
            _pages.append(page)
        else:
            page.context.close()
    assert faults == []


def _forget(page):
    """Leave a page as one that has never been opened: no script runs in what it shows then."""
    page.goto("icon.svg")
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.mouse.move(0, 0)


def _wrong(said):
    """True if the browser complains of the page, not of a refusal or of a server that is gone."""
    known = ("ERR_CONNECTION", "status of 400")
    # A browser asks for it where `icon.svg` is shown by itself; our page names its icon.
    if said.location["url"].endswith("/favicon.ico"):
        return False
    return said.type in ("error", "warning") and not any(each in said.text for each in known)


@pytest.fixture
def game(server):
    """Return a function that starts a game; it returns the links of the seats, and to watch."""

    def started(name, *seats, **told):
        spec = next(each for each in GAMES if each.endswith(name))
        wish = {"game": spec, "seats": [{"kind": each} for each in seats], **told}
        answer = server.post("/api/games", wish)
        tokens = [each or "watch" for each in (*answer["tokens"], None)]
        return [f"{server.address}#/g/{answer['id']}/{each}" for each in tokens]

    return started


def think_aloud(page):
    """Have the thinking shown to somebody who plays: it is off until they ask."""
    page.get_by_role("switch", name="Show the thinking").click()


def record_of(page, server):
    """Return the moves of the game that a page shows, as the server has them."""
    game_id = page.url.partition("#/g/")[2].partition("/")[0]
    with urllib.request.urlopen(f"{server.address}api/games/{game_id}/record") as answer:
        return json.loads(answer.read())["moves"]
