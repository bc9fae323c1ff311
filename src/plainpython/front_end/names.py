"""Literals and outer names of a function, rewritten as values that compiled code knows."""

from __future__ import annotations

import ast
import enum
import types as python_types
from typing import Any

from ..compilable import Compilable
from ..reasons import Unsupported
from ..values.constants import Constant
from ..values.iteration.short_loops import one_by_one
from ..values.numbers.integers import power, shifted_left, shifted_right
from ..values.numbers.long_ints import are_in_use
from ..values.objects.bare_objects import completed
from ..values.sequences.sequence_operations import spliced
from ..values.tables.sets import place_in, unordered
from . import trees
from .expressions.bare_objects import bare_names
from .expressions.calls import CallRewriting, is_super, is_text
from .expressions.class_questions import ClassQuestions
from .expressions.dicts import Dicts
from .expressions.formatted_texts import FormattedTexts, as_f_string
from .expressions.growing_tuples import sums_and_slices
from .expressions.just_made import just_made_of, makes_list
from .expressions.long_ints import LongLiterals, long_operation
from .expressions.outer_values import OuterValues
from .expressions.record_calls import set_instead
from .expressions.sequence_displays import SequenceDisplays
from .expressions.short_loops import few_constants
from .functions.function_tables import function_table
from .functions.parents import parents_attribute
from .scopes.scopes import bound_names
from .unordered_loops import does_without_order, places_set

__all__ = ["NamedValues"]

_OPERATORS: dict[type, Any] = {ast.Pow: power, ast.LShift: shifted_left, ast.RShift: shifted_right}


class NamedValues(ast.NodeTransformer):
    """One pass over one function in which no function is left.

    `yielding` has the functions that were made of parts of this one: whether they yield.
    """

    def __init__(self, rewriting: Any, tree: ast.FunctionDef, yielding: dict[str, bool]) -> None:
        self._rewriting = rewriting
        self._tree = tree
        self._outer = OuterValues(rewriting, bound_names(tree), yielding)
        self._dicts = Dicts(self._outer.named, self.visit)
        self._sequences = SequenceDisplays(self._outer.named)
        self._classes = ClassQuestions(self._outer.named, self._outer.find, self.visit)
        self._calls = CallRewriting(
            self._outer,
            self,
            dicts=self._dicts,
            classes=self._classes,
            function=rewriting.source.function.__name__,
            sums=sums_and_slices(tree),
            yielding=yielding,
        )

    def rewritten(self) -> None:
        """Rewrite the function."""
        self._bare = bare_names(self._tree)
        made = [self.visit(each) for each in self._tree.body]
        self._tree.body = [
            part for each in made for part in (each if isinstance(each, list) else [each])
        ]
        if are_in_use():
            literals = LongLiterals(self._outer.constant)
            self._tree.body = [literals.visit(each) for each in self._tree.body]

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.stmt):
            self._rewriting.line = node.lineno
        return super().visit(node)

    # Values.

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            known, value = self._outer.find(node)
            if known:
                if node.id in self._rewriting.source.imported:
                    return trees.placed(self._outer.named(value, node.id), node)  # type: ignore[no-any-return]
                return self._placed(node, self._outer.expression_of(value))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        parent = self._parents(node)
        if parent is not None:
            return parent
        node.value = self._class_of_self(node.value)
        if isinstance(node.ctx, ast.Load):
            known, value = self._outer.find(node)
            if known:
                made = None if isinstance(value, enum.Enum) else self._outer.expression_of(value)
                _, owner = self._outer.find(node.value)
                if made is None and _is_plain_class(owner):
                    made = self._outer.of_class(owner, value)
                if made is not None:
                    return self._placed(node, made)
        self.generic_visit(node)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str | bytes | tuple | frozenset):
            return self._placed(node, self._outer.constant(node.value))
        return node

    def _placed(self, node: ast.expr, made: ast.expr | None) -> ast.expr:
        return node if made is None else trees.placed(made, node)  # type: ignore[no-any-return]

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Leave a text by which something is looked up: it may name the field of a record."""
        if isinstance(node.ctx, ast.Load) and function_table(self._outer.holder(node.value)):
            raise Unsupported(
                f"it takes a function out of {ast.unparse(node.value)}",
                "call it where it is taken out, as in FUNCTIONS[name](value)",
            )
        node.value = self.visit(node.value)
        if not (isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)):
            node.slice = self.visit(node.slice)
        return node

    def visit_For(self, node: ast.For) -> Any:
        constants = few_constants(node, self._outer.find)
        free = constants is None and does_without_order(node)
        places = places_set(node) if free else []
        self.generic_visit(node)
        if free:
            return self._in_any_order(node, places)
        if constants is not None:
            named = self._rewriting.named(
                f"value_{len(self._rewriting.names)}", Constant(constants)
            )
            made = trees.call(self._outer.named(one_by_one, "one_by_one"), named)
            node.iter = trees.placed(made, node.iter)
        return node

    def _in_any_order(self, node: ast.For, places: list[tuple[ast.stmt, ast.expr]]) -> Any:
        """Return a loop that may be over any set, unless the types of what it sets forbid it."""
        source = node.iter
        made: list[ast.stmt] = [node]
        if places:
            name = self._rewriting.fresh("source")
            made.insert(0, trees.placed(trees.assign(name, source), node))
            source = trees.name(name)
            function = self._outer.named(place_in, "place_in")
            checks = [
                trees.call(function, self.visit(owner), trees.name(name)) for _, owner in places
            ]
            seen = {ast.dump(each): ast.Expr(value=each) for each in checks}
            node.body[:0] = [trees.placed(each, node) for each in seen.values()]
        node.iter = trees.call(self._outer.named(unordered, "unordered"), source)
        trees.placed(node.iter, node)
        return made

    def visit_Return(self, node: ast.Return) -> ast.Return:
        value = node.value
        self.generic_visit(node)
        if isinstance(value, ast.Name) and value.id in self._bare:
            made = trees.call(self._outer.named(completed, "completed"), value)
            node.value = trees.placed(made, node)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        return node

    # Displays.

    def visit_List(self, node: ast.List) -> ast.expr:
        items = list(node.elts)
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        made = self._sequences.of_list(node)
        return self._placed(node, just_made_of(made, items, self._outer.named) if items else made)

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        return self._placed(node, self._dicts.of_display(node))

    def visit_Set(self, node: ast.Set) -> ast.expr:
        self.generic_visit(node)
        return self._placed(node, self._sequences.of_set(node))

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        self.generic_visit(node)
        loaded = isinstance(node.ctx, ast.Load)
        return self._placed(node, self._sequences.of_tuple(node) if loaded else None)

    # Operators and calls.

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        made = self._classes.of_comparison(node)
        if made is not None:
            return self._placed(node, made)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        made = FormattedTexts(self._outer.named).of_f_string(node)
        if made is not None:
            return self.visit(self._placed(node, made))  # type: ignore[no-any-return]
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.Mod) and is_text([node.left]):
            made = FormattedTexts(self._outer.named).by_percent(node.left.value, node.right)  # type: ignore[attr-defined]
            if made is not None:
                return self.visit(self._placed(node, made))  # type: ignore[no-any-return]
        if isinstance(node.op, ast.BitOr) and isinstance(node.right, ast.Dict):
            joined = self._dicts.joined(node.left, node.right)
            if joined is not None:
                return self._placed(node, joined)
        is_new_list = makes_list(node)
        self.generic_visit(node)
        if is_new_list:
            return self._placed(node, just_made_of(node, (), self._outer.named))
        if _is_bit(node):
            return ast.copy_location(ast.Constant(1 << node.right.value), node)  # type: ignore[attr-defined]
        if isinstance(node.op, ast.Add) and _is_slice(node.right):
            left = node.left
            if (
                isinstance(left, ast.BinOp)
                and isinstance(left.op, ast.Add)
                and _is_slice(left.left)
            ):
                called = self._outer.named(spliced, "spliced")
                return self._placed(node, trees.call(called, left.left, left.right, node.right))
        made = long_operation(node, self._outer.named) if are_in_use() else None
        if made is not None:
            return self._placed(node, made)
        function = _OPERATORS.get(type(node.op))
        count = getattr(node.right, "value", None)
        shifts = type(count) is int and 0 <= count < 63 and not isinstance(node.op, ast.Pow)
        if function is None or shifts:
            return node
        made = trees.call(self._outer.named(function, function.__name__), node.left, node.right)
        return self._placed(node, made)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if type(node.op) in _OPERATORS and isinstance(node.target, ast.Name):
            value = ast.BinOp(left=trees.name(node.target.id), op=node.op, right=node.value)
            made = ast.Assign(targets=[node.target], value=trees.placed(value, node))
            return self.visit(ast.copy_location(made, node))  # type: ignore[no-any-return]
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        text = as_f_string(node)
        if text is not None:
            return self.visit(self._placed(node, text))  # type: ignore[no-any-return]
        return self._calls.rewritten(node)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        return self.generic_visit(set_instead(node) or node)  # type: ignore[return-value]

    # super().

    def _class_of_self(self, node: ast.expr) -> ast.expr:
        """Return `self.__class__` for `type(self)`."""
        if (
            isinstance(node, ast.Call)
            and self._outer.find(node.func) == (True, type)
            and len(node.args) == 1
            and isinstance(node.args[0], ast.Name)
            and node.args[0].id == self._outer.first_parameter
        ):
            return ast.copy_location(
                ast.Attribute(value=node.args[0], attr="__class__", ctx=ast.Load()), node
            )
        return node

    def _parents(self, node: ast.Attribute) -> ast.expr | None:
        """Return the attribute of the parent that super() names."""
        if not is_super(node.value):
            return None
        value = parents_attribute(self._rewriting.source, node.attr)
        if isinstance(value, python_types.FunctionType):
            return self._placed(node, self._outer.named(value, f"parents_{node.attr}"))
        return self._placed(node, self._outer.known_now(value))


def _is_plain_class(owner: Any) -> bool:
    return (
        isinstance(owner, type)
        and not issubclass(owner, Compilable | enum.Enum)
        and owner.__module__ != "builtins"
    )


def _is_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _is_bit(node: ast.BinOp) -> bool:
    """Return True if an expression is one bit of 64, as Python works it out beforehand."""
    one, shift = (getattr(each, "value", None) for each in (node.left, node.right))
    return (
        isinstance(node.op, ast.LShift)
        and type(one) is int
        and type(shift) is int
        and one == 1
        and 0 <= shift < 64
    )
