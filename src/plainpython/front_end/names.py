"""Literals and outer names of a function, rewritten as values that compiled code knows."""

from __future__ import annotations

import ast
import enum
import functools
import types as python_types
from collections.abc import Hashable
from typing import Any

import numpy as np
from numba.core import types

from ..compilable import Compilable
from ..libraries import takes_names_of_fields
from ..reasons import Unsupported
from ..values.arrays import numpy_functions
from ..values.arrays.array_joins import parts_of
from ..values.constants import Constant
from ..values.iteration import builtins, next_items
from ..values.iteration.short_loops import one_by_one
from ..values.kinds import kind_of
from ..values.memory import holds_values
from ..values.numbers import conversions
from ..values.numbers.conversions import power_modulo
from ..values.numbers.integers import power, shifted_left, shifted_right
from ..values.numbers.long_ints import are_in_use
from ..values.numbers.numbers import ones_in
from ..values.objects.bare_objects import completed
from ..values.sequences import byte_arrays, deques, heaps
from ..values.sequences.sequence_operations import spliced
from ..values.tables import dict_operations
from ..values.tables.dict_merging import made_dict
from ..values.tables.set_operations import made_frozenset
from ..values.tables.sets import made_set, place_in, summands, unordered
from ..values.unpacking import of_any_length
from . import trees
from .decorated import plain
from .expressions.bare_objects import bare_instead, bare_names
from .expressions.class_questions import ClassQuestions
from .expressions.dicts import Dicts, display_of, makes_dict
from .expressions.dtypes import name_dtypes
from .expressions.formatted_texts import FormattedTexts
from .expressions.growing_tuples import is_sum_or_slice, sums_and_slices
from .expressions.just_made import just_made_of, makes_list
from .expressions.long_ints import LongLiterals, long_operation
from .expressions.random_draws import refuse_draws
from .expressions.record_calls import called_instead, set_instead
from .expressions.sequence_displays import SequenceDisplays
from .expressions.short_loops import few_constants
from .functions.comprehensions import ROUNDING, WITHOUT_ORDER
from .functions.function_tables import called_by_key, function_table, indices_of
from .functions.parents import own_member, parents_attribute
from .scopes.scopes import bound_names
from .unordered_loops import does_without_order, places_set

__all__ = ["STAND_INS", "NamedValues"]


STAND_INS: dict[Any, Any] = {
    **builtins.STAND_INS,
    **byte_arrays.STAND_INS,
    **conversions.STAND_INS,
    **deques.STAND_INS,
    **dict_operations.STAND_INS,
    **heaps.STAND_INS,
    dict: made_dict,
    frozenset: made_frozenset,
    **next_items.STAND_INS,
    **numpy_functions.STAND_INS,
    set: made_set,
}
"""What is called in compiled code instead of functions and classes of Python's own."""

_OF_A_SHAPE = (np.zeros, np.ones, np.empty, np.full)
_OF_PARTS = (np.array, np.asarray, np.stack, np.concatenate, np.vstack, np.hstack, np.column_stack)
_OPERATORS: dict[type, Any] = {ast.Pow: power, ast.LShift: shifted_left, ast.RShift: shifted_right}


class NamedValues(ast.NodeTransformer):
    """One pass over one function in which no function is left."""

    def __init__(self, rewriting: Any, tree: ast.FunctionDef, known: dict[str, bool]) -> None:
        self._rewriting = rewriting
        self._tree = tree
        self._locals = bound_names(tree)
        self._sums = sums_and_slices(tree)
        self._known = known
        """The functions that were made, by name: whether they yield."""
        self._dicts = Dicts(self._named, self.visit)
        self._sequences = SequenceDisplays(self._named)
        self._classes = ClassQuestions(self._named, self._outside, self.visit)

    def rewritten(self) -> None:
        """Rewrite the function."""
        self._bare = bare_names(self._tree)
        made = [self.visit(each) for each in self._tree.body]
        self._tree.body = [
            part for each in made for part in (each if isinstance(each, list) else [each])
        ]
        if are_in_use():
            literals = LongLiterals(self._constant)
            self._tree.body = [literals.visit(each) for each in self._tree.body]

    def _is_local(self, name: str) -> bool:
        return name in self._locals or name in self._known

    def _outside(self, node: ast.expr) -> tuple[bool, Any]:
        """Return whether an expression has a known value outside of the function, and the value."""
        return self._rewriting.outside(node, self._is_local)  # type: ignore[no-any-return]

    def _meaning(self, node: ast.expr) -> Any:
        return self._outside(node)[1]

    def _named(self, value: Any, name: str = "value") -> ast.Name:
        names = self._rewriting.names
        for each, other in names.items():
            if other is value:
                return trees.name(each)
        return self._rewriting.named(  # type: ignore[no-any-return]
            name if trees.PREFIX + name not in names else f"{name}_{len(names)}", value
        )

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.stmt):
            self._rewriting.line = node.lineno
        return super().visit(node)

    # Values.

    def _constant(self, value: Any) -> ast.expr | None:
        """Return an expression for a value of the module or a literal; None if it may stay."""
        try:
            kind = kind_of(value)
        except Unsupported:
            return None
        if not holds_values(kind):
            return None
        if isinstance(kind, types.BaseTuple) and type(value) is tuple:
            return trees.tuple_of(self._constant(each) or ast.Constant(each) for each in value)
        if isinstance(kind, types.BaseTuple):
            return None
        for name, known in self._rewriting.names.items():
            if isinstance(known, Constant) and known.value is value:
                return ast.Name(id=name, ctx=ast.Load())
        return self._rewriting.named(f"value_{len(self._rewriting.names)}", Constant(value))  # type: ignore[no-any-return]

    def _value(self, node: ast.expr, value: Any) -> ast.expr | None:
        """Return an expression for what an expression names outside; None if it may stay."""
        refuse_draws(value)
        if not isinstance(value, type) and _stands_out(value):
            return self._named(STAND_INS[value], STAND_INS[value].__name__)
        function = plain(value)
        if function is not value:
            return self._named(function, function.__name__)
        if isinstance(value, python_types.ModuleType | type) or callable(value):
            return None
        if value is NotImplemented:  # what is asked is then not so
            return ast.Constant(False)
        table = function_table(value) if isinstance(value, dict) else None
        if table is not None:
            return self._constant(indices_of(table))
        return self._constant(value)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            known, value = self._outside(node)
            if known:
                if node.id in self._rewriting.source.imported:
                    return trees.placed(self._named(value, node.id), node)  # type: ignore[no-any-return]
                return self._placed(node, self._value(node, value))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        parent = self._parents(node)
        if parent is not None:
            return parent
        node.value = self._class_of_self(node.value)
        if isinstance(node.ctx, ast.Load):
            known, value = self._outside(node)
            if known:
                made = None if isinstance(value, enum.Enum) else self._value(node, value)
                _, owner = self._outside(node.value)
                if made is None and _is_plain_class(owner):
                    made = self._of_class(owner, value)
                if made is not None:
                    return self._placed(node, made)
        self.generic_visit(node)
        return node

    def _of_class(self, owner: type, value: Any) -> ast.expr | None:
        """Return an expression for an attribute of a class that is only a place for names."""
        if type(value) in (bool, int, float, type(None)):
            return ast.Constant(value)
        if isinstance(value, python_types.FunctionType):
            return self._named(value, value.__name__)
        return None

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str | bytes | tuple | frozenset):
            return self._placed(node, self._constant(node.value))
        return node

    def _placed(self, node: ast.expr, made: ast.expr | None) -> ast.expr:
        return node if made is None else trees.placed(made, node)  # type: ignore[no-any-return]

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Leave a text by which something is looked up: it may name the field of a record."""
        if isinstance(node.ctx, ast.Load) and function_table(self._table(node.value)):
            raise Unsupported(
                f"it takes a function out of {ast.unparse(node.value)}",
                "call it where it is taken out, as in FUNCTIONS[name](value)",
            )
        node.value = self.visit(node.value)
        if not (isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)):
            node.slice = self.visit(node.slice)
        return node

    def visit_For(self, node: ast.For) -> Any:
        constants = few_constants(node, self._outside)
        free = constants is None and does_without_order(node)
        places = places_set(node) if free else []
        self.generic_visit(node)
        if free:
            return self._in_any_order(node, places)
        if constants is not None:
            named = self._rewriting.named(
                f"value_{len(self._rewriting.names)}", Constant(constants)
            )
            made = trees.call(self._named(one_by_one, "one_by_one"), named)
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
            function = self._named(place_in, "place_in")
            checks = [
                trees.call(function, self.visit(owner), trees.name(name)) for _, owner in places
            ]
            seen = {ast.dump(each): ast.Expr(value=each) for each in checks}
            node.body[:0] = [trees.placed(each, node) for each in seen.values()]
        node.iter = trees.call(self._named(unordered, "unordered"), source)
        trees.placed(node.iter, node)
        return made

    def visit_Return(self, node: ast.Return) -> ast.Return:
        value = node.value
        self.generic_visit(node)
        if isinstance(value, ast.Name) and value.id in self._bare:
            made = trees.call(self._named(completed, "completed"), value)
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
        return self._placed(node, just_made_of(made, items, self._named) if items else made)

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
        made = FormattedTexts(self._named).of_f_string(node)
        if made is not None:
            return self.visit(self._placed(node, made))  # type: ignore[no-any-return]
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.Mod) and _is_text([node.left]):
            made = FormattedTexts(self._named).by_percent(node.left.value, node.right)  # type: ignore[attr-defined]
            if made is not None:
                return self.visit(self._placed(node, made))  # type: ignore[no-any-return]
        if isinstance(node.op, ast.BitOr) and isinstance(node.right, ast.Dict):
            joined = self._dicts.joined(node.left, node.right)
            if joined is not None:
                return self._placed(node, joined)
        is_new_list = makes_list(node)
        self.generic_visit(node)
        if is_new_list:
            return self._placed(node, just_made_of(node, (), self._named))
        if _is_bit(node):
            return ast.copy_location(ast.Constant(1 << node.right.value), node)  # type: ignore[attr-defined]
        if isinstance(node.op, ast.Add) and _is_slice(node.right):
            left = node.left
            if (
                isinstance(left, ast.BinOp)
                and isinstance(left.op, ast.Add)
                and _is_slice(left.left)
            ):
                called = self._named(spliced, "spliced")
                return self._placed(node, trees.call(called, left.left, left.right, node.right))
        made = long_operation(node, self._named) if are_in_use() else None
        if made is not None:
            return self._placed(node, made)
        function = _OPERATORS.get(type(node.op))
        count = getattr(node.right, "value", None)
        shifts = type(count) is int and 0 <= count < 63 and not isinstance(node.op, ast.Pow)
        if function is None or shifts:
            return node
        made = trees.call(self._named(function, function.__name__), node.left, node.right)
        return self._placed(node, made)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if type(node.op) in _OPERATORS and isinstance(node.target, ast.Name):
            value = ast.BinOp(left=trees.name(node.target.id), op=node.op, right=node.value)
            made = ast.Assign(targets=[node.target], value=trees.placed(value, node))
            return self.visit(ast.copy_location(made, node))  # type: ignore[no-any-return]
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        known, called = self._outside(node.func)
        if known and called is isinstance and len(node.args) == 2:
            return self._placed(node, self._classes.of_isinstance(node))
        if known and makes_dict(called, node):
            return self.visit(self._placed(node, display_of(node)))  # type: ignore[no-any-return]
        if any(each.arg is None for each in node.keywords):
            raise Unsupported("it passes **arguments", "pass each argument by its name")
        name_dtypes(node, called if known else None, self._named)
        counted = self._ones_counted(node)
        if counted is not None:
            return self._placed(node, counted)
        by_key = self._called_by_key(node)
        if by_key is not None:
            return self._placed(node, by_key)
        looked_up = self._dicts.looked_up(node)
        if looked_up is not None:
            return self._placed(node, looked_up)
        if known and called is float and _is_text(node.args):
            return self._float(node)
        if known and takes_names_of_fields(str(getattr(called, "__module__", ""))):
            texts = [each for each in node.args if _is_text([each])]
            node.args = [each if each in texts else self.visit(each) for each in node.args]
            return node
        if known and isinstance(called, functools.partial):
            values = [self._outer(each) for each in called.args]
            node.args = [*values, *node.args]
            given = {each.arg for each in node.keywords}
            node.keywords += [
                ast.keyword(arg=name, value=self._outer(value))
                for name, value in called.keywords.items()
                if name not in given
            ]
            node.func = self._named(plain(called.func), "partial")
            trees.placed(node, node)
        if any(called is each for each in _OF_A_SHAPE) and node.args:
            shape = node.args[0]
            if isinstance(shape, ast.List):  # a tuple tells how many dimensions there are
                node.args[0] = ast.copy_location(trees.tuple_of(shape.elts), shape)
        if known and called in (enumerate, pow):
            self._by_place(called, node)
        if known and called == str.maketrans:
            parts = [getattr(each, "value", None) for each in node.args]
            if all(isinstance(each, str) for each in parts):
                table: Any = called
                return self._placed(node, self._constant(table(*parts)))
        if known and callable(called) and isinstance(called, Hashable):
            if called in WITHOUT_ORDER:
                self._without_order(called, node)
            self._with_stand_in(called, node)
        if self._is_recursive(node.func):
            node.args = [self._of_any_length(each) for each in node.args]
        for each in node.keywords:
            if each.arg == "key":
                each.value = self._as_function(each.value)
        if isinstance(node.func, ast.Attribute) and _is_super(node.func.value):
            node.args = [ast.copy_location(trees.name(self._self()), node), *node.args]
        bare = bare_instead(node, self._meaning)
        if bare is not None:
            name, function, arguments = bare
            arguments = [self.visit(each) for each in arguments]
            return self._placed(node, trees.call(self._named(function, name), *arguments))
        puts_together = any(called is each for each in _OF_PARTS) and _begins_with_list(node)
        if puts_together:
            node.args[0] = ast.copy_location(trees.tuple_of(node.args[0].elts), node.args[0])  # type: ignore[attr-defined]
        self.generic_visit(node)
        if puts_together:
            made = trees.call(self._named(parts_of, "parts_of"), node.args[0])
            node.args[0] = trees.placed(made, node)
        instead = called_instead(node, self._meaning)
        if instead is not None:
            name, function, arguments = instead
            return self._placed(node, trees.call(self._named(function, name), *arguments))
        return node

    def _ones_counted(self, node: ast.Call) -> ast.expr | None:
        """Return how many ones there are for `bin(number).count("1")`; None for other calls."""
        text = node.func.value if isinstance(node.func, ast.Attribute) else None
        if not (
            isinstance(text, ast.Call)
            and getattr(node.func, "attr", "") == "count"
            and _is_text(node.args)
            and node.args[0].value == "1"  # type: ignore[attr-defined]
            and self._outside(text.func) == (True, bin)
            and len(text.args) == 1
        ):
            return None
        return trees.call(self._named(ones_in, "ones_in"), self.visit(text.args[0]))

    def _called_by_key(self, node: ast.Call) -> ast.expr | None:
        """Return the call of what a table of functions holds under a key; None for other calls."""
        if not isinstance(node.func, ast.Subscript) or node.keywords:
            return None
        value = self._table(node.func.value)
        table = function_table(value)
        if table is None or any(isinstance(each, ast.Starred) for each in node.args):
            return None
        function = self._named(called_by_key(value, table, len(node.args)), "called_by_key")
        passed = [self.visit(each) for each in (node.func.slice, *node.args)]
        return trees.call(function, *passed)

    def _table(self, node: ast.expr) -> Any:
        """Return the value of a name outside, or of an attribute of the object's class."""
        known, value = self._outside(node)
        if known:
            return value
        owner = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(owner, ast.Name) and owner.id == self._self():
            return own_member(self._rewriting.source, node.attr)  # type: ignore[attr-defined]
        return None

    def _by_place(self, called: Any, node: ast.Call) -> None:
        """Let what Numba takes by place alone be passed so; pow(...) be the operator."""
        node.args += [each.value for each in node.keywords if each.arg in ("start", "exp", "mod")]
        node.keywords = []
        if called is pow:
            function = power_modulo if len(node.args) == 3 else power
            node.func = trees.placed(self._named(function, function.__name__), node)

    def _is_recursive(self, called: ast.expr) -> bool:
        """Return whether a function is called by the name of the one that is rewritten."""
        name = self._rewriting.source.function.__name__
        if isinstance(called, ast.Attribute):
            return bool(called.attr == name)
        return isinstance(called, ast.Name) and bool(called.id == name)

    def _of_any_length(self, node: ast.expr) -> ast.expr:
        """Let tuples that get shorter or longer from call to call be of one type."""
        named = isinstance(node, ast.Name) and node.id in self._sums
        if not named and not isinstance(node, ast.Tuple) and not is_sum_or_slice(node):
            return node
        made = trees.call(self._named(of_any_length, "of_any_length"), node)
        return trees.placed(made, node)  # type: ignore[no-any-return]

    def _float(self, node: ast.Call) -> ast.expr:
        """Return the number that a text stands for, such as "inf"; the call if it is none."""
        try:
            return ast.copy_location(ast.Constant(float(node.args[0].value)), node)  # type: ignore[attr-defined]
        except ValueError:
            return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        return self.generic_visit(set_instead(node) or node)  # type: ignore[return-value]

    def _with_stand_in(self, called: Any, node: ast.Call) -> None:
        """Let what stands in for a function or class be called, if something does."""
        starred = any(isinstance(each, ast.Starred) for each in node.args)
        function, gathered = builtins.stand_in(called, len(node.args), starred)
        if function is None and not starred:
            function = STAND_INS.get(called)
        if function is not None:
            node.func = trees.placed(self._named(function, function.__name__), node)
        # A class that NumPy is given, as in np.zeros(n, int), is a dtype.
        if called is map or (function is not None and called not in numpy_functions.STAND_INS):
            node.args = [self._as_function(each) for each in node.args]
        if gathered:
            node.args = [trees.placed(trees.tuple_of(node.args), node)]
        elif function is not None and starred:
            node.args = [getattr(each, "value", each) for each in node.args]

    def _as_function(self, node: ast.expr) -> ast.expr:
        """Return what is called where an expression names a class of Python's: map(int, text)."""
        known, value = self._outside(node)
        if known and isinstance(value, type) and value in STAND_INS:
            function = STAND_INS[value]
            return trees.placed(self._named(function, function.__name__), node)  # type: ignore[no-any-return]
        return node

    def _without_order(self, called: Any, node: ast.Call) -> None:
        """Let what no order can change the result of be given a set."""
        if len(node.args) != 1 or any(each.arg == "key" for each in node.keywords):
            return
        values = node.args[0]
        if isinstance(values, ast.Starred):
            return
        yields = (
            isinstance(values, ast.Call)
            and isinstance(values.func, ast.Name)
            and self._known.get(values.func.id, False)
        )
        if not yields:
            function = summands if called in ROUNDING else unordered
            node.args = [trees.call(self._named(function, function.__name__), values)]
            trees.placed(node, node)

    def _outer(self, value: Any) -> ast.expr:
        """Return an expression for a value that is known now."""
        if isinstance(value, bool | int | float | str | None):
            return ast.Constant(value)
        return self._constant(value) or self._named(value)

    # super().

    def _self(self) -> str:
        return self._rewriting.source.first_parameter  # type: ignore[no-any-return]

    def _class_of_self(self, node: ast.expr) -> ast.expr:
        """Return `self.__class__` for `type(self)`."""
        if (
            isinstance(node, ast.Call)
            and self._outside(node.func) == (True, type)
            and len(node.args) == 1
            and isinstance(node.args[0], ast.Name)
            and node.args[0].id == self._self()
        ):
            return ast.copy_location(
                ast.Attribute(value=node.args[0], attr="__class__", ctx=ast.Load()), node
            )
        return node

    def _parents(self, node: ast.Attribute) -> ast.expr | None:
        """Return the attribute of the parent that super() names."""
        if not _is_super(node.value):
            return None
        value = parents_attribute(self._rewriting.source, node.attr)
        if isinstance(value, python_types.FunctionType):
            return self._placed(node, self._named(value, f"parents_{node.attr}"))
        return self._placed(node, self._outer(value))


def _stands_out(value: Any) -> bool:
    return callable(value) and isinstance(value, Hashable) and value in STAND_INS


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
    )


def _is_plain_class(owner: Any) -> bool:
    return (
        isinstance(owner, type)
        and not issubclass(owner, Compilable | enum.Enum)
        and owner.__module__ != "builtins"
    )


def _is_text(arguments: list[ast.expr]) -> bool:
    """Return True if there is one argument, a text written down."""
    return (
        len(arguments) == 1
        and isinstance(arguments[0], ast.Constant)
        and isinstance(arguments[0].value, str)
    )


def _is_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _begins_with_list(node: ast.Call) -> bool:
    """Return True if the first argument is a list as it is written down, without stars."""
    items = node.args[0].elts if node.args and isinstance(node.args[0], ast.List) else []
    return bool(items) and not any(isinstance(each, ast.Starred) for each in items)


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
