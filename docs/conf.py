"""Sphinx configuration."""

import sys
from pathlib import Path

from gametree import __version__

sys.path.insert(0, str(Path(__file__).parent))
from file_tables import tables
from strategy_tables import inserted

project = "gametree"
author = "The gametree developers"
copyright = "2026, the gametree developers"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "gametree"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
myst_heading_anchors = 3
# Links to files outside docs/ lead into the repository.
suppress_warnings = ["myst.xref_missing"]


def insert_tables(app, name, text):
    """Put the tables of source files and of strategies on their pages."""
    if name == "files":
        text[0] += tables()
    text[0] = inserted(text[0])


def setup(app):
    """Connect the hook above."""
    app.connect("source-read", insert_tables)
