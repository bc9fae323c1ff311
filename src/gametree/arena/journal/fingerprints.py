"""Fingerprints of the code that plays: games of different code belong to different matches.

A description such as `mygame.py:MyGame` says where rules are, not what they are. A fingerprint
covers the classes of the game and of the players, all that their functions name, and the
contents of the objects as they were made; for a program, the files that its command names. It
covers no comments, no line numbers, and not the installed libraries, of which it has the version.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from plainpython.compilable import CodeWalk, Compilable, is_frozen

from ... import __version__
from ...errors import BadParameter
from ...game import Game
from ...own_code import digest_of_sources
from ...players.player import Player

__all__ = ["fingerprints"]

# No move depends on these folders.
_DO_NOT_PLAY = ("analysis/", "cli/", "doctor/", "learn/", "server/", "templates/", "wire/")


def fingerprints(game: Game, players: Sequence[Player]) -> dict[str, Any]:
    """Return hashes of the code of gametree, the game and each player, as JSON types.

    The game and the players must be as they were made.
    """
    return {
        "gametree": f"{__version__} {digest_of_sources(_DO_NOT_PLAY)[:16]}",
        "game": _digest(game),
        "players": [_digest(player, player.files_for(game)) for player in players],
    }


def _digest(thing: Any, files: Sequence[Path] = ()) -> str:
    walk = _ContentWalk()
    walk.add("object", thing)
    for file in files:
        walk.text(f"file {file.name}")
        walk.text(_file_digest(file))
    return walk.digest()


def _file_digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise BadParameter(f"the file {str(file)!r} of a player cannot be read: {error}") from error


class _ContentWalk(CodeWalk):
    """A walk that also hashes the contents of the objects of gametree and of installed libraries.

    A list, a dict, a set or an object of a module may change while games are played: results that
    are kept, say. So the statements that make it are hashed, not its contents.
    """

    def add(self, label: str, value: Any) -> None:
        if isinstance(value, Compilable) or _is_gametree(type(value)):
            self.text(label)
            self.add_object(value)
            return
        super().add(label, value)

    def add_global(self, name: str, value: Any, namespace: Mapping[str, Any]) -> None:
        made = _statements(namespace.get("__file__"), (), name) if self._may_change(value) else []
        if made:
            self._add_statements(made, name, namespace)
        else:
            super().add_global(name, value, namespace)

    def add_attribute(self, cls: type, name: str, value: Any) -> None:
        made = []
        module = sys.modules.get(cls.__module__)
        if module is not None and self._may_change(value):
            file = getattr(module, "__file__", None)
            made = _statements(file, tuple(cls.__qualname__.split(".")), name)
        if made:
            self._add_statements(made, name, vars(module))
        else:
            super().add_attribute(cls, name, value)

    def frozen(self, module: str) -> bool:
        return is_frozen(module) or _is_installed(module)

    def _may_change(self, value: Any) -> bool:
        if isinstance(value, (list, set, dict)):
            return True
        return not (
            callable(value) or isinstance(value, tuple) or self.frozen(type(value).__module__)
        )

    def _add_statements(
        self, made: list[ast.stmt], name: str, namespace: Mapping[str, Any]
    ) -> None:
        names = set()
        for statement in made:
            self.text(ast.dump(statement))
            names |= {each.id for each in ast.walk(statement) if isinstance(each, ast.Name)}
        self.add_named(namespace, sorted(names - {name}), set())

    def add_object(self, value: Any) -> None:
        root = type(value).__module__.partition(".")[0]
        self.text(f"{root} {getattr(sys.modules.get(root), '__version__', '')}")
        super().add_object(value)


def _statements(file: str | None, scope: Sequence[str], name: str) -> list[ast.stmt]:
    """Return the statements in a module's or a class's body, outside functions, with a name.

    None are found where there is no source.
    """
    try:
        body = _parsed(Path(str(file)).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    for each in scope:
        classes = (node for node in body if isinstance(node, ast.ClassDef) and node.name == each)
        found = next(classes, None)
        if found is None:
            return []
        body = found.body
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [
        statement
        for statement in body
        if not isinstance(statement, definitions)
        and any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(statement))
    ]


@lru_cache(maxsize=16)
def _parsed(source: bytes) -> list[ast.stmt]:
    return ast.parse(source).body


def _is_gametree(cls: type) -> bool:
    return cls.__module__.partition(".")[0] == "gametree"


@lru_cache(maxsize=1024)
def _is_installed(module: str) -> bool:
    file = getattr(sys.modules.get(module.partition(".")[0]), "__file__", None)
    folders = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    return file is not None and any(Path(file).is_relative_to(folder) for folder in folders)
