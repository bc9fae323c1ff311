"""Comprehensions and generator expressions, rewritten as calls of functions."""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Callable
from typing import Any

from ...reasons import Unsupported
from ...values.sequences.filling import as_list, as_tuple, begun, filled, most
from ...values.tables.sets import addend, comparand, unordered
from .. import trees
from ..expressions.just_made import just_made_of
from ..scopes.function_scopes import Inner
from ..scopes.outer_variables import with_outs_set
from ..scopes.scopes import bound_names, free_names, walrus_names
from ..unordered_loops import has_no_effects
from .comprehensions import (
    DEFAULT,
    EAGER,
    LOOPS,
    ROUNDING,
    WITHOUT_ORDER,
    Loop,
    collecting,
    loop_of,
    loops,
    next_loop,
)
from .lifting import Lifting

__all__ = ["LiftedComprehensions"]

_ITEMS = f"{trees.PREFIX}items"
_COLLECTING = {
    "begun": begun,
    "filled": filled,
    "filled_list": as_list,
    "filled_tuple": as_tuple,
    "most": most,
}


class LiftedComprehensions(Lifting):
    """Takes comprehensions out of a function."""

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self._collected(node, node, "filled_list")

    def _collected(
        self, node: ast.expr, source: ast.ListComp | ast.GeneratorExp, finish: str
    ) -> ast.expr:
        """Return the call of a function that collects the items in a list or a tuple."""
        for name, each in _COLLECTING.items():
            self._rewriting.named(name, each)
        item = source.elt
        call = self._called(node, source, lambda: collecting(source, finish))
        if finish != "filled_list":
            return call
        return trees.placed(just_made_of(call, [item], self._named), node)  # type: ignore[no-any-return]

    def _named(self, value: Any, name: str) -> ast.Name:
        return self._rewriting.named(name, value)  # type: ignore[no-any-return]

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        if has_no_effects(node):
            self._unordered(node.generators)
        return self._called(node, node, lambda: loop_of(node))

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        made = self._called(node, node, lambda: loop_of(node))
        return trees.placed(just_made_of(made, (), self._named), node)  # type: ignore[no-any-return]

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        """Return the call of a generator function: items are made as they are asked for."""
        if walrus_names(node):
            raise Unsupported(
                "a generator expression binds a name with :=", "use a list comprehension or a loop"
            )
        return self._called(node, node, lambda: loop_of(node))

    def visit_For(self, node: ast.For) -> Any:
        """Let a loop over a generator expression be one loop."""
        made = node.iter
        if (
            isinstance(made, ast.GeneratorExp)
            and len(made.generators) == 1
            and not walrus_names(made)
        ):
            generator = made.generators[0]
            source, generator.iter = generator.iter, ast.Constant(None)
            renamed = _Renamed(self._rewriting, bound_names(made))
            made = renamed.visit(made)
            generator.iter = source  # which is computed outside of it
            if self._scope is not None:
                self._scope.names |= renamed.fresh
            item: ast.stmt = ast.Assign(targets=[node.target], value=made.elt)
            skip: list[ast.stmt] = [
                ast.If(
                    test=ast.UnaryOp(op=ast.Not(), operand=test), body=[ast.Continue()], orelse=[]
                )
                for test in generator.ifs
            ]
            node.target, node.iter = generator.target, generator.iter
            node.body = trees.placed([*skip, item], node) + node.body
        self.generic_visit(node)
        return node

    def _consumer(self, node: ast.Call) -> ast.expr | None:
        """Return what replaces a call that is given a generator expression."""
        if not node.args:
            return None
        generator = self._generated(node)
        if not isinstance(generator, ast.GeneratorExp):
            return None
        if isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            return self._with_list(node, generator)
        known, consumer = self._rewriting.outside(node.func, self.is_local)
        if not known or not callable(consumer):
            return None
        keyed = any(each.arg == "key" for each in node.keywords)
        if consumer in WITHOUT_ORDER and not keyed and has_no_effects(generator):
            if consumer in ROUNDING and not isinstance(generator.elt, ast.Constant | ast.Compare):
                self._counted(generator, addend if consumer is builtins.sum else comparand)
            else:
                self._unordered(generator.generators)
        if consumer is builtins.next:
            default = node.args[1:]
            made = functools.partial(next_loop, generator.elt, bool(default))
            return self._called(node, generator, made, default)
        if consumer in LOOPS and len(node.args) == 1 and not node.keywords:
            return self._called(node, generator, lambda: LOOPS[consumer](generator.elt))
        if consumer is tuple and len(node.args) == 1:
            return self._collected(node, generator, "filled_tuple")
        if consumer in EAGER:
            return self._with_list(node, generator)
        return None

    def _generated(self, node: ast.Call) -> ast.expr:
        """Return what a call is given: of `next`, that a function makes, as an expression."""
        given = node.args[0]
        if isinstance(given, ast.Call):
            next_of_call = self._rewriting.outside(node.func, self.is_local) == (True, next)
            if next_of_call and self._rewriting.outside(given.func, self.is_local) != (True, iter):
                each = self._rewriting.fresh("each")
                loop = ast.comprehension(target=trees.store(each), iter=given, ifs=[], is_async=0)
                return ast.copy_location(
                    ast.GeneratorExp(elt=trees.name(each), generators=[loop]), given
                )
        return given

    def _unordered(self, generators: list[ast.comprehension]) -> None:
        """Let loops be over sets, since no order can change their result."""
        for each in generators:
            function = self._rewriting.named("unordered", unordered)
            each.iter = trees.placed(trees.call(function, each.iter), each.iter)

    def _counted(self, generator: ast.GeneratorExp, mark: Any) -> None:
        """Let what is made be taken in any order; the types tell that it is no float."""
        sources: list[ast.expr] = []
        for each in generator.generators:
            each.kept_as = self._rewriting.fresh("source")  # type: ignore[attr-defined]
            sources.append(trees.name(each.kept_as))  # type: ignore[attr-defined]
        function = self._rewriting.named(mark.__name__, mark)
        generator.elt = trees.placed(trees.call(function, generator.elt, *sources), generator.elt)
        self._rewriting.named("unordered", unordered)

    def _with_list(self, node: ast.Call, generator: ast.GeneratorExp) -> ast.expr:
        made = ast.ListComp(elt=generator.elt, generators=generator.generators)
        node.args[0] = ast.copy_location(made, generator)
        return self.visit(node)  # type: ignore[no-any-return]

    def _called(
        self,
        node: ast.expr,
        source: Any,
        loop_made: Callable[[], Loop],
        default: list[ast.expr] | None = None,
    ) -> ast.expr:
        """Return the call of a function made of the loops of a comprehension."""
        scope = self._scope
        assert scope is not None
        generators: list[ast.comprehension] = source.generators
        outs = sorted(walrus_names(source))
        targets = bound_names(source)
        free = free_names(source)
        captures: set[str] = set()
        for each in free - targets:
            found = scope.find(each)
            if isinstance(found, Inner):
                shadowed = set(found.captures) & targets
                if shadowed:
                    raise Unsupported(
                        f"a comprehension has a variable {min(shadowed)} of its own, and "
                        f"{found.name}, which it calls, reads another one",
                        "give one of the two another name",
                    )
                captures |= {*found.captures, *found.defaults.values()}
                outs = sorted({*outs, *found.outs})
            elif found is not None and (each not in outs or scope.count[each] > 1):
                captures.add(each)
        names = sorted(captures)
        passed: list[ast.expr] = [trees.name(each) for each in names]
        if default:
            names.append(DEFAULT)
            passed.append(self.visit(default[0]))
        first = generators[0].iter
        apart = bool(free_names(first) & targets)  # which there is another variable
        if apart:
            generators[0].iter = trees.name(_ITEMS)
        loop = loop_made()
        if not apart and _yields(loop) and not _stays_as_it_is(first):
            generators[0].iter = trees.name(_ITEMS)
            apart = True
        if apart:
            names.append(_ITEMS)
            passed.append(self.visit(first))
        lifted = self._rewriting.fresh_function("generator" if _yields(loop) else "comprehension")
        body = trees.placed(loops(generators, loop), node)
        made_names = {*targets, *names, *outs, *_set_by(loop)}
        self._made(lifted, node, trees.arguments(names), body, made_names, outs)
        result = trees.call(trees.name(lifted), *passed)
        return trees.placed(with_outs_set(result, outs, self._rewriting), node)  # type: ignore[no-any-return]


def _yields(loop: Loop) -> bool:
    return any(isinstance(each, ast.Yield) for part in loop.step for each in ast.walk(part))


def _stays_as_it_is(source: ast.expr) -> bool:
    """Return True if a source gives the same when the loop begins as when it is made."""
    if isinstance(source, ast.Call):
        is_range = isinstance(source.func, ast.Name) and source.func.id == "range"
        return is_range and all(map(_stays_as_it_is, source.args))
    parts = source.elts if isinstance(source, ast.Tuple) else [source]
    return all(isinstance(each, ast.Name | ast.Constant) for each in parts)


def _set_by(loop: Loop) -> set[str]:
    """Return the variables of the loops of a comprehension that are not the user's."""
    every = [*loop.before, *loop.step, *loop.after]
    return {
        each.id
        for part in every
        for each in ast.walk(part)
        if isinstance(each, ast.Name)
        and isinstance(each.ctx, ast.Store)
        and each.id.startswith(trees.PREFIX)
    }


class _Renamed(ast.NodeTransformer):
    """Gives variables names that no other variable has."""

    def __init__(self, rewriting: Any, names: set[str]) -> None:
        self._names = {each: rewriting.fresh(each) for each in names}
        self.fresh = set(self._names.values())

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self._names.get(node.arg, node.arg)
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self._names.get(node.id, node.id)
        return node
