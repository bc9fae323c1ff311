"""Find loops whose result does not depend on the order of the items: they may loop over any set.

A set of ints or of tuples of them has the order that Python has, and every loop over it compiles.
The order of other sets, such as those of texts, differs from one run of Python to the next. A loop
over such a set may set places of a board to one constant, `mask[a] = 1`, count, or collect bits. It
may not put keys into a dict, which keeps their order: that is decided by types, see `place_in`.
Functions like `any` and `sorted` may take what is made of the items without calls of the rules'
functions, which could have effects.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

__all__ = ["does_without_order", "has_no_effects", "places_set"]

_IN_ORDER = frozenset({"enumerate", "list", "range", "reversed", "sorted", "tuple", "zip"})
_COMMUTING = (ast.Add, ast.Sub, ast.BitOr, ast.BitAnd, ast.BitXor)


def does_without_order(loop: ast.For) -> bool:
    """Return True if no order of the items changes what a loop does."""
    if loop.orelse or _has_order(loop.iter):
        return False
    steps = list(_steps(loop.body))
    if not all(map(_is_free, steps)):
        return False
    changes: dict[str, set[str]] = {}  # for each owner of what is set: how it changes
    for each in steps:
        if not isinstance(each, ast.If):
            target = _target(each)
            how = f"own {ast.dump(target)}" if _is_own_place(target, loop.target) else _change(each)
            changes.setdefault(ast.dump(_owner(target)), set()).add(how)
    written = changes.keys()
    return all(len(each) == 1 for each in changes.values()) and all(
        ast.dump(part) not in written
        for each in steps
        for read in _read(each)
        for part in ast.walk(_as_written(read))
        if isinstance(part, ast.expr)
    )


def places_set(loop: ast.For) -> list[tuple[ast.stmt, ast.expr]]:
    """Return the steps that set places of something, each with what that is."""
    return [
        (each, _owner(_target(each)))
        for each in _steps(loop.body)
        if not isinstance(each, ast.If) and isinstance(_target(each), ast.Subscript)
    ]


# What is called without any effect.
_FUNCTIONS = """
abs all any bin bool chr divmod float frozenset hash int isinstance len max min ord range round set
sorted str sum tuple
"""
_METHODS = """
bit_count casefold count difference endswith find get index intersection isalpha isdigit isdisjoint
islower issubset issuperset isupper items keys lower partition replace rfind split startswith strip
title union upper values
"""
_PURE, _PURE_METHODS = (frozenset(names.split()) for names in (_FUNCTIONS, _METHODS))


def has_no_effects(items: Any) -> bool:
    """Return whether computing the items of a comprehension changes nothing that is seen."""
    parts = [getattr(items, name, None) for name in ("elt", "key", "value")]
    parts += [part for each in items.generators for part in each.ifs]
    parts += [each.iter for each in items.generators[1:]]  # the first is computed once
    return all(
        not isinstance(each, ast.NamedExpr) and (not isinstance(each, ast.Call) or _is_pure(each))
        for part in parts
        if part is not None
        for each in ast.walk(part)
    )


def _is_pure(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in _PURE_METHODS
    return isinstance(call.func, ast.Name) and call.func.id in _PURE


def _has_order(items: ast.expr) -> bool:
    """Return True for what is no set by its very text."""
    called = items.func if isinstance(items, ast.Call) else None
    return isinstance(items, ast.List | ast.Tuple | ast.ListComp | ast.GeneratorExp) or (
        isinstance(called, ast.Name) and called.id in _IN_ORDER
    )


def _steps(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for each in body:
        yield each
        if isinstance(each, ast.If):
            yield from _steps(each.body)
            yield from _steps(each.orelse)


def _is_free(step: ast.stmt) -> bool:
    if isinstance(step, ast.If):
        return not _calls(step.test)
    if isinstance(step, ast.Assign):
        is_item = len(step.targets) == 1 and isinstance(step.targets[0], ast.Subscript)
        return is_item and _is_constant(step.value) and not _calls(step.targets[0])
    if isinstance(step, ast.AugAssign):
        adds = isinstance(step.op, _COMMUTING) and _is_constant(step.value)
        bit = isinstance(step.op, ast.BitOr) and _is_bit(step.value)
        return (adds or bit) and not _calls(step.target)
    return False


def _is_own_place(target: ast.expr, item: ast.expr) -> bool:
    """Return True for a target that no other item of the set has: the whole item is its index."""
    indices: set[str] = set()
    while isinstance(target, ast.Subscript):
        places = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        indices |= {each.id for each in places if isinstance(each, ast.Name)}
        target = target.value
    parts = item.elts if isinstance(item, ast.Tuple) else [item]
    return all(isinstance(each, ast.Name) and each.id in indices for each in parts)


def _change(step: ast.stmt) -> str:
    """Return how a step changes a value: steps that change it in one way may change places."""
    assert isinstance(step, ast.Assign | ast.AugAssign)
    if isinstance(step, ast.Assign):
        return f"= {ast.dump(step.value)}"
    if isinstance(step.op, ast.Add | ast.Sub):
        # Sums of floats depend on the order, and texts are put one after the other.
        return "+" if _is_int(step.value) else f"{step.op} {ast.dump(step.value)}"
    return type(step.op).__name__


def _is_int(value: ast.expr) -> bool:
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    return isinstance(value, ast.Constant) and isinstance(value.value, int)


def _is_constant(value: ast.expr) -> bool:
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        value = value.operand
    return isinstance(value, ast.Constant)


def _is_bit(value: ast.expr) -> bool:
    return isinstance(value, ast.BinOp) and isinstance(value.op, ast.LShift) and not _calls(value)


def _calls(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Call | ast.NamedExpr | ast.Await) for each in ast.walk(node))


def _target(step: ast.stmt) -> ast.expr:
    assert isinstance(step, ast.Assign | ast.AugAssign)
    return step.targets[0] if isinstance(step, ast.Assign) else step.target


def _owner(target: ast.expr) -> ast.expr:
    """Return the container whose item is set, as an expression that is read."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return _as_written(target)


def _read(step: ast.stmt) -> Iterator[ast.expr]:
    """Yield what a step reads, except its target."""
    if isinstance(step, ast.If):
        yield step.test
        return
    target = _target(step)
    while isinstance(target, ast.Subscript):
        yield target.slice
        target = target.value
    if isinstance(step, ast.AugAssign):
        yield step.value


def _as_written(node: ast.expr) -> ast.expr:
    """Return an expression without whether it is read or set."""
    return ast.parse(ast.unparse(node), mode="eval").body
