"""Strategies of the package's as a user would have them: copied to a file, only imports changed."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import gametree as gt
from gametree.user_code.python_file import import_file

BASES = {
    "Evaluation",
    "Heuristic",
    "Listener",
    "PlayoutPolicy",
    "RuleAround",
    "SelectionRule",
}
"""What a user derives from, and so imports from the package."""


def copied_base(folder, name):
    """Return a class that derives from a base class of the package, and has its code once more."""
    base = getattr(gt, name)
    source = Path(sys.modules[base.__module__].__file__).read_text(encoding="utf-8")
    _, _, body = source.partition(f"class {name}(Compilable):")
    home = f"from {base.__module__} import CHANCE, {name}\n"
    own = f"{home}from typing import Any\n\n\nclass Own{name}({name}):"
    path = Path(folder) / f"own_{name.lower()}.py"
    path.write_text(f"from __future__ import annotations\n{own}{body}", encoding="utf-8")
    return getattr(import_file(path), f"Own{name}")


def copied(folder, name):
    """Return a class that the package offers, from a copy of its module in a folder."""
    module = sys.modules[getattr(gt, name).__module__]
    source = Path(module.__file__).read_text(encoding="utf-8")
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            package = module.__name__.split(".")[: -node.level]
            home = ".".join([*package, *filter(None, [node.module])])
            names = ", ".join(alias.name for alias in node.names)
            replace(lines, node, f"from {home} import {names}")
        elif isinstance(node, ast.ClassDef) and node.name in BASES:
            replace(lines, node, f"from {module.__name__} import {node.name}")
    path = Path(folder) / f"copy_of_{module.__name__.rpartition('.')[2]}.py"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return getattr(import_file(path), name)


def replace(lines, node, text):
    """Let one line stand for those of a node; the number of lines stays the same."""
    lines[node.lineno - 1 : node.end_lineno] = [text] + [""] * (node.end_lineno - node.lineno)
