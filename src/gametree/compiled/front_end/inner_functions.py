"""Functions within functions as functions of their own, given the variables that they read.

A call passes these variables as they are at the time of the call, as Python reads them. A function
that is passed on as a value carries them along (`values.closures`); one that sets variables of the
outer function returns them, and the call sets them. Comprehensions and generator expressions are
functions that are called where they stand.
"""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Callable
from typing import Any

from ..reasons import Unsupported
from ..values.closures import closure
from ..values.filling import as_list, as_tuple, begun, filled, most
from ..values.sets import addend, unordered
from . import trees
from .comprehensions import (
    DEFAULT,
    EAGER,
    LOOPS,
    Loop,
    collecting,
    loop_of,
    loops,
    next_loop,
    order_matters,
)
from .function_makers import factory_of
from .function_scopes import Inner, Scope, nonlocals_within
from .just_made import just_made_of
from .outer_variables import with_outs, with_outs_set
from .scopes import bound_names, free_names, is_generator, own_nodes, walrus_names

__all__ = ["InnerFunctions"]


_COLLECTING = {
    "begun": begun,
    "filled": filled,
    "filled_list": as_list,
    "filled_tuple": as_tuple,
    "most": most,
}


class InnerFunctions(ast.NodeTransformer):
    """Takes the functions out of a function; `made` has them afterwards."""

    def __init__(self, rewriting: Any) -> None:
        self._rewriting = rewriting
        self._scope: Scope | None = None
        self._passed = False
        self.made: list[ast.FunctionDef] = []

    def rewritten(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        """Return the function without functions within it."""
        self._scope = Scope(tree, None, bound_names(tree))
        self._find_functions(tree.body)
        tree.body = self._body(tree.body)
        return tree

    def is_local(self, name: str) -> bool:
        """Return True if a name is a variable of the function, or of one around it."""
        return self._scope is not None and self._scope.find(name) is not None

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for each in body:
            self._rewriting.line = each.lineno
            made = self.visit(each)
            result += made if isinstance(made, list) else [made]
        return result

    # What is a function here.

    def _find_functions(self, body: list[ast.stmt]) -> None:
        scope = self._scope
        assert scope is not None
        for each in own_nodes(body):
            node: Any
            if isinstance(each, ast.FunctionDef):
                name, node = each.name, each
            elif (
                isinstance(each, ast.Assign)
                and isinstance(each.value, ast.Lambda)
                and len(each.targets) == 1
                and isinstance(each.targets[0], ast.Name)
            ):
                name, node = each.targets[0].id, each.value
            else:
                continue
            if scope.count[name] > 1:
                if isinstance(node, ast.Lambda):
                    continue  # a value like others
                raise Unsupported(
                    f"it gives the name {name} to several things, one of them a function",
                    "give each a name of its own",
                )
            if getattr(node, "decorator_list", ()):
                raise Unsupported(
                    f"the function {name} within it has a decorator",
                    "define it at module level, or leave the decorator out",
                )
            inner = Inner(name, node, self._rewriting.fresh_function(name))
            scope.functions[name] = inner
            self._find_defaults(inner)
        for inner in scope.functions.values():
            names = nonlocals_within(inner.node) - bound_names(inner.node)
            inner.outs = sorted(names)
        self._find_captures(scope)

    def _find_defaults(self, inner: Inner) -> None:
        arguments = inner.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs = [
            *zip(
                positional[len(positional) - len(arguments.defaults) :],
                arguments.defaults,
                strict=True,
            ),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        for parameter, default in pairs:
            if default is not None and not isinstance(default, ast.Constant):
                variable = self._rewriting.fresh(f"{inner.name}_{parameter.arg}")
                inner.defaults[parameter.arg] = variable
                assert self._scope is not None
                self._scope.names.add(variable)

    def _find_captures(self, scope: Scope) -> None:
        """Find what each function reads of the ones around it, by itself or through others."""
        changed = True
        while changed:
            changed = False
            for inner in scope.functions.values():
                captures, outs = set(), set(inner.outs)
                own = bound_names(inner.node)
                for name in free_names(inner.node) - set(inner.defaults):
                    found = scope.find(name)
                    if isinstance(found, Inner):
                        shadowed = (set(found.captures) | set(found.outs)) & own
                        if shadowed:
                            raise Unsupported(
                                f"the function {inner.name} has a variable {min(shadowed)} of its "
                                f"own, and {found.name}, which it calls, reads another one",
                                "give one of the two another name",
                            )
                        captures |= {*found.captures, *found.defaults.values()}
                        outs |= set(found.outs)
                    elif found is not None:
                        captures.add(name)
                if captures | outs != set(inner.captures) or outs != set(inner.outs):
                    inner.captures, inner.outs = sorted(captures | outs), sorted(outs)
                    changed = True

    # Definitions.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        assert self._scope is not None
        return self._defined(self._scope.functions[node.name], node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        scope = self._scope
        assert scope is not None
        target = node.targets[0]
        if isinstance(node.value, ast.Lambda) and isinstance(target, ast.Name):
            inner = scope.functions.get(target.id)
            if inner is not None and inner.node is node.value:
                return self._defined(inner, node)
        self.generic_visit(node)
        return node

    def _defined(self, inner: Inner, node: ast.stmt) -> list[ast.stmt]:
        """Return what is left of a definition: its defaults."""
        arguments = inner.node.args
        kept: list[ast.stmt] = []
        positional = [*arguments.posonlyargs, *arguments.args]
        skipped = len(positional) - len(arguments.defaults)
        for place, default in enumerate(arguments.defaults):
            parameter = positional[skipped + place].arg
            if parameter in inner.defaults:
                kept.append(trees.assign(inner.defaults[parameter], self.visit(default)))
                arguments.defaults[place] = ast.Constant(None)
        for place, (each, value) in enumerate(
            zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        ):
            if each.arg in inner.defaults and value is not None:
                kept.append(trees.assign(inner.defaults[each.arg], self.visit(value)))
                arguments.kw_defaults[place] = ast.Constant(None)
        self._lift(inner)
        return trees.placed(kept or [ast.Pass()], node)  # type: ignore[no-any-return]

    def _lift(self, inner: Inner) -> None:
        node = inner.node
        body = [ast.Return(value=node.body)] if isinstance(node, ast.Lambda) else node.body
        generator = isinstance(node, ast.FunctionDef) and is_generator(node)
        if generator and inner.outs:
            raise Unsupported(
                f"the generator function {inner.name} sets variables of the outer function",
                "collect the items in a list and return it",
            )
        own = bound_names(node)
        arguments = node.args
        taken = [ast.arg(arg=each) for each in inner.captures]
        arguments.args = [*taken, *arguments.posonlyargs, *arguments.args]
        arguments.posonlyargs = []
        self._made(inner.lifted, node, arguments, body, own | set(inner.captures), inner.outs)

    def _made(
        self,
        lifted: str,
        origin: ast.AST,
        arguments: ast.arguments,
        body: list[ast.stmt],
        names: set[str],
        outs: list[str],
    ) -> None:
        """Make a function of its own."""
        made = trees.placed(trees.function(lifted, arguments, body), origin)
        outer, self._scope = self._scope, Scope(made, self._scope, names)
        try:
            self._find_functions(made.body)
            made.body = self._body(made.body)
        finally:
            self._scope = outer
        if outs:
            made.body = with_outs(made.body, outs, origin)
        self.made.append(trees.placed(made, origin))

    def visit_Nonlocal(self, node: ast.Nonlocal) -> Any:
        return trees.placed(ast.Pass(), node)

    # Uses.

    def visit_Call(self, node: ast.Call) -> ast.expr:
        scope = self._scope
        assert scope is not None
        if isinstance(node.func, ast.Name):
            inner = scope.find(node.func.id)
            if isinstance(inner, Inner):
                return self._direct(inner, node)
        factory = factory_of(node, lambda each: self._rewriting.outside(each, self.is_local))
        if factory is not None:
            node.args = [self._rewriting.named(factory.__name__, factory)]
        consumed = self._consumer(node)
        if consumed is not None:
            return consumed
        passed, self._passed = self._passed, True
        self.generic_visit(node)
        self._passed = passed
        return node

    def _direct(self, inner: Inner, node: ast.Call) -> ast.expr:
        """Return the call of a function whose definition is known."""
        self.generic_visit_arguments(node)
        node.keywords += self._defaults_for(inner, node)
        captured: list[ast.expr] = [trees.name(each) for each in inner.captures]
        node.func = trees.name(inner.lifted)
        node.args = captured + node.args
        result = with_outs_set(node, inner.outs, self._rewriting)
        return trees.placed(result, node)  # type: ignore[no-any-return]

    def generic_visit_arguments(self, node: ast.Call) -> None:
        """Visit what a call passes."""
        passed, self._passed = self._passed, True
        node.args = [self.visit(each) for each in node.args]
        for each in node.keywords:
            each.value = self.visit(each.value)
        self._passed = passed

    def _defaults_for(self, inner: Inner, node: ast.Call) -> list[ast.keyword]:
        if not inner.defaults:
            return []
        if any(isinstance(each, ast.Starred) for each in node.args):
            raise Unsupported(
                f"it calls {inner.name}, which has defaults, with *arguments", "pass each argument"
            )
        order = [each.arg for each in (*inner.node.args.posonlyargs, *inner.node.args.args)]
        order = [each for each in order if each not in inner.captures]
        given = {*order[: len(node.args)], *(each.arg for each in node.keywords)}
        return [
            ast.keyword(arg=parameter, value=trees.name(variable))
            for parameter, variable in inner.defaults.items()
            if parameter not in given
        ]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            assert self._scope is not None
            inner = self._scope.find(node.id)
            if isinstance(inner, Inner):
                return trees.placed(self._value(inner), node)  # type: ignore[no-any-return]
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        self._insist_values("a dict", node.values)
        self.generic_visit(node)
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        self._insist_values("a list", node.elts)
        self.generic_visit(node)
        return node

    def _insist_values(self, where: str, items: list[ast.expr]) -> None:
        assert self._scope is not None
        for each in items:
            if isinstance(each, ast.Lambda) or (
                isinstance(each, ast.Name) and isinstance(self._scope.find(each.id), Inner)
            ):
                raise Unsupported(
                    f"it keeps functions in {where}",
                    "make it once, in the module, and call it as in ACTIONS[key](state)",
                )

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        scope = self._scope
        assert scope is not None
        inner = Inner("lambda", node, self._rewriting.fresh_function("lambda"))
        captures: set[str] = set()
        for each in free_names(node):
            found = scope.find(each)
            if isinstance(found, Inner):
                captures |= {*found.captures, *found.defaults.values()}
                inner.outs = sorted({*inner.outs, *found.outs})
            elif found is not None:
                captures.add(each)
        inner.captures = sorted(captures)
        node.args.defaults = [trees.negated(each) for each in node.args.defaults]
        if any(not isinstance(each, ast.Constant) for each in node.args.defaults):
            raise Unsupported(
                "a lambda has a default that is no constant", "define a function with def"
            )
        self._lift(inner)
        return trees.placed(self._value(inner), node)  # type: ignore[no-any-return]

    def _value(self, inner: Inner) -> ast.expr:
        """Return a function as a value."""
        if inner.outs:
            raise Unsupported(
                f"it passes on {inner.name}, which sets variables of the outer function",
                "call it by its name, or keep what it sets in a list",
            )
        if inner.defaults:
            raise Unsupported(
                f"it passes on {inner.name}, which has defaults that are no constants",
                "pass a lambda that calls it",
            )
        if not inner.captures:
            return trees.name(inner.lifted)
        if not self._passed:
            self._insist_constant(inner)
        self._rewriting.names["gametree_closure"] = closure
        return trees.call(
            trees.name("gametree_closure"),
            trees.name(inner.lifted),
            trees.tuple_of(trees.name(each) for each in inner.captures),
        )

    def _insist_constant(self, inner: Inner) -> None:
        """Refuse a function that is kept while variables that it reads may change."""
        for each in inner.captures:
            scope = self._scope
            while scope is not None and each not in scope.names:
                scope = scope.outer
            if scope is not None and scope.count[each] > 1:
                raise Unsupported(
                    f"it keeps a function ({inner.name}) that reads {each}, which changes",
                    "call the function by its name where it is defined, or pass it as an argument",
                )

    # Comprehensions.

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
            made = _Renamed(self._rewriting, bound_names(made)).visit(made)
            generator = made.generators[0]
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
        """Return what takes the place of a call that is given a generator expression."""
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
        if consumer in (*LOOPS, *EAGER) and not any(each.arg == "key" for each in node.keywords):
            if not order_matters(consumer, generator.elt):
                self._unordered(generator.generators)
            elif consumer is builtins.sum:
                self._summed(generator)
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

    def _summed(self, generator: ast.GeneratorExp) -> None:
        """Let ints be summed up in any order; the types tell whether they are ints."""
        sources: list[ast.expr] = []
        for each in generator.generators:
            each.kept_as = self._rewriting.fresh("source")  # type: ignore[attr-defined]
            sources.append(trees.name(each.kept_as))  # type: ignore[attr-defined]
        function = self._rewriting.named("addend", addend)
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
        if free_names(first) & targets:  # which there is another variable
            names.append(f"{trees.PREFIX}items")
            passed.append(self.visit(first))
            generators[0].iter = trees.name(names[-1])
        loop = loop_made()
        lifted = self._rewriting.fresh_function("generator" if _yields(loop) else "comprehension")
        body = trees.placed(loops(generators, loop), node)
        made_names = {*targets, *names, *outs, *_set_by(loop)}
        self._made(lifted, node, trees.arguments(names), body, made_names, outs)
        result = trees.call(trees.name(lifted), *passed)
        return trees.placed(with_outs_set(result, outs, self._rewriting), node)  # type: ignore[no-any-return]


def _yields(loop: Loop) -> bool:
    return any(isinstance(each, ast.Yield) for part in loop.step for each in ast.walk(part))


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

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self._names.get(node.id, node.id)
        return node
