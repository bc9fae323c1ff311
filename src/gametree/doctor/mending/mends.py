"""Mends of source code that the compiler refuses: small changes that leave the rules as they are.

Each kind of refusal is known by its sentence. A mend is a way to write the same otherwise; which of
several is the right one is found out by trying them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

__all__ = ["Edit", "SourceText", "mends"]

_CONSUMERS = frozenset(
    ["list", "tuple", "enumerate", "map", "filter", "zip", "join", "min", "max", "deque", "iter"]
    + ["reversed", "sum", "any", "all", "extend"]
)
"""Functions and methods that take the items of what they are given."""

_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_INNER = ("body", "orelse", "finalbody", "handlers", "cases")


class Edit(NamedTuple):
    """A part of a text, by its first and last offset, and its replacement."""

    start: int
    end: int
    text: str


class SourceText:
    """The text of a file, and its syntax tree."""

    def __init__(self, text: str) -> None:
        self._text = text.encode()  # the tree counts bytes
        self.tree = ast.parse(text)
        self._lines = [0]
        for line in self._text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def place(self, line: int, column: int = 0) -> int:
        """Return the offset in the text of a line and a column of the syntax tree."""
        return self._lines[line - 1] + column

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return where a node begins and ends."""
        return (
            self.place(node.lineno, node.col_offset),  # type: ignore[attr-defined]
            self.place(node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]
        )

    def part(self, start: int, end: int) -> str:
        """Return a part of the text."""
        return self._text[start:end].decode()

    def text(self, node: ast.AST) -> str:
        """Return the text of a node."""
        return self.part(*self.span(node))

    def replaced(self, node: ast.AST, text: str) -> Edit:
        """Return the edit that writes a text instead of a node."""
        return Edit(*self.span(node), text)

    def edited(self, edits: list[Edit]) -> str:
        """Return the text with some changes, no two of which overlap."""
        text = self._text
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new.encode() + text[end:]
        return text.decode()

    def indent(self, statement: ast.stmt) -> str | None:
        """Return the indentation of a statement, None if other code is before it on the line."""
        before = self.part(self.place(statement.lineno), self.span(statement)[0])
        return None if before.strip() else before


class _Site:
    """The line of a function that is refused."""

    def __init__(self, source: SourceText, function: ast.FunctionDef, line: int) -> None:
        self.source = source
        inner = [each for each in _functions(function) if _holds(each, line)]
        self.function = inner[-1] if inner else function
        """The innermost function that holds the line."""
        found = [each for each in ast.walk(function) if isinstance(each, ast.stmt)]
        holding = [each for each in found if _holds(each, line)]
        innermost = [each for each in holding if _length(each) == min(map(_length, holding))]
        self.statement = innermost[-1]
        """The innermost statement that holds the line, the last if there are several."""
        parts = (
            [function]
            if isinstance(self.statement, ast.FunctionDef)
            else [part for each in innermost for part in _header(each)]
        )
        self.nodes = [each for part in parts for each in ast.walk(part)]
        """What these statements are made of, without the statements in them."""

    def calls(self, *names: str) -> Iterator[ast.Call]:
        """Yield the calls of functions or methods of these names."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and _name(node.func) in names:
                yield node

    def returned(self) -> list[ast.expr]:
        """Return what the function returns, on every path."""
        own = [node for node in ast.walk(self.function) if isinstance(node, ast.Return)]
        for inner in _functions(self.function):
            if inner is not self.function:
                own = [each for each in own if not _holds(inner, each.lineno)]
        found: list[ast.expr] = [each.value for each in own if each.value is not None]
        return [each for value in found for each in _choices(value)]

    def fresh(self, name: str) -> str:
        """Return the name, or one like it that the function does not use."""
        used = {node.id for node in ast.walk(self.function) if isinstance(node, ast.Name)}
        number = 1
        free = name
        while free in used:
            number += 1
            free = f"{name}_{number}"
        return free

    def before(self, *lines: str) -> Edit | None:
        """Return the edit that puts lines before the statement, None if that is impossible."""
        indent = self.source.indent(self.statement)
        if indent is None or not isinstance(
            self.statement, ast.Assign | ast.AugAssign | ast.Return | ast.Expr
        ):
            return None
        start, _ = self.source.span(self.statement)
        return Edit(start, start, "".join(f"{line}\n{indent}" for line in lines))

    def always_first(self, node: ast.AST) -> bool:
        """Return True if a part of the statement is computed once whenever the statement is."""
        for each in self.nodes:
            if isinstance(each, ast.BoolOp | ast.IfExp | ast.Lambda | _COMPREHENSIONS):
                if any(node is inner for inner in ast.walk(each)):
                    return False
        return True


_Edits = Iterator[list[Edit]]


def _sorted_items(at: _Site) -> _Edits:
    """Sort iterables that may be sets: each one alone, then all together."""
    places: list[ast.expr] = []
    if isinstance(at.statement, ast.FunctionDef):
        places += at.returned()
    if isinstance(at.statement, ast.For):
        places.append(at.statement.iter)
    places += [node.iter for node in at.nodes if isinstance(node, ast.comprehension)]
    edits = []
    for call in at.calls(*_CONSUMERS):
        if _name(call.func) == "list" and not isinstance(call.args[:1], ast.GeneratorExp):
            edits.append(at.source.replaced(call.func, "sorted"))
        else:
            places += call.args[_name(call.func) in ("map", "filter") :]
    places += [node.value for node in at.nodes if isinstance(node, ast.Starred)]
    if isinstance(at.statement, ast.Assign) and isinstance(at.statement.targets[0], ast.Tuple):
        places.append(at.statement.value)
    for place in places:
        called = _name(place.func) if isinstance(place, ast.Call) else None
        display = isinstance(place, ast.Constant | ast.List | ast.Tuple | ast.GeneratorExp)
        if not display and called not in {*_CONSUMERS, "sorted", "range"}:
            edits.append(at.source.replaced(place, f"sorted({at.source.text(place)})"))
    for each in edits:
        yield [each]
    if len(edits) > 1 and not _overlap(edits):
        yield edits


def _popped(at: _Site) -> _Edits:
    for call in at.calls("pop"):
        assert isinstance(call.func, ast.Attribute)
        if call.args or call.keywords or not at.always_first(call):
            continue
        pool = at.source.text(call.func.value)
        statement = at.statement
        if isinstance(statement, ast.Assign) and statement.value is call:
            target = statement.targets[0]
            indent = at.source.indent(statement)
            if isinstance(target, ast.Name) and target.id != pool and indent is not None:
                _, end = at.source.span(statement)
                least = at.source.replaced(call, f"min({pool})")
                yield [least, Edit(end, end, f"\n{indent}{pool}.remove({target.id})")]
                continue
        name = at.fresh("least")
        lines = at.before(f"{name} = min({pool})", f"{pool}.remove({name})")
        if lines is not None:
            yield [lines, at.source.replaced(call, name)]


def _stable(at: _Site) -> _Edits:
    for call in at.calls("argsort"):
        if not any(each.arg == "kind" for each in call.keywords):
            yield [_rewritten(at, call, [*_arguments(at, call), 'kind="stable"'])]


def _plain_print(at: _Site) -> _Edits:
    for call in at.calls("print"):
        kept = [
            at.source.text(each)
            for each in (*call.args, *call.keywords)
            if not (isinstance(each, ast.keyword) and each.arg in ("file", "flush"))
        ]
        yield [_rewritten(at, call, kept)]


def _caught(at: _Site) -> _Edits:
    """Catch what `with suppress(...)` suppresses."""
    for each in ast.walk(at.function):
        if not isinstance(each, ast.With) or len(each.items) != 1:
            continue
        call, indent = each.items[0].context_expr, at.source.indent(each)
        if not isinstance(call, ast.Call) or _name(call.func) != "suppress" or indent is None:
            continue
        if not call.args or each.body[0].lineno == each.lineno:
            continue
        _, end = at.source.span(call)
        colon = at.source.part(end, at.source.span(each.body[0])[0]).index(":")
        parts = [at.source.text(one) for one in call.args]
        kinds = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
        stop = at.source.span(each)[1]
        yield [
            Edit(at.source.span(each)[0], end + colon, "try"),
            Edit(stop, stop, f"\n{indent}except {kinds}:\n{at.source.indent(each.body[0])}pass"),
        ]


def _members(at: _Site) -> _Edits:
    """Name the members of a tuple that % puts into a text."""
    for node in at.nodes:
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)):
            continue
        text, values = node.left, node.right
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and _is_path(values):
            count = text.value.replace("%%", "").count("%")
            named = [f"{at.source.text(values)}[{place}]" for place in range(count)]
            yield [at.source.replaced(values, _tuple(named))]


def _one_sequence(at: _Site) -> _Edits:
    """Return a list on every path, or a tuple."""
    returned = at.returned()
    tuples = [each for each in returned if isinstance(each, ast.Tuple)]
    lists = [each for each in returned if isinstance(each, ast.List)]
    for displays in (tuples, lists):
        if not displays:
            continue
        edits = []
        for each in displays:
            items = [at.source.text(item) for item in each.elts]
            as_list = f"[{', '.join(items)}]"
            edits.append(at.source.replaced(each, as_list if displays is tuples else _tuple(items)))
        yield edits


def _undecorated(at: _Site) -> _Edits:
    for node in _functions(at.function):
        for each in node.decorator_list:
            called = each.func if isinstance(each, ast.Call) else each
            if node is not at.function and (_name(called) or "").endswith("cache"):
                line, end = at.source.place(each.lineno), at.source.place(each.end_lineno or 0)
                after = end + len(at.source.part(end, at.source.span(node)[0]).split("\n")[0]) + 1
                yield [Edit(line, after, "")]


def _as_bool(at: _Site) -> _Edits:
    yield [at.source.replaced(each, f"bool({at.source.text(each)})") for each in at.returned()]


_KINDS: tuple[tuple[str, Callable[[_Site], _Edits]], ...] = (
    (r"of a set; use sorted|use sorted\(\.\.\.\) of the set|use sum\(sorted", _sorted_items),
    (r"takes an item out of a set", _popped),
    (r'use kind="stable"', _stable),
    (r"leave file= and flush= out of print", _plain_print),
    (r"it uses with;", _caught),
    (r"^% does not work on str and \(|% puts the items of a tuple", _members),
    (r"returns values of different types|is now \(.*\), now \(", _one_sequence),
    (r"within it has a decorator", _undecorated),
    (r"^it returns .*; return True or False", _as_bool),
)


def mends(reason: str, source: SourceText, function: ast.FunctionDef, line: int) -> _Edits:
    """Yield the changes that may mend what is refused, the likeliest first.

    Args:
        reason: what is refused, and what to write instead, in words of the compiler.
        source: the file.
        function: one of its functions.
        line: what is refused.

    """
    for pattern, kind in _KINDS:
        if re.search(pattern, reason):
            yield from kind(_Site(source, function, line))


def _functions(tree: ast.AST) -> list[ast.FunctionDef]:
    """Return the functions in a tree, each before those within it."""
    return [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]


def _holds(node: ast.AST, line: int) -> bool:
    return bool(node.lineno <= line <= node.end_lineno)  # type: ignore[attr-defined]


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or 0) - node.lineno


def _header(statement: ast.stmt) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(statement):
        if name not in _INNER:
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield each


def _name(called: ast.expr) -> str | None:
    return getattr(called, "attr", getattr(called, "id", None))


def _is_path(node: ast.expr) -> bool:
    """Return True for a name, and for an attribute of one."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _choices(value: ast.expr) -> Iterator[ast.expr]:
    """Yield what may come of `a if test else b`."""
    if isinstance(value, ast.IfExp):
        yield from _choices(value.body)
        yield from _choices(value.orelse)
    else:
        yield value


def _arguments(at: _Site, call: ast.Call) -> list[str]:
    return [at.source.text(each) for each in (*call.args, *call.keywords)]


def _rewritten(at: _Site, call: ast.Call, arguments: list[str]) -> Edit:
    return at.source.replaced(call, f"{at.source.text(call.func)}({', '.join(arguments)})")


def _tuple(items: list[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _overlap(edits: list[Edit]) -> bool:
    return any(one.end > other.start for one, other in pairwise(sorted(edits)))
