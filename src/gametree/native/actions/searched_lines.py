"""Loops that look for a number in a line, which `places` does at once."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["EnumeratedLine", "SearchedLine", "searched_line"]


class SearchedLine(NamedTuple):
    """Write `first + k` for each k from start to stop where `line[offset + k] == number`."""

    line: ast.expr
    offset: ast.expr
    start: ast.expr
    stop: ast.expr
    first: ast.expr
    number: ast.expr


class EnumeratedLine(NamedTuple):
    """Write `first + k` for each k, from 0 on, where the k-th item of a line is a number."""

    line: ast.expr
    first: ast.expr
    number: ast.expr


def searched_line(
    target: ast.expr, called: str, items: ast.expr, conditions: list[ast.expr], action: ast.expr
) -> SearchedLine | EnumeratedLine | None:
    """Return the parts of a loop that looks for a number in a line and writes its index.

    Such as `cell`, `range(81)`, `board[cell] == 0`, `cell`; or `i, stone`, `enumerate(row)`,
    `stone == 0`, `9 * r + i`.

    Args:
        target: the variables of the loop.
        called: the name of Python's function that gives what it goes through.
        items: the call of that function.
        conditions: under which something is written.
        action: what is written.

    """
    if len(conditions) != 1 or not isinstance(items, ast.Call) or items.keywords:
        return None
    condition = conditions[0]
    if not (
        isinstance(condition, ast.Compare) and [type(each) for each in condition.ops] == [ast.Eq]
    ):
        return None
    cell, number = condition.left, condition.comparators[0]
    if called == "range" and isinstance(target, ast.Name) and 1 <= len(items.args) <= 2:
        return _by_index(target.id, items.args, cell, action, number)
    if called == "enumerate" and isinstance(target, ast.Tuple) and len(items.args) == 1:
        return _by_item(target.elts, items.args[0], cell, action, number)
    return None


def _by_index(
    counter: str, bounds: list[ast.expr], cell: ast.expr, action: ast.expr, number: ast.expr
) -> SearchedLine | None:
    if not isinstance(cell, ast.Subscript):
        return None
    offset, first = _beside(cell.slice, counter), _beside(action, counter)
    if offset is None or first is None:
        return None
    plain = all(_is_plain(each, counter) for each in (cell.value, number))
    if not (plain and all(_is_sum(each, counter) for each in bounds)):
        return None
    start, stop = (ast.Constant(0), *bounds)[-2:]
    return SearchedLine(cell.value, offset, start, stop, first, number)


def _by_item(
    variables: list[ast.expr], line: ast.expr, cell: ast.expr, action: ast.expr, number: ast.expr
) -> EnumeratedLine | None:
    if not all(isinstance(each, ast.Name) for each in (*variables, cell)) or len(variables) != 2:
        return None
    counter, value = (each.id for each in variables if isinstance(each, ast.Name))
    first = _beside(action, counter)
    if first is None or not all(_is_plain(each, counter) for each in (line, number)):
        return None
    if _names([cell]) != {value} or value == counter or value in _names([action, number, line]):
        return None
    return EnumeratedLine(line, first, number)


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
    """Return True for what costs nothing to compute, and does not change with the counter."""
    if isinstance(value, ast.Attribute):
        return _is_plain(value.value, counter)
    if isinstance(value, ast.Subscript):
        return _is_plain(value.value, counter) and _is_sum(value.slice, counter)
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id != counter)


def _names(values: Iterable[ast.expr]) -> set[str]:
    """Return the names in some expressions."""
    return {node.id for value in values for node in ast.walk(value) if isinstance(node, ast.Name)}
