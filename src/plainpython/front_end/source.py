"""Syntax trees of functions, and functions built from changed trees."""

from __future__ import annotations

import ast
import builtins
import linecache
import types as python_types
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..values.constants import wrapped
from . import trees
from .scopes.scopes import parameters

__all__ = ["ParsedFunction", "parsed"]


class ParsedFunction:
    """A function and its syntax tree; its lines and names are those of the file."""

    def __init__(self, function: python_types.FunctionType, tree: ast.FunctionDef) -> None:
        self.function = function
        self.tree = tree
        self.imported: dict[str, Any] = {}
        """The modules and names that the function imports."""
        self.first_parameter = next(iter(parameters(tree.args)), "")

    @property
    def locals(self) -> frozenset[str]:
        """The names that are variables of the function itself."""
        code = self.function.__code__
        return frozenset(code.co_varnames + code.co_cellvars)

    def outside(self, name: str) -> tuple[bool, Any]:
        """Return whether a name means something outside of the function now, and what."""
        if name in self.imported:
            return True, self.imported[name]
        free = self.function.__code__.co_freevars
        if name in free:
            cell = (self.function.__closure__ or ())[free.index(name)]
            try:
                return True, cell.cell_contents
            except ValueError:  # not filled yet
                return False, None
        for namespace in (self.function.__globals__, vars(builtins)):
            if name in namespace:
                return True, namespace[name]
        return False, None

    def remade(
        self,
        tree: ast.FunctionDef,
        others: list[ast.FunctionDef],
        names: dict[str, Any],
        mark: str,
    ) -> python_types.FunctionType:
        """Return the function with another tree, which may name functions and values besides.

        All functions that are made have an attribute `mark`.
        """
        namespace = {**self.function.__globals__, **names}
        for name in self.function.__code__.co_freevars:
            known, value = self.outside(name)
            if known:
                namespace[name] = value
        tree.args.defaults = [ast.Constant(None) for _ in tree.args.defaults]  # set below
        for each in others:
            assert all(isinstance(default, ast.Constant) for default in each.args.defaults)
        module = ast.Module(body=[*others, tree], type_ignores=[])
        ast.fix_missing_locations(module)
        code = compile(module, self.function.__code__.co_filename, "exec", dont_inherit=True)
        exec(code, namespace)
        for each in (*others, tree):
            made = namespace[each.name]
            made.__module__ = self.function.__module__
            made.__qualname__ = f"{self.function.__qualname__}.<locals>.{_shown(each.name)}"
            made.__defaults__ = _as_constants(made.__defaults__)
            setattr(made, mark, True)
        result = namespace.pop(tree.name)
        if tree.name in self.function.__globals__:  # a function that calls itself by its name
            namespace[tree.name] = self.function.__globals__[tree.name]
        result.__qualname__ = self.function.__qualname__
        defaults = (self.function.__defaults__ or ()) + tuple(
            (self.function.__kwdefaults__ or {}).values()
        )
        result.__defaults__ = _as_constants(defaults)
        return result  # type: ignore[no-any-return]


def _as_constants(defaults: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    return tuple(wrapped(each) for each in defaults) if defaults else None


def _shown(name: str) -> str:
    """Return the name of a function that was made, as people may read it."""
    return name.removeprefix(trees.PREFIX).rpartition("_")[0] or name


class _File:
    """The functions of a file: their trees, and their code, by the lines in which they begin."""

    def __init__(self, text: str, name: str) -> None:
        module = ast.parse(text)
        self.codes = set(_codes_in(compile(text, name, "exec", dont_inherit=True)))
        self.trees: dict[int, list[ast.FunctionDef | ast.Lambda]] = {}
        for each in ast.walk(module):
            if isinstance(each, ast.FunctionDef | ast.Lambda):
                decorators = getattr(each, "decorator_list", ())
                line = min([each.lineno, *(one.lineno for one in decorators)])
                self.trees.setdefault(line, []).append(each)


def _codes_in(code: python_types.CodeType) -> Iterator[python_types.CodeType]:
    for each in code.co_consts:
        if isinstance(each, python_types.CodeType):
            yield each
            yield from _codes_in(each)


_file = lru_cache(maxsize=64)(_File)


def parsed(function: python_types.FunctionType) -> ParsedFunction | None:
    """Return a function with its syntax tree; None where there is no source, or not of this code.

    A file may have changed since it was loaded: what does not compile to the very code of the
    function is not its source.
    """
    code = function.__code__
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    try:
        file = _file(text, code.co_filename)
    except (SyntaxError, ValueError):
        return None
    if code not in file.codes:
        return None
    found = [each for each in file.trees.get(code.co_firstlineno, ()) if _may_be(each, code)]
    if len(found) != 1:
        return None
    tree = trees.copied(found[0])
    if isinstance(tree, ast.Lambda):
        body = ast.copy_location(ast.Return(value=tree.body), tree)
        tree = trees.placed(trees.function("a_lambda", tree.args, [body]), tree)
    tree.decorator_list = []
    owner = function.__qualname__.rpartition(".")[0].rpartition(".")[2]
    if owner and owner != "<locals>":
        _Mangled(owner.lstrip("_")).visit(tree)
    return ParsedFunction(function, tree)


def _may_be(tree: ast.FunctionDef | ast.Lambda, code: python_types.CodeType) -> bool:
    """Return whether a function is of this name, and all of its code within its tree."""
    if isinstance(tree, ast.FunctionDef):
        return tree.name == code.co_name
    places = [(line, column) for line, _, column, _ in code.co_positions() if column]
    first = (tree.body.lineno, tree.body.col_offset)
    last = (tree.body.end_lineno, tree.body.end_col_offset)
    return code.co_name == "<lambda>" and all(first <= each <= last for each in places)


class _Mangled(ast.NodeTransformer):
    """Gives names such as __board the form that they have within a class."""

    def __init__(self, owner: str) -> None:
        self._owner = owner

    def _name(self, name: str) -> str:
        if name.startswith("__") and not name.endswith("__") and self._owner:
            return f"_{self._owner}{name}"
        return name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self._name(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self._name(node.arg)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        self.generic_visit(node)
        node.attr = self._name(node.attr)
        return node
