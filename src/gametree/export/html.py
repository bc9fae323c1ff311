"""A game as one HTML file that plays offline: board, engine in a worker, thinking shown."""

from __future__ import annotations

import base64
import gzip
import os
from html import escape
from pathlib import Path

from ..game import Game
from .drawing import drawing_of
from .javascript import engine
from .page_parts import GLASS, as_script_data, document, page_text, script, worker_script
from .program import exported_game
from .toolchain import expect_toolchain
from .writing import new_file

__all__ = ["html", "page"]


def html(
    game: Game,
    path: str | os.PathLike[str],
    *,
    method: str = "auto",
    model: str | os.PathLike[str] | None = None,
) -> None:
    """Write a game and its search as one HTML file, which needs nothing else.

    Args:
        game: the rules.
        path: the file; what is there is replaced.
        method: "auto", "untrained" or "uct", as for `Searcher`.
        model: the file of a trained network, which the search uses.

    Raises:
        BadParameter, GameError: if the game cannot be exported.
        NotCompilable: if its rules do not compile, with the sentence of `gametree check`.
        MissingExtra: if the extra `export` is not installed.
        ExportError: if the file cannot be written; nothing is changed then.

    """
    expect_toolchain()
    with new_file(Path(path)) as file:
        exported = exported_game(game, method, model)
        file.write(page(exported.game, engine(exported)))


def page(game: Game, code: bytes) -> str:
    """Return the page of a game and its engine."""
    drawing = drawing_of(game)
    foot = (
        f'<script type="text/plain" id="worker">{worker_script()}</script>\n'
        f'<script type="application/json" id="drawing">{as_script_data(drawing)}</script>\n'
        f'<script type="text/plain" id="engine">{_packed(code)}</script>\n'
        f'<script type="text/plain" id="glass">{_packed(page_text(GLASS).encode())}</script>\n'
        f'<script type="module">{script("begin_file.js")}</script>'
    )
    style = f'<link rel="icon" href="data:,">\n<style>{page_text("page.css")}</style>'
    return document("page.html", TITLE=escape(drawing["title"]), HEAD=style, HOME="", FOOT=foot)


def _packed(content: bytes) -> str:
    """Return what is compressed, as text."""
    return base64.b64encode(gzip.compress(content, compresslevel=9, mtime=0)).decode()
