"""Exports of a game and its search: JavaScript modules, C libraries, pages that play offline."""

from .html import html
from .javascript import js
from .library import library
from .site import site

__all__ = ["html", "js", "library", "site"]
