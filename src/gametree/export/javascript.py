"""A game as a JavaScript module: the engine in WebAssembly, and classes with TypeScript types."""

from __future__ import annotations

import json
import os
from pathlib import Path

from ..errors import ExportError
from ..game import Game
from .program import ExportedGame, exported_game
from .toolchain import RUNTIME, WASM, building, expect_toolchain, run_zig
from .writing import new_folder

__all__ = ["engine", "js"]

_FILES = ("index.mjs", "index.d.ts", "worker.mjs")


def js(
    game: Game,
    path: str | os.PathLike[str],
    *,
    method: str = "auto",
    model: str | os.PathLike[str] | None = None,
) -> None:
    """Write a game and its search as a JavaScript module to a folder.

    Args:
        game: the rules.
        path: the folder; an earlier export there is replaced.
        method: "auto", "untrained" or "uct", as for `Searcher`.
        model: the file of a trained network, which the search uses.

    Raises:
        BadParameter, GameError: if the game cannot be exported.
        NotCompilable: if its rules do not compile, with the sentence of `gametree check`.
        MissingExtra: if the extra `export` is not installed.
        ExportError: if the folder cannot be written; nothing is changed then.

    """
    expect_toolchain()
    with new_folder(Path(path)) as folder:
        exported = exported_game(game, method, model)
        (folder / "engine.wasm").write_bytes(engine(exported))
        for name in _FILES:
            (folder / name).write_bytes((RUNTIME / name).read_bytes())
        (folder / "package.json").write_text(_package(exported.game), encoding="utf-8")


def engine(exported: ExportedGame) -> bytes:
    """Return the engine of a game in WebAssembly."""
    with building(exported, WASM) as folder:
        try:
            _link(folder, WASM.zig)
        except ExportError as error:
            if "undefined symbol" not in str(error):
                raise
            _link(folder, _WITH_LIBRARY, "-lm", "-mexec-model=reactor", "-nostartfiles")
        return (folder / "engine.wasm").read_bytes()


_WITH_LIBRARY = "wasm32-wasi"
"""A target with a library of C. Rules need it that use such functions as `math.atan2`. Zig takes a
minute to compile it, once."""


def _link(folder: Path, target: str, *options: str) -> None:
    run_zig(
        folder,
        "cc",
        *("-target", target, f"-mcpu={WASM.processor}", "-O2", "-std=c11", "-s", "-I", "."),
        *("runtime.c", "rules.o", *options, "-Wl,--no-entry", "-o", "engine.wasm"),
    )


def _package(game: Game) -> str:
    """Return the text of package.json."""
    content = {
        "name": game.name.replace("_", "-"),
        "version": "1.0.0",
        "type": "module",
        "main": "index.mjs",
        "types": "index.d.ts",
        "exports": {".": {"types": "./index.d.ts", "default": "./index.mjs"}, "./*": "./*"},
    }
    return json.dumps(content, indent=2) + "\n"
