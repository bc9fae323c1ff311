"""The variables of functions and of the functions within them, and what is known of them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from .scopes import bindings, bound_names, free_names, nonlocal_names, own_nodes, parameters

__all__ = ["KnownVariables", "Read", "Variables", "deleted_in", "names_in_target"]


class KnownVariables(NamedTuple):
    """The variables that are set at one point of a function.

    Attributes:
        certain: the variables that are set on every path to here.
        stored: the variables that are set somewhere on a path to here, also if deleted since.

    """

    certain: frozenset[str]
    stored: frozenset[str]

    def with_set(self, names: Iterable[str]) -> KnownVariables:
        """Return the state after names were set."""
        return KnownVariables(self.certain.union(names), self.stored.union(names))

    def without(self, names: Iterable[str]) -> KnownVariables:
        """Return the state after names may have been deleted."""
        return KnownVariables(self.certain.difference(names), self.stored)


class Read(NamedTuple):
    """A read of a variable that may be unset.

    Attributes:
        name: the variable.
        owner: the function whose variable it is.
        is_free: True where Python reads it from a function around, and raises NameError.
        never_set: True if no path sets the variable before.

    """

    name: str
    owner: Variables
    is_free: bool
    never_set: bool


class Variables:
    """The variables of one function, and the functions within it."""

    def __init__(
        self, node: Any, outer: Variables | None = None, hidden: frozenset[str] = frozenset()
    ) -> None:
        self.node = node
        self.outer = outer
        self.body: list[Any] = [node.body] if isinstance(node, ast.Lambda) else node.body
        self.names = bound_names(node)
        self.deleted = deleted_in(self.body)
        self.named: dict[str, Variables] = {}
        """The functions within it that are known by a name."""
        self.within: dict[ast.AST, Variables] = {}
        self.entry: frozenset[str] | None = None
        """The outer variables that are set wherever it is called; None: not known to be called."""
        self._hidden = hidden  # variables of comprehensions around it
        self._find_functions()
        self.unsure: set[str] = set()
        """The variables that a function within it deletes: they may be unset after any call."""
        self.set_within: set[str] = set()
        """The variables that a function within it sets."""
        for each in self.named.values():
            others = nonlocal_names(each.body) if isinstance(each.node, ast.FunctionDef) else set()
            self.unsure |= each.unsure - each.names | each.deleted & others
            self.set_within |= each.set_within - each.names | others

    def _find_functions(self) -> None:
        count = Counter([*bindings(self.body), *parameters(self.node.args)])
        for each in own_nodes(self.body):
            target = each.targets[0] if isinstance(each, ast.Assign) else None
            if isinstance(each, ast.FunctionDef):
                self.named[each.name] = self.within[each] = Variables(each, self)
            elif (
                isinstance(target, ast.Name)
                and isinstance(each, ast.Assign)
                and isinstance(each.value, ast.Lambda)
                and count[target.id] == 1
            ):
                self.named[target.id] = self.within[each.value] = Variables(each.value, self)

    def owner_of(self, name: str) -> Variables | None:
        """Return the function whose variable a name is; None if it is none of these functions."""
        if name in self.names:
            return self
        if name in self._hidden or self.outer is None:
            return None
        return self.outer.owner_of(name)

    def reached(self) -> set[str]:
        """Return the outer variables that a call may read or set, by itself or through others."""
        seen: set[Variables] = set()
        found: set[str] = set()
        left = [self]
        while left:
            function = left.pop()
            seen.add(function)
            for each in free_names(function.node):
                owner = function.owner_of(each)
                called = None if owner is None else owner.named.get(each)
                if called is not None and called not in seen:
                    left.append(called)
                elif called is None and owner is not None and owner not in seen:
                    found.add(each)
        return found

    def called_with(self, state: KnownVariables, caller: Variables) -> bool:
        """Note what is set where the function is used; return True if that is news."""
        known = {
            each
            for each in state.certain
            if self.outer is not None and self.outer.owner_of(each) is caller.owner_of(each)
        }
        entry = frozenset(known if self.entry is None else self.entry & known)
        if entry == self.entry:
            return False
        self.entry = entry
        return True


def deleted_in(body: Iterable[ast.AST]) -> set[str]:
    """Return the variables that statements delete."""
    found: set[str] = set()
    for each in own_nodes(body):
        if isinstance(each, ast.Delete):
            found |= {target.id for target in each.targets if isinstance(target, ast.Name)}
        elif isinstance(each, ast.ExceptHandler) and each.name:
            found.add(each.name)
    return found


def names_in_target(target: ast.expr) -> list[str]:
    """Return the variables that a target sets."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Starred):
        return names_in_target(target.value)
    if isinstance(target, ast.Tuple | ast.List):
        return [name for each in target.elts for name in names_in_target(each)]
    return []
