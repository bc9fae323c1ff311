"""Exports of a game and its search: JavaScript modules, C libraries, pages that play offline."""

from .javascript import js
from .library import library

__all__ = ["js", "library"]
