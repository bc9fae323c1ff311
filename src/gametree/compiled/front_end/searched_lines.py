"""Loops that look for a number in a line, which `places.places_listed` does at once."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from . import trees

__all__ = ["SearchedLine", "searched_line"]


class SearchedLine(NamedTuple):
    """Write `first + k` for each k from start to stop where `line[offset + k] == number`."""

    line: ast.expr
    offset: ast.expr
    start: ast.expr
    stop: ast.expr
    first: ast.expr
    number: ast.expr


def searched_line(
    target: ast.expr, items: ast.expr, conditions: list[ast.expr], action: ast.expr
) -> SearchedLine | None:
    """Return what a loop over `items` looks for, if that is a number, and writes its place.

    Such as `cell`, `range(81)`, `board[cell] == 0`, `cell`; or `i, stone`, `enumerate(row)`,
    `stone == 0`, `9 * r + i`.
    """
    if len(conditions) != 1 or not isinstance(items, ast.Call) or items.keywords:
        return None
    condition = conditions[0]
    if not (
        isinstance(condition, ast.Compare)
        and len(condition.ops) == 1
        and isinstance(condition.ops[0], ast.Eq)
    ):
        return None
    called = items.func.id if isinstance(items.func, ast.Name) else ""
    cell, number = condition.left, condition.comparators[0]
    if called == "range" and isinstance(target, ast.Name) and 1 <= len(items.args) <= 2:
        counter = target.id
        if not (isinstance(cell, ast.Subscript) and _is_plain(cell.value, counter)):
            return None
        line, offset = cell.value, _beside(cell.slice, counter)
        bounds = items.args
    elif called == "enumerate" and len(items.args) == 1:
        if not (
            isinstance(target, ast.Tuple)
            and [type(each) for each in target.elts] == [ast.Name, ast.Name]
        ):
            return None
        counter, value = (each.id for each in target.elts if isinstance(each, ast.Name))
        if not (isinstance(cell, ast.Name) and cell.id == value != counter):
            return None
        line, offset = items.args[0], ast.Constant(0)
        if value in _named([action, number, line]) or not _is_plain(line, counter):
            return None
        bounds = [trees.call(trees.name("len"), line)]
    else:
        return None
    first = _beside(action, counter)
    if offset is None or first is None or not _is_plain(number, counter):
        return None
    if not all(_is_sum(each, counter) or called == "enumerate" for each in bounds):
        return None
    start, stop = (ast.Constant(0), *bounds)[-2:]
    return SearchedLine(line, offset, start, stop, first, number)


def _beside(value: ast.expr, counter: str) -> ast.expr | None:
    """Return what is added to the counter in an index or an action."""
    if isinstance(value, ast.Name) and value.id == counter:
        return ast.Constant(0)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        for one, other in ((value.left, value.right), (value.right, value.left)):
            if isinstance(one, ast.Name) and one.id == counter and _is_sum(other, counter):
                return other
    return None


def _is_sum(value: ast.expr, counter: str) -> bool:
    """Return True for numbers and variables but the counter, added and multiplied."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub | ast.Mult):
        return _is_sum(value.left, counter) and _is_sum(value.right, counter)
    if isinstance(value, ast.Constant):
        return type(value.value) is int
    return isinstance(value, ast.Name) and value.id != counter


def _is_plain(value: ast.expr, counter: str) -> bool:
    """Return True for what costs nothing to work out, and does not change with the counter."""
    if isinstance(value, ast.Attribute):
        return _is_plain(value.value, counter)
    if isinstance(value, ast.Subscript):
        return _is_plain(value.value, counter) and _is_sum(value.slice, counter)
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id != counter)


def _named(values: Iterable[ast.expr]) -> set[str]:
    """Return the names in some expressions."""
    return {node.id for value in values for node in ast.walk(value) if isinstance(node, ast.Name)}
