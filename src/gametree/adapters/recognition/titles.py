"""Titles of rules for people: their class, or their file if the class says nothing."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

__all__ = ["title_of_class", "title_of_function"]

_SAYS_NOTHING = ("board", "state", "game", "rules", "position")


def title_of_class(cls: type) -> str:
    """Return the words of a class's name: `ConnectFour` is "connect four"."""
    words = _words(cls.__name__)
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return _words(Path(file).stem) if file and words in _SAYS_NOTHING else words


def title_of_function(function: Any) -> str:
    """Return the name of the file that defines a function; empty if none does."""
    code = getattr(function, "__code__", None)
    file = "" if code is None else code.co_filename
    return _words(Path(file).stem) if file.endswith(".py") else ""


def _words(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").strip().lower()
