"""Calls that create functions (`partial`, `itemgetter` and others), rewritten as lambdas."""

from __future__ import annotations

import ast
import functools
import inspect
import operator
import types as python_types
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from ...reasons import Unsupported
from .. import trees
from ..decorated import plain

__all__ = ["factory_of", "lambda_of", "lambda_of_value"]

_ITEM = f"{trees.PREFIX}item"
_Outside = Callable[[ast.expr], tuple[bool, Any]]
_Method = Callable[[ast.expr], python_types.FunctionType | None]


def lambda_of(node: ast.Call, outside: _Outside, method: _Method) -> ast.Lambda | None:
    """Return the function that a call makes; None if it makes none of these.

    What the call computes stands in defaults of the function, which are computed then, too.

    Args:
        node: the call.
        outside: tells what an expression is outside of the function.
        method: tells which method of its own object an expression is in the function.

    Raises:
        Unsupported: if what it makes cannot be known.

    """
    known, called = outside(node.func)
    if not known:
        return None
    if called is operator.itemgetter and node.args and not node.keywords:
        given = _Given()
        return given.kept_by(_of_item([_item(given.early(each)) for each in node.args]))
    if called in (operator.attrgetter, operator.methodcaller) and node.args:
        names = [getattr(each, "value", None) for each in node.args]
        if called is operator.attrgetter and all(isinstance(each, str) for each in names):
            return _of_item([_attribute(str(each)) for each in names])
        if isinstance(names[0], str):
            called_there = _attribute(names[0])
            given = _Given()
            args, keywords = given.arguments(node.args[1:], node.keywords)
            made = _of_item([ast.Call(func=called_there, args=args, keywords=keywords)])
            return given.kept_by(made)
    if called is functools.partial:
        return _partial(node, outside, method)
    return None


class _Given:
    """Values that a call computes for the function that it makes, which keeps them as defaults."""

    def __init__(self) -> None:
        self._values: dict[str, ast.expr] = {}

    def early(self, value: ast.expr) -> ast.expr:
        """Return what is read in the function for a value that is computed before."""
        if isinstance(trees.negated(value), ast.Constant):
            return value
        name = f"{trees.PREFIX}given_{len(self._values)}"
        self._values[name] = value
        return trees.name(name)

    def arguments(
        self, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> tuple[list[ast.expr], list[ast.keyword]]:
        """Return the arguments that the function passes on."""
        passed = [self.early(each) for each in args]
        return passed, [
            ast.keyword(arg=each.arg, value=self.early(each.value)) for each in keywords
        ]

    def kept_by(self, made: ast.Lambda) -> ast.Lambda:
        """Return the function, with the values as its last defaults."""
        made.args.args += [ast.arg(arg=each) for each in self._values]
        made.args.defaults += self._values.values()
        return made


def factory_of(node: ast.Call, outside: _Outside) -> type | None:
    """Return the class that makes what `lambda: 0` in `defaultdict(lambda: 0)` does, or None."""
    made = getattr(node.args[0], "body", None) if len(node.args) == 1 else None
    if made is None or node.keywords or outside(node.func) != (True, defaultdict):
        return None
    if isinstance(made, ast.List):
        return list if not made.elts else None
    if isinstance(made, ast.Call):
        known, called = outside(made.func)
        return called if known and called in (list, set) and not made.args else None
    value = getattr(made, "value", None)
    for kind in (int, float, bool):
        if type(value) is kind and repr(value) == repr(kind()):
            return kind
    return None


def lambda_of_value(value: Any) -> ast.Lambda | None:
    """Return the function that a value of the module is; None if it is no itemgetter."""
    if isinstance(value, operator.itemgetter):
        items: Any = value.__reduce__()[1]
        if all(isinstance(each, int | str) for each in items):
            return _of_item([_item(ast.Constant(each)) for each in items])
    if isinstance(value, operator.attrgetter):
        names: Any = value.__reduce__()[1]
        return _of_item([_attribute(each) for each in names])
    return None


def _item(index: ast.expr) -> ast.expr:
    return ast.Subscript(value=trees.name(_ITEM), slice=index, ctx=ast.Load())


def _attribute(path: str) -> ast.expr:
    made: ast.expr = trees.name(_ITEM)
    for each in path.split("."):
        made = ast.Attribute(value=made, attr=each, ctx=ast.Load())
    return made


def _of_item(parts: list[ast.expr]) -> ast.Lambda:
    body = parts[0] if len(parts) == 1 else trees.tuple_of(parts)
    return ast.Lambda(args=trees.arguments([_ITEM]), body=body)


def _partial(node: ast.Call, outside: _Outside, method: _Method) -> ast.Lambda:
    known, function = outside(node.args[0]) if node.args else (False, None)
    function = plain(function)
    first = len(node.args) - 1
    if not known and node.args:
        function, first = method(node.args[0]), len(node.args)  # the object is given, too
    if not isinstance(function, python_types.FunctionType):
        raise Unsupported(
            "it makes a partial of what is no function of a module, and no method of its own class",
            "use a lambda",
        )
    named = {each.arg for each in node.keywords}
    parameters = list(inspect.signature(function).parameters.values())[first:]
    taken = trees.arguments([])
    passed: list[ast.keyword] = []
    for one in parameters:
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD, one.POSITIONAL_ONLY):
            raise Unsupported("it makes a partial of a function of any arguments", "use a lambda")
        if one.name in named:
            continue
        taken.args.append(ast.arg(arg=one.name))
        if one.default is not one.empty:
            taken.defaults.append(ast.Constant(one.default))
        passed.append(ast.keyword(arg=one.name, value=trees.name(one.name)))
    given = _Given()
    args, keywords = given.arguments(node.args[1:], node.keywords)
    called = ast.Call(func=node.args[0], args=args, keywords=[*keywords, *passed])
    return given.kept_by(ast.Lambda(args=taken, body=called))
