"""A game as a C library: a header, a static and a shared library, and examples of their use."""

from __future__ import annotations

import os
from pathlib import Path

from ..game import Game
from .program import ExportedGame, exported_game
from .toolchain import RUNTIME, Target, building, expect_toolchain, run_zig, target_named
from .writing import new_folder

__all__ = ["libraries", "library"]

_EXAMPLES = ("example.c", "example.py")


def library(
    game: Game,
    path: str | os.PathLike[str],
    *,
    method: str = "auto",
    model: str | os.PathLike[str] | None = None,
    target: str | None = None,
) -> None:
    """Write a game and its search as a C library to a folder.

    Args:
        game: the rules.
        path: the folder; an earlier export there is replaced.
        method: "auto", "untrained" or "uct", as for `Searcher`.
        model: the file of a trained network, which the search uses.
        target: such as "linux-aarch64"; by default "native", this machine with all its
            instructions. Give a name for a library that others are to run.

    Raises:
        BadParameter, GameError: if the game cannot be exported, or there is no such target.
        NotCompilable: if its rules do not compile, with the sentence of `gametree check`.
        MissingExtra: if the extra `export` is not installed.
        ExportError: if the folder cannot be written; nothing is changed then.

    """
    made_for = target_named(target)
    expect_toolchain()
    with new_folder(Path(path)) as folder:
        exported = exported_game(game, method, model)
        name = exported.game.name
        shared, static = made_for.shared.format(name), made_for.static.format(name)
        for file, content in zip((shared, static), libraries(exported, made_for), strict=True):
            (folder / file).write_bytes(content)
        (folder / "gametree.h").write_bytes((RUNTIME / "gametree.h").read_bytes())
        for example in _EXAMPLES:
            text = (RUNTIME / "templates" / example).read_text(encoding="utf-8")
            text = text.replace("SHARED", shared).replace("STATIC", static)
            (folder / example).write_text(text, encoding="utf-8", newline="\n")


def libraries(exported: ExportedGame, target: Target) -> tuple[bytes, bytes]:
    """Return the shared and the static library."""
    options = ("-target", target.zig, f"-mcpu={target.processor}", "-O2", "-std=c11", "-I", ".")
    hidden = ("-fvisibility=hidden", "-ffile-prefix-map=.=.")
    position = () if target.zig.startswith("x86_64-windows") else ("-fPIC",)
    name = f"@rpath/{target.shared.format(exported.game.name)}"  # how programs find it on a Mac
    named = ("-install_name", name) if "-macos" in target.zig else ()
    with building(exported, target) as folder:
        run_zig(folder, "cc", *options, *hidden, *position, "-c", "runtime.c", "-o", "runtime.o")
        run_zig(
            folder,
            "cc",
            *("-target", target.zig, f"-mcpu={target.processor}", "-s", "-shared", *named),
            *("runtime.o", "rules.o", "-lm", "-o", "shared"),
        )
        run_zig(folder, "ar", "rcsD", "static", "runtime.o", "rules.o")
        return (folder / "shared").read_bytes(), (folder / "static").read_bytes()
