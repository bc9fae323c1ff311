"""Sphinx configuration."""

from gametree import __version__

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
