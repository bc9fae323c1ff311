"""The texts by which rules show a position and name a move themselves."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from types import FunctionType
from typing import Any

__all__ = ["displayed", "has_own_text", "notation", "text_of_own"]

_DISPLAYS = ("display", "render", "show")
_GENERATING = ("dataclasses", "reprlib", "collections", "enum")  # modules that write texts
_NOTATIONS = ("to_notation", "unpack_action", "pack")


def displayed(owner: Any, *states: Any) -> str | None:
    """Return what a `display` of the rules' shows, returned or printed; None if there is none.

    Args:
        owner: the object with the method.
        states: what it is given in turn, until it shows something: the state, or the state in
            another form. A method that wants a move, too, gets None.

    """
    for name in _DISPLAYS:
        method = getattr(owner, name, None)
        if callable(method):
            for state in states:
                for rest in ((None,), ()):
                    text = _shown(method, state, *rest)
                    if text is not None:
                        return text
    return None


def has_own_text(state: Any) -> bool:
    """Return True if somebody wrote the text of a state's class: not Python, as for dataclasses."""
    methods = (getattr(type(state), name) for name in ("__str__", "__repr__"))
    return any(
        isinstance(each, FunctionType) and each.__globals__.get("__name__") not in _GENERATING
        for each in methods
    )


def text_of_own(state: Any) -> str | None:
    """Return the text of a state whose class defines one; None if it defines none."""
    if isinstance(type(state).__str__, FunctionType):
        return _shown(str, state)
    return displayed(state) if type(state).__module__ != "builtins" else None


def notation(owner: Any, play: Any) -> str | None:
    """Return the name that the rules have for a play; None if they have none."""
    for name in _NOTATIONS:
        method = getattr(owner, name, None)
        if callable(method):
            text = _shown(method, play)
            if text is not None:
                return text
    return None


def _shown(method: Callable[..., Any], *arguments: Any) -> str | None:
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            answer = method(*arguments)
    except Exception:  # a way to show a position that the rules do not have
        return None
    text = answer if isinstance(answer, str) else printed.getvalue()
    return text.strip("\n") or None
