"""Other readings of what rules answer: results as players or scores, sets as lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..recognition.expressions import Expression
from ..recognition.members import Member

__all__ = ["is_sortable_set", "player_of_member", "player_of_number", "read_as"]


def read_as(result: Member, text: str, **names: Any) -> Member:
    """Return a result read by an expression: `asked` is the member, `names` are other values."""
    return result._replace(ask=Expression(text, asked=result.ask, **names))


def player_of_number(result: Member, labels: Sequence[Any]) -> Member:
    """Return a result of 1 or 2 as the label of the first or the second player."""
    first, second = labels
    nobody: Any = "" if isinstance(first, str) else None
    if isinstance(first, int):
        nobody = next(each for each in (0, -1) if each not in labels)
    text = "first if number == 1 else second if number == 2 else nobody"
    name = Expression(text, "number", first=first, second=second, nobody=nobody)
    return read_as(result, "name(asked(state))", name=name)


def player_of_member(result: Member, alike: Sequence[Any], labels: Sequence[Any]) -> Member:
    """Return a result in an enum as the label of the player at the same index, or None.

    Args:
        result: what gives a member of the enum.
        alike: the member that means each player, in the order of the players.
        labels: what the rules call the players.

    """
    named: dict[str, Any] = {}
    text = "None"
    for number, (member, label) in enumerate(zip(alike, labels, strict=True)):
        named |= {f"result_{number}": member, f"player_{number}": label}
        text = f"player_{number} if asked(state) == result_{number} else {text}"
    return read_as(result, text, **named)


def is_sortable_set(moves: Any) -> bool:
    """Return True for moves that have no order, and could have one."""
    if not isinstance(moves, (set, frozenset)):
        return False
    try:
        sorted(moves)
    except TypeError:
        return False
    return True
