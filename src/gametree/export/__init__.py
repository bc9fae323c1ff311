"""Exports of a game and its search: JavaScript modules, C libraries, pages that play offline."""

from .html import html
from .javascript import js
from .library import library

__all__ = ["html", "js", "library"]
