"""Values that read variables when they are used, and the state of variables on one path."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

__all__ = [
    "ESCAPED", "NOTHING", "TURN", "Carried", "Effects", "LateAnalysis", "State", "Values",
    "but_changed", "changed", "items_of", "joined", "problem",
]  # fmt: skip

TURN = "@turn"
"""Ends the name of a variable that a generator sets again when its next item is taken."""
ESCAPED = "an object that others may hold"
"""The name of the holder of values that the analysis cannot follow further."""


class Carried(NamedTuple):
    """A variable that a value reads when it is used.

    Attributes:
        name: the variable.
        value: the value in words, such as "the lambda".
        mend: how to mend it.
        line: where the value is made.
        within: True if only an item of the value reads it.
        call: the call whose result may hold such a value, which only types tell.
        others: variables passed to that call, which may hold it since.
        changed: the line that sets the variable again, 0 for none.

    """

    name: str
    value: str
    mend: str
    line: int
    within: bool = False
    call: ast.Call | None = None
    others: tuple[str, ...] = ()
    changed: int = 0


Values = frozenset[Carried]
"""The variables that a value reads later."""
State = dict[str, Values]
"""The values that each variable carries."""
NOTHING: Values = frozenset()
"""No variables."""


class Effects(NamedTuple):
    """The effects of a call of an inner function.

    Attributes:
        returned: what its result carries of outer variables.
        kept: what it puts where others may hold it.

    """

    returned: Values
    kept: Values


class LateAnalysis(Protocol):
    """The analysis of one function and those within it, as it is seen while paths are followed."""

    rewriting: Any

    def effects_of(self, function: Any) -> Effects:
        """Return what a call of a function leaves behind."""
        ...

    def refuse(self, carried: Carried) -> None:
        """Refuse the use of a value, or mark the call that may have made it."""
        ...


def problem(carried: Carried) -> str:
    """Return the reason for refusing the use of a value."""
    name = carried.name.partition("@")[0]
    return (
        f"{carried.value} made in line {carried.line} reads {name} when it is used, and line "
        f"{carried.changed} may set {name} again before that"
    )


def items_of(values: Values) -> Values:
    """Return what one item of a value carries."""
    return frozenset(
        each._replace(within=False) if TURN in each.name else each for each in values if each.within
    )


def changed(values: Values, name: str, line: int, *, within: bool = True) -> Values:
    """Mark those of some values that read a variable: without `within` not those that hold some."""
    found = [
        each
        for each in values
        if each.name == name and not each.changed and (within or not each.within)
    ]
    return values.difference(found) | {each._replace(changed=line) for each in found}


def but_changed(values: Values, ending: str) -> Values:
    """Return values without the marked ones whose variable's name has this ending."""
    return frozenset(each for each in values if not (each.changed and each.name.endswith(ending)))


def joined(states: Iterable[State | None]) -> State | None:
    """Return the state where paths meet."""
    joined: State | None = None
    for each in states:
        if each is None:
            continue
        joined = {} if joined is None else joined
        for holder, values in each.items():
            joined[holder] = joined.get(holder, NOTHING) | values
    return joined
