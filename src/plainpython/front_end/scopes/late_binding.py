"""Late binding: refuse functions and generators that read a variable which is set again too early.

In Python a lambda, an inner function, a generator or a `map` reads the variables around it while
it runs. Compiled code passes these variables along when it makes the value. Both are the same as
long as nothing sets such a variable again while the value may still be used.

The analysis follows every path through a function. It knows for each variable which such values
it may hold, and marks them when a variable that they read is set again. To use a marked value is
refused. Where only types tell whether the result of a call still holds such a value, the call is
marked, and the types decide (`values.closures.plain_result`).
"""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ...reasons import Unsupported
from ...values.closures import LateRead, plain_result
from .. import trees
from ..kept_iterators import is_of_itertools
from .assigned_names import Variables, names_in_target
from .captured_names import captured_by, set_by
from .scopes import COMPREHENSIONS, bound_names, free_names, is_generator, walrus_names

__all__ = ["LateBinding", "is_one_loop"]

_KEEPING = {"append", "appendleft", "add", "insert", "setdefault", "extend", "update"}
"""Methods that put what they receive into their object."""
_ITEMS_ONLY = {"extend", "update"}
"""Those of them that take the items of what they receive, and not that itself."""
_LAZY = (
    builtins.enumerate, builtins.filter, builtins.iter, builtins.map, builtins.reversed,
    builtins.zip, collections.defaultdict, functools.partial,
)  # fmt: skip
_TURN = "@turn"
"""Ends the name of a variable that a generator sets again when its next item is taken."""
_ESCAPED = "an object that others may hold"
"""What holds values whose further way is not followed."""


class _Carried(NamedTuple):
    """A variable that a value reads when it is used.

    Attributes:
        name: the variable.
        value: the value in words, such as "the lambda".
        mend: how to mend it.
        line: where the value is made.
        within: True if only an item of the value reads it.
        call: the call whose result may hold such a value, which only types tell.
        others: variables passed to that call, which may hold it since.
        changed: the line that sets the variable again, 0 for none.

    """

    name: str
    value: str
    mend: str
    line: int
    within: bool = False
    call: ast.Call | None = None
    others: tuple[str, ...] = ()
    changed: int = 0


_Values = frozenset[_Carried]
_State = dict[str, _Values]
_NOTHING: _Values = frozenset()


class _Effects(NamedTuple):
    """What a call of a function within leaves behind.

    Attributes:
        returned: what its result carries of outer variables.
        kept: what it puts where others may hold it.

    """

    returned: _Values
    kept: _Values


class LateBinding:
    """Follows the values that read variables late through one function and those within it.

    Args:
        rewriting: the rewriting of the function.

    """

    def __init__(self, rewriting: Any) -> None:
        self.rewriting = rewriting
        self._effects: dict[ast.AST, _Effects] = {}
        self.marked: dict[ast.Call, _Carried] = {}

    def rewritten(self, tree: ast.FunctionDef) -> None:
        """Mark the calls whose types decide.

        Raises:
            Unsupported: if a value is used after a variable that it reads was set again.

        """
        makers = ast.Lambda | ast.GeneratorExp | ast.FunctionDef
        if not any(isinstance(each, makers) for part in tree.body for each in ast.walk(part)):
            return
        line = self.rewriting.line
        _Flow(self, Variables(tree)).run()
        self.rewriting.line = line
        if self.marked:
            _Marking(self).visit(tree)

    def effects_of(self, function: Variables) -> _Effects:
        """Return what a call of a function leaves behind."""
        if function.node not in self._effects:
            self._effects[function.node] = _Effects(_NOTHING, _NOTHING)  # if it calls itself
            self._effects[function.node] = _Flow(self, function).run()
        return self._effects[function.node]

    def refuse(self, carried: _Carried) -> None:
        """Refuse the use of a value, or mark the call that may have made it."""
        if carried.call is not None:
            self.marked.setdefault(carried.call, carried)
            return
        self.rewriting.line = carried.line
        raise Unsupported(_problem(carried), carried.mend)


def _problem(carried: _Carried) -> str:
    name = carried.name.partition("@")[0]
    return (
        f"{carried.value} made in line {carried.line} reads {name} when it is used, and line "
        f"{carried.changed} may set {name} again before that"
    )


class _Flow:
    """One pass through one function."""

    def __init__(self, analysis: LateBinding, function: Variables) -> None:
        self._analysis = analysis
        self._function = function
        self._state: _State | None = {}
        self._breaks: list[list[_State]] = []
        self._continues: list[list[_State]] = []
        self._raised: list[_State] = []
        self._comprehensions: list[tuple[set[str], str]] = []
        self._returned: set[_Carried] = set()
        self._kept: set[_Carried] = set()
        self._numbers: dict[ast.AST, int] = {}

    def run(self) -> _Effects:
        """Follow all paths through the function."""
        node = self._function.node
        if isinstance(node, ast.Lambda):
            self._returned |= self._value(node.body)
        else:
            self._body(node.body)
        return _Effects(self._outer(self._returned), self._outer(self._kept))

    def _outer(self, values: Iterable[_Carried]) -> _Values:
        """Return what is carried of outer variables: nothing sets the own ones after a return."""
        return frozenset(each for each in values if each.name not in self._function.names)

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
        return self._analysis.rewriting.outside(  # type: ignore[no-any-return]
            node, lambda name: self._key(name) is not None
        )

    # The state.

    def _made(self, names: Iterable[str], value: str, mend: str, line: int) -> _Values:
        """Return what a new value carries that reads variables, and uses what they hold."""
        state = self._state or {}
        found = {_Carried(each, value, mend.format(each.partition("@")[0]), line) for each in names}
        for each in names:
            found |= self._taken(state.get(each, _NOTHING))
        return frozenset(found)

    def _taken(self, values: _Values) -> _Values:
        """Return values that may be used anywhere: only a loop drops each item of a generator."""
        for each in values:
            if each.within and _TURN in each.name:
                self._analysis.refuse(each._replace(changed=each.line))
        return values

    def _advance(self, values: _Values, line: int) -> _Values:
        """Return the next item of what a loop goes through; the last one is marked."""
        items = _items_of(values)
        for key in {each.name for each in items if _TURN in each.name}:
            for holder, held in (self._state or {}).items():
                self._state[holder] = _changed(held, key, line, within=False)  # type: ignore[index]
            self._use(_ESCAPED)
        return items

    def _use(self, holder: str) -> _Values:
        values = (self._state or {}).get(holder, _NOTHING)
        for each in values:
            if each.changed:
                self._analysis.refuse(each)
        return frozenset(each for each in values if not each.changed)

    def _bind(self, names: Iterable[str], line: int, values: _Values = _NOTHING) -> None:
        """Set variables: values that read one of them are marked."""
        state = self._state
        if state is None:
            return
        keys = [key for each in names if (key := self._key(each)) is not None]
        for key in keys:
            for holder, held in state.items():
                state[holder] = _changed(held, key, line)
            values = _changed(values, key, line)
            self._use(_ESCAPED)
        for key in keys:
            state[key] = values

    def _keep(self, values: _Values) -> None:
        """Note that values are put where this analysis loses sight of them."""
        if values and self._state is not None:
            self._state[_ESCAPED] = self._state.get(_ESCAPED, _NOTHING) | values
            self._kept |= values

    def _number(self, node: ast.AST) -> str:
        return str(self._numbers.setdefault(node, len(self._numbers)))

    def _hold(self, node: ast.AST, values: _Values) -> str:
        """Hold what a node gives under a name of its own while others are worked out."""
        holder = f"@{self._number(node)}"
        if self._state is not None:
            self._state[holder] = values
        return holder

    def _release(self, holder: str) -> _Values:
        """Return what was held, if it may be used still."""
        values = self._use(holder)
        if self._state is not None:
            self._state.pop(holder, None)
        return values

    # Statements.

    def _body(self, body: Iterable[ast.stmt]) -> None:
        for each in body:
            if self._state is None:
                return
            self._analysis.rewriting.line = getattr(each, "lineno", self._analysis.rewriting.line)
            special = getattr(self, f"_{type(each).__name__.lower()}", None)
            if special is not None:
                special(each)
            else:
                self._all(part for part in ast.iter_child_nodes(each) if isinstance(part, ast.expr))
            if self._state is not None:
                self._raised.append(dict(self._state))

    def _assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        inner = self._function.named.get(target.id) if isinstance(target, ast.Name) else None
        if inner is not None and inner.node is node.value:
            self._functiondef(node.value, inner)
            return
        values = self._value(node.value)
        for each in node.targets:
            self._target(each, values)

    def _augassign(self, node: ast.AugAssign) -> None:
        values = self._value(node.value)
        if isinstance(node.target, ast.Name):
            values |= self._read(node.target.id)
        self._target(node.target, values)

    def _target(self, node: ast.expr, values: _Values) -> None:
        names = names_in_target(node)
        if names:
            self._bind(names, node.lineno, values)
            return
        self._all(part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
        self._keep(values)

    def _delete(self, node: ast.Delete) -> None:
        for each in node.targets:
            self._target(each, _NOTHING)

    def _functiondef(self, node: Any, inner: Variables | None = None) -> None:
        for each in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self._keep(self._value(each))
        self._analysis.effects_of(inner or self._function.within[node])

    def _return(self, node: ast.Return) -> None:
        if node.value is not None:
            self._returned |= self._value(node.value)
        self._state = None

    def _raise(self, node: ast.Raise) -> None:
        self._all(filter(None, (node.exc, node.cause)))
        self._state = None

    def _break(self, node: ast.Break) -> None:
        if self._state is not None:
            self._breaks[-1].append(self._state)
        self._state = None

    def _continue(self, node: ast.Continue) -> None:
        if self._state is not None:
            self._continues[-1].append(self._state)
        self._state = None

    def _if(self, node: ast.If) -> None:
        self._value(node.test)
        self._either(lambda: self._body(node.body), lambda: self._body(node.orelse))

    def _either(self, *ways: Callable[[], Any]) -> None:
        before, ends = self._state, []
        for each in ways:
            self._state = None if before is None else dict(before)
            each()
            ends.append(self._state)
        self._state = _joined(ends)

    def _repeat(self, turn: Callable[[], None]) -> None:
        """Follow a loop until nothing new is known at its head."""
        while self._state is not None:
            before = dict(self._state)
            self._continues.append([])
            turn()
            head = _joined([before, self._state, *self._continues.pop()])
            self._state = head
            if head == before:
                return

    def _for(self, node: ast.For) -> None:
        self._breaks.append([])
        if isinstance(node.iter, ast.GeneratorExp) and is_one_loop(node.iter):
            made, loop = node.iter, node.iter.generators[0]
            items = self._hold(node, self._value(loop.iter))
            names = self._names_of(made)

            def turn() -> None:
                carried = self._use(items)
                self._comprehensions.append(names)
                self._bind(names_in_target(loop.target), node.lineno, carried)
                self._all(loop.ifs)
                values = self._value(made.elt)
                self._comprehensions.pop()
                self._target(node.target, values)
                self._body(node.body)
        else:
            items = self._hold(node, self._value(node.iter))

            def turn() -> None:
                self._target(node.target, self._advance(self._use(items), node.lineno))
                self._body(node.body)

        self._repeat(turn)
        if self._state is not None:
            self._state.pop(items, None)
        self._body(node.orelse)
        self._state = _joined([self._state, *self._breaks.pop()])

    def _while(self, node: ast.While) -> None:
        self._breaks.append([])

        def turn() -> None:
            self._value(node.test)
            self._body(node.body)

        self._repeat(turn)
        self._value(node.test)
        self._body(node.orelse)
        self._state = _joined([self._state, *self._breaks.pop()])

    def _try(self, node: ast.Try) -> None:
        before, self._raised = self._raised, [dict(self._state or {})]
        self._body(node.body)
        raised = _joined(self._raised)
        self._body(node.orelse)
        ends = [self._state]
        for each in node.handlers:
            self._state = None if raised is None else dict(raised)
            if each.name:
                self._bind([each.name], each.lineno)
            self._body(each.body)
            if each.name:  # it is deleted
                self._bind([each.name], each.lineno)
            ends.append(self._state)
        self._state = _joined(ends)
        if node.finalbody:
            after = self._state
            self._state = _joined([after, *self._raised])
            self._body(node.finalbody)
            if after is None:
                self._state = None
        self._raised = [*before, *self._raised]

    # Expressions: each returns what its value carries.

    def _all(self, nodes: Iterable[ast.expr]) -> _Values:
        """Work out expressions one after the other; the first are kept meanwhile."""
        holders = [self._hold(each, self._value(each)) for each in nodes]
        return self._taken(_NOTHING.union(*(self._release(each) for each in holders)))

    def _read(self, name: str) -> _Values:
        key = self._key(name)
        return _NOTHING if key is None else self._use(key)

    def _value(self, node: ast.expr) -> _Values:
        if self._state is None:
            return _NOTHING
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
        return _NOTHING if isinstance(node, made_anew) else values

    def _name_value(self, node: ast.Name) -> _Values:
        inner = self._inner(node.id)
        if inner is None:
            return self._read(node.id)
        mend = f"keep the value with a default argument, as in def {node.id}(v, {{0}}={{0}})"
        return self._function_value(inner, f"the function {node.id}", mend, node.lineno)

    def _lambda_value(self, node: ast.Lambda) -> _Values:
        defaults = self._all([*node.args.defaults, *filter(None, node.args.kw_defaults)])
        function = self._function
        if node not in function.within:
            hidden = frozenset(each for names, _ in self._comprehensions for each in names)
            function.within[node] = Variables(node, function, hidden)
        mend = "keep the value with a default argument, as in lambda v, {0}={0}: ..."
        inner = function.within[node]
        return defaults | self._function_value(inner, "the lambda", mend, node.lineno)

    def _function_value(self, inner: Variables, value: str, mend: str, line: int) -> _Values:
        returned = self._analysis.effects_of(inner).returned
        if isinstance(inner.node, ast.Lambda):  # it may be in a comprehension
            names = self._captured(free_names(inner.node.body) - bound_names(inner.node))
        else:
            names = captured_by(inner)
        values = self._made(names, value, mend, line)
        return values | {each._replace(within=True) for each in returned}

    def _namedexpr_value(self, node: ast.NamedExpr) -> _Values:
        values = self._value(node.value)
        self._bind([node.target.id], node.lineno, values)
        return self._read(node.target.id)

    def _boolop_value(self, node: ast.BoolOp) -> _Values:
        values = [self._value(node.values[0])]
        for each in node.values[1:]:
            held = self._hold(node, _NOTHING.union(*values))
            self._either(lambda: None, lambda each=each: values.append(self._value(each)))  # type: ignore[misc]
            self._release(held)
        return _NOTHING.union(*values)

    def _ifexp_value(self, node: ast.IfExp) -> _Values:
        self._value(node.test)
        values: list[_Values] = []
        self._either(
            lambda: values.append(self._value(node.body)),
            lambda: values.append(self._value(node.orelse)),
        )
        return _NOTHING.union(*values)

    def _yield_value(self, node: ast.Yield) -> _Values:
        if node.value is not None:
            self._keep(self._value(node.value))
        return _NOTHING

    def _names_of(self, node: Any) -> tuple[set[str], str]:
        return bound_names(node), self._number(node)

    def _comprehension(self, node: Any) -> _Values:
        first = self._hold(node.generators[0], self._value(node.generators[0].iter))
        names = self._names_of(node)
        made = self._hold(node, _NOTHING)
        self._turns(node, first, made, names)
        values = self._release(made)
        own = frozenset(each for each in values if each.name.endswith(f"@{names[1]}"))
        items = frozenset(each._replace(within=True) for each in values - own)
        source = self._release(first)
        if not isinstance(node, ast.GeneratorExp):
            return items
        items |= {each._replace(within=True, name=each.name + _TURN) for each in own}
        source = frozenset(each for each in source if _TURN not in each.name)  # it is in `items`
        late = copy.copy(node)
        late.generators = [copy.copy(each) for each in node.generators]
        late.generators[0].iter = trees.tuple_of(())  # which is worked out at once
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
                        self._state[made] = _but_changed(self._state[made], f"@{names[1]}")
                    self._state[made] = values | self._use(made)

            self._repeat(turn)

        self._comprehensions.append(names)
        loop(0, first)
        self._comprehensions.pop()

    # Calls.

    def _call_value(self, node: ast.Call) -> _Values:
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
            return _items_of(values)
        return self._of_unknown(node, values)

    def _of_inner(self, node: ast.Call, inner: Variables, given: Sequence[ast.expr]) -> _Values:
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
            self._bind([each], line, (self._state or {}).get(each, _NOTHING))

    def _of_unknown(self, node: ast.Call, values: _Values) -> _Values:
        """Return what the result of a call may carry, and what its arguments may have kept."""
        is_method = isinstance(node.func, ast.Attribute)
        if is_method and node.func.attr in _KEEPING:  # type: ignore[attr-defined]
            kept = node.func.attr not in _ITEMS_ONLY  # type: ignore[attr-defined]
            self._keep(values if kept else _items_of(values))
            return _NOTHING
        if is_method and node.func.attr in ("sort", "join"):  # type: ignore[attr-defined]
            return _NOTHING
        named = (each.id for each in node.args if isinstance(each, ast.Name))
        names = tuple(each for each in named if self._key(each) and not self._inner(each))
        marked = frozenset(
            each if each.call is not None else each._replace(call=node, others=names)
            for each in values
        )
        if self._state is not None and marked:
            for each in names:
                key = self._key(each) or ""
                self._state[key] = self._state.get(key, _NOTHING) | marked
        return marked


class _Marking(ast.NodeTransformer):
    """Lets types decide whether calls have results that read variables."""

    def __init__(self, analysis: LateBinding) -> None:
        self._marked = analysis.marked
        self._named = analysis.rewriting.named
        self._count = 0

    def visit_Call(self, node: ast.Call) -> ast.expr:
        carried = self._marked.get(node)
        self.generic_visit(node)
        if carried is None:
            return node
        function = self._named("plain_result", plain_result)
        self._count += 1
        refusal = self._named(f"refusal_{self._count}", LateRead(_problem(carried), carried.mend))
        others = [
            trees.copied(each)
            for each in node.args
            if isinstance(each, ast.Name) and each.id in carried.others
        ]
        made = trees.call(function, node, refusal, trees.tuple_of(others))
        return trees.placed(made, node)  # type: ignore[no-any-return]


def is_one_loop(made: ast.GeneratorExp) -> bool:
    """Return True for a generator expression that a `for` loop over it takes up."""
    return len(made.generators) == 1 and not walrus_names(made)


def _items_of(values: _Values) -> _Values:
    return frozenset(
        each._replace(within=False) if _TURN in each.name else each
        for each in values
        if each.within
    )


def _changed(values: _Values, name: str, line: int, *, within: bool = True) -> _Values:
    """Mark those of some values that read a variable: without `within` not those that hold some."""
    found = [
        each
        for each in values
        if each.name == name and not each.changed and (within or not each.within)
    ]
    return values.difference(found) | {each._replace(changed=line) for each in found}


def _but_changed(values: _Values, ending: str) -> _Values:
    return frozenset(each for each in values if not (each.changed and each.name.endswith(ending)))


def _joined(states: Iterable[_State | None]) -> _State | None:
    """Return the state where paths meet."""
    joined: _State | None = None
    for each in states:
        if each is None:
            continue
        joined = {} if joined is None else joined
        for holder, values in each.items():
            joined[holder] = joined.get(holder, _NOTHING) | values
    return joined


def _is_pythons(called: Any) -> bool:
    """Return True for functions and classes of Python and NumPy: none keeps a function."""
    module = str(getattr(called, "__module__", None)).partition(".")[0]
    names = {"builtins", "collections", "functools", "math", "heapq", "_heapq", "bisect", "_bisect",
             "_functools", "_collections", "operator", "_operator", "numpy"}  # fmt: skip
    return module in names
