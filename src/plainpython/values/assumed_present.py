"""Assume that a value is not None if a function has no types otherwise, and check it at run time.

In `cards + (state.card,)` no random game had None among the cards, and no visible test shows that
the card is there. If type inference fails for a function, it runs a second time. Then a value that
may be None counts as present where the function puts it into a container. Compiled code checks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba.core import ir

from .narrowed import narrowed

__all__ = ["assume_present"]

_PUTTING = frozenset(("add", "append", "appendleft", "insert"))


def assume_present(function: Any) -> bool:
    """Mark what a function puts into tuples, lists and sets by itself; return whether it does."""
    taken = _taken_out(function)
    marked = False
    for block in function.blocks.values():
        body: list[Any] = []
        for each in block.body:
            for holder, index in _puts(function, each):
                if holder[index].name in taken:
                    holder[index] = _marked(function, block, body, holder[index], each.loc)
                    marked = True
            body.append(each)
        block.body[:] = body
    return marked


def _taken_out(function: Any) -> set[str]:
    """Return the variables that are set to nothing but fields and items, or to such variables."""
    values: dict[str, list[Any]] = {}
    for block in function.blocks.values():
        for each in block.find_insts(ir.Assign):
            values.setdefault(each.target.name, []).append(each.value)

    def is_taken(name: str, within: tuple[str, ...] = ()) -> bool:
        return name in values and all(
            is_taken(each.name, (*within, name))
            if isinstance(each, ir.Var) and each.name not in within
            else getattr(each, "op", "") in ("getattr", "getitem", "static_getitem")
            for each in values[name]
        )

    return {name for name in values if is_taken(name)}


def _puts(function: Any, statement: Any) -> Iterator[tuple[list[Any], int]]:
    """Yield where a statement holds a variable that is put in by itself: a list, and the index."""
    value = getattr(statement, "value", None)
    if not isinstance(statement, ir.Assign) or not isinstance(value, ir.Expr):
        return
    if value.op == "build_tuple" and len(value.items) == 1:
        value.items = list(value.items)
        yield value.items, 0
    elif value.op == "call" and value.args and not value.kws:
        method: Any = function.get_definition(value.func)
        if getattr(method, "op", "") == "getattr" and method.attr in _PUTTING:
            value.args = list(value.args)
            yield value.args, len(value.args) - 1


def _marked(function: Any, block: Any, body: list[Any], value: Any, loc: Any) -> Any:
    """Return a variable for a value that is not None, which statements in `body` make."""
    scope = block.scope
    called, result = (scope.redefine(f"$plainpython_present{len(body)}", loc) for _ in range(2))
    made = (
        ir.Global(narrowed.__name__, narrowed, loc),
        ir.Expr.call(called, (value,), (), loc),
    )
    for variable, each in zip((called, result), made, strict=True):
        body.append(ir.Assign(each, variable, loc))
        function._definitions[variable.name].append(each)
    return result
