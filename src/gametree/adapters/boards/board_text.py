"""A first board that is written as text: `[None] * 9`, or `[["."] * 7] * 6`."""

from __future__ import annotations

import ast
import copy
from typing import Any

from ...errors import BadParameter

__all__ = ["board_of"]

_MOST_CELLS = 100_000
_BRACKETS = ("[", "(", "{")


def board_of(text: str) -> Any:
    """Return the board that a text stands for: the text itself, unless it begins with a bracket.

    Lists, tuples, dicts, sets and what they hold are written as in Python; `*` repeats a list, a
    tuple or a text. Rows that are repeated are rows of their own.

    Raises:
        BadParameter: if it is none of these.

    """
    if not text.startswith(_BRACKETS):
        return text
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise BadParameter(
            "start must be a board such as [None] * 9 or [[0] * 7] * 6, or the name of a function "
            f"that makes it, not {text!r} ({reason})"
        ) from error


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _repeated(_value(node.left), _value(node.right))
    if isinstance(node, ast.List | ast.Tuple):
        items = [_value(each) for each in node.elts]
        return items if isinstance(node, ast.List) else tuple(items)
    return ast.literal_eval(node)


def _repeated(items: Any, times: Any) -> Any:
    if isinstance(items, int):
        items, times = times, items
    if not isinstance(items, list | tuple | str) or not isinstance(times, int):
        raise ValueError("only lists, tuples and texts can be repeated")
    if _cells(items) * times > _MOST_CELLS:
        raise ValueError(f"a board has at most {_MOST_CELLS:,} cells here")
    if isinstance(items, str):
        return items * times
    made = [copy.deepcopy(each) for _ in range(times) for each in items]
    return made if isinstance(items, list) else tuple(made)


def _cells(items: Any) -> int:
    if isinstance(items, list | tuple):
        return sum(map(_cells, items))
    return len(items) if isinstance(items, str) else 1
