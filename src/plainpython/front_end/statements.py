"""Statements of users' functions, simplified before all other steps.

What only people and type checkers read is left out; `match` becomes a chain of `if`, an import a
name; what compiled code cannot do is refused.
"""

from __future__ import annotations

import ast
from collections import deque
from typing import Any, NoReturn

from ..reasons import Unsupported
from ..values.numbers.long_ints import are_in_use
from ..values.objects.record_functions import attribute_or_default
from ..values.sequences.printing import printed
from . import trees
from .expressions.logging_calls import is_logging
from .functions.function_makers import lambda_of, lambda_of_value
from .functions.parents import own_method
from .imports import imported_by
from .kept_iterators import KeptIterators
from .parameters import keywords_as_positional, without_annotations
from .patterns import chain_of
from .raised_errors import RaisedErrors
from .scopes.function_scopes import nonlocals_within
from .scopes.scopes import bindings, bound_names, own_nodes

__all__ = ["Statements"]


_OF_LISTS = frozenset(["append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"])
_OF_SETS = frozenset(["add", "discard", "remove", "pop", "clear", "update"])
_CHANGING: dict[type, frozenset[str]] = {
    list: _OF_LISTS,
    deque: _OF_LISTS | {"appendleft", "extendleft", "popleft", "rotate"},
    set: _OF_SETS,
    dict: frozenset(["clear", "pop", "popitem", "setdefault", "update"]),
}
"""The methods that change a value, by its type."""


class Statements(ast.NodeTransformer):
    """One pass over the whole tree, with the functions in it."""

    def __init__(self, rewriting: Any) -> None:
        self._rewriting = rewriting
        self._locals: list[set[str]] = []
        self._unreached = 0
        """How many constant tests around are false."""

    def rewritten(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        """Return the function with simpler statements."""
        self._insist_plain_globals(tree)
        first = self._rewriting.source.first_parameter
        self._keeps_self = first not in {*bindings(tree.body), *nonlocals_within(tree)}
        self._errors = RaisedErrors(self._rewriting, tree, self._outside)
        return self._function(tree)

    def _insist_plain_globals(self, tree: ast.FunctionDef) -> None:
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            names = {
                name
                for each in own_nodes(function.body)
                if isinstance(each, ast.Global)
                for name in each.names
            }
            for each in own_nodes(function.body):
                if (
                    isinstance(each, ast.Name)
                    and isinstance(each.ctx, ast.Store | ast.Del)
                    and each.id in names
                ):
                    self._rewriting.line = each.lineno
                    raise Unsupported(
                        f"it sets the global variable {each.id}",
                        "keep what changes in arguments and results",
                    )

    def _is_local(self, name: str) -> bool:
        return any(name in each for each in self._locals)

    def _outside(self, node: ast.expr) -> tuple[bool, Any]:
        """Return whether an expression has a known value outside of the function, and the value."""
        return self._rewriting.outside(node, self._is_local)  # type: ignore[no-any-return]

    def _method(self, node: ast.expr) -> Any:
        source = self._rewriting.source
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            return None
        own = node.value.id == source.first_parameter and self._keeps_self
        return own_method(source, node.attr) if own else None

    # Expressions.

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Let `not (a or b)` ask each part by itself: they may be values of different types."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not) or _is_truth(node.operand):
            return node
        if not isinstance(node.operand, ast.BoolOp):
            return node
        made = ast.IfExp(test=node.operand, body=ast.Constant(False), orelse=ast.Constant(True))
        return trees.placed(made, node)  # type: ignore[no-any-return]

    # Functions.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return self._function(node)

    def _function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        source = self._rewriting.source
        imported = imported_by(node, source.function.__globals__.get("__package__"))
        source.imported.update(imported)
        self._locals.append(bound_names(node) - imported.keys())
        node.returns = None
        without_annotations(node.args)
        keywords_as_positional(node.args)
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        kept = KeptIterators(node.body, node.args, self._outside, self._rewriting.named)
        node.body = self._body([kept.visit(each) for each in node.body])
        self._locals.pop()
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self._locals.append(bound_names(node))
        keywords_as_positional(node.args)
        self.generic_visit(node)
        self._locals.pop()
        return node

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        kept: list[ast.stmt] = []
        for each in body:
            if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
                continue  # a docstring
            self._rewriting.line = each.lineno
            made = self.visit(each)
            kept += made if isinstance(made, list) else [made]
        return kept or [trees.placed(ast.Pass(), body[0])]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, field, self._body(value))
            elif isinstance(value, list):
                for index, each in enumerate(value):
                    if isinstance(each, ast.AST):
                        value[index] = self.visit(each)
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        return node

    # Left out.

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        plain = ast.Assign(targets=[self.visit(node.target)], value=self.visit(node.value))
        return ast.copy_location(plain, node)

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        return self._errors.raised(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        self._errors.caught.append(node.name or "")
        self.generic_visit(node)
        self._errors.caught.pop()
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        """Note which branch no run reaches: constants of the module decide."""
        known, value = self._outside(node.test)
        node.test = self.visit(node.test)
        for field, is_left_out in (("body", not value), ("orelse", value)):
            if body := getattr(node, field):
                self._unreached += known and bool(is_left_out)
                setattr(node, field, self._body(body))
                self._unreached -= known and bool(is_left_out)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """Leave out an error that is made for a later raise."""
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            if self._errors.is_kept_in(node.targets[0].id):
                return ast.copy_location(ast.Pass(), node)
        for target in node.targets:
            self._insist_own(target)
        self.generic_visit(node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self._insist_own(node.target)
        self.generic_visit(node)
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.stmt:
        for target in node.targets:
            self._insist_own(target)
        self.generic_visit(node)
        return node

    def _insist_own(self, target: ast.expr) -> None:
        """Refuse to change a list, dict or set of the module: a search hides no state there."""
        if not isinstance(target, ast.Subscript):
            return
        self._insist_unchanged(target.value)

    def _insist_unchanged(self, holder: ast.expr) -> None:
        known, value = self._outside(holder)
        if known and isinstance(value, tuple(_CHANGING)) and not self._unreached:
            raise Unsupported(
                f"it changes {ast.unparse(holder)}, which belongs to the module",
                "keep it in arguments and results; @functools.cache keeps what a function returns",
            )

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        node.test = self.visit(node.test)
        node.msg = None
        return node

    def visit_Import(self, node: ast.Import) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node)

    def visit_Global(self, node: ast.Global) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if is_logging(node, self._outside):
            return ast.copy_location(ast.Pass(), node)
        if self._errors.ends_program(node.value):
            return self._errors.ending(node)
        if isinstance(node.value, ast.YieldFrom):
            item = self._rewriting.fresh("item")
            step = ast.Expr(value=ast.Yield(value=trees.name(item)))
            loop = ast.For(
                target=trees.store(item),
                iter=self.visit(node.value.value),
                body=[step],
                orelse=[],
            )
            return trees.placed(loop, node)
        if isinstance(node.value, ast.Yield):
            node.value.value = node.value.value and self.visit(node.value.value)
            return node
        self.generic_visit(node)
        return node

    # Rewritten.

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        subject = self._rewriting.fresh("subject")
        chain = chain_of(node, subject, self._rewriting.named, self._outside)
        made = trees.placed(chain, node)
        if self._locals:
            self._locals[-1] |= {
                name for each in made for name in bindings([each]) if name.startswith(subject)
            }
        return self._body(made)

    # Refused.

    def visit_Call(self, node: ast.Call) -> ast.expr:
        known, called = self._outside(node.func)
        if known and called is print:
            return self._printed(node)
        if known and called in (globals, locals, vars, eval, exec, open, input, setattr, delattr):
            raise Unsupported(
                f"it calls {called.__name__}", "call it outside of compiled functions"
            )
        if known and called is getattr and len(node.args) in (2, 3):
            return self._attribute(node)
        if isinstance(node.func, ast.Attribute):
            _, holder = self._outside(node.func.value)
            changing = (names for kind, names in _CHANGING.items() if isinstance(holder, kind))
            if node.func.attr in next(changing, ()):
                self._insist_unchanged(node.func.value)
        self.generic_visit(node)
        made = lambda_of(node, self._outside, self._method)
        return node if made is None else trees.placed(made, node)  # type: ignore[no-any-return]

    def _attribute(self, node: ast.Call) -> ast.expr:
        """Return `getattr(value, "name")`, with a default or without, as an expression."""
        name = getattr(node.args[1], "value", None)
        if not isinstance(name, str):
            raise Unsupported(
                "it takes an attribute by a name that it works out", "write the attribute: x.name"
            )
        value, *default = (self.visit(each) for each in (node.args[0], *node.args[2:]))
        if not default:
            made: ast.expr = ast.Attribute(value=value, attr=name, ctx=ast.Load())
        else:
            function = self._rewriting.named(f"attribute_{name}", attribute_or_default(name))
            made = trees.call(function, value, *default)
        return trees.placed(made, node)  # type: ignore[no-any-return]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            known, value = self._outside(node)
            made = lambda_of_value(value) if known else None
            if made is not None:
                return trees.placed(made, node)  # type: ignore[no-any-return]
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        """Let a class's __iter__ return what it iterates: loops ask that for its items."""
        self.generic_visit(node)
        value = node.value
        if (
            self._rewriting.source.function.__name__ == "__iter__"
            and isinstance(value, ast.Call)
            and self._outside(value.func) == (True, iter)
            and len(value.args) == 1
        ):
            node.value = value.args[0]
        return node

    def _printed(self, node: ast.Call) -> ast.expr:
        """Return the call that has Python print what a function prints."""
        given = {each.arg: each.value for each in node.keywords}
        if not given.keys() <= {"sep", "end"}:
            self._refuse("it prints elsewhere or at once", "leave file= and flush= out of print")
        around = (given.get("sep", ast.Constant(" ")), given.get("end", ast.Constant("\n")))
        values = ast.Tuple(elts=node.args, ctx=ast.Load())
        call = ast.Call(
            func=self._rewriting.named("printed", printed),
            args=[self.visit(each) for each in (values, *around)],
            keywords=[],
        )
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def _refuse(self, problem: str, mend: str) -> NoReturn:
        raise Unsupported(problem, mend)

    def visit_With(self, node: ast.AST) -> NoReturn:
        self._refuse("it uses with", "write what it does before and after as statements")

    def visit_AsyncFunctionDef(self, node: ast.AST) -> NoReturn:
        self._refuse("it uses async", "write ordinary functions")

    def visit_ClassDef(self, node: ast.ClassDef) -> NoReturn:
        self._refuse(f"it defines a class, {node.name}", "define it at module level")

    def visit_TryStar(self, node: ast.AST) -> NoReturn:
        self._refuse("it uses except*", "use except")

    def visit_Yield(self, node: ast.AST) -> NoReturn:
        self._refuse("it uses the value of yield", "pass values as arguments")

    def visit_YieldFrom(self, node: ast.AST) -> NoReturn:
        self._refuse("it uses the value of yield from", "loop over the items")

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if type(node.value) is int and are_in_use() and node.value >= 2**127:
            raise Unsupported(
                f"the integer {node.value} has more than 128 bits", "keep integers below 2**127"
            )
        if type(node.value) is int and not are_in_use() and node.value >= 2**64:
            raise Unsupported(
                f"the integer {node.value} has more than 64 bits",
                "keep integers below 2**63, or 2**64 with bits.u64(...)",
            )
        if isinstance(node.value, complex):
            raise Unsupported("it uses complex numbers", "use two floats")
        return node


def _is_truth(node: ast.expr) -> bool:
    """Return True for an expression that is True or False, whatever is compared in it."""
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return negated or isinstance(node, ast.Compare)
