"""Sphinx configuration."""

import re
import sys
from pathlib import Path

from gametree import __version__

sys.path.insert(0, str(Path(__file__).parent))
from file_tables import tables
from live_games import with_game
from strategy_tables import inserted

project = "gametree"
author = "The gametree developers"
copyright = "2026, the gametree developers"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "gametree"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
myst_heading_anchors = 3
# Links to files outside docs/ lead into the repository.
suppress_warnings = ["myst.xref_missing"]


def insert_tables(app, name, text):
    """Put the tables of source files and of strategies on their pages, and games to play."""
    if name == "files":
        text[0] += tables()
    text[0] = with_game(name, inserted(text[0]))


_EXAMPLES = dict(
    re.findall(
        r"^### (\w+)\n\n```python\n(.+?)\n*^```",
        (Path(__file__).parent / "examples.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
)


def add_example(app, kind, name, found, options, lines):
    """Put the example of a public name, from examples.md, below its description."""
    module, _, name = name.rpartition(".")
    public = "plainpython.bits" if name == "bits" else f"gametree.{name}"
    if name in _EXAMPLES and f"{module}.{name}" in (public, f"gametree.errors.{name}"):
        example = [f"   {line}" for line in _EXAMPLES[name].splitlines()]
        lines += ["", ".. rubric:: Example", "", ".. code-block:: pycon", "", *example, ""]


def setup(app):
    """Connect the hooks above."""
    app.connect("source-read", insert_tables)
    app.connect("autodoc-process-docstring", add_example)
