"""Games as a site of static files, which works offline and installs as an app."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from ..errors import BadParameter
from ..game import Game
from ..views.of_game import view_of
from ..views.svg import svg
from .drawing import drawing_of
from .javascript import engine
from .page_parts import GLASS, as_script_data, document, page_text, script, worker_script
from .program import exported_game
from .toolchain import expect_toolchain
from .writing import SITE_MARK, new_folder

__all__ = ["site"]

_ICON = Path(__file__).parents[1] / "server" / "page" / "icon.svg"

_HEAD = f"""<link rel="stylesheet" href="page.css">
<link rel="icon" type="image/svg+xml" href="icon.svg">
<link rel="manifest" href="{SITE_MARK}">
<meta name="theme-color" content="#1f6f54">"""

_SCRIPT = '<script type="module" src="page.js"></script>'


def site(
    games: Game | Sequence[Game],
    path: str | os.PathLike[str],
    *,
    method: str = "auto",
    model: str | os.PathLike[str] | None = None,
) -> None:
    """Write games and their searches as a site of static files to a folder.

    Any server of files can serve the folder, below any path. With several games, the first page
    lists them.

    Args:
        games: the rules of one game or of several.
        path: the folder; an earlier export there is replaced.
        method: "auto", "untrained" or "uct", as for `Searcher`.
        model: the file of a trained network, for one game.

    Raises:
        BadParameter, GameError: if a game cannot be exported, or two have the same name.
        NotCompilable: if its rules do not compile, with the sentence of `gametree check`.
        MissingExtra: if the extra `export` is not installed.
        ExportError: if the folder cannot be written; nothing is changed then.

    """
    chosen = [games] if isinstance(games, Game) else list(games)
    names = [game.name for game in chosen]
    twice = next((name for name in names if names.count(name) > 1), None)
    if not chosen:
        raise BadParameter("name at least one game for a site")
    if twice is not None:
        raise BadParameter(f"a site has one page for each game, and {twice} is named twice")
    if model is not None and len(chosen) > 1:
        raise BadParameter("a trained network is for one game: export a site of that game")
    expect_toolchain()
    with new_folder(Path(path)) as folder:
        alone = len(chosen) == 1
        drawings = [_write_game(folder, game, method, model, alone) for game in chosen]
        title = drawings[0]["title"] if alone else "Games"
        if not alone:
            shown = "".join(map(_entry, chosen, drawings))
            _write(folder, "index.html", document("lobby.html", HEAD=_HEAD, GAMES=shown))
        _write(folder, "page.css", page_text("page.css"))
        _write(folder, "page.js", script("begin_site.js"))
        _write(folder, "worker.js", worker_script())
        _write(folder, "glass.js", page_text(GLASS))
        _write(folder, "icon.svg", _ICON.read_text(encoding="utf-8"))
        _write(folder, SITE_MARK, json.dumps(_manifest(title), indent=2) + "\n")
        _write_service_worker(folder)


def _write_game(
    folder: Path, game: Game, method: str, model: str | os.PathLike[str] | None, alone: bool
) -> dict[str, Any]:
    """Write the page and the engine of a game; return its drawing."""
    exported = exported_game(game, method, model)
    name = f"{game.name}.wasm"
    (folder / name).write_bytes(engine(exported))
    drawing = drawing_of(exported.game)
    data = f'<script type="application/json" id="drawing" data-engine="{escape(name)}">'
    text = document(
        "page.html",
        TITLE=escape(drawing["title"]),
        HEAD=_HEAD,
        HOME="" if alone else '<a class="home" href="./">All games</a>',
        FOOT=f"{data}{as_script_data(drawing)}</script>\n{_SCRIPT}",
    )
    _write(folder, "index.html" if alone else f"{game.name}.html", text)
    return drawing


def _entry(game: Game, drawing: dict[str, Any]) -> str:
    """Return the entry of a game in the lobby: a link with a picture of its first position."""
    view = view_of(game, game.initial_state())
    picture = svg(view) if view.cells else f"<pre>{escape(view.text)}</pre>"
    return (
        f'<li><a class="card" href="{escape(game.name)}.html"><span aria-hidden="true">{picture}'
        f"</span>{escape(drawing['title'])}</a></li>"
    )


def _manifest(title: str) -> dict[str, Any]:
    """Return what a browser reads to install the site as an app."""
    return {
        "name": title[:1].upper() + title[1:],
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#17191c",
        "theme_color": "#1f6f54",
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }


def _write_service_worker(folder: Path) -> None:
    """Write the service worker, which names all files and their digest."""
    files = sorted(folder.iterdir())
    digest = hashlib.sha256()
    for each in files:
        digest.update(each.name.encode() + b"\0" + each.read_bytes())
    names = json.dumps(["./", *(each.name for each in files)])
    text = document("service-worker.js", FILE_NAMES=names, DIGEST=digest.hexdigest()[:16])
    _write(folder, "service-worker.js", text)


def _write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8", newline="\n")
