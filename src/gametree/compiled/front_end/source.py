"""The syntax tree of a function, and a function made of another tree."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import textwrap
import types as python_types
from functools import lru_cache
from typing import Any

__all__ = ["ParsedFunction", "parsed"]


class ParsedFunction:
    """A function and its syntax tree; its lines and names are those of the file."""

    def __init__(self, function: python_types.FunctionType, tree: ast.FunctionDef) -> None:
        self.function = function
        self.tree = tree

    @property
    def locals(self) -> frozenset[str]:
        """The names that are variables of the function itself."""
        code = self.function.__code__
        return frozenset(code.co_varnames + code.co_cellvars)

    def outside(self, name: str) -> tuple[bool, Any]:
        """Return whether a name means something outside of the function now, and what."""
        if name in self.locals:
            return False, None
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
        self, tree: ast.FunctionDef, others: list[ast.FunctionDef], names: dict[str, Any]
    ) -> python_types.FunctionType:
        """Return the function with another tree, which may name functions and values besides."""
        namespace = {**self.function.__globals__, **names}
        for name in self.function.__code__.co_freevars:
            known, value = self.outside(name)
            if known:
                namespace.setdefault(name, value)
                namespace[name] = value
        module = ast.Module(body=[*others, tree], type_ignores=[])
        ast.fix_missing_locations(module)
        made = _executed(module, self.function.__code__.co_filename, namespace)
        for each in (*others, tree):
            inner = made[each.name]
            inner.__module__ = self.function.__module__
            inner.__qualname__ = f"{self.function.__qualname__}.{each.name}"
        result = made[tree.name]
        result.__qualname__ = self.function.__qualname__
        result.__defaults__ = self.function.__defaults__
        result.__kwdefaults__ = self.function.__kwdefaults__
        return result  # type: ignore[no-any-return]


def _executed(module: ast.Module, file: str, namespace: dict[str, Any]) -> dict[str, Any]:
    exec(compile(module, file, "exec", dont_inherit=True), namespace)
    return namespace


def parsed(function: python_types.FunctionType) -> ParsedFunction | None:
    """Return a function with its syntax tree; None where there is no source, or not of this code.

    A file may have changed since it was loaded: what does not compile to the very code of the
    function is not its source.
    """
    try:
        lines, first = inspect.getsourcelines(function)
        module = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    if len(module.body) != 1 or not isinstance(module.body[0], ast.FunctionDef):
        return None
    tree = module.body[0]
    if tree.name != function.__name__:
        return None
    ast.increment_lineno(tree, first - 1)
    tree.decorator_list = []
    tree.returns = None
    arguments = tree.args
    for each in (
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        *filter(None, (arguments.vararg, arguments.kwarg)),
    ):
        each.annotation = None
    owner = function.__qualname__.rpartition(".")[0].rpartition(".")[2]
    if owner and owner != "<locals>":
        _Mangled(owner.lstrip("_")).visit(tree)
    if not _is_source_of(tree, function):
        return None
    # Defaults are those of the function, worked out when it was defined.
    arguments.defaults = [ast.Constant(None) for _ in arguments.defaults]
    arguments.kw_defaults = [each and ast.Constant(None) for each in arguments.kw_defaults]
    return ParsedFunction(function, tree)


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

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        self.generic_visit(node)
        node.attr = self._name(node.attr)
        return node


@lru_cache(maxsize=64)
def _imported(text: str) -> frozenset[str]:
    """Return the names that a module imports."""
    found: set[str] = set()
    pending: list[Any] = [ast.parse(text)]
    while pending:
        for each in ast.iter_child_nodes(pending.pop()):
            if isinstance(each, ast.Import | ast.ImportFrom):
                found.update((one.asname or one.name).partition(".")[0] for one in each.names)
            elif not isinstance(each, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                pending.append(each)
    return frozenset(found)


def _is_source_of(tree: ast.FunctionDef, function: python_types.FunctionType) -> bool:
    """Return True if a tree compiles to the code of a function."""
    free = function.__code__.co_freevars
    outer = ast.FunctionDef(
        name="outer",
        args=ast.arguments(
            posonlyargs=[],
            args=[ast.arg(arg=name) for name in free],
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[],
        ),
        body=[tree],
        decorator_list=[],
    )
    if hasattr(outer, "type_params"):
        outer.type_params = []
    # Python compiles the call of a method of what a module imports in its own way.
    imported = _imported("".join(linecache.getlines(function.__code__.co_filename)))
    names = [ast.alias(name=each) for each in function.__code__.co_names if each in imported]
    imports = [ast.Import(names=names)] if names else []
    module = ast.Module(body=[*imports, outer], type_ignores=[])
    ast.fix_missing_locations(module)
    try:
        code = compile(module, function.__code__.co_filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    for name in ("outer", tree.name):
        code = next(
            each
            for each in code.co_consts
            if isinstance(each, python_types.CodeType) and each.co_name == name
        )
    return (code.co_code, code.co_names) == (
        function.__code__.co_code,
        function.__code__.co_names,
    )
