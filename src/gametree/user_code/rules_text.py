"""The rules of a game in words: the docstring of its class, less what only programs need."""

from __future__ import annotations

import inspect
import re
from typing import Any

from ..game import Game

__all__ = ["rules_text"]

_LONGEST = 4000

# Where the part for programmers begins, in the docstrings of the bundled games and of others.
_FOR_PROGRAMS = re.compile(
    r"(Parameters?|Players?|State|Actions?|Args|Arguments|Attributes|Returns?|Raises|Yields|"
    r"Examples?|Usage|Notes?|Todo)\b[^.:]*(:|\n-{3,})|:\w+[^:]*:|>>>"
)


def rules_text(rules: Any) -> str:
    """Return how a game is played, as paragraphs of text; "" if its author does not say.

    Args:
        rules: a class, an object of one, a function or a module that holds the rules.

    """
    paragraphs = re.split(r"\n\s*\n", _docstring(rules))
    kept: list[str] = []
    for paragraph in paragraphs:
        if _FOR_PROGRAMS.match(paragraph):
            break
        kept.append(paragraph)
    return "\n\n".join(kept).strip()[:_LONGEST]


def _docstring(rules: Any) -> str:
    if inspect.ismodule(rules) or inspect.isroutine(rules):
        return inspect.cleandoc(rules.__doc__ or "")
    for cls in (rules if isinstance(rules, type) else type(rules)).__mro__:
        if cls is Game or cls.__module__ == "builtins":
            break
        own = vars(cls).get("__doc__")
        if isinstance(own, str) and not own.startswith(f"{cls.__name__}("):  # a dataclass's
            return inspect.cleandoc(own)
    return ""
