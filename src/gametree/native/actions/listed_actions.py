"""`legal_actions` rewritten so that it writes the actions where the search wants them.

A list of actions is read once and forgotten. Where a method makes it only to return it, by a
comprehension, by appending, or by `yield`, each action is written to the search's buffer instead,
and the count is returned: what `Game.fill_legal_actions` does, without the list. Where a method
returns other lists as well, their items are copied.
"""

from __future__ import annotations

import ast
import builtins
import types as python_types
from collections import Counter
from typing import Any

from plainpython.back_end.functions import most_turns_of
from plainpython.front_end import trees
from plainpython.front_end.functions.comprehensions import Loop, loops
from plainpython.front_end.rewriting import Rewriting
from plainpython.front_end.scopes.scopes import is_generator, own_nodes
from plainpython.front_end.source import ParsedFunction, parsed
from plainpython.front_end.trees import PREFIX

from .actions import all_integers, listed
from .list_forms import Comprehension, is_taken_apart, kind_of_sequence, names_read_outside
from .places import places_enumerated, places_listed
from .searched_lines import EnumeratedLine, SearchedLine, searched_line

__all__ = ["filling"]

_OUT = f"{PREFIX}out"
_COUNT = f"{PREFIX}count"
_LISTED = f"{PREFIX}listed"
_INTEGERS = f"{PREFIX}all_integers"
_WRITE = f"{_COUNT} = {_LISTED}({_OUT}, {_COUNT}, ITEM, True)"
_WRITE_IF = f"{_COUNT} = {_LISTED}({_OUT}, {_COUNT}, ITEM, True if CONDITION else False)"
_WRITE_IF_NUMBER = f"""\
if {_INTEGERS}(NAMES):
    {_WRITE_IF}
elif CONDITION:
    {_WRITE}"""
_SEARCHES: dict[type, Any] = {SearchedLine: places_listed, EnumeratedLine: places_enumerated}


def filling(
    legal_actions: python_types.FunctionType, *, alike: bool = True
) -> python_types.FunctionType | None:
    """Return a function of (game, state, out) that writes the actions, and returns how many.

    None where there is no source, or the method does more with its lists than to return them.

    Args:
        legal_actions: the method.
        alike: whether actions are all of one type, so that a list can hold them.

    Raises:
        Unsupported: if the function does what compiled code cannot do.

    """
    source = parsed(legal_actions)
    if source is None or len(source.tree.args.args) != 2:
        return None
    steps = _Filling(source, alike)
    if not steps.apply:
        return None
    source.tree = steps.rewritten(source.tree)
    rewriting = Rewriting(source, most_turns_of(legal_actions))
    for each in (all_integers, listed, *_SEARCHES.values()):
        rewriting.named(each.__name__, each)
    return rewriting.result()


class _Filling(ast.NodeTransformer):
    """Writes actions instead of listing them."""

    def __init__(self, source: ParsedFunction, alike: bool) -> None:
        tree = source.tree
        self._source = source
        # Else what an action is made of may be set by the condition under which it is one.
        self._settled = not any(
            isinstance(each, ast.NamedExpr | ast.Nonlocal) for each in ast.walk(tree)
        )
        self._body = tree.body
        self._yields = is_generator(tree)
        self._lists = self._collecting_lists(tree)
        self._named = Counter(_names_in(tree))
        self._counters: frozenset[str] = frozenset()
        returned = [each.value for each in own_nodes(tree.body) if isinstance(each, ast.Return)]
        # A bare `return` ends a generator; in another function it is a fault of the rules.
        if self._yields:
            self.apply = all(value is None for value in returned)
        else:
            known = [self._is_known(value) for value in returned]
            self.apply = None not in returned and (any if alike else all)(known) and known != []

    def _collecting_lists(self, tree: ast.FunctionDef) -> set[str]:
        """Return the name of the list that a method only adds to and returns, if there is one.

        It is made once, before all else that is done with it, and not within a loop.
        """
        made = {
            each.targets[0].id
            for each in tree.body
            if isinstance(each, ast.Assign)
            and len(each.targets) == 1
            and isinstance(each.targets[0], ast.Name)
            and kind_of_sequence(each.value, self._called) == "list"
        }
        used: Counter[str] = Counter()
        for each in own_nodes(tree.body):
            if isinstance(each, ast.Expr) and _appended(each.value):
                used[_appended(each.value)] += 1
            elif isinstance(each, ast.Return):
                used[self._sum(each.value)[0]] += 1
            elif isinstance(each, ast.AugAssign | ast.Expr):
                used[_extended(each)[0]] += 1
        every = Counter(_names_in(tree))
        kept = {name for name in made if every[name] == used[name] + 1}
        return kept if len(kept) == 1 else set()

    def _is_known(self, value: ast.expr | None) -> bool:
        """Return True if the list that is returned need not be made."""
        return self._sum(value)[0] in self._lists or is_taken_apart(value, self._called)

    def _sum(self, value: ast.expr | None) -> tuple[str, list[ast.expr]]:
        """Return the name with which a sum of lists begins, and what follows; "" if none does."""
        if isinstance(value, ast.Name):
            return value.id, []
        if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Add):
            return "", []
        if kind_of_sequence(value.right, self._called) != "list":
            return "", []
        name, before = self._sum(value.left)
        return name, [*before, value.right]

    def rewritten(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        """Return the function with one more parameter, the buffer."""
        tree.args.args.append(ast.arg(arg=_OUT))
        body = [each for one in tree.body for each in self._visited(one)]
        begin = trees.placed(trees.assign(_COUNT, ast.Constant(0)), tree.body[0])
        tree.body = [begin, *body]
        if self._yields:
            tree.body += self._ending(tree.body[-1])
        return tree

    def _visited(self, node: ast.stmt) -> list[ast.stmt]:
        made = self.visit(node)
        return made if isinstance(made, list) else [made]

    def _ending(self, node: ast.AST) -> list[ast.stmt]:
        return [trees.placed(ast.Return(value=trees.name(_COUNT)), node)]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node  # a function within returns to the method

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            return self._ending(node)
        name, more = self._sum(node.value)
        if name in self._lists:
            return [*self._all_written(node, more), *self._ending(node)]
        begin = trees.placed(trees.assign(_COUNT, ast.Constant(0)), node)
        return [begin, *self._all_written(node, [node.value]), *self._ending(node)]

    def _all_written(self, node: ast.stmt, values: list[ast.expr]) -> list[ast.stmt]:
        return [trees.placed(each, node) for value in values for each in self._items(value)]

    def _items(self, value: ast.expr) -> list[ast.stmt]:
        """Return the statements that write the items of what can be iterated."""
        if isinstance(value, ast.List | ast.Tuple):
            return [each for item in value.elts for each in self._item(item)]
        if isinstance(value, ast.BinOp) and kind_of_sequence(value, self._called):
            return self._items(value.left) + self._items(value.right)
        if isinstance(value, ast.IfExp):
            body, otherwise = (self._items(each) for each in (value.body, value.orelse))
            return [ast.If(test=value.test, body=body or [ast.Pass()], orelse=otherwise)]
        if self._called(value) in ("list", "tuple") and _has_one_argument(value):
            assert isinstance(value, ast.Call)
            return self._items(value.args[0])
        if isinstance(value, Comprehension) and not names_read_outside(self._body, value):
            return loops(value.generators, self._step(value))
        return self._looped(value)

    def _item(self, item: ast.expr) -> list[ast.stmt]:
        if isinstance(item, ast.Starred):
            return self._items(item.value)
        return trees.statements(_WRITE, ITEM=item)

    def _looped(self, value: ast.expr) -> list[ast.stmt]:
        """Return the loop that writes the items of any value."""
        item = f"{PREFIX}each"
        body = trees.statements(_WRITE, ITEM=trees.name(item))
        return [ast.For(target=trees.store(item), iter=value, body=body, orelse=[])]

    def _step(self, node: Comprehension) -> Loop:
        """Return what the loops of a comprehension do; its last conditions may go with it."""
        last = node.generators[-1]
        conditions = last.ifs
        searched = searched_line(
            last.target, self._called(last.iter), last.iter, conditions, node.elt
        )
        if searched is not None:
            node.generators.pop()
            return Loop("", _search(searched), "", **searched._asdict())
        counters = frozenset(
            each.target.id
            for each in node.generators
            if isinstance(each.target, ast.Name) and self._called(each.iter) == "range"
        )
        names = self._names(node.elt, counters)
        if conditions and names is not None:
            condition = (
                ast.BoolOp(op=ast.And(), values=conditions) if conditions[1:] else conditions[0]
            )
            node.generators[-1].ifs = []
            step, parts = _conditional(node.elt, condition, names)
            return Loop("", step, "", **parts)
        return Loop("", _WRITE, "", ITEM=node.elt)

    def visit_For(self, node: ast.For) -> ast.stmt:
        searched = self._searched(node)
        if searched is not None:
            made = trees.statements(_search(searched), **searched._asdict())
            return trees.placed(made[0], node)  # type: ignore[no-any-return]
        outer = self._counters
        if self._called(node.iter) == "range" and isinstance(node.target, ast.Name):
            self._counters = outer | {node.target.id}
        self.generic_visit(node)
        self._counters = outer
        return node

    def _called(self, value: ast.expr) -> str:
        """Return the name of the function of Python's own that an expression calls, if it does."""
        if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Name)):
            return ""
        name = value.func.id
        own = vars(builtins).get(name)
        plain = name not in self._source.locals and self._source.outside(name) == (True, own)
        return name if plain else ""

    def _names(self, item: ast.expr, counters: frozenset[str]) -> list[str] | None:
        """Return the variables of an action that may be worked out before its condition."""
        return _variables(item, counters) if self._settled else None

    def _searched(self, node: ast.For) -> SearchedLine | EnumeratedLine | None:
        """Return what a loop looks for if it does nothing else, and nobody reads its variables."""
        only = node.body[0]
        if node.orelse or len(node.body) > 1 or not _is_plain_if(only):
            return None
        assert isinstance(only, ast.If)
        added = only.body[0]
        if not isinstance(added, ast.Expr) or _appended(added.value) not in self._lists:
            return None
        own = Counter(_names_in(node))
        bound = {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
        if any(self._named[name] > own[name] for name in bound):
            return None
        assert isinstance(added.value, ast.Call)
        called = self._called(node.iter)
        return searched_line(node.target, called, node.iter, [only.test], added.value.args[0])

    def visit_If(self, node: ast.If) -> Any:
        only = node.body[0]
        if (
            _is_plain_if(node)
            and isinstance(only, ast.Expr)
            and _appended(only.value) in self._lists
        ):
            assert isinstance(only.value, ast.Call)
            item = only.value.args[0]
            names = self._names(item, self._counters)
            if names is not None:
                step, parts = _conditional(item, node.test, names)
                return [trees.placed(each, node) for each in trees.statements(step, **parts)]
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self._lists:
            begin = trees.placed(trees.assign(_COUNT, ast.Constant(0)), node)
            return [begin, *self._all_written(node, [node.value])]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        name, added = _extended(node)
        return self._all_written(node, [added]) if name in self._lists else node

    def visit_Expr(self, node: ast.Expr) -> Any:
        value = node.value
        if isinstance(value, ast.Yield) and value.value is not None:
            return self._written(node, value.value)
        if isinstance(value, ast.YieldFrom):
            return [trees.placed(each, node) for each in self._looped(value.value)]
        name, added = _extended(node)
        if name in self._lists:
            return self._all_written(node, [added])
        if _appended(value) in self._lists:
            assert isinstance(value, ast.Call)
            return self._written(node, value.args[0])
        return node

    def _written(self, node: ast.stmt, item: ast.expr) -> list[ast.stmt]:
        return [trees.placed(each, node) for each in trees.statements(_WRITE, ITEM=item)]


def _search(searched: SearchedLine | EnumeratedLine) -> str:
    """Return the statement that writes what a loop finds."""
    name = f"{PREFIX}{_SEARCHES[type(searched)].__name__}"
    return f"{_COUNT} = {name}({', '.join((_OUT, _COUNT, *searched._fields))})"


def _is_plain_if(node: ast.stmt) -> bool:
    """Return True for `if` with one statement and no `else`."""
    return isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse


def _names_in(tree: ast.AST) -> list[str]:
    return [each.id for each in ast.walk(tree) if isinstance(each, ast.Name)]


def _variables(item: ast.expr, counters: frozenset[str]) -> list[str] | None:
    """Return the variables but for counters of an action that is a number or a tuple of numbers.

    None where it is worked out in another way: that may cost something, or fail.
    """
    if isinstance(item, ast.Constant):
        return [] if type(item.value) is int else None
    if isinstance(item, ast.Name):
        return [] if item.id in counters else [item.id]
    if isinstance(item, ast.Tuple):
        parts = item.elts
    elif isinstance(item, ast.BinOp) and isinstance(item.op, ast.Add | ast.Sub | ast.Mult):
        parts = [item.left, item.right]
    else:
        return None
    found = [_variables(each, counters) for each in parts]
    if any(each is None for each in found):
        return None
    return sorted({name for each in found if each for name in each})


def _conditional(
    item: ast.expr, condition: ast.expr, names: list[str]
) -> tuple[str, dict[str, ast.expr]]:
    """Return the step that writes an action made of numbers if a condition holds, and its parts."""
    parts: dict[str, ast.expr] = {"ITEM": item, "CONDITION": condition}
    if not names:
        return _WRITE_IF, parts
    return _WRITE_IF_NUMBER, {**parts, "NAMES": trees.tuple_of(map(trees.name, names))}


def _has_one_argument(value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Call)
        and len(value.args) == 1
        and not isinstance(value.args[0], ast.Starred)
        and not value.keywords
    )


def _extended(node: ast.AugAssign | ast.Expr) -> tuple[str, Any]:
    """Return the name of the list to which a statement adds items, and of what; "" if to none."""
    if isinstance(node, ast.AugAssign):
        if isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
            return node.target.id, node.value
        return "", None
    name = _method_of_list(node.value, "extend")
    return name, node.value.args[0] if name else None  # type: ignore[attr-defined]


def _appended(value: ast.expr) -> str:
    """Return the name of the list to which an expression appends one item; "" if it does not."""
    return _method_of_list(value, "append")


def _method_of_list(value: ast.expr, method: str) -> str:
    """Return the name of what an expression calls a method of, with one argument; or ""."""
    if (
        isinstance(value, ast.Call)
        and _has_one_argument(value)
        and isinstance(value.func, ast.Attribute)
        and value.func.attr == method
        and isinstance(value.func.value, ast.Name)
    ):
        return value.func.value.id
    return ""
