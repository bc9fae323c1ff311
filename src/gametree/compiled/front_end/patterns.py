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
    """Return statements that do what a `match` does; `subject` is a variable for its subject."""
    rest: list[ast.stmt] = []
    for case in reversed(node.cases):
        pattern = _Pattern(named, outside)
        tests = pattern.test(case.pattern, trees.name(subject), at_once=case.guard is not None)
        if case.guard is not None:
            tests.append(case.guard)
        captures = [trees.assign(*each) for each in pattern.captures]
        body = [*captures, *case.body]
        rest = [ast.If(test=_both(tests), body=body, orelse=rest)] if tests else body
    return [trees.assign(subject, node.subject), *rest]


def _both(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(op=ast.And(), values=tests)


class _Pattern:
    """The test of one pattern, and the variables that it sets."""

    def __init__(self, named: _Named, outside: _Outside) -> None:
        self.captures: list[tuple[str, ast.expr]] = []
        self._named = named
        self._outside = outside

    def test(self, pattern: ast.pattern, value: ast.expr, at_once: bool) -> list[ast.expr]:
        """Return tests that must all be true; sets variables within them if `at_once`."""
        if isinstance(pattern, ast.MatchValue):
            return [ast.Compare(left=value, ops=[ast.Eq()], comparators=[pattern.value])]
        if isinstance(pattern, ast.MatchSingleton):
            constant = ast.Constant(pattern.value)
            return [ast.Compare(left=value, ops=[ast.Is()], comparators=[constant])]
        if isinstance(pattern, ast.MatchSequence):
            return self._sequence(pattern.patterns, value, at_once)
        if isinstance(pattern, ast.MatchAs):
            tests = self.test(pattern.pattern, value, at_once) if pattern.pattern else []
            return tests + self._capture(pattern.name, value, at_once)
        if isinstance(pattern, ast.MatchOr):
            alternatives = [
                _both(self.test(each, value, True) or [ast.Constant(True)])
                for each in pattern.patterns
            ]
            return [ast.BoolOp(op=ast.Or(), values=alternatives)]
        if isinstance(pattern, ast.MatchClass):
            return self._class(pattern, value, at_once)
        raise Unsupported("it matches a dict by a pattern", "test for the keys with if")

    def _capture(self, name: str | None, value: ast.expr, at_once: bool) -> list[ast.expr]:
        if name is None:
            return []
        if not at_once:
            self.captures.append((name, value))
            return []
        bound = ast.NamedExpr(target=trees.store(name), value=value)
        return [trees.last_of([bound, ast.Constant(True)])]

    def _sequence(
        self, patterns: list[ast.pattern], value: ast.expr, at_once: bool
    ) -> list[ast.expr]:
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
                tests += self._capture(each.name, rest, at_once)
            else:
                from_end = star is not None and place > star
                index = ast.Constant(place - len(patterns) if from_end else place)
                item = ast.Subscript(value=trees.copied(value), slice=index, ctx=ast.Load())
                tests += self.test(each, item, at_once)
        return tests

    def _class(self, pattern: ast.MatchClass, value: ast.expr, at_once: bool) -> list[ast.expr]:
        known, cls = self._outside(pattern.cls)
        if not known or not isinstance(cls, type):
            raise Unsupported("it matches a class that is not one of the module", "use isinstance")
        tests: list[ast.expr] = [
            trees.call(trees.name("isinstance"), trees.copied(value), pattern.cls)
        ]
        if cls in _BUILTINS and len(pattern.patterns) == 1:
            return tests + self.test(pattern.patterns[0], value, at_once)
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
            tests += self.test(each, part, at_once)
        return tests
