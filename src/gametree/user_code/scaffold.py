"""A first game and its test, written to files under a name of the user's.

The files in `templates/` are whole Python files of the class MyGame in mygame.py; these two
names are replaced.
"""

from __future__ import annotations

import builtins
import contextlib
import keyword
import os
import re
import sys
import unicodedata
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from ..errors import BadParameter, GametreeError

__all__ = ["Names", "names_of", "write_game"]

# Modules that the new files, or what they need, import by these names.
_NEEDED = ("click", "gametree", "llvmlite", "numba", "numpy", "pytest", "rich")

# Classes that the new file has besides the game.
_TAKEN = ("NamedTuple", "Position")


class Names(NamedTuple):
    """The names of a new game: its module, in the file `module`.py, and its class."""

    module: str
    game_class: str


def names_of(text: str) -> Names:
    """Return the names for what a person calls a game.

    `my-game`, `my_game`, `my game` and `MyGame` are my_game and MyGame. A final "game" is
    a word in the name of a class, so `mygame` is mygame and MyGame.

    Raises:
        BadParameter: if nothing can be called so, or the file would stand in the way of
            something that is.

    """

    def refuse(why: str) -> BadParameter:
        return BadParameter(f"no game can be called {text!r}: {why}")

    # Python reads identifiers in this form of Unicode, so the file must be called so too.
    plain = unicodedata.normalize("NFKC", text).strip().removesuffix(".py")
    words = [word for word in re.split(r"[\s_-]+|(?<=[a-z0-9])(?=[A-Z])", plain) if word]
    module = "_".join(words).lower()
    game_class = "".join(word[0].upper() + word[1:] for word in words)
    game_class = re.sub(r"(?<=[a-z])game$", "Game", game_class)
    if not module.isidentifier() or not game_class.isidentifier():
        raise refuse("a name begins with a letter and has letters, digits and _ only, no folders")
    for name in (module, game_class):
        if keyword.iskeyword(name):
            raise refuse(f"{name} is a word of the language Python")
    if module in sys.stdlib_module_names or module in _NEEDED:
        whose = "Python's module" if module in sys.stdlib_module_names else "the library"
        raise refuse(f"programs in its folder would import it in place of {whose} {module}")
    if module == "conftest" or module.startswith("test_") or module.endswith("_test"):
        raise refuse(f"pytest would take {module}.py for a file of tests")
    if game_class in _TAKEN or hasattr(builtins, game_class):
        raise refuse(f"its class would be {game_class}, and there is one of that name already")
    return Names(module, game_class)


def write_game(name: str, folder: Path) -> tuple[Path, Path]:
    """Write a game and its test to a folder; return the paths of both files.

    No file is overwritten, and unless both can be written whole, neither stays.

    Raises:
        BadParameter: if the name is not fit for it, there is no such folder, or one of the
            files exists.
        GametreeError: if the files cannot be written.

    """
    names = names_of(name)
    if not os.path.isdir(folder):
        raise BadParameter(f"there is no folder {str(folder)!r}: make it first, or name another")
    game, test = folder / f"{names.module}.py", folder / f"test_{names.module}.py"
    for path in (game, test):
        if os.path.lexists(path):
            raise _exists(path)
    written: list[Path] = []
    try:
        for path, template in ((game, "game.py.txt"), (test, "test_game.py.txt")):
            with path.open("x", encoding="utf-8", newline="\n") as file:
                written.append(path)
                file.write(_filled(template, names))
    except BaseException as error:  # Ctrl-C too
        for half in written:
            with contextlib.suppress(OSError):
                half.unlink()
        if isinstance(error, FileExistsError):  # made by someone else a moment ago
            raise _exists(path) from None
        if isinstance(error, (OSError, UnicodeError)):  # UnicodeError: a letter of the name
            why = getattr(error, "strerror", None) or str(error)
            raise GametreeError(f"{str(path)!r} cannot be written: {why}") from error
        raise
    return game, test


def _exists(path: Path) -> BadParameter:
    return BadParameter(
        f"{str(path)!r} exists, and no file is overwritten: choose another name or folder"
    )


def _filled(template: str, names: Names) -> str:
    text = (files(__package__) / "templates" / template).read_text(encoding="utf-8")
    return text.replace("mygame", names.module).replace("MyGame", names.game_class)
