"""`match` statements as chains of `if`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from ..reasons import Unsupported
from ..values.unpacking import as_list, is_sequence
from . import trees

__all__ = ["chain_of"]

_BUILTINS = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)

_Named = Callable[[str, Any], ast.expr]
_Outside = Callable[[ast.expr], tuple[bool, Any]]


def chain_of(node: ast.Match, subject: str, named: _Named, outside: _Outside) -> list[ast.stmt]:
    """Return statements that do what a `match` does; `subject` is a variable for its subject.

    Names are bound once the whole pattern fits, before the guard is asked.
    """
    rest: list[ast.stmt] = []
    for case in reversed(node.cases):
        pattern = _Pattern(named, outside, subject)
        tests = pattern.test(case.pattern, trees.name(subject))
        body = case.body
        if case.guard is not None:
            tests += [*map(_bound, pattern.captures), case.guard]
        else:
            body = [*(trees.assign(*each) for each in pattern.captures), *body]
        rest = [ast.If(test=_both(tests), body=body, orelse=rest)] if tests else body
    return [trees.assign(subject, node.subject), *rest]


def _both(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(op=ast.And(), values=tests)


def _bound(capture: tuple[str, ast.expr]) -> ast.expr:
    """Return an expression that sets a variable, and is true."""
    name, value = capture
    bound = ast.NamedExpr(target=trees.store(name), value=value)
    return trees.last_of([bound, ast.Constant(True)])


class _Pattern:
    """The test of one pattern, and the variables that it sets."""

    def __init__(self, named: _Named, outside: _Outside, subject: str) -> None:
        self.captures: list[tuple[str, ast.expr]] = []
        self._named = named
        self._outside = outside
        self._subject = subject

    def test(self, pattern: ast.pattern, value: ast.expr) -> list[ast.expr]:
        """Return tests that must all be true; notes what the pattern captures."""
        if isinstance(pattern, ast.MatchValue):
            return [ast.Compare(left=value, ops=[ast.Eq()], comparators=[pattern.value])]
        if isinstance(pattern, ast.MatchSingleton):
            constant = ast.Constant(pattern.value)
            return [ast.Compare(left=value, ops=[ast.Is()], comparators=[constant])]
        if isinstance(pattern, ast.MatchSequence):
            return self._sequence(pattern.patterns, value)
        if isinstance(pattern, ast.MatchAs):
            tests = self.test(pattern.pattern, value) if pattern.pattern else []
            self._capture(pattern.name, value)
            return tests
        if isinstance(pattern, ast.MatchOr):
            return [self._alternatives(pattern, value)]
        if isinstance(pattern, ast.MatchClass):
            return self._class(pattern, value)
        raise Unsupported("it matches a dict by a pattern", "test for the keys with if")

    def _capture(self, name: str | None, value: ast.expr) -> None:
        if name is not None:
            self.captures.append((name, value))

    def _alternatives(self, pattern: ast.MatchOr, value: ast.expr) -> ast.expr:
        """Return the test of `a | b`; what one captures is kept until the whole pattern fits."""
        tests: list[ast.expr] = []
        kept: dict[str, str] = {}
        for each in pattern.patterns:
            one = _Pattern(self._named, self._outside, self._subject)
            parts = one.test(each, trees.copied(value))
            for name, captured in one.captures:
                kept[name] = f"{self._subject}_{name}"
                parts.append(_bound((kept[name], captured)))
            tests.append(_both(parts or [ast.Constant(True)]))
        self.captures += [(name, trees.name(variable)) for name, variable in kept.items()]
        return ast.BoolOp(op=ast.Or(), values=tests)

    def _sequence(self, patterns: list[ast.pattern], value: ast.expr) -> list[ast.expr]:
        star = next((k for k, each in enumerate(patterns) if isinstance(each, ast.MatchStar)), None)
        least = len(patterns) - (star is not None)
        size = trees.call(trees.name("len"), trees.copied(value))
        operator: ast.cmpop = ast.Eq() if star is None else ast.GtE()
        tests: list[ast.expr] = [
            trees.call(self._named("is_sequence", is_sequence), trees.copied(value)),
            ast.Compare(left=size, ops=[operator], comparators=[ast.Constant(least)]),
        ]
        for place, each in enumerate(patterns):
            if isinstance(each, ast.MatchStar):
                after = len(patterns) - 1 - place
                upper = ast.Constant(-after) if after else None
                part = ast.Subscript(
                    value=trees.copied(value),
                    slice=ast.Slice(lower=ast.Constant(place), upper=upper),
                    ctx=ast.Load(),
                )
                rest = trees.call(self._named("as_list", as_list), part)
                self._capture(each.name, rest)
            else:
                from_end = star is not None and place > star
                index = ast.Constant(place - len(patterns) if from_end else place)
                item = ast.Subscript(value=trees.copied(value), slice=index, ctx=ast.Load())
                tests += self.test(each, item)
        return tests

    def _class(self, pattern: ast.MatchClass, value: ast.expr) -> list[ast.expr]:
        known, cls = self._outside(pattern.cls)
        if not known or not isinstance(cls, type):
            raise Unsupported("it matches a class that is not one of the module", "use isinstance")
        tests: list[ast.expr] = [
            trees.call(trees.name("isinstance"), trees.copied(value), pattern.cls)
        ]
        if cls in _BUILTINS and len(pattern.patterns) == 1:
            return tests + self.test(pattern.patterns[0], value)
        names = getattr(cls, "__match_args__", ())
        if len(pattern.patterns) > len(names):
            raise Unsupported(
                f"it matches {cls.__name__} by place, which has {len(names)} places to match",
                "match by the names of the attributes",
            )
        wanted = [*zip(names, pattern.patterns, strict=False)]
        wanted += zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)
        for name, each in wanted:
            part = ast.Attribute(value=trees.copied(value), attr=name, ctx=ast.Load())
            tests += self.test(each, part)
        return tests
