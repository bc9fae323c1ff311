"""Late binding in expressions: which variables a value reads when it is used."""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .. import trees
from ..kept_iterators import is_of_itertools
from .captured_names import captured_by, set_by
from .late_values import (
    ESCAPED,
    NOTHING,
    TURN,
    Carried,
    LateAnalysis,
    State,
    Values,
    but_changed,
    changed,
    items_of,
    joined,
)  # fmt: skip
from .scopes import COMPREHENSIONS, bound_names, free_names, is_generator
from .variables import Variables, names_in_target

__all__ = ["ExpressionFlow"]

_KEEPING = {"append", "appendleft", "add", "insert", "setdefault", "extend", "update"}
"""Methods that put what they receive into their object."""
_ITEMS_ONLY = {"extend", "update"}
"""Those of them that take the items of what they receive, and not that itself."""
_LAZY = (
    builtins.enumerate, builtins.filter, builtins.iter, builtins.map, builtins.reversed,
    builtins.zip, collections.defaultdict, functools.partial,
)  # fmt: skip


class ExpressionFlow:
    """The variables that the values of one function read late, on the path that is followed."""

    def __init__(self, analysis: LateAnalysis, function: Variables) -> None:
        self._analysis = analysis
        self._function = function
        self._state: State | None = {}
        self._breaks: list[list[State]] = []
        self._continues: list[list[State]] = []
        self._raised: list[State] = []
        self._comprehensions: list[tuple[set[str], str]] = []
        self._returned: set[Carried] = set()
        self._kept: set[Carried] = set()
        self._numbers: dict[ast.AST, int] = {}

    # Names.

    def _key(self, name: str) -> str | None:
        """Return the name of a variable, other ones for those of comprehensions; None if none."""
        for names, number in reversed(self._comprehensions):
            if name in names:
                return f"{name}@{number}"
        return name if self._function.owner_of(name) is not None else None

    def _inner(self, name: str) -> Variables | None:
        """Return the function within that a name means."""
        if any(name in names for names, _ in self._comprehensions):
            return None
        owner = self._function.owner_of(name)
        return None if owner is None else owner.named.get(name)

    def _captured(self, names: Iterable[str]) -> set[str]:
        """Return the variables that are read where names are, through functions within, too."""
        found: set[str] = set()
        for each in names:
            inner = self._inner(each)
            if inner is not None:
                found |= captured_by(inner)
            else:
                key = self._key(each)
                found |= {key} if key is not None else set()
        return found

    def _outside(self, node: ast.expr) -> tuple[bool, Any]:
        """Return whether an expression has a value outside of the function, and the value."""
        return self._analysis.rewriting.outside(  # type: ignore[no-any-return]
            node, lambda name: self._key(name) is not None
        )

    # The state.

    def _made(self, names: Iterable[str], value: str, mend: str, line: int) -> Values:
        """Return what a new value carries that reads variables, and uses what they hold."""
        state = self._state or {}
        found = {Carried(each, value, mend.format(each.partition("@")[0]), line) for each in names}
        for each in names:
            found |= self._taken(state.get(each, NOTHING))
        return frozenset(found)

    def _taken(self, values: Values) -> Values:
        """Return values that may be used anywhere: only a loop drops each item of a generator."""
        for each in values:
            if each.within and TURN in each.name:
                self._analysis.refuse(each._replace(changed=each.line))
        return values

    def _advance(self, values: Values, line: int) -> Values:
        """Return the next item of what a loop goes through; the last one is marked."""
        items = items_of(values)
        for key in {each.name for each in items if TURN in each.name}:
            for holder, held in (self._state or {}).items():
                self._state[holder] = changed(held, key, line, within=False)  # type: ignore[index]
            self._use(ESCAPED)
        return items

    def _use(self, holder: str) -> Values:
        values = (self._state or {}).get(holder, NOTHING)
        for each in values:
            if each.changed:
                self._analysis.refuse(each)
        return frozenset(each for each in values if not each.changed)

    def _bind(self, names: Iterable[str], line: int, values: Values = NOTHING) -> None:
        """Set variables: values that read one of them are marked."""
        state = self._state
        if state is None:
            return
        keys = [key for each in names if (key := self._key(each)) is not None]
        for key in keys:
            for holder, held in state.items():
                state[holder] = changed(held, key, line)
            values = changed(values, key, line)
            self._use(ESCAPED)
        for key in keys:
            state[key] = values

    def _keep(self, values: Values) -> None:
        """Note that values are put where this analysis loses sight of them."""
        if values and self._state is not None:
            self._state[ESCAPED] = self._state.get(ESCAPED, NOTHING) | values
            self._kept |= values

    def _number(self, node: ast.AST) -> str:
        return str(self._numbers.setdefault(node, len(self._numbers)))

    def _hold(self, node: ast.AST, values: Values) -> str:
        """Hold what a node gives under a name of its own while others are computed."""
        holder = f"@{self._number(node)}"
        if self._state is not None:
            self._state[holder] = values
        return holder

    def _release(self, holder: str) -> Values:
        """Return what was held, if it may be used still."""
        values = self._use(holder)
        if self._state is not None:
            self._state.pop(holder, None)
        return values

    # Paths that part and meet.

    def _either(self, *ways: Callable[[], Any]) -> None:
        before, ends = self._state, []
        for each in ways:
            self._state = None if before is None else dict(before)
            each()
            ends.append(self._state)
        self._state = joined(ends)

    def _repeat(self, turn: Callable[[], None]) -> None:
        """Follow a loop until nothing new is known at its head."""
        while self._state is not None:
            before = dict(self._state)
            self._continues.append([])
            turn()
            head = joined([before, self._state, *self._continues.pop()])
            self._state = head
            if head == before:
                return

    # Expressions: each returns what its value carries.

    def _all(self, nodes: Iterable[ast.expr]) -> Values:
        """Work out expressions one after the other; the first are kept meanwhile."""
        holders = [self._hold(each, self._value(each)) for each in nodes]
        return self._taken(NOTHING.union(*(self._release(each) for each in holders)))

    def _read(self, name: str) -> Values:
        key = self._key(name)
        return NOTHING if key is None else self._use(key)

    def _value(self, node: ast.expr) -> Values:
        if self._state is None:
            return NOTHING
        if isinstance(node, COMPREHENSIONS):
            return self._comprehension(node)
        special = getattr(self, f"_{type(node).__name__.lower()}_value", None)
        if special is not None:
            return special(node)  # type: ignore[no-any-return]
        parts = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
        values = self._all(parts)
        if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
            return frozenset(each._replace(within=True) for each in values)
        made_anew = ast.Compare | ast.UnaryOp | ast.JoinedStr | ast.FormattedValue
        return NOTHING if isinstance(node, made_anew) else values

    def _name_value(self, node: ast.Name) -> Values:
        inner = self._inner(node.id)
        if inner is None:
            return self._read(node.id)
        mend = f"keep the value with a default argument, as in def {node.id}(v, {{0}}={{0}})"
        return self._function_value(inner, f"the function {node.id}", mend, node.lineno)

    def _lambda_value(self, node: ast.Lambda) -> Values:
        defaults = self._all([*node.args.defaults, *filter(None, node.args.kw_defaults)])
        function = self._function
        if node not in function.within:
            hidden = frozenset(each for names, _ in self._comprehensions for each in names)
            function.within[node] = Variables(node, function, hidden)
        mend = "keep the value with a default argument, as in lambda v, {0}={0}: ..."
        inner = function.within[node]
        return defaults | self._function_value(inner, "the lambda", mend, node.lineno)

    def _function_value(self, inner: Variables, value: str, mend: str, line: int) -> Values:
        returned = self._analysis.effects_of(inner).returned
        if isinstance(inner.node, ast.Lambda):  # it may be in a comprehension
            names = self._captured(free_names(inner.node.body) - bound_names(inner.node))
        else:
            names = captured_by(inner)
        values = self._made(names, value, mend, line)
        return values | {each._replace(within=True) for each in returned}

    def _namedexpr_value(self, node: ast.NamedExpr) -> Values:
        values = self._value(node.value)
        self._bind([node.target.id], node.lineno, values)
        return self._read(node.target.id)

    def _boolop_value(self, node: ast.BoolOp) -> Values:
        values = [self._value(node.values[0])]
        for each in node.values[1:]:
            held = self._hold(node, NOTHING.union(*values))
            self._either(lambda: None, lambda each=each: values.append(self._value(each)))  # type: ignore[misc]
            self._release(held)
        return NOTHING.union(*values)

    def _ifexp_value(self, node: ast.IfExp) -> Values:
        self._value(node.test)
        values: list[Values] = []
        self._either(
            lambda: values.append(self._value(node.body)),
            lambda: values.append(self._value(node.orelse)),
        )
        return NOTHING.union(*values)

    def _yield_value(self, node: ast.Yield) -> Values:
        if node.value is not None:
            self._keep(self._value(node.value))
        return NOTHING

    def _names_of(self, node: Any) -> tuple[set[str], str]:
        """Return the variables of a comprehension and its number."""
        return bound_names(node), self._number(node)

    def _comprehension(self, node: Any) -> Values:
        first = self._hold(node.generators[0], self._value(node.generators[0].iter))
        names = self._names_of(node)
        made = self._hold(node, NOTHING)
        self._turns(node, first, made, names)
        values = self._release(made)
        own = frozenset(each for each in values if each.name.endswith(f"@{names[1]}"))
        items = frozenset(each._replace(within=True) for each in values - own)
        source = self._release(first)
        if not isinstance(node, ast.GeneratorExp):
            return items
        items |= {each._replace(within=True, name=each.name + TURN) for each in own}
        source = frozenset(each for each in source if TURN not in each.name)  # it is in `items`
        late = copy.copy(node)
        late.generators = [copy.copy(each) for each in node.generators]
        late.generators[0].iter = trees.tuple_of(())  # which is computed at once
        read = self._captured(free_names(late) - names[0])
        mend = "use a list comprehension, or give the new value of {0} another name"
        return items | source | self._made(read, "the generator expression", mend, node.lineno)

    def _turns(self, node: Any, first: str, made: str, names: tuple[set[str], str]) -> None:
        """Follow the loops of a comprehension; `made` holds its items."""
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]

        def loop(index: int, source: str) -> None:
            each = node.generators[index]

            def turn() -> None:
                items = self._advance(self._use(source), node.lineno)
                self._bind(names_in_target(each.target), node.lineno, items)
                self._all(each.ifs)
                if index + 1 < len(node.generators):
                    following = node.generators[index + 1]
                    inner = self._hold(following, self._value(following.iter))
                    loop(index + 1, inner)
                    self._release(inner)
                elif self._state is not None:
                    values = self._all(parts)
                    if isinstance(node, ast.GeneratorExp):  # nobody has the items before
                        self._state[made] = but_changed(self._state[made], f"@{names[1]}")
                    self._state[made] = values | self._use(made)

            self._repeat(turn)

        self._comprehensions.append(names)
        loop(0, first)
        self._comprehensions.pop()

    # Calls.

    def _call_value(self, node: ast.Call) -> Values:
        given = [*node.args, *(each.value for each in node.keywords)]
        if isinstance(node.func, ast.Lambda):
            self._value(node.func)
            return self._of_unknown(node, self._all(given))
        inner = self._inner(node.func.id) if isinstance(node.func, ast.Name) else None
        if inner is not None:
            return self._of_inner(node, inner, given)
        known, called = self._outside(node.func)
        if not known:
            called_on = node.func.value if isinstance(node.func, ast.Attribute) else node.func
            values = self._all([called_on, *given])
            return self._of_unknown(node, values)
        values = self._all(given)
        if any(called is each for each in _LAZY) or is_of_itertools(called):
            return values
        if _is_pythons(called):
            return items_of(values)
        return self._of_unknown(node, values)

    def _of_inner(self, node: ast.Call, inner: Variables, given: Sequence[ast.expr]) -> Values:
        values = self._all(given)
        read, set_there = captured_by(inner), set_by(inner)
        for each in read:
            self._taken(self._use(each))
        self._bind_each(set_there, node.lineno)
        effects = self._analysis.effects_of(inner)
        self._keep(effects.kept)
        if isinstance(inner.node, ast.FunctionDef) and is_generator(inner.node):
            mend = "pass {0} as an argument"
            values |= self._made(read, f"the generator {inner.node.name}(...)", mend, node.lineno)
            return values | effects.kept
        for each in read:
            self._use(each)
        return effects.returned | self._of_unknown(node, values)

    def _bind_each(self, names: Iterable[str], line: int) -> None:
        """Set variables that keep what they hold."""
        for each in names:
            self._bind([each], line, (self._state or {}).get(each, NOTHING))

    def _of_unknown(self, node: ast.Call, values: Values) -> Values:
        """Return what the result of a call may carry, and what its arguments may have kept."""
        is_method = isinstance(node.func, ast.Attribute)
        if is_method and node.func.attr in _KEEPING:  # type: ignore[attr-defined]
            kept = node.func.attr not in _ITEMS_ONLY  # type: ignore[attr-defined]
            self._keep(values if kept else items_of(values))
            return NOTHING
        if is_method and node.func.attr in ("sort", "join"):  # type: ignore[attr-defined]
            return NOTHING
        named = (each.id for each in node.args if isinstance(each, ast.Name))
        names = tuple(each for each in named if self._key(each) and not self._inner(each))
        marked = frozenset(
            each if each.call is not None else each._replace(call=node, others=names)
            for each in values
        )
        if self._state is not None and marked:
            for each in names:
                key = self._key(each) or ""
                self._state[key] = self._state.get(key, NOTHING) | marked
        return marked


def _is_pythons(called: Any) -> bool:
    """Return True for functions and classes of Python and NumPy: none keeps a function."""
    module = str(getattr(called, "__module__", None)).partition(".")[0]
    names = {"builtins", "collections", "functools", "math", "heapq", "_heapq", "bisect", "_bisect",
             "_functools", "_collections", "operator", "_operator", "numpy"}  # fmt: skip
    return module in names
