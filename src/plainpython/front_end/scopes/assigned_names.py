"""Flow analysis: find the reads of local variables that may come before the variable is set.

The analysis follows every path through a function and through the functions within it. It never
misses such a read. It may report a read that no run of the program reaches with an unset variable.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from typing import Any

from ...reasons import Unsupported
from .scopes import COMPREHENSIONS, bindings, bound_names, parameters
from .variables import KnownVariables, Read, Variables, deleted_in, names_in_target

__all__ = ["AssignedNames"]

_INLINED = sys.version_info >= (3, 12)
"""True where Python runs list, set and dict comprehensions within the function around them."""


class _Loop:
    """The states with which a loop is left by `break`, or goes on by `continue`."""

    def __init__(self) -> None:
        self.breaks: list[KnownVariables] = []
        self.continues: list[KnownVariables] = []


class AssignedNames:
    """The reads of variables that may be unset in a function and the functions within it.

    Args:
        tree: the function.
        rewriting: receives the line of each statement, for errors.

    Attributes:
        top: the variables of the function.
        found: the reads, by the node of the syntax tree.

    """

    def __init__(self, tree: ast.FunctionDef, rewriting: Any) -> None:
        self.top = Variables(tree)
        self.rewriting = rewriting
        self.found: dict[ast.AST, Read] = {}
        self.news = True
        while self.news:  # what is set where inner functions are called is known better each time
            self.news = False
            self.found = {}
            self._analyse(self.top)

    def _analyse(self, function: Variables) -> None:
        _Flow(self, function).run()
        for each in list(function.within.values()):
            self._analyse(each)


class _Flow:
    """One pass through one function."""

    def __init__(self, analysis: AssignedNames, function: Variables) -> None:
        self._analysis = analysis
        self._function = function
        self._loops: list[_Loop] = []
        self._handled: list[str] = []  # what handlers around call the exception
        self._hidden: list[set[str]] = []  # variables of comprehensions around
        self._to_come: set[str] = set()  # variables of a comprehension that are not set yet
        self._apart: list[bool] = []  # whether each comprehension is a function for Python
        self._unsure: set[str] = set()  # what functions within some function delete

    def run(self) -> None:
        """Follow all paths through the function."""
        function = self._function
        outside: set[str] = set()
        outer = function.outer
        while outer is not None:
            outside |= outer.names
            outer = outer.outer
        visible = {*outside, *function.names}
        self._unsure = {
            each
            for each in visible
            if (owner := function.owner_of(each)) is not None and each in owner.unsure
        }
        entry = outside if function.entry is None else function.entry
        sure = {
            each
            for each in entry - function.names
            if (owner := function.owner_of(each)) is not None
            and each not in owner.deleted | owner.unsure
        }
        begin = KnownVariables(frozenset(sure), frozenset(outside - function.names))
        begin = self._set(parameters(function.node.args), begin)
        if isinstance(function.node, ast.Lambda):
            self._value(function.node.body, begin)
        else:
            self._body(function.node.body, begin)

    # Statements: each returns the state after it, None if nothing comes after it.

    def _body(self, body: list[ast.stmt], state: KnownVariables | None) -> KnownVariables | None:
        for each in body:
            if state is None:
                return None
            state = self._statement(each, state)
        return state

    def _statement(self, node: ast.stmt, state: KnownVariables) -> KnownVariables | None:
        self._analysis.rewriting.line = getattr(node, "lineno", self._analysis.rewriting.line)
        special = getattr(self, f"_{type(node).__name__.lower()}", None)
        if special is not None:
            return special(node, state)  # type: ignore[no-any-return]
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.expr):
                state = self._value(each, state)
        return state

    def _assign(self, node: ast.Assign, state: KnownVariables) -> KnownVariables:
        named = isinstance(node.value, ast.Lambda) and node.value in self._function.within
        if not named:
            state = self._value(node.value, state)
        elif isinstance(node.value, ast.Lambda):
            state = self._defaults(node.value.args, state)
        for each in node.targets:
            state = self._target(each, state)
        return state

    def _augassign(self, node: ast.AugAssign, state: KnownVariables) -> KnownVariables:
        if isinstance(node.target, ast.Name):
            state = self._read(node.target, state)
        else:
            state = self._parts(node.target, state)
        state = self._value(node.value, state)
        return self._set(names_in_target(node.target), state)

    def _target(self, node: ast.expr, state: KnownVariables) -> KnownVariables:
        if isinstance(node, ast.Name):
            return self._set([node.id], state)
        if isinstance(node, ast.Tuple | ast.List):
            for each in node.elts:
                state = self._target(each, state)
            return state
        if isinstance(node, ast.Starred):
            return self._target(node.value, state)
        return self._parts(node, state)

    def _set(self, names: Iterable[str], state: KnownVariables) -> KnownVariables:
        return state.with_set(names).without(self._unsure)

    def _delete(self, node: ast.Delete, state: KnownVariables) -> KnownVariables:
        for each in node.targets:
            if isinstance(each, ast.Name):
                state = self._read(each, state).without([each.id])
            else:
                state = self._parts(each, state)
        return state

    def _functiondef(self, node: ast.FunctionDef, state: KnownVariables) -> KnownVariables:
        return self._set([node.name], self._defaults(node.args, state))

    def _defaults(self, arguments: ast.arguments, state: KnownVariables) -> KnownVariables:
        for each in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
            state = self._value(each, state)
        return state

    def _return(self, node: ast.Return, state: KnownVariables) -> None:
        if node.value is not None:
            self._value(node.value, state)

    def _raise(self, node: ast.Raise, state: KnownVariables) -> None:
        for each in filter(None, (node.exc, node.cause)):
            state = self._value(each, state)

    def _break(self, node: ast.Break, state: KnownVariables) -> None:
        self._loops[-1].breaks.append(state)

    def _continue(self, node: ast.Continue, state: KnownVariables) -> None:
        self._loops[-1].continues.append(state)

    def _assert(self, node: ast.Assert, state: KnownVariables) -> KnownVariables | None:
        return self._condition(node.test, state)[0]

    def _if(self, node: ast.If, state: KnownVariables) -> KnownVariables | None:
        yes, no = self._condition(node.test, state)
        return _joined(self._body(node.body, yes), self._body(node.orelse, no))

    def _for(self, node: ast.For, state: KnownVariables) -> KnownVariables | None:
        state = self._value(node.iter, state)
        head = _head(node, state)
        loop = _Loop()
        self._loops.append(loop)
        end = self._body(node.body, self._target(node.target, head))
        self._loops.pop()
        done: KnownVariables | None = head
        if _has_items(node.iter):
            done = _joined(end, *loop.continues)
        return _joined(self._body(node.orelse, done), *loop.breaks)

    def _while(self, node: ast.While, state: KnownVariables) -> KnownVariables | None:
        yes, no = self._condition(node.test, _head(node, state))
        loop = _Loop()
        self._loops.append(loop)
        self._body(node.body, yes)
        self._loops.pop()
        return _joined(self._body(node.orelse, no), *loop.breaks)

    def _try(self, node: ast.Try, state: KnownVariables) -> KnownVariables | None:
        loop = self._loops[-1] if self._loops else _Loop()
        before = len(loop.breaks), len(loop.continues)
        raised = _somewhere_in(node.body, state)
        ends = [self._body(node.orelse, self._body(node.body, state))]
        for each in node.handlers:
            ends.append(self._handler(each, raised))
        end = _joined(*ends)
        if node.finalbody:
            parts = [*node.body, *node.orelse, *node.handlers]
            self._body(node.finalbody, _somewhere_in(parts, state))
            end = self._body(node.finalbody, end)
            for states, since in zip((loop.breaks, loop.continues), before, strict=True):
                states[since:] = [_somewhere_in(node.finalbody, each) for each in states[since:]]
        return end

    def _handler(self, node: ast.ExceptHandler, state: KnownVariables) -> KnownVariables | None:
        """Follow a handler; what it calls the exception is unset after it."""
        if node.type is not None:
            state = self._value(node.type, state)
        if not node.name:
            return self._body(node.body, state)
        self._handled.append(node.name)
        end = self._body(node.body, state.without([node.name]))
        self._handled.pop()
        return None if end is None else end.without([node.name])

    # Expressions.

    def _read(self, node: ast.Name, state: KnownVariables) -> KnownVariables:
        name, function = node.id, self._function
        if any(name in each for each in self._hidden):
            if name in self._to_come:
                raise Unsupported(
                    f"a comprehension reads its variable {name} before it is set",
                    "give one of the two another name",
                )
            return state
        owner = function.owner_of(name)
        if owner is None or name in self._handled:
            return state
        called = owner.named.get(name)
        if called is not None:
            self._insist_passable(name, called, state)
            self._analysis.news |= called.called_with(state, function)
            state = KnownVariables(state.certain, state.stored | owner.set_within)
        if name in state.certain:
            return state
        is_free = owner is not function or any(self._apart)
        never_set = name not in state.stored
        self._analysis.found[node] = Read(name, owner, is_free, never_set)
        return self._set([name], state)  # what comes after is reached only if it is set

    def _insist_passable(self, name: str, called: Variables, state: KnownVariables) -> None:
        """Refuse a call that would pass a variable which nothing has set: it has no type yet."""
        for each in sorted(called.reached()):
            if self._function.owner_of(each) is self._function and each not in state.stored:
                raise Unsupported(
                    f"it names {name}, which uses {each}, before {each} is set",
                    f"set {each} before",
                )

    def _value(self, node: ast.expr, state: KnownVariables) -> KnownVariables:
        """Return the state after an expression was computed."""
        if isinstance(node, ast.Name):
            return self._read(node, state)
        if isinstance(node, COMPREHENSIONS):
            return self._comprehension(node, state)
        if isinstance(node, ast.Lambda):
            return self._lambda(node, state)
        if isinstance(node, ast.NamedExpr):
            return self._set([node.target.id], self._value(node.value, state))
        if isinstance(node, ast.BoolOp | ast.IfExp | ast.Compare):
            return _joined(*self._condition(node, state)) or state
        return self._parts(node, state)

    def _parts(self, node: ast.AST, state: KnownVariables) -> KnownVariables:
        if isinstance(node, ast.Dict):
            for pair in zip(node.keys, node.values, strict=True):
                for part in filter(None, pair):
                    state = self._value(part, state)
            return state
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.expr):
                state = self._value(each, state)
            elif isinstance(each, ast.keyword):
                state = self._value(each.value, state)
        return state

    def _condition(
        self, node: ast.expr, state: KnownVariables
    ) -> tuple[KnownVariables | None, KnownVariables | None]:
        """Return the states after an expression that is true, and after one that is false."""
        if isinstance(node, ast.Constant):
            return (state, None) if node.value else (None, state)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yes, no = self._condition(node.operand, state)
            return no, yes
        if isinstance(node, ast.BoolOp):
            return self._connected(node, state)
        if isinstance(node, ast.IfExp):
            parts = zip((node.body, node.orelse), self._condition(node.test, state), strict=True)
            ends = [self._condition(each, at) for each, at in parts if at is not None]
            return _joined(*(each[0] for each in ends)), _joined(*(each[1] for each in ends))
        if isinstance(node, ast.Compare):
            state = first = self._value(node.comparators[0], self._value(node.left, state))
            for each in node.comparators[1:]:
                state = self._value(each, state)
            return state, KnownVariables(first.certain, state.stored)
        state = self._value(node, state)
        return state, state

    def _connected(
        self, node: ast.BoolOp, state: KnownVariables
    ) -> tuple[KnownVariables | None, KnownVariables | None]:
        """Return the states after `a and b` or `a or b`, true and false."""
        is_and = isinstance(node.op, ast.And)
        on: KnownVariables | None = state
        left: list[KnownVariables | None] = []
        for each in node.values:
            if on is not None:
                ends = self._condition(each, on)
                on = ends[0 if is_and else 1]
                left.append(ends[1 if is_and else 0])
        return (on, _joined(*left)) if is_and else (_joined(*left), on)

    def _comprehension(self, node: Any, state: KnownVariables) -> KnownVariables:
        """Follow a comprehension, which may have no items."""
        before = self._value(node.generators[0].iter, state)
        inside: KnownVariables | None = before
        kept = self._to_come
        own = bound_names(node)
        self._hidden.append(own)
        self._to_come = kept | own
        self._apart.append(not _INLINED or isinstance(node, ast.GeneratorExp))
        for index, each in enumerate(node.generators):
            if index and inside is not None:
                inside = self._value(each.iter, inside)
            self._to_come = self._to_come - set(names_in_target(each.target))
            for test in each.ifs:
                if inside is not None:
                    inside = self._condition(test, inside)[0]
        for field in ("key", "value", "elt"):
            if inside is not None and hasattr(node, field):
                inside = self._value(getattr(node, field), inside)
        self._apart.pop()
        self._to_come = kept
        self._hidden.pop()
        return before if inside is None else KnownVariables(before.certain, inside.stored)

    def _lambda(self, node: ast.Lambda, state: KnownVariables) -> KnownVariables:
        state = self._defaults(node.args, state)
        function = self._function
        if node not in function.within:
            hidden = frozenset(each for names in self._hidden for each in names)
            function.within[node] = Variables(node, function, hidden)
        self._analysis.news |= function.within[node].called_with(state, function)
        return state


def _joined(*states: KnownVariables | None) -> KnownVariables | None:
    """Return the state where paths meet."""
    there = [each for each in states if each is not None]
    if not there:
        return None
    certain = frozenset.intersection(*(each.certain for each in there))
    return KnownVariables(certain, frozenset().union(*(each.stored for each in there)))


def _somewhere_in(body: Iterable[ast.AST], state: KnownVariables) -> KnownVariables:
    """Return what is known of each point within statements."""
    body = list(body)
    return KnownVariables(state.certain - deleted_in(body), state.stored.union(bindings(body)))


def _head(loop: ast.For | ast.While, state: KnownVariables) -> KnownVariables:
    """Return what is known at the beginning of each turn of a loop."""
    return _somewhere_in([loop], state)


def _has_items(node: ast.expr) -> bool:
    """Return True for what a loop surely finds items in, by its text."""
    if isinstance(node, ast.Tuple | ast.List):
        return any(not isinstance(each, ast.Starred) for each in node.elts)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and bool(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        count: Any = getattr(node.args[0], "value", None)
        return node.func.id == "range" and type(count) is int and count > 0
    return False
