"""Values that a function names outside of itself, as expressions in compiled code."""

from __future__ import annotations

import ast
import types as python_types
from collections.abc import Hashable
from typing import Any

from numba.core import types

from ...reasons import Unsupported
from ...values.arrays import numpy_functions
from ...values.constants import Constant
from ...values.iteration import builtins, next_items
from ...values.kinds import kind_of
from ...values.memory import holds_values
from ...values.numbers import conversions
from ...values.sequences import byte_arrays, deques, heaps
from ...values.tables import dict_operations
from ...values.tables.dict_merging import made_dict
from ...values.tables.set_operations import made_frozenset
from ...values.tables.sets import made_set
from .. import trees
from ..decorated import plain
from ..functions.function_tables import function_table, indices_of
from ..functions.parents import own_member
from .random_draws import refuse_draws

__all__ = ["STAND_INS", "OuterValues"]

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
"""The functions that replace Python's functions and classes in compiled code."""


class OuterValues:
    """Finds the values, and gives them names that compiled code knows.

    `known` has the names of the functions that were made of parts of this one.
    """

    def __init__(self, rewriting: Any, bound: set[str], known: dict[str, bool]) -> None:
        self._rewriting = rewriting
        self._bound = bound
        self._known = known

    @property
    def first_parameter(self) -> str:
        """The name of the function's first parameter: `self` in methods."""
        return self._rewriting.source.first_parameter  # type: ignore[no-any-return]

    def is_local(self, name: str) -> bool:
        """Return whether a name is a variable of the function."""
        return name in self._bound or name in self._known

    def find(self, node: ast.expr) -> tuple[bool, Any]:
        """Return whether an expression has a known value outside of the function, and the value."""
        return self._rewriting.outside(node, self.is_local)  # type: ignore[no-any-return]

    def meaning(self, node: ast.expr) -> Any:
        """Return the value of an expression outside of the function, None where it has none."""
        return self.find(node)[1]

    def named(self, value: Any, name: str = "value") -> ast.Name:
        """Return a name for a value: the one that it has, or a new one."""
        names = self._rewriting.names
        for each, other in names.items():
            if other is value:
                return trees.name(each)
        return self._rewriting.named(  # type: ignore[no-any-return]
            name if trees.PREFIX + name not in names else f"{name}_{len(names)}", value
        )

    def constant(self, value: Any) -> ast.expr | None:
        """Return an expression for a value of the module or a literal; None if it may stay."""
        try:
            kind = kind_of(value)
        except Unsupported:
            return None
        if not holds_values(kind):
            return None
        if isinstance(kind, types.BaseTuple) and type(value) is tuple:
            return trees.tuple_of(self.constant(each) or ast.Constant(each) for each in value)
        if isinstance(kind, types.BaseTuple):
            return None
        for name, known in self._rewriting.names.items():
            if isinstance(known, Constant) and known.value is value:
                return ast.Name(id=name, ctx=ast.Load())
        return self._rewriting.named(f"value_{len(self._rewriting.names)}", Constant(value))  # type: ignore[no-any-return]

    def expression_of(self, value: Any) -> ast.expr | None:
        """Return an expression for a value that is named; None if the name may stay."""
        refuse_draws(value)
        if not isinstance(value, type) and _stands_out(value):
            return self.named(STAND_INS[value], STAND_INS[value].__name__)
        function = plain(value)
        if function is not value:
            return self.named(function, function.__name__)
        if isinstance(value, python_types.ModuleType | type) or callable(value):
            return None
        if value is NotImplemented:  # what is asked is then not so
            return ast.Constant(False)
        table = function_table(value) if isinstance(value, dict) else None
        if table is not None:
            return self.constant(indices_of(table))
        return self.constant(value)

    def of_class(self, owner: type, value: Any) -> ast.expr | None:
        """Return an expression for an attribute of a class that is only a namespace."""
        if type(value) in (bool, int, float, type(None)):
            return ast.Constant(value)
        if isinstance(value, python_types.FunctionType):
            return self.named(value, value.__name__)
        return None

    def known_now(self, value: Any) -> ast.expr:
        """Return an expression for any value that is known while the function is rewritten."""
        if isinstance(value, bool | int | float | str | None):
            return ast.Constant(value)
        return self.constant(value) or self.named(value)

    def holder(self, node: ast.expr) -> Any:
        """Return the value of a name outside, or of an attribute of the object's class."""
        known, value = self.find(node)
        if known:
            return value
        owner = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(owner, ast.Name) and owner.id == self.first_parameter:
            return own_member(self._rewriting.source, node.attr)  # type: ignore[attr-defined]
        return None


def _stands_out(value: Any) -> bool:
    return callable(value) and isinstance(value, Hashable) and value in STAND_INS
