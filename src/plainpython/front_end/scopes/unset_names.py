"""Variables that may be unset where they are read: UnboundLocalError, as interpreted.

Each of these variables gets a flag, which is True while the variable is set. Code before the read
raises the error where the flag is False. Variables that are set on every path have no flag.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from ...reasons import Unsupported
from .. import trees
from .assigned_names import AssignedNames
from .scopes import walrus_names
from .variables import Read, Variables, names_in_target

__all__ = ["UnsetNames", "insisting", "is_insisting"]

_FLAG = f"{trees.PREFIX}set_"
_INSIST = f"{trees.PREFIX}insist"
_LOCAL = "cannot access local variable '{}' where it is not associated with a value"
_FREE = (
    "cannot access free variable '{}' where it is not associated with a value in enclosing scope"
)


def is_insisting(node: ast.AST) -> bool:
    """Return True for an expression that raises where a variable is not set."""
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == _INSIST
    )


def insisting(node: ast.expr) -> list[ast.stmt]:
    """Return such an expression as statements."""
    assert isinstance(node, ast.Call)
    flag, error, message = node.args
    raised = ast.Raise(exc=trees.call(error, message), cause=None)
    if isinstance(flag, ast.Constant):
        return [raised]
    test = ast.UnaryOp(op=ast.Not(), operand=flag)
    return [ast.If(test=test, body=[raised], orelse=[])]


class UnsetNames(ast.NodeTransformer):
    """Gives flags to the variables of a function, and of those within it, that need one.

    Attributes:
        found: True if there are any.

    """

    def __init__(self, rewriting: Any) -> None:
        self._rewriting = rewriting
        self._reads: dict[ast.AST, Read] = {}
        self._flagged: set[tuple[Variables, str]] = set()
        self.found = False

    def rewritten(self, tree: ast.FunctionDef) -> None:
        """Rewrite the function; leaves no `del` of a variable in it."""
        names = AssignedNames(tree, self._rewriting)
        self._reads = {
            node: read
            for node, read in names.found.items()
            if not read.name.startswith(trees.PREFIX)
        }
        self.found = bool(self._reads)
        self._flagged = {(each.owner, each.name) for each in self._reads.values()}
        self._function = names.top
        tree.body = self._of_function(names.top, tree.body)

    def _of_function(self, function: Variables, body: list[ast.stmt]) -> list[ast.stmt]:
        outer, self._function = self._function, function
        begin: list[ast.stmt] = []
        given = {each.arg for each in ast.walk(function.node.args) if isinstance(each, ast.arg)}
        for owner, name in sorted(self._flagged, key=lambda each: each[1]):
            if owner is function:
                begin.append(trees.assign(_FLAG + name, ast.Constant(name in given)))
        made = [*trees.placed(begin, body[0]), *self._body(body)]
        self._function = outer
        return made

    def _has_flag(self, name: str) -> bool:
        return (self._function.owner_of(name), name) in self._flagged

    def _now_set(self, names: Iterable[str], value: bool = True) -> list[ast.stmt]:
        """Return the statements that set the flags of names."""
        return [
            trees.assign(_FLAG + each, ast.Constant(value))
            for each in dict.fromkeys(names)
            if self._has_flag(each)
        ]

    # Statements.

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for each in body:
            self._rewriting.line = getattr(each, "lineno", self._rewriting.line)
            result += trees.placed(self._statement(each), each)
        return result

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, ast.Delete):
            return self._delete(node)
        before = self._checked_before(node)
        if isinstance(node, ast.Assign):
            return before + self._assign(node)
        if isinstance(node, ast.AugAssign):
            return before + self._aug_assign(node)
        if isinstance(node, ast.FunctionDef):
            self.generic_visit_arguments(node.args)
            node.body = self._of_function(self._function.within[node], node.body)
            return [*before, node, *self._now_set([node.name])]
        if isinstance(node, ast.Nonlocal):
            node.names += [_FLAG + each for each in node.names if self._has_flag(each)]
            return [node]
        if isinstance(node, ast.For):
            self._insist_plain(node.target)
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self.visit(value))
        if isinstance(node, ast.Raise):
            self._insist_none_left(node)
        for field in ("body", "orelse", "finalbody"):
            if getattr(node, field, None):
                setattr(node, field, self._body(getattr(node, field)))
        if isinstance(node, ast.For):
            begin = self._now_set(names_in_target(node.target))
            node.body = [*trees.placed(begin, node), *node.body]
        for each in getattr(node, "handlers", ()):
            caught = [each.name] if each.name else []
            begin = self._now_set(caught, value=False)
            each.body = [*trees.placed(begin, each), *self._body(each.body)]
        return [*before, node]

    def _delete(self, node: ast.Delete) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for each in node.targets:
            if isinstance(each, ast.Name):
                read = self._reads.pop(each, None)
                result += [] if read is None else insisting(self._insisting(read))
                result += self._now_set([each.id], value=False)
            else:
                single = ast.copy_location(ast.Delete(targets=[each]), node)
                result += self._checked_before(single)
                self._insist_plain(each)
                single.targets = [self.visit(each)]
                result.append(single)
        return result or [ast.Pass()]

    def _assign(self, node: ast.Assign) -> list[ast.stmt]:
        names = [each for target in node.targets for each in names_in_target(target)]
        one_by_one = len(node.targets) > 1 and any(map(self._has_flag, names))
        unset = any(self._reads_within(each) for each in node.targets)
        if not one_by_one and not unset:
            node.value = self.visit(node.value)
            node.targets = [self.visit(each) for each in node.targets]
            return [node, *self._now_set(names)]
        if len(node.targets) == 1 and isinstance(node.value, ast.Name | ast.Constant):
            self._insist_plain(node.targets[0])
        # The value comes first; then each target is set, and may raise, by itself.
        kept = self._rewriting.fresh("kept")
        result: list[ast.stmt] = [trees.assign(kept, self.visit(node.value))]
        for each in node.targets:
            single = ast.Assign(targets=[each], value=trees.name(kept))
            result += self._statement(ast.copy_location(single, node))
        return result

    def _aug_assign(self, node: ast.AugAssign) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        if not isinstance(node.target, ast.Name):
            self._insist_plain(node.target)
            if self._reads_within(node.value):
                # Python reads the item before it computes the value.
                if any(isinstance(each, ast.Call) for each in ast.walk(node.target)):
                    self._refuse(self._reads_within(node.value)[0])
                item = trees.copied(node.target)
                item.ctx = ast.Load()
                before.append(ast.Expr(value=item))
                later = ast.copy_location(ast.Expr(value=node.value), node)
                before += self._checked_before(later)
                self._insist_plain(later.value)
        node.value = self.visit(node.value)
        return [*before, node, *self._now_set(names_in_target(node.target))]

    # Expressions.

    def visit_Name(self, node: ast.Name) -> ast.expr:
        read = self._reads.get(node)
        if read is None:
            return node
        value: ast.expr = ast.Constant(None) if read.never_set else node
        made = trees.last_of([self._insisting(read), value])
        return trees.placed(made, node)  # type: ignore[no-any-return]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Ask for the variable that is called before the arguments are computed."""
        read = self._reads.pop(node.func, None)
        self.generic_visit(node)
        if read is None:
            return node
        value: ast.expr = ast.Constant(None) if read.never_set else node
        made = trees.last_of([self._insisting(read), value])
        return trees.placed(made, node)  # type: ignore[no-any-return]

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        self.generic_visit(node)
        name = node.target.id
        if not self._has_flag(name):
            return node
        flag = ast.NamedExpr(target=trees.store(_FLAG + name), value=ast.Constant(True))
        made = trees.last_of([node, flag, trees.name(name)])
        return trees.placed(made, node)  # type: ignore[no-any-return]

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit_arguments(node.args)
        outer = self._function
        inner = outer.within.get(node)
        if inner is not None:
            self._function = inner
            bound = walrus_names(node)
            if any((inner, each) in self._flagged for each in bound):
                self._refuse(next(each for each in self._reads.values() if each.owner is inner))
        node.body = self.visit(node.body)
        self._function = outer
        return node

    def generic_visit_arguments(self, arguments: ast.arguments) -> None:
        """Visit the defaults of a function."""
        arguments.defaults = [self.visit(each) for each in arguments.defaults]
        arguments.kw_defaults = [each and self.visit(each) for each in arguments.kw_defaults]

    # Checks.

    def _insisting(self, read: Read) -> ast.expr:
        flag: ast.expr = trees.name(_FLAG + read.name)
        if read.never_set:
            flag = ast.Constant(False)
        error = "NameError" if read.is_free else "UnboundLocalError"
        message = (_FREE if read.is_free else _LOCAL).format(read.name)
        return trees.call(trees.name(_INSIST), flag, trees.name(error), ast.Constant(message))

    def _checked_before(self, node: ast.stmt) -> list[ast.stmt]:
        """Return the checks of what a statement reads before it does anything that may raise."""
        found: list[ast.AST] = []
        early = _Early(self._reads, found)
        if isinstance(node, ast.AugAssign):
            early.of_target(node.target) and early.of(node.value)
        elif isinstance(node, ast.Assign):
            if early.of(node.value):
                early.of_target(node.targets[0])
        elif isinstance(node, ast.Delete):
            early.of_target(node.targets[0])
        elif isinstance(node, ast.If | ast.Assert):
            early.of(node.test)
        elif isinstance(node, ast.For):
            early.of(node.iter)
        elif isinstance(node, ast.Return | ast.Expr) and node.value is not None:
            early.of(node.value)
        elif isinstance(node, ast.Raise) and node.exc is not None:
            early.of(node.exc)
        result: list[ast.stmt] = []
        for each in found:
            read = self._reads.pop(each)
            result += insisting(self._insisting(read))
            if read.never_set:
                return result  # what comes after is never reached
        return result

    def _reads_within(self, node: ast.AST) -> list[Read]:
        return [self._reads[each] for each in ast.walk(node) if each in self._reads]

    def _insist_plain(self, target: ast.expr) -> None:
        """Refuse a target, or a value, that reads what may be unset after other things are done."""
        for read in self._reads_within(target):
            self._refuse(read)

    def _insist_none_left(self, node: ast.stmt) -> None:
        if any(map(is_insisting, ast.walk(node))):
            raise Unsupported(
                "it reads a variable that may not be set", "set it before, on every path"
            )

    def _refuse(self, read: Read) -> None:
        raise Unsupported(
            f"it reads {read.name}, which may not be set there",
            f"set {read.name} before, on every path",
        )


class _Early:
    """Finds the reads of variables that come before anything that may raise or have an effect."""

    def __init__(self, reads: dict[ast.AST, Read], found: list[ast.AST]) -> None:
        self._reads = reads
        self._found = found

    def of_target(self, node: ast.expr) -> bool:
        """Find those of a target; return False if what comes after is too late."""
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            self.of(node.value)
        elif isinstance(node, ast.Subscript) and self.of(node.value):
            self.of(node.slice)
        return False

    def _name(self, node: ast.Name) -> bool:
        if node in self._reads:
            self._found.append(node)
        return True

    def of(self, node: ast.expr) -> bool:
        """Find those of an expression; return False if what comes after is too late."""
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Tuple | ast.List):
            return all(map(self.of, node.elts))
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            first: list[ast.expr] = [node.generators[0].iter]
        else:
            first = _first_parts(node)
        all(map(self.of, first))
        return False


def _first_parts(node: ast.expr) -> list[ast.expr]:
    """Return the parts that are computed before an expression does something by itself."""
    if isinstance(node, ast.Attribute | ast.NamedExpr | ast.FormattedValue | ast.Yield):
        return [node.value] if node.value is not None else []
    if isinstance(node, ast.Subscript):
        return [node.value, node.slice]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, ast.Compare):
        return [node.left, node.comparators[0]]
    if isinstance(node, ast.BoolOp):
        return [node.values[0]]
    if isinstance(node, ast.IfExp):
        return [node.test]
    if isinstance(node, ast.Slice):
        return [each for each in (node.lower, node.upper, node.step) if each is not None]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return [node.func, *node.args]
    if isinstance(node, ast.Call):
        return [node.func]
    return []
