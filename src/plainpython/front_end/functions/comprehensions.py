"""Comprehensions and generator expressions, rewritten as loops."""

from __future__ import annotations

import ast
import builtins
import collections
from collections.abc import Callable
from typing import Any

from .. import trees
from ..trees import PREFIX

__all__ = [
    "DEFAULT",
    "EAGER",
    "LOOPS",
    "ROUNDING",
    "WITHOUT_ORDER",
    "Loop",
    "collecting",
    "loop_of",
    "loops",
    "next_loop",
]

RESULT = f"{PREFIX}result"
VALUES = f"{PREFIX}values"
_KEY = f"{PREFIX}key"
_FIRST = f"{PREFIX}first"
DEFAULT = f"{PREFIX}default"


class Loop:
    """The code of a comprehension before its loops, at each step and after them."""

    def __init__(self, before: str, step: str, after: str, **parts: ast.expr) -> None:
        self.before = trees.statements(before, **parts) if before else []
        self.step = trees.statements(step, **parts)
        self.after = trees.statements(after, **parts) if after else []


def loops(generators: list[ast.comprehension], loop: Loop) -> list[ast.stmt]:
    """Return the statements of the loops of a comprehension."""
    body: list[ast.stmt] = loop.step
    for each in reversed(generators):
        for condition in reversed(each.ifs):
            body = [ast.If(test=condition, body=body, orelse=[])]
        source: str = getattr(each, "kept_as", "")
        values = each.iter
        if source:
            values = trees.call(trees.name(f"{PREFIX}unordered"), trees.name(source))
        body = [ast.For(target=each.target, iter=values, body=body, orelse=[])]
        if source:
            body.insert(0, trees.assign(source, each.iter))
    return [*loop.before, *body, *loop.after]


def loop_of(node: ast.expr) -> Loop:
    """Return what a set or dict comprehension, or a generator expression, does."""
    if isinstance(node, ast.DictComp):
        return Loop(
            f"{RESULT} = {{}}",
            f"{_KEY} = KEY\n{RESULT}[{_KEY}] = VALUE",
            f"return {RESULT}",
            KEY=node.key,
            VALUE=node.value,
        )
    if isinstance(node, ast.SetComp):
        return Loop(f"{RESULT} = set()", f"{RESULT}.add(ITEM)", f"return {RESULT}", ITEM=node.elt)
    assert isinstance(node, ast.GeneratorExp)
    return Loop("", "yield ITEM", "", ITEM=node.elt)


def collecting(node: ast.ListComp | ast.GeneratorExp, finish: str) -> Loop:
    """Return what collects items in a list or a tuple; `finish` makes it of them."""
    first = node.generators[0]
    values = first.iter
    first.iter = trees.placed(trees.name(VALUES), values)
    return Loop(
        f"{VALUES} = FIRST\n{RESULT} = {PREFIX}begun({PREFIX}most({VALUES}))",
        f"{RESULT} = {PREFIX}filled({RESULT}, ITEM)",
        f"return {PREFIX}{finish}({RESULT})",
        FIRST=values,
        ITEM=node.elt,
    )


def next_loop(item: ast.expr, has_default: bool) -> Loop:
    """Return what `next` does of a generator expression: the first item, or the default."""
    after = f"return {DEFAULT}" if has_default else "raise StopIteration"
    return Loop("", "return ITEM", after, ITEM=item)


WITHOUT_ORDER = (
    builtins.all,
    builtins.any,
    builtins.frozenset,
    builtins.max,
    builtins.min,
    builtins.set,
    builtins.sorted,
    builtins.sum,
)
"""Functions whose result does not depend on the order of the items, such as those of a set."""


ROUNDING = (builtins.max, builtins.min, builtins.sorted, builtins.sum)
"""Those of them that tell the order of floats: by rounding, by nan, by the sign of zero."""


def _best(name: str, comparison: str) -> Callable[[ast.expr], Loop]:
    step = (
        f"{_KEY} = ITEM\n"
        f"if {_FIRST}:\n"
        f"    {RESULT} = {_KEY}\n"
        f"    {_FIRST} = False\n"
        f"elif {_KEY} {comparison} {RESULT}:\n"
        f"    {RESULT} = {_KEY}"
    )
    after = f"if {_FIRST}: raise ValueError('{name}() arg is an empty sequence')\nreturn {RESULT}"
    return lambda item: Loop(f"{_FIRST} = True", step, after, ITEM=item)


# What these do of a generator expression alone.
LOOPS: dict[Any, Callable[[ast.expr], Loop]] = {
    builtins.any: lambda item: Loop("", "if ITEM: return True", "return False", ITEM=item),
    builtins.all: lambda item: Loop("", "if not ITEM: return False", "return True", ITEM=item),
    builtins.sum: lambda item: Loop(
        f"{RESULT} = 0", f"{RESULT} += ITEM", f"return {RESULT}", ITEM=item
    ),
    builtins.max: _best("max", ">"),
    builtins.min: _best("min", "<"),
}

EAGER = (
    builtins.dict,
    builtins.frozenset,
    builtins.list,
    builtins.max,
    builtins.min,
    builtins.set,
    builtins.sorted,
    builtins.sum,
    builtins.tuple,
    collections.Counter,
    collections.OrderedDict,
    collections.deque,
)
"""Functions that take all items of a generator expression at once, so that a list serves."""
