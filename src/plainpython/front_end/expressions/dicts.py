"""Dicts in functions: displays, `{**values, "a": 1}`, `dict(a=1)`, `values.get("a")`.

Where all keys are texts, the values may be of several types: see `values/text_keys.py`.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable, Iterable
from typing import Any

from ...values.tables.dict_displays import getting, updating
from ...values.tables.dict_merging import made_dict, merged
from ...values.tables.dicts import dict_of, empty_dict
from ...values.tables.text_keys import can_be_keys, display_of_keys, field_of_key
from .. import trees
from .just_made import just_made_of

__all__ = ["Dicts", "display_of", "makes_dict"]

_Items = list[tuple[ast.expr, ast.expr]]


def makes_dict(called: Any, node: ast.Call) -> bool:
    """Return whether a call is dict(), dict(a=1), dict(values, a=1), or that of a TypedDict.

    There may be `**more` among the keywords.
    """
    if not (called is dict or typing.is_typeddict(called)) or len(node.args) > 1:
        return False
    return bool(node.keywords or not node.args)


def display_of(call: ast.Call) -> ast.Dict:
    """Return the display that makes the dict of a call: {**values, "a": 1} of dict(values, a=1)."""
    keys = [None if each.arg is None else ast.Constant(each.arg) for each in call.keywords]
    values = [*call.args, *(each.value for each in call.keywords)]
    return ast.Dict(keys=[*(None for _ in call.args), *keys], values=values)


class Dicts:
    """Rewrites what makes dicts and looks into them.

    `named` gives an expression for a value that the rules do not name, `visit` rewrites one of
    theirs.
    """

    def __init__(
        self, named: Callable[[Any, str], ast.expr], visit: Callable[[ast.AST], Any]
    ) -> None:
        self._named = named
        self._visit = visit

    def of_display(self, node: ast.Dict) -> ast.expr:
        """Return calls that make the dicts between two ** and merge all of them."""
        result: ast.expr | None = None
        items: _Items = []
        for key, value in zip(node.keys, map(self._visit, node.values), strict=True):
            if key is not None:
                items.append((key, value))
                continue
            if items:
                result, items = self._with_items(result, items), []
            if result is None:
                result = trees.call(self._named(made_dict, "dict"), value)
            else:
                result = trees.call(self._named(merged, "merged"), result, value)
        return self._with_items(result, items) if items or result is None else result

    def joined(self, left: ast.expr, right: ast.Dict) -> ast.expr | None:
        """Return what `left | {"a": 1}` does; None where not all keys are texts."""
        keys = _texts(right.keys)
        if not keys:
            return None
        function = self._named(updating(keys, by="before | dict_of(({items},))"), "updating")
        return trees.call(function, *map(self._visit, (left, *right.values)))

    def looked_up(self, node: ast.Call) -> ast.expr | None:
        """Return what values.get("key") and values.get("key", default) do; None for other calls."""
        called, passed = node.func, node.args
        if not (isinstance(called, ast.Attribute) and called.attr == "get") or node.keywords:
            return None
        key = _texts(passed[:1])
        if not key or len(passed) > 2:
            return None
        function = self._named(getting(key[0], len(passed) == 2), "getting")
        return trees.call(function, *map(self._visit, (called.value, *passed[1:])))

    def _with_items(self, result: ast.expr | None, items: _Items) -> ast.expr:
        keys = _texts(key for key, _ in items)
        if result is None:
            return self._made_of(keys, items)
        if keys:
            function = self._named(updating(keys), "updating")
            return trees.call(function, result, *(value for _, value in items))
        return trees.call(self._named(merged, "merged"), result, self._made_of(keys, items))

    def _made_of(self, keys: tuple[str, ...], items: _Items) -> ast.expr:
        if not items:
            return just_made_of(trees.call(self._named(empty_dict, "empty_dict")), (), self._named)
        if keys:
            made = trees.call(self._named(display_of_keys(keys), "dict_with"))
            made.keywords = [
                ast.keyword(arg=field_of_key(key), value=value)
                for key, (_, value) in zip(keys, items, strict=True)
            ]
            return just_made_of(made, (), self._named)
        pairs = [trees.tuple_of([self._visit(key), value]) for key, value in items]
        displayed = trees.call(self._named(dict_of, "dict_of"), trees.tuple_of(pairs))
        return just_made_of(displayed, (), self._named)


def _texts(keys: Iterable[ast.expr | None]) -> tuple[str, ...]:
    """Return the keys of a dict if all are different texts, else none."""
    found: Any = tuple(getattr(each, "value", None) for each in keys)
    return found if can_be_keys(found) and len(set(found)) == len(found) else ()
