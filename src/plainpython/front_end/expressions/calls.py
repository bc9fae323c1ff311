"""CallRewriting in users' functions, rewritten as calls that compiled code knows."""

from __future__ import annotations

import ast
import functools
from collections.abc import Hashable
from typing import Any

import numpy as np

from ...libraries import takes_names_of_fields
from ...reasons import Unsupported
from ...values.arrays import numpy_functions
from ...values.arrays.array_joins import parts_of
from ...values.iteration import builtins
from ...values.iteration.zipping import columns_of_one_length, zipped_strictly
from ...values.numbers.conversions import power_modulo
from ...values.numbers.integers import power
from ...values.numbers.numbers import ones_in
from ...values.tables.sets import summands, unordered
from ...values.unpacking import of_any_length
from .. import trees
from ..decorated import plain
from ..functions.comprehensions import ROUNDING, WITHOUT_ORDER
from ..functions.function_tables import called_by_key, function_table
from .bare_objects import bare_instead
from .class_questions import ClassQuestions
from .dicts import Dicts, display_of, makes_dict
from .dtypes import name_dtypes
from .growing_tuples import is_sum_or_slice
from .outer_values import STAND_INS, OuterValues
from .record_calls import called_instead

__all__ = ["CallRewriting", "is_super", "is_text"]

_OF_A_SHAPE = (np.zeros, np.ones, np.empty, np.full)
_OF_PARTS = (np.array, np.asarray, np.stack, np.concatenate, np.vstack, np.hstack, np.column_stack)


class CallRewriting:
    """Rewrites the calls of one function.

    Args:
        outer: finds the values that the function names outside of itself.
        visitor: rewrites the other expressions.
        dicts, classes: rewrite calls of dicts, and questions for classes.
        function: the name of the function.
        sums: its variables that hold sums and slices of tuples.
        yielding: the functions that were made of parts of this one, by name: whether they yield.

    """

    def __init__(
        self,
        outer: OuterValues,
        visitor: ast.NodeTransformer,
        *,
        dicts: Dicts,
        classes: ClassQuestions,
        function: str,
        sums: set[str],
        yielding: dict[str, bool],
    ) -> None:
        self._outer = outer
        self._visitor = visitor
        self._dicts = dicts
        self._classes = classes
        self._function = function
        self._sums = sums
        self._yielding = yielding

    def rewritten(self, node: ast.Call) -> ast.expr:
        """Return the rewritten call: often the same function with other arguments."""
        known, called = self._outer.find(node.func)
        made = self._replaced(node, known, called)
        if made is not None:
            return trees.placed(made, node)  # type: ignore[no-any-return]
        if known and takes_names_of_fields(str(getattr(called, "__module__", ""))):
            texts = [each for each in node.args if is_text([each])]
            node.args = [each if each in texts else self._visitor.visit(each) for each in node.args]
            return node
        if known:
            self._with_other_arguments(called, node)
        if self._is_recursive(node.func):
            node.args = [self._of_any_length(each) for each in node.args]
        for each in node.keywords:
            if each.arg == "key":
                each.value = self._as_function(each.value)
        if isinstance(node.func, ast.Attribute) and is_super(node.func.value):
            own = trees.name(self._outer.first_parameter)
            node.args = [ast.copy_location(own, node), *node.args]
        return self._with_rewritten_arguments(node, called)

    def _replaced(self, node: ast.Call, known: bool, called: Any) -> ast.expr | None:
        """Return an expression for a call that is no call in compiled code, or another one."""
        if known and called is isinstance and len(node.args) == 2:
            return self._classes.of_isinstance(node) or node
        if known and makes_dict(called, node):
            return self._visitor.visit(trees.placed(display_of(node), node))  # type: ignore[no-any-return]
        if any(each.arg is None for each in node.keywords):
            raise Unsupported("it passes **arguments", "pass each argument by its name")
        name_dtypes(node, called if known else None, self._outer.named)
        made = self._ones_counted(node) or self._called_by_key(node) or self._dicts.looked_up(node)
        if made is not None:
            return made
        if known and called is float and is_text(node.args):
            return self._float(node)
        if known and called == str.maketrans:
            parts = [getattr(each, "value", None) for each in node.args]
            if all(isinstance(each, str) for each in parts):
                table: Any = called
                return self._outer.constant(table(*parts))
        return None

    def _with_other_arguments(self, called: Any, node: ast.Call) -> None:
        """Change the arguments, and what is called, as compiled code wants them."""
        if isinstance(called, functools.partial):
            self._unfold_partial(called, node)
        if any(called is each for each in _OF_A_SHAPE) and node.args:
            shape = node.args[0]
            if isinstance(shape, ast.List):  # a tuple tells how many dimensions there are
                node.args[0] = ast.copy_location(trees.tuple_of(shape.elts), shape)
        if called in (enumerate, pow):
            self._by_place(called, node)
        if called is zip and len(node.keywords) == 1 and self._zips_strictly(node):
            return
        if callable(called) and isinstance(called, Hashable):
            if called in WITHOUT_ORDER:
                self._without_order(called, node)
            self._with_stand_in(called, node)

    def _unfold_partial(self, called: functools.partial[Any], node: ast.Call) -> None:
        """Let the function of a partial be called with all its arguments."""
        node.args = [*map(self._outer.known_now, called.args), *node.args]
        given = {each.arg for each in node.keywords}
        node.keywords += [
            ast.keyword(arg=name, value=self._outer.known_now(value))
            for name, value in called.keywords.items()
            if name not in given
        ]
        node.func = self._outer.named(plain(called.func), "partial")
        trees.placed(node, node)

    def _with_rewritten_arguments(self, node: ast.Call, called: Any) -> ast.expr:
        """Rewrite the arguments; return the call, or an expression that makes its object."""
        bare = bare_instead(node, self._outer.meaning)
        if bare is not None:
            name, function, arguments = bare
            arguments = [self._visitor.visit(each) for each in arguments]
            made = trees.call(self._outer.named(function, name), *arguments)
            return trees.placed(made, node)  # type: ignore[no-any-return]
        puts_together = any(called is each for each in _OF_PARTS) and _begins_with_list(node)
        if puts_together:
            node.args[0] = ast.copy_location(trees.tuple_of(node.args[0].elts), node.args[0])  # type: ignore[attr-defined]
        self._visitor.generic_visit(node)
        if puts_together:
            made = trees.call(self._outer.named(parts_of, "parts_of"), node.args[0])
            node.args[0] = trees.placed(made, node)
        instead = called_instead(node, self._outer.meaning)
        if instead is not None:
            name, function, arguments = instead
            made = trees.call(self._outer.named(function, name), *arguments)
            return trees.placed(made, node)  # type: ignore[no-any-return]
        return node

    def _ones_counted(self, node: ast.Call) -> ast.expr | None:
        """Return how many ones there are for `bin(number).count("1")`; None for other calls."""
        text = node.func.value if isinstance(node.func, ast.Attribute) else None
        if not (
            isinstance(text, ast.Call)
            and getattr(node.func, "attr", "") == "count"
            and is_text(node.args)
            and node.args[0].value == "1"  # type: ignore[attr-defined]
            and self._outer.find(text.func) == (True, bin)
            and len(text.args) == 1
        ):
            return None
        return trees.call(self._outer.named(ones_in, "ones_in"), self._visitor.visit(text.args[0]))

    def _called_by_key(self, node: ast.Call) -> ast.expr | None:
        """Return the call of what a table of functions holds under a key; None for other calls."""
        if not isinstance(node.func, ast.Subscript) or node.keywords:
            return None
        value = self._outer.holder(node.func.value)
        table = function_table(value)
        if table is None or any(isinstance(each, ast.Starred) for each in node.args):
            return None
        function = self._outer.named(called_by_key(value, table, len(node.args)), "called_by_key")
        passed = [self._visitor.visit(each) for each in (node.func.slice, *node.args)]
        return trees.call(function, *passed)

    def _by_place(self, called: Any, node: ast.Call) -> None:
        """Pass arguments by position where Numba takes no keywords; replace pow(...)."""
        node.args += [each.value for each in node.keywords if each.arg in ("start", "exp", "mod")]
        node.keywords = []
        if called is pow:
            function = power_modulo if len(node.args) == 3 else power
            node.func = trees.placed(self._outer.named(function, function.__name__), node)

    def _zips_strictly(self, node: ast.Call) -> bool:
        """Leave out `strict=False`; call another function for `strict=True`, and return True."""
        strict = node.keywords[0].value
        if not isinstance(strict, ast.Constant) or type(strict.value) is not bool:
            return False
        node.keywords = []
        if not strict.value:
            return False
        function: Any = zipped_strictly
        values: Any = trees.tuple_of(node.args)
        if any(isinstance(each, ast.Starred) for each in node.args):
            if len(node.args) > 1:
                raise Unsupported(
                    "it passes *arguments and others to zip with strict=True", "leave strict out"
                )
            function, values = columns_of_one_length, node.args[0].value  # type: ignore[attr-defined]
        node.func = trees.placed(self._outer.named(function, function.__name__), node)
        node.args = [trees.placed(values, node)]
        return True

    def _is_recursive(self, called: ast.expr) -> bool:
        """Return whether a function is called by the name of the one that is rewritten."""
        name = self._function
        if isinstance(called, ast.Attribute):
            return bool(called.attr == name)
        return isinstance(called, ast.Name) and bool(called.id == name)

    def _of_any_length(self, node: ast.expr) -> ast.expr:
        """Let tuples that get shorter or longer from call to call be of one type."""
        named = isinstance(node, ast.Name) and node.id in self._sums
        if not named and not isinstance(node, ast.Tuple) and not is_sum_or_slice(node):
            return node
        made = trees.call(self._outer.named(of_any_length, "of_any_length"), node)
        return trees.placed(made, node)  # type: ignore[no-any-return]

    def _float(self, node: ast.Call) -> ast.expr:
        """Return the constant for float("inf") and the like; the call itself for other texts."""
        try:
            return ast.copy_location(ast.Constant(float(node.args[0].value)), node)  # type: ignore[attr-defined]
        except ValueError:
            return self._visitor.generic_visit(node)  # type: ignore[return-value]

    def _with_stand_in(self, called: Any, node: ast.Call) -> None:
        """Replace the function or class by the one that compiled code has for it, if any."""
        starred = any(isinstance(each, ast.Starred) for each in node.args)
        function, gathered = builtins.stand_in(called, len(node.args), starred)
        if function is None and not starred:
            function = STAND_INS.get(called)
        if function is not None:
            node.func = trees.placed(self._outer.named(function, function.__name__), node)
        # A class that NumPy is given, as in np.zeros(n, int), is a dtype.
        if called is map or (function is not None and called not in numpy_functions.STAND_INS):
            node.args = [self._as_function(each) for each in node.args]
        if gathered:
            node.args = [trees.placed(trees.tuple_of(node.args), node)]
        elif function is not None and starred:
            node.args = [getattr(each, "value", each) for each in node.args]

    def _as_function(self, node: ast.expr) -> ast.expr:
        """Return what is called where an expression names a class of Python's: map(int, text)."""
        known, value = self._outer.find(node)
        if known and isinstance(value, type) and value in STAND_INS:
            function = STAND_INS[value]
            return trees.placed(self._outer.named(function, function.__name__), node)  # type: ignore[no-any-return]
        return node

    def _without_order(self, called: Any, node: ast.Call) -> None:
        """Allow a set as the argument of a function whose result no order changes."""
        if len(node.args) != 1 or any(each.arg == "key" for each in node.keywords):
            return
        values = node.args[0]
        if isinstance(values, ast.Starred):
            return
        yields = (
            isinstance(values, ast.Call)
            and isinstance(values.func, ast.Name)
            and self._yielding.get(values.func.id, False)
        )
        if not yields:
            function = summands if called in ROUNDING else unordered
            node.args = [trees.call(self._outer.named(function, function.__name__), values)]
            trees.placed(node, node)


def is_super(node: ast.expr) -> bool:
    """Return True for super()."""
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
    )


def is_text(arguments: list[ast.expr]) -> bool:
    """Return True if there is one argument, a text written down."""
    return (
        len(arguments) == 1
        and isinstance(arguments[0], ast.Constant)
        and isinstance(arguments[0].value, str)
    )


def _begins_with_list(node: ast.Call) -> bool:
    """Return True if the first argument is a list as it is written down, without stars."""
    items = node.args[0].elts if node.args and isinstance(node.args[0], ast.List) else []
    return bool(items) and not any(isinstance(each, ast.Starred) for each in items)
