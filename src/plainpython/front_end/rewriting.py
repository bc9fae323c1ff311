"""Rewrites a user's function as functions of what Numba knows, step by step.

1. `counted_globals`, `chosen_lambdas`, `filled_dicts`: some habits become simpler Python.
   `statements`: what only people read is left out; `match` becomes `if`; what compiled code cannot
   do is refused.
2. `recursive_generators`: generators that call themselves are refused.
   `late_binding`: functions and generators that read a variable which is set again before they
   are used are refused.
3. `unset_names`: code that raises UnboundLocalError stands before each read of a variable that may
   be unset.
4. `returned_floats`, `returned_truth`: lists that some functions give hold floats; what is only
   asked whether it is true is True or False.
5. `narrowing`: what a test has found not to be None is marked where it is put somewhere.
6. `inner_functions`: functions, lambdas and comprehensions become functions of their own.
7. `unpacking`, `named_expressions`, `exceptions`: statements of each of these functions that Numba
   does not know.
8. `counted_turns`: loops that may never end raise after too many turns, if asked for.
9. `names`: literals, and what the functions name outside, as values of compiled code.
"""

from __future__ import annotations

import ast
import builtins
import types as python_types
from collections.abc import Callable
from typing import Any

from ..back_end.numba_parts.unset_variables import REWRITTEN
from ..compilable import is_for_truth_only
from ..libraries import gives_floats
from ..reasons import Unsupported
from . import trees
from .counted_globals import leave_out_counting
from .counted_turns import CountedTurns
from .exceptions import Exceptions
from .expressions.constant_sets import ConstantSets
from .expressions.filled_dicts import fill_dicts
from .expressions.grouped_items import GroupedItems
from .expressions.growing_tuples import let_tuples_grow
from .expressions.narrowing import Narrowing
from .expressions.returned_floats import let_return_floats
from .expressions.returned_truth import let_return_truth
from .functions.chosen_lambdas import let_lambdas_be_chosen
from .functions.inner_functions import InnerFunctions
from .functions.recursive_generators import refuse_recursive_generators
from .named_expressions import NamedExpressions
from .names import NamedValues
from .scopes.late_binding import LateBinding
from .scopes.scopes import is_generator
from .scopes.unset_names import UnsetNames
from .source import ParsedFunction, parsed
from .statements import Statements
from .trees import PREFIX
from .unpacking import Unpacking

__all__ = ["Rewriting", "is_rewritten", "rewritten"]


def is_rewritten(function: python_types.FunctionType) -> bool:
    """Return True for a function that was made here, not by the user."""
    return getattr(function, REWRITTEN, False)


def rewritten(
    function: python_types.FunctionType, most_turns: int = 0
) -> python_types.FunctionType:
    """Return a function that does the same, of what Numba knows; itself if there is no source.

    Loops that may never end raise after `most_turns`, unless that is 0.

    Raises:
        Unsupported: if the function does what compiled code cannot do.

    """
    if is_rewritten(function):
        return function
    source = parsed(function)
    return function if source is None else Rewriting(source, most_turns).result()


class Rewriting:
    """The state that the steps of rewriting one function share."""

    def __init__(self, source: ParsedFunction, most_turns: int = 0) -> None:
        self.source = source
        self._most_turns = most_turns
        self.names: dict[str, Any] = {}
        """Names of the new functions that the user's function does not have."""
        self.line = source.function.__code__.co_firstlineno
        """The line of the statement that is being rewritten."""
        self._count = 0

    def result(self) -> python_types.FunctionType:
        """Return the function, rewritten."""
        try:
            return self._rewritten()
        except Unsupported as error:
            raise error.at(self.source.function.__code__.co_filename, self.line) from None

    def _rewritten(self) -> python_types.FunctionType:
        inner = InnerFunctions(self)
        turns = CountedTurns(self, self._most_turns)
        sets = ConstantSets(self.source.function.__code__, self.named)
        tree = sets.rewritten(self.source.tree)
        GroupedItems(self).rewritten(tree)
        leave_out_counting(tree, self.source.function)
        let_lambdas_be_chosen(tree, self.fresh)
        fill_dicts(tree, self.fresh)
        tree = Statements(self).rewritten(tree)
        refuse_recursive_generators(self, tree)
        LateBinding(self).rewritten(tree)
        unset = UnsetNames(self)
        unset.rewritten(tree)
        if gives_floats(tree.name):
            let_return_floats(tree)
        if is_for_truth_only(self.source.function):
            let_return_truth(tree)
        Narrowing(self).rewritten(tree)
        if self._most_turns:
            turns.mark(tree)
        tree = inner.rewritten(tree)
        functions = [*inner.made, tree]
        for each in functions:
            kinds = {type(node) for node in ast.walk(each)}
            if ast.Starred in kinds:
                Unpacking(self).rewritten(each)
            if ast.NamedExpr in kinds or unset.found:
                each.body = NamedExpressions(self.fresh).body(each.body)
        exceptions = Exceptions(self)
        for each in functions:
            exceptions.rewritten(each)
        functions = [*exceptions.made, *functions]
        known = {each.name: is_generator(each) for each in functions[:-1]}
        for each in functions:
            trees.placed(each, tree)
            let_tuples_grow(each, self.named)
            turns.rewritten(each)
            NamedValues(self, each, known).rewritten()
        return self.source.remade(tree, functions[:-1], self.names, REWRITTEN)

    def fresh(self, name: str) -> str:
        """Return a name for a variable that no other has."""
        self._count += 1
        return f"{PREFIX}{name}_{self._count}"

    def fresh_function(self, name: str) -> str:
        """Return a name for a function that no other has."""
        return self.fresh(f"{self.source.function.__name__}_{name}")

    def named(self, name: str, value: Any) -> ast.Name:
        """Return an expression for a value that the function does not name by itself."""
        name = PREFIX + name
        self.names[name] = value
        return ast.Name(id=name, ctx=ast.Load())

    def outside(self, node: ast.expr, is_local: Callable[[str], bool]) -> tuple[bool, Any]:
        """Return whether an expression names something outside of the function, and what."""
        if isinstance(node, ast.Name) and not is_local(node.id):
            for names in (self.names, vars(builtins)):
                known, value = self.source.outside(node.id)
                if known:
                    return True, value
                if node.id in names:
                    return True, names[node.id]
        if isinstance(node, ast.Attribute):
            known, owner = self.outside(node.value, is_local)
            if known and isinstance(owner, python_types.ModuleType | type):
                return hasattr(owner, node.attr), getattr(owner, node.attr, None)
        return False, None
