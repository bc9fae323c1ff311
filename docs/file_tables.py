"""Print the tables of source files on the page files.md: `python docs/file_tables.py`.

The build inserts them. They follow tests/layers.txt and the docstrings.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]


def tables() -> str:
    """Return a heading and a table for each folder, in the order of tests/layers.txt."""
    lines = (ROOT / "tests" / "layers.txt").read_text(encoding="utf-8").splitlines()
    folders: dict[str, list[str]] = {}
    for path in lines:
        if path and not path.startswith("#"):
            folders.setdefault(path.rpartition("/")[0], []).append(path)
    return "\n".join(table(folder, files) for folder, files in folders.items())


def table(folder: str, files: list[str]) -> str:
    """Return the part of the page about one folder."""
    package = ROOT / "src" / folder / "__init__.py"
    rows = [f"| `{path.rpartition('/')[2]}` | {summary(ROOT / 'src' / path)} |" for path in files]
    lines = [f"## {folder}", ""]
    if package.exists():
        lines += [summary(package), ""]
    return "\n".join([*lines, "| file | contents |", "|---|---|", *rows, ""])


def summary(path: Path) -> str:
    """Return the first line of a module's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


if __name__ == "__main__":
    print(tables())
