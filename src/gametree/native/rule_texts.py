"""Texts that the code of rules names: actions may be among them that no random game has shown."""

from __future__ import annotations

import sys
import types as python_types
from collections.abc import Iterator
from typing import Any

from plainpython.compilable import attributes

from ..game import Game

__all__ = ["texts_of_rules"]

_LONGEST = 40  # what is longer is a message or a docstring


def texts_of_rules(game: Game) -> set[str]:
    """Return the texts that the modules of a game's class and of what it holds write down."""
    held = [game, *(value for _, value in attributes(game))]
    names = {
        cls.__module__
        for each in held
        for cls in (*type(each).__mro__, each)
        if isinstance(cls, type | python_types.FunctionType)
    }
    modules = [sys.modules.get(name) for name in names if not name.startswith(_OURS)]
    found = (text for each in modules for text in _texts_in_module(each))
    return {text for text in found if len(text) <= _LONGEST and "\n" not in text}


_OURS = (*sys.stdlib_module_names, "gametree", "numpy")


def _texts_in_module(module: Any) -> Iterator[str]:
    for value in vars(module).values() if module is not None else ():
        yield from _texts_in(value, module.__name__)


def _texts_in(value: Any, module: str) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from _texts_in(each, module)
    elif isinstance(value, python_types.CodeType):
        yield from _texts_in(value.co_consts, module)
    elif isinstance(value, python_types.FunctionType):
        if value.__module__ == module:
            yield from _texts_in(value.__code__, module)
    elif isinstance(value, type) and value.__module__ == module:
        for each in vars(value).values():
            if not isinstance(each, type):
                yield from _texts_in(getattr(each, "__func__", each), module)
