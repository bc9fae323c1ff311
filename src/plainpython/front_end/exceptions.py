"""`try` statements, rewritten as calls that return the exception, if there was one.

Compiled code of Numba distinguishes no kinds of exceptions. So each expression in a `try` that may
raise becomes a function. `values.caught` calls the function, and returns its result or the
exception. The body becomes a loop of one turn, which ends at an exception. So all variables have
the values that they had then.
"""

from __future__ import annotations

import ast
import builtins
from typing import Any

from ..reasons import Unsupported
from ..values.caught import ExceptionClasses, case_of, caught, raise_again
from ..values.iteration.steady_loops import has_changed, size_of, steady
from . import trees
from .raising import calls_or_changes, may_raise, never_ends
from .scopes.scopes import bound_names, own_nodes

__all__ = ["Exceptions"]

_BREAK, _CONTINUE, _RETURN = -1, -2, -3
_SAFE_METHODS = ("add", "append")


class _Guard:
    """The code that runs where something is raised within a `try`."""

    def __init__(self, rewriting: Any, outer: _Guard | None, classes: Any, final: bool) -> None:
        self.case = rewriting.fresh("case")
        self.raised = rewriting.fresh("raised")
        self.value = rewriting.fresh("value")
        self.classes = rewriting.named(rewriting.fresh("classes"), classes).id
        self.others = len(classes.groups) + 1
        self.outer = outer
        self.minds_operators: bool = (outer is not None and outer.minds_operators) or any(
            issubclass(each, cls) or issubclass(cls, each)
            for group in classes.groups
            for cls in group
            for each in (TypeError, OverflowError)
        )
        """True if a handler here, or around it, catches what operators raise."""
        self.minds_methods: bool = (outer is not None and outer.minds_methods) or any(
            issubclass(cls, AttributeError) or issubclass(AttributeError, cls)
            for group in classes.groups
            for cls in group
        )
        """True if one catches what a method of None raises."""
        self.catches: set[type] = {cls for group in classes.groups for cls in group}
        """The classes that the handlers here and around catch."""
        if outer is not None:
            self.catches |= outer.catches
        self.passes: bool = final or (outer is not None and outer.passes)
        self.depth = 0
        """How many loops of the user's within the `try` a statement is in."""
        self.found = {_BREAK: False, _CONTINUE: False, _RETURN: False}


class Exceptions:
    """Rewrites the `try` statements of functions; `made` has the functions that come of it."""

    def __init__(self, rewriting: Any) -> None:
        self._rewriting = rewriting
        self._locals: set[str] = set()
        self.made: list[ast.FunctionDef] = []

    def rewritten(self, tree: ast.FunctionDef) -> None:
        """Rewrite the `try` statements of a function."""
        if any(isinstance(each, ast.Try) for each in own_nodes(tree.body)):
            if any(isinstance(each, ast.Yield) for each in own_nodes(tree.body)):
                raise Unsupported(
                    "a generator function has a try", "collect the items in a list and return it"
                )
            self._locals = bound_names(tree)
            tree.body = self._body(tree.body, None)

    def _body(self, body: list[ast.stmt], guard: _Guard | None) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for each in body:
            self._rewriting.line = getattr(each, "lineno", self._rewriting.line)
            result += trees.placed(self._statement(each, guard), each)
        return result

    # Statements.

    def _statement(self, node: ast.stmt, guard: _Guard | None) -> list[ast.stmt]:
        if isinstance(node, ast.Try):
            return self._try(node, guard)
        if guard is None:
            for field in ("body", "orelse"):
                if getattr(node, field, None):
                    setattr(node, field, self._body(getattr(node, field), None))
            return [node]
        if isinstance(node, ast.If):
            before, node.test = self._worked_out(node.test, guard)
            node.body = self._body(node.body, guard)
            node.orelse = self._body(node.orelse, guard)
            return [*before, node]
        if isinstance(node, ast.While | ast.For):
            return self._loop(node, guard)
        if isinstance(node, ast.Assign):
            return self._assign(node, guard)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            value = [node, ast.Return(value=trees.name(node.target.id))]
            before, result = self._caught(value, node, guard)
            return [*before, trees.assign(node.target.id, result)]
        if isinstance(node, ast.Return):
            return self._return(node, guard)
        if isinstance(node, ast.Break | ast.Continue):
            return self._leave(node, guard)
        if isinstance(node, ast.Expr):
            return self._expression(node, guard)
        if isinstance(node, ast.Pass):
            return [node]
        before, _ = self._caught([node], node, guard)  # raise, assert, a[i] += 1, del a[i]
        if isinstance(node, ast.Raise):
            before.append(ast.Break())  # Numba is to see that nothing comes after it
        return before

    def _loop(self, node: ast.While | ast.For, guard: _Guard) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        first: list[ast.stmt] = []
        if isinstance(node, ast.For):
            before, node.iter = self._worked_out(node.iter, guard)
            if guard.minds_operators:
                before += self._insist_iterable(node, guard)
            node.iter = self._steady(node, guard)
            before += self._watched(node, guard)
        else:
            first, test = self._worked_out(node.test, guard)
            if first:
                if node.orelse:
                    raise Unsupported(
                        "a while loop within try has an else", "set a variable and test it"
                    )
                end = ast.If(test=test, body=[ast.Pass()], orelse=[ast.Break()])
                first.append(end)
                node.test = ast.Constant(True)
        guard.depth += 1
        node.body = [*first, *self._body(node.body, guard)]
        guard.depth -= 1
        node.orelse = self._body(node.orelse, guard)
        left = ast.If(test=_is_set(guard), body=[ast.Break()], orelse=[])
        return [*before, node, left]

    def _insist_iterable(self, node: ast.For, guard: _Guard) -> list[ast.stmt]:
        """Return what raises TypeError where a loop is over None; it is over a variable then."""
        before: list[ast.stmt] = []
        if not isinstance(node.iter, ast.Name):
            if isinstance(node.iter, ast.Tuple | ast.List):
                return []
            variable = self._rewriting.fresh("looped")
            self._locals.add(variable)
            before.append(trees.assign(variable, node.iter))
            node.iter = trees.name(variable)
        parts = "TypeError", "'NoneType' object is not iterable"
        return [*before, *self._insist_present(node.iter.id, *parts, guard)]

    def _insist_present(
        self, variable: str, error: str, message: str, guard: _Guard
    ) -> list[ast.stmt]:
        """Return what raises an error of Python's where a variable is None."""
        cls = self._rewriting.named(self._rewriting.fresh("error"), getattr(builtins, error))
        missing = ast.Compare(
            left=trees.name(variable), ops=[ast.Is()], comparators=[ast.Constant(None)]
        )
        raising = ast.Raise(exc=trees.call(cls, ast.Constant(message)), cause=None)
        return self._statement(ast.If(test=missing, body=[raising], orelse=[]), guard)

    def _assign(self, node: ast.Assign, guard: _Guard) -> list[ast.stmt]:
        before, value = self._worked_out(node.value, guard)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            node.value = value
            return [*before, node]
        variable = self._rewriting.fresh("assigned")
        self._locals.add(variable)
        result = [*before, trees.assign(variable, value)]
        for target in node.targets:
            if isinstance(target, ast.Name):
                result.append(ast.Assign(targets=[target], value=trees.name(variable)))
            elif isinstance(target, ast.Tuple | ast.List) and all(
                isinstance(each, ast.Name) for each in target.elts
            ):
                result += self._unpacked(target, variable, guard)
            elif isinstance(target, ast.Tuple | ast.List):
                raise Unsupported(
                    "it unpacks into items or attributes within try", "unpack into variables"
                )
            else:
                stored = ast.Assign(targets=[target], value=trees.name(variable))
                result += self._caught([stored], node, guard)[0]
        return result

    def _unpacked(
        self, target: ast.Tuple | ast.List, variable: str, guard: _Guard
    ) -> list[ast.stmt]:
        names = [self._rewriting.fresh("part") for _ in target.elts]
        into = ast.Tuple(elts=[trees.store(each) for each in names], ctx=ast.Store())
        body: list[ast.stmt] = [
            ast.Assign(targets=[into], value=trees.name(variable)),
            ast.Return(value=trees.tuple_of(trees.name(each) for each in names)),
        ]
        before, value = self._caught(body, target, guard)
        return [*before, ast.Assign(targets=[target], value=value)]

    def _expression(self, node: ast.Expr, guard: _Guard) -> list[ast.stmt]:
        value = node.value
        if (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and isinstance(value.func.value, ast.Name)
            and value.func.attr in _SAFE_METHODS
            and len(value.args) == 1
        ):  # Numba is to see what an empty list is filled with
            missing: list[ast.stmt] = []
            if guard.minds_methods:
                message = f"'NoneType' object has no attribute '{value.func.attr}'"
                owner = value.func.value.id
                missing = self._insist_present(owner, "AttributeError", message, guard)
            before, value.args[0] = self._worked_out(value.args[0], guard)
            return [*missing, *before, node]
        before, node.value = self._worked_out(value, guard)
        return before

    def _return(self, node: ast.Return, guard: _Guard) -> list[ast.stmt]:
        before, value = self._worked_out(node.value or ast.Constant(None), guard)
        if not guard.passes:
            return [*before, ast.Return(value=value)]
        guard.found[_RETURN] = True
        return [*before, trees.assign(guard.value, value), *_left(guard, _RETURN)]

    def _leave(self, node: ast.stmt, guard: _Guard) -> list[ast.stmt]:
        if guard.depth:
            return [node]
        case = _BREAK if isinstance(node, ast.Break) else _CONTINUE
        guard.found[case] = True
        return _left(guard, case)

    # What may raise.

    def _steady(self, node: ast.For, guard: _Guard) -> ast.expr:
        """Return what a loop goes through; its type is refused if the loop itself may raise."""
        if not guard.catches:
            return node.iter
        called = trees.call(self._rewriting.named("steady", steady), node.iter)
        return trees.placed(called, node.iter)  # type: ignore[no-any-return]

    def _watched(self, node: ast.For, guard: _Guard) -> list[ast.stmt]:
        """Let each turn of a loop raise what its next step would, past the handler."""
        catching = any(issubclass(RuntimeError, each) for each in guard.catches)
        if not catching or not calls_or_changes(node.body):
            return []
        looped, size = (self._rewriting.fresh(each) for each in ("looped", "size"))
        self._locals |= {looped, size}
        before: list[ast.stmt] = [
            trees.assign(looped, node.iter),
            trees.assign(size, self._of_loop(size_of, looped)),
        ]
        node.iter = trees.name(looped)
        error = self._rewriting.named("changed_size", RuntimeError)
        text = ast.Constant("changed size during iteration")
        check = ast.If(
            test=self._of_loop(has_changed, looped, size),
            body=[ast.Raise(exc=trees.call(error, text), cause=None)],
            orelse=[],
        )
        node.body = [made for each in node.body for made in _AtEachEnd(check).made(each)]
        node.body.append(trees.copied([check])[0])
        return before

    def _of_loop(self, function: Any, *names: str) -> ast.expr:
        called = self._rewriting.named(function.__name__, function)
        return trees.call(called, *map(trees.name, names))  # type: ignore[no-any-return]

    def _worked_out(self, value: ast.expr, guard: _Guard) -> tuple[list[ast.stmt], ast.expr]:
        """Return the statements that compute a value if that may raise, and the value."""
        if not may_raise(value, operators=guard.minds_operators):
            return [], value
        return self._caught([ast.Return(value=value)], value, guard)

    def _caught(
        self, body: list[ast.stmt], origin: ast.AST, guard: _Guard
    ) -> tuple[list[ast.stmt], ast.expr]:
        """Make a function of statements and call it; return the statements, and what it gives."""
        used = {
            each.id
            for statement in body
            for each in ast.walk(statement)
            if isinstance(each, ast.Name)
        }
        names = sorted(used & self._locals)
        lifted = self._rewriting.fresh_function("try")
        arguments = trees.arguments(names)
        made = trees.placed(trees.function(lifted, arguments, trees.copied(body)), origin)
        self.made.append(made)
        both = self._rewriting.fresh("both")
        called = trees.call(
            self._rewriting.named("caught", caught),
            trees.name(lifted),
            trees.tuple_of(trees.name(each) for each in names),
        )
        self._rewriting.named("case_of", case_of)
        before: list[ast.stmt] = [
            trees.assign(both, called),
            *trees.statements(
                f"{guard.raised} = {both}[0]\n"
                f"if {guard.raised} != 0:\n"
                f"    {guard.case} = {trees.PREFIX}case_of({guard.raised}, {guard.classes})\n"
                "    break"
            ),
        ]
        value = ast.Subscript(value=trees.name(both), slice=ast.Constant(1), ctx=ast.Load())
        return trees.placed(before, origin), trees.placed(value, origin)

    # The statement itself.

    def _try(self, node: ast.Try, guard: _Guard | None) -> list[ast.stmt]:
        if node.finalbody:
            inner: list[ast.stmt] = list(node.body)
            if node.handlers:
                inner = [
                    ast.Try(
                        body=node.body, handlers=node.handlers, orelse=node.orelse, finalbody=[]
                    )
                ]
                ast.copy_location(inner[0], node)
            return self._guarded(inner, [], [], node.finalbody, guard)
        return self._guarded(node.body, node.handlers, node.orelse, [], guard)

    def _guarded(
        self,
        body: list[ast.stmt],
        handlers: list[ast.ExceptHandler],
        orelse: list[ast.stmt],
        final: list[ast.stmt],
        outer: _Guard | None,
    ) -> list[ast.stmt]:
        classes = ExceptionClasses([self._classes(each) for each in handlers])
        guard = _Guard(self._rewriting, outer, classes, bool(final))
        self._locals |= {guard.case, guard.raised, guard.value}
        inside = self._body(body, guard)
        result = trees.statements(f"{guard.case} = 0\n{guard.raised} = 0")
        turn = ast.While(test=ast.Constant(True), body=[*inside, ast.Break()], orelse=[])
        result.append(turn)
        result += self._body(final, outer)
        cases: list[tuple[int, list[ast.stmt]]] = []
        for index, handler in enumerate(handlers):
            again = _RaiseAgain(self._rewriting, guard.raised)
            statements = [again.visit(each) for each in handler.body]
            cases.append((index + 1, self._body(statements, outer)))
        raised = again_raised(self._rewriting, guard.raised)
        cases.append((guard.others, self._body(raised, outer)))
        leaving: dict[int, ast.stmt] = {
            _BREAK: ast.Break(),
            _CONTINUE: ast.Continue(),
            _RETURN: ast.Return(value=trees.name(guard.value)),
        }
        for case, found in guard.found.items():
            if found:
                cases.append((case, self._statement(leaving[case], outer)))
        rest = self._body(orelse, outer)
        if not orelse and never_ends(body):
            rest = trees.statements("raise RuntimeError")  # Numba looks for what is returned there
        for case, statements in reversed(cases):
            test = ast.Compare(
                left=trees.name(guard.case), ops=[ast.Eq()], comparators=[ast.Constant(case)]
            )
            rest = [ast.If(test=test, body=statements, orelse=rest)]
        return [*result, *rest]

    def _classes(self, handler: ast.ExceptHandler) -> tuple[type, ...]:
        """Return the classes of a handler; refuse handlers that use the exception itself."""
        if handler.name and any(
            isinstance(each, ast.Name) and each.id == handler.name
            for statement in handler.body
            if not isinstance(statement, ast.Raise)
            for each in ast.walk(statement)
        ):
            raise Unsupported(
                f"it uses the exception {handler.name} that it catches",
                "leave out what is done with it",
            )
        if handler.type is None:
            return (BaseException,)
        named = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        found: list[type] = []
        for each in named:
            known, value = self._rewriting.outside(each, self._locals.__contains__)
            for cls in value if isinstance(value, tuple) else (value,):
                if not known or not isinstance(cls, type):
                    raise Unsupported(
                        f"it catches {ast.unparse(each)}, which is no class of exceptions",
                        "name the class of the exception",
                    )
                found.append(cls)
        return tuple(found)


def again_raised(rewriting: Any, raised: str) -> list[ast.stmt]:
    """Return the statements that raise again what was raised."""
    function = rewriting.named("raise_again", raise_again).id
    return trees.statements(f"{function}({raised})\nraise RuntimeError")


class _RaiseAgain(ast.NodeTransformer):
    """Puts a name to `raise` alone, in the handler of an exception."""

    def __init__(self, rewriting: Any, raised: str) -> None:
        self._rewriting = rewriting
        self._raised = raised

    def visit_Raise(self, node: ast.Raise) -> Any:
        if node.exc is not None:
            return node
        made = trees.placed(again_raised(self._rewriting, self._raised), node)
        return ast.copy_location(ast.If(test=ast.Constant(True), body=made, orelse=[]), node)

    def visit_Try(self, node: ast.Try) -> ast.Try:
        node.body = [self.visit(each) for each in node.body]
        return node  # a `raise` in its handlers is of those


def _is_set(guard: _Guard) -> ast.expr:
    return ast.Compare(
        left=trees.name(guard.case), ops=[ast.NotEq()], comparators=[ast.Constant(0)]
    )


def _left(guard: _Guard, case: int) -> list[ast.stmt]:
    return trees.statements(f"{guard.case} = {case}\nbreak")


class _AtEachEnd(ast.NodeTransformer):
    """Puts a statement before each `continue` of a loop."""

    def __init__(self, statement: ast.stmt) -> None:
        self._statement = statement

    def made(self, node: ast.stmt) -> list[ast.stmt]:
        """Return what replaces a statement."""
        made = self.visit(node)
        return made if isinstance(made, list) else [made]

    def visit_Continue(self, node: ast.Continue) -> list[ast.stmt]:
        return [*trees.placed(trees.copied([self._statement]), node), node]

    def visit_For(self, node: ast.For | ast.While) -> Any:
        node.orelse = [made for each in node.orelse for made in self.made(each)]
        return node  # a `continue` in its body is of that loop

    visit_While = visit_For
