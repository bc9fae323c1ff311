"""Rewrites a function of a user's: lists, comprehensions, generator expressions, inner functions.

What Python writes within an expression becomes a function of its own that gets the variables it
uses. So each is compiled once, and its variables are its own, as in Python.
"""

from __future__ import annotations

import ast
import types as python_types
from collections.abc import Callable, Hashable
from typing import Any

from numba.core import types

from ..reasons import Unsupported
from ..values.builtins import STAND_INS, stand_in
from ..values.constants import Constant
from ..values.dicts import dict_of, empty_dict, made_dict, merged
from ..values.displays import empty_list, list_of
from ..values.filling import as_list, as_tuple, begun, filled, most
from ..values.kinds import kind_of
from ..values.memory import holds_values
from ..values.set_operations import made_frozenset
from ..values.sets import made_set, set_of, summands, unordered
from .record_calls import called_instead, set_instead
from .source import ParsedFunction, parsed

__all__ = ["rewritten"]

_PREFIX = "gametree_"


def rewritten(function: python_types.FunctionType) -> python_types.FunctionType:
    """Return a function that does the same, of what Numba knows; itself if there is no source."""
    source = parsed(function)
    if source is None:
        return function
    rewriting = _Rewriting(source)
    tree = rewriting.visit(source.tree)
    if not rewriting.changed:
        return function
    return source.remade(tree, rewriting.functions, rewriting.names)


class _Rewriting(ast.NodeTransformer):
    """One pass over the tree of a function."""

    def __init__(self, source: ParsedFunction) -> None:
        self._source = source
        self._scopes: list[set[str]] = [set(source.locals)]
        self.functions: list[ast.FunctionDef] = []
        self.names: dict[str, Any] = {}
        self.changed = False

    # Names.

    def _named(self, name: str, value: Any) -> ast.Name:
        """Return an expression for a value that the function does not know by itself."""
        self.changed = True
        name = _PREFIX + name
        self.names[name] = value
        return ast.Name(id=name, ctx=ast.Load())

    def _constant(self, value: Any) -> ast.expr | None:
        """Return an expression for a value of the module or a literal; None if it may stay."""
        try:
            kind = kind_of(value)
        except Unsupported:
            return None
        if not holds_values(kind):
            return None
        if isinstance(kind, types.BaseTuple):
            if type(value) is not tuple:
                return None
            members = [self._constant(each) or ast.Constant(each) for each in value]
            return ast.Tuple(elts=members, ctx=ast.Load())
        return self._named(f"value_{len(self.names)}", Constant(value))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and not self._is_local(node.id):
            known, value = self._source.outside(node.id)
            if known and not isinstance(value, type):
                function = _STAND_INS.get(value) if _hashable(value) else None
                if function is not None:
                    return self._at(node, self._named(function.__name__, function))
            if value is NotImplemented:  # what is asked is then not so
                self.changed = True
                return ast.copy_location(ast.Constant(False), node)
            if (
                known
                and not isinstance(value, type | python_types.ModuleType)
                and not callable(value)
            ):
                return self._at(node, self._constant(value))
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str | bytes | tuple | frozenset):
            return self._at(node, self._constant(node.value))
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Leave a text by which something is looked up: it may name the field of a record."""
        node.value = self.visit(node.value)
        if not (isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)):
            node.slice = self.visit(node.slice)
        return node

    def _is_local(self, name: str) -> bool:
        return any(name in scope for scope in self._scopes)

    def _at(self, node: ast.expr, made: ast.expr | None) -> ast.expr:
        """Return what takes the place of a node, with its line; the node itself for None."""
        if made is None:
            return node
        for each in ast.walk(made):
            if not hasattr(each, "lineno") and isinstance(each, ast.expr | ast.stmt):
                ast.copy_location(each, node)
        return made

    # Statements that stay as they are, but for texts that nobody reads compiled.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if node is not self._source.tree:
            return self._inner_function(node)
        node.body = self._without_docstring([self.visit(each) for each in node.body])
        return node

    def _without_docstring(self, body: list[ast.stmt]) -> list[ast.stmt]:
        kept: list[ast.stmt] = []
        for each in body:
            for statement in each if isinstance(each, list) else [each]:
                is_text = isinstance(statement, ast.Expr) and isinstance(
                    statement.value, ast.Constant | ast.Name
                )
                if statement is not None and not is_text:
                    kept.append(statement)
        return kept or [ast.Pass()]

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        """Leave out what an error says that is worked out: it is told by the interpreted rules."""
        if isinstance(node.exc, ast.Call):
            if not all(isinstance(each, ast.Constant) for each in node.exc.args):
                self.changed = True
                node.exc.args = []
            node.exc.keywords = []
        node.cause = None
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        node.test = self.visit(node.test)
        if node.msg is not None:
            self.changed = True
            node.msg = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Leave out what says of which type a variable is."""
        self.changed = True
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        plain = ast.Assign(targets=[self.visit(node.target)], value=self.visit(node.value))
        return ast.copy_location(plain, node)

    # Lists and comprehensions.

    def visit_List(self, node: ast.List) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        if not node.elts:
            return self._at(node, self._call(self._named("empty_list", empty_list)))
        items = ast.Tuple(elts=node.elts, ctx=ast.Load())
        return self._at(node, self._call(self._named("list_of", list_of), items))

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self._collected(node, "as_list")

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        """Return calls that make what stands between two ** and merge it with them."""
        self.generic_visit(node)
        result: ast.expr | None = None
        keys: list[ast.expr] = []
        values: list[ast.expr] = []

        def with_part(part: ast.expr) -> ast.expr:
            if result is None:
                return part
            return self._call(self._named("merged", merged), result, part)

        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                keys.append(key)
                values.append(value)
                continue
            if keys:
                result, keys, values = with_part(self._dict_of(keys, values)), [], []
            made = self._call(self._named("dict", made_dict), value)
            result = with_part(made if result is None else value)
        if keys or result is None:
            result = with_part(self._dict_of(keys, values))
        return self._at(node, result)

    def _dict_of(self, keys: list[ast.expr], values: list[ast.expr]) -> ast.expr:
        if not keys:
            return self._call(self._named("empty_dict", empty_dict))
        parts = (ast.Tuple(elts=each, ctx=ast.Load()) for each in (keys, values))
        return self._call(self._named("dict_of", dict_of), *parts)

    def visit_Set(self, node: ast.Set) -> ast.expr:
        self.generic_visit(node)
        items = ast.Tuple(elts=node.elts, ctx=ast.Load())
        return self._at(node, self._call(self._named("set_of", set_of), items))

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        pair = ast.copy_location(ast.Tuple(elts=[node.key, node.value], ctx=ast.Load()), node)
        return self._lifted(node, node.generators, _collected_in_dict(pair))

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        return self._lifted(node, self._unordered(node.generators), _collected_in_set(node.elt))

    def _unordered(self, generators: list[ast.comprehension]) -> list[ast.comprehension]:
        """Return loops of which no order can change the result, so that they may be over sets."""
        for each in generators:
            function = self._named("unordered", unordered)
            each.iter = self._at(each.iter, self._call(function, each.iter))
        return generators

    def _without_order(self, name: str, values: ast.expr) -> ast.expr:
        """Return what a function is given whose result no order can change."""
        if isinstance(values, ast.GeneratorExp):
            exact = name != "sum" or isinstance(values.elt, ast.Constant | ast.Compare)
            if exact:
                self._unordered(values.generators)
            return values
        function = summands if name == "sum" else unordered
        return self._at(values, self._call(self._named(function.__name__, function), values))

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self._collected(node, "as_list")

    def _collected(self, node: ast.ListComp | ast.GeneratorExp, finish: str) -> ast.expr:
        """Return the call of a function that collects the items in a list or a tuple."""
        for each in (begun, filled, most, as_list, as_tuple):
            self._named(each.__name__, each)
        first = node.generators[0]
        loop = _collected(node.elt, finish)
        target = ast.Name(id="gametree_values", ctx=ast.Store())
        loop.before.insert(0, ast.copy_location(ast.Assign([target], first.iter), node))
        first.iter = ast.copy_location(ast.Name(id="gametree_values", ctx=ast.Load()), node)
        return self._lifted(node, node.generators, loop)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _WITHOUT_ORDER and len(node.args) == 1 and not self._is_local(name):
            starred = isinstance(node.args[0], ast.Starred)
            if not starred and not any(each.arg == "key" for each in node.keywords):
                node.args = [self._without_order(name, node.args[0])]
        loop = _LOOPS.get(name)
        if loop and len(node.args) == 1 and not node.keywords and not self._is_local(name):
            generator = node.args[0]
            if isinstance(generator, ast.GeneratorExp):
                return self._lifted(node, generator.generators, loop(generator.elt))
        if name == "tuple" and len(node.args) == 1 and not self._is_local(name):
            if isinstance(node.args[0], ast.GeneratorExp | ast.ListComp):
                return self._collected(node.args[0], "as_tuple")
        known, value = self._value_of(node.func)
        if known and _hashable(value):
            starred = any(isinstance(each, ast.Starred) for each in node.args)
            function, gathered = stand_in(value, len(node.args), starred)
            if function is None and not starred:
                function = _STAND_INS.get(value)
            if function is not None:
                node.func = self._at(node.func, self._named(function.__name__, function))
            if function is not None or value is map:  # classes are functions there: map(int, text)
                node.args = [self._called(each) for each in node.args]
            if gathered:
                node.args = [ast.copy_location(ast.Tuple(elts=node.args, ctx=ast.Load()), node)]
            elif function is not None:
                node.args = [
                    getattr(each, "value", each) if starred else each for each in node.args
                ]
        for each in node.keywords:
            if each.arg == "key":
                each.value = self._called(each.value)
        self.generic_visit(node)
        instead = called_instead(node, lambda each: self._value_of(each)[1])
        if instead is not None:
            name, function, arguments = instead
            return self._at(node, self._call(self._named(name, function), *arguments))
        return node

    def _called(self, node: ast.expr) -> ast.expr:
        """Return what is called where an expression names a class of Python's own."""
        known, value = self._value_of(node)
        if known and isinstance(value, type) and value in _STAND_INS:
            return self._at(node, self._named(_STAND_INS[value].__name__, _STAND_INS[value]))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        known, value = self._value_of(node)
        if known and _hashable(value) and value in _STAND_INS:
            return self._at(node, self._named(_STAND_INS[value].__name__, _STAND_INS[value]))
        self.generic_visit(node)
        return node

    def _value_of(self, node: ast.expr) -> tuple[bool, Any]:
        """Return whether an expression names something outside of the function, and what."""
        if isinstance(node, ast.Name) and not self._is_local(node.id):
            return self._source.outside(node.id)
        if isinstance(node, ast.Attribute):
            known, owner = self._value_of(node.value)
            if known and isinstance(owner, python_types.ModuleType | type):
                return hasattr(owner, node.attr), getattr(owner, node.attr, None)
        return False, None

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        setting = set_instead(node)
        if setting is not None:
            self.changed = True
        return self.generic_visit(setting or node)  # type: ignore[return-value]

    def _call(self, function: ast.expr, *arguments: ast.expr) -> ast.Call:
        return ast.Call(func=function, args=list(arguments), keywords=[])

    def _lifted(self, node: ast.expr, generators: list[ast.comprehension], loop: _Loop) -> ast.expr:
        """Return the call of a function made of the loops of a comprehension."""
        body: list[ast.stmt] = [loop.step]
        for each in reversed(generators):
            for condition in reversed(each.ifs):
                body = [ast.If(test=condition, body=body, orelse=[])]
            body = [ast.For(target=each.target, iter=each.iter, body=body, orelse=[])]
        statements = [*loop.before, *body, loop.after]
        bound = {
            each.id
            for generator in generators
            for each in ast.walk(generator.target)
            if isinstance(each, ast.Name)
        } | loop.names
        return self._at(node, self._function_of(node, statements, bound, []))

    def _function_of(
        self, node: Any, body: list[ast.stmt], bound: set[str], arguments: list[str]
    ) -> ast.expr:
        """Return the call of a new function with this body, given the variables that it uses."""
        used = {
            each.id
            for statement in body
            for each in ast.walk(statement)
            if isinstance(each, ast.Name)
        }
        free = sorted(name for name in used - bound - set(arguments) if self._is_local(name))
        name = self._lift(node, body, bound, [*free, *arguments])
        return self._call(
            ast.Name(id=name, ctx=ast.Load()),
            *(ast.Name(id=each, ctx=ast.Load()) for each in free),
        )

    def _lift(self, node: Any, body: list[ast.stmt], bound: set[str], arguments: list[str]) -> str:
        """Make a function of this body; return its name."""
        name = f"{_PREFIX}{len(self.functions)}_{self._source.function.__name__}"
        made = ast.FunctionDef(
            name=name,
            args=ast.arguments(
                posonlyargs=[],
                args=[ast.arg(arg=each) for each in arguments],
                kwonlyargs=[],
                kw_defaults=[],
                defaults=[],
            ),
            body=body,
            decorator_list=[],
        )
        if hasattr(ast.FunctionDef, "type_params") or "type_params" in ast.FunctionDef._fields:
            made.type_params = []  # type: ignore[attr-defined]
        place = len(self.functions)
        self.functions.append(made)
        self.changed = True
        scopes, self._scopes = self._scopes, [bound | set(arguments)]
        made.body = [self.visit(each) for each in body]
        self._scopes = scopes
        self.functions[place] = made
        for each in ast.walk(made):
            if isinstance(each, ast.expr | ast.stmt | ast.arg) and not hasattr(each, "lineno"):
                ast.copy_location(each, node)
        return name

    def _inner_function(self, node: ast.FunctionDef) -> Any:
        return node


def _hashable(value: Any) -> bool:
    return isinstance(value, Hashable) and callable(value)


class _Loop:
    """What a comprehension does before, at each step of, and after its loops."""

    def __init__(self, before: str, step: str, after: str, item: ast.expr) -> None:
        self.before = ast.parse(before).body
        self.step = _with_item(step, item)
        self.after = ast.parse(f"def f():\n {after}").body[0].body[0]  # type: ignore[attr-defined]
        for each in (*self.before, self.step, self.after):
            for inner in ast.walk(each):
                if hasattr(inner, "lineno") and inner is not item:
                    _forget_place(inner, item)
        self.names = {"gametree_result", "gametree_key", "gametree_values"}


def _forget_place(node: Any, item: ast.expr) -> None:
    node.lineno = item.lineno
    node.col_offset = item.col_offset
    node.end_lineno = item.end_lineno
    node.end_col_offset = item.end_col_offset


class _Item(ast.NodeTransformer):
    def __init__(self, item: ast.expr) -> None:
        self._item = item

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._item if node.id == "ITEM" else node


def _with_item(text: str, item: ast.expr) -> ast.stmt:
    statement = ast.parse(f"def f():\n {text}").body[0].body[0]  # type: ignore[attr-defined]
    return _Item(item).visit(statement)  # type: ignore[no-any-return]


def _collected(item: ast.expr, finish: str) -> _Loop:
    return _Loop(
        "gametree_result = gametree_begun(gametree_most(gametree_values))",
        "gametree_result = gametree_filled(gametree_result, ITEM)",
        f"return gametree_{finish}(gametree_result)",
        item,
    )


def _collected_in_dict(pair: ast.expr) -> _Loop:
    return _Loop(
        "gametree_result = {}",
        "gametree_key, gametree_result[gametree_key] = ITEM",
        "return gametree_result",
        pair,
    )


def _collected_in_set(item: ast.expr) -> _Loop:
    return _Loop(
        "gametree_result = set()", "gametree_result.add(ITEM)", "return gametree_result", item
    )


_WITHOUT_ORDER = {"all", "any", "frozenset", "max", "min", "set", "sorted", "sum"}
_STAND_INS = {**STAND_INS, dict: made_dict, set: made_set, frozenset: made_frozenset}

_LOOPS: dict[str, Callable[[ast.expr], _Loop]] = {
    "any": lambda item: _Loop("", "if ITEM: return True", "return False", item),
    "all": lambda item: _Loop("", "if not ITEM: return False", "return True", item),
    "sum": lambda item: _Loop(
        "gametree_result = 0", "gametree_result += ITEM", "return gametree_result", item
    ),
}
