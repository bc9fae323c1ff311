"""Imports for a user's file as its project has them: neighbours, its package, folders above it.

Python looks for modules where a program was started. A file that is named by its path comes from
anywhere, so the folders that it means are found out here.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, TypeVar

__all__ = ["Package", "import_outermost", "look_in", "make_bare", "package_of", "with_neighbours"]

T = TypeVar("T")

_PROJECT = (".git", "pyproject.toml", "setup.py")  # no module of a project is above these


class Package(NamedTuple):
    """The package that a file belongs to.

    Attributes:
        root: the folder that the outermost package is in.
        module: the file's dotted name.

    """

    root: Path
    module: str


def package_of(path: Path, tree: ast.AST) -> Package | None:
    """Return the package of a file that imports by dots; None for one that does not.

    Args:
        path: the file, absolute.
        tree: what stands in it.

    """
    levels = [node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    depth = max(levels, default=0)
    if depth == 0 or depth >= len(path.parents):
        return None
    while (path.parents[depth] / "__init__.py").is_file():
        depth += 1
    names = [folder.name for folder in path.parents[:depth]]
    return Package(path.parents[depth], ".".join([*reversed(names), path.stem]))


def import_outermost(package: Package) -> None:
    """Import the outermost package of a file, unless a package of this name is loaded.

    Python may find a file before the folder that is meant, as in `connect4/connect4.py`.
    """
    name = package.module.partition(".")[0]
    if hasattr(sys.modules.get(name), "__path__"):
        return
    spec = PathFinder.find_spec(name, [str(package.root)])
    if spec is None or spec.submodule_search_locations is None:
        return
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        if spec.loader is not None:
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


def make_bare(package: Package) -> None:
    """Let the packages around a file stand without what their `__init__.py` does."""
    *around, _ = package.module.split(".")
    folder = package.root
    for depth, part in enumerate(around, 1):
        folder /= part
        name = ".".join(around[:depth])
        if not hasattr(sys.modules.get(name), "__path__"):
            bare = ModuleType(name)
            bare.__path__ = [str(folder)]
            sys.modules[name] = bare


def with_neighbours(path: Path, run: Callable[[], T]) -> T:
    """Call a function that imports what a file does, and again where a folder above has a module.

    The folders stay among those that Python looks in, behind all others.

    Args:
        path: the file, absolute.
        run: the function; it is called again after each module that was not found but is there.

    """
    look_in(path.parent)
    while True:
        try:
            return run()
        except ModuleNotFoundError as error:
            folder = _holder(path, (error.name or "").partition(".")[0])
            if folder is None or not look_in(folder):
                raise


def look_in(folder: Path) -> bool:
    """Let Python look in a folder; return False if it does so already."""
    if str(folder) in sys.path:
        return False
    sys.path.append(str(folder))
    return True


def _holder(path: Path, module: str) -> Path | None:
    """Return the nearest folder above a file's that has a module; None if none of its project."""
    for folder in path.parents:
        if module and ((folder / f"{module}.py").is_file() or (folder / module).is_dir()):
            return folder
        if any((folder / mark).exists() for mark in _PROJECT):
            break
    return None
