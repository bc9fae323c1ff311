"""The package's source files as syntax trees, for tests of how they use each other."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import gametree
import plainpython

PACKAGE = Path(gametree.__file__).parent
LANGUAGE = Path(plainpython.__file__).parent


@cache
def modules():
    """Return the files of both packages, without the templates of `gametree new`."""
    files = [*LANGUAGE.rglob("*.py"), *PACKAGE.rglob("*.py")]
    return sorted(path for path in files if "templates" not in path.parts)


@cache
def parsed(path):
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def statements_below(node):
    """Yield all statements in a node, however deep; not the expressions, which are far more."""
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        for each in getattr(node, field, ()):
            yield each
            yield from statements_below(each)


@cache
def file_of(module):
    """Return the file of a module of either package, or of the module that holds a name."""
    place = PACKAGE.parent.joinpath(*module.split("."))
    for path in (place.with_suffix(".py"), place / "__init__.py", place.parent.with_suffix(".py")):
        if path.is_file():
            return path
    return None


def name_of(path):
    """Return the path of a file, such as gametree/mcts/searcher.py."""
    return str(path.relative_to(PACKAGE.parent))


def absolute(node, path):
    """Return the full name of the module that an `ImportFrom` names."""
    package = path.relative_to(PACKAGE.parent).parent.parts if node.level else ()
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *filter(None, [node.module])])
