"""Strategies of the package's as a user would have them: copied to a file, only imports changed."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

from gametree.python_file import import_file

BASES = {
    "Evaluation",
    "Heuristic",
    "Listener",
    "PlayoutPolicy",
    "RuleAround",
    "SelectionRule",
}
"""What a user derives from, and so imports from the package."""


def copied(folder, name):
    """Return the module `gametree.mcts.<name>`, copied to a file in a folder and imported."""
    module = importlib.import_module(f"gametree.mcts.{name}")
    source = Path(module.__file__).read_text(encoding="utf-8")
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            package = ".".join(["gametree", "mcts"][: 3 - node.level])
            home = ".".join(filter(None, [package, node.module]))
            names = ", ".join(alias.name for alias in node.names)
            replace(lines, node, f"from {home} import {names}")
        elif isinstance(node, ast.ClassDef) and node.name in BASES:
            replace(lines, node, f"from gametree.mcts.{name} import {node.name}")
    path = Path(folder) / f"copy_of_{name}.py"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return import_file(path)


def replace(lines, node, text):
    """Let one line stand for those of a node; the number of lines stays the same."""
    lines[node.lineno - 1 : node.end_lineno] = [text] + [""] * (node.end_lineno - node.lineno)
