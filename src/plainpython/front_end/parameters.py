"""Parameters of functions, simplified: no annotations, none that is passed by keyword only."""

from __future__ import annotations

import ast

from ..reasons import Unsupported

__all__ = ["keywords_as_positional", "without_annotations"]


def without_annotations(arguments: ast.arguments) -> None:
    """Leave out the annotations of parameters."""
    for each in ast.walk(arguments):
        if isinstance(each, ast.arg):
            each.annotation = None


def keywords_as_positional(arguments: ast.arguments) -> None:
    """Put parameters that are passed by keyword only behind the others."""
    if arguments.kwarg is not None:
        raise Unsupported("a function takes **keywords", "name its parameters")
    if not arguments.kwonlyargs:
        return
    if arguments.vararg is not None:
        raise Unsupported(
            "a function takes *arguments and others by keyword only", "take them as a tuple"
        )
    needed = [
        each.arg
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    ]
    if needed and arguments.defaults:
        raise Unsupported(
            f"a function takes {needed[0]} by keyword only, after parameters with defaults",
            "give it a default, or let it come first",
        )
    arguments.args += arguments.kwonlyargs
    arguments.defaults += [each for each in arguments.kw_defaults if each is not None]
    arguments.kwonlyargs, arguments.kw_defaults = [], []
