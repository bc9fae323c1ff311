"""A game as one HTML file that plays offline: board, engine in a worker, thinking shown."""

from __future__ import annotations

import base64
import gzip
import html as markup
import json
import os
import re
from pathlib import Path

from ..game import Game
from .drawing import drawing_of
from .javascript import engine
from .program import exported_game
from .toolchain import RUNTIME, expect_toolchain
from .writing import write_file

__all__ = ["html", "page"]

_PAGE = Path(__file__).parent / "page"

_BEGIN = """
const bytes = async (text) => {
  const packed = Uint8Array.from(atob(text.trim()), (each) => each.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
const text = (id) => document.getElementById(id).textContent;
const code = new Blob([text("worker")], { type: "text/javascript" });
const engine = new Engine(new Worker(URL.createObjectURL(code)));
engine.options = { engine: await bytes(text("engine")) };
await start(engine, JSON.parse(text("drawing")), Board);
"""


def html(game: Game, path: str | os.PathLike[str], *, method: str = "auto") -> None:
    """Write a game and its search as one HTML file, which needs nothing else.

    Args:
        game: the rules.
        path: the file; what is there is replaced.
        method: "auto" or "uct", as for `Searcher`.

    Raises:
        BadParameter, GameError: if the game cannot be exported.
        NotCompilable: if its rules do not compile, with the sentence of `gametree check`.
        MissingExtra: if the extra `export` is not installed.
        ExportError: if the file cannot be written; nothing is changed then.

    """
    expect_toolchain()
    exported = exported_game(game, method)
    write_file(Path(path), page(exported.game, engine(exported)))


def page(game: Game, code: bytes) -> str:
    """Return the page of a game and its engine."""
    drawing = drawing_of(game)
    packed = gzip.compress(code, compresslevel=9, mtime=0)
    parts = {
        "TITLE": markup.escape(drawing["title"]),
        "STYLE": _read("page.css"),
        "WORKER": _worker(),
        "DRAWING": json.dumps(drawing, separators=(",", ":")).replace("<", "\\u003c"),
        "ENGINE": base64.b64encode(packed).decode(),
        "SCRIPT": _script(_read("board.js") + _read("page.js")) + _BEGIN,
    }
    marks = r"\b(?:" + "|".join(parts) + r")\b"
    return re.sub(marks, lambda each: parts[each[0]], _read("page.html"))


def _read(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8")


def _script(text: str) -> str:
    """Return modules as one script, which imports and exports nothing."""
    text = re.sub(r"^import .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^export \{.*\};?\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^export ", "", text, flags=re.MULTILINE)


def _worker() -> str:
    """Return the script of the worker."""
    parts = [(RUNTIME / name).read_text(encoding="utf-8") for name in ("index.mjs", "worker.mjs")]
    text = _script("".join(parts)).replace("import.meta.url", "self.location.href")
    # A page has no worker of Node, and waits for nothing at the top level of a script.
    return re.sub(r"^else \{.*?^\}\n", "", text, flags=re.MULTILINE | re.DOTALL)
