"""Methods that change only whose turn it is, whatever they are called, and how they are tried."""

from __future__ import annotations

import copy
import dis
import enum
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from ...rules.snapshots import outline
from ..own.state_rules import StateRules
from ..values.copying import InvalidAnswer
from . import roles
from .budget import tried
from .expressions import Expression, changed
from .members import Member, find, required_arguments

__all__ = ["another_can_move", "passing_by", "turn_methods"]

_MOST_METHODS = 40
_DEEPEST = 6  # methods that call each other

# Whoever calls these plays with people, or leaves the program.
_OUTSIDE = frozenset(
    ("input", "exit", "quit", "_exit", "sleep", "mainloop", "open", "system", "display", "flip")
    + ("update_idletasks", "wait", "read", "readline", "recv", "send", "connect", "popen", "run")
    + ("Popen", "Thread", "Process")
)
_PLAIN = (int, float, str, bytes, type(None))
_LISTED = ("legal", "valid", "available", "possible", "moves", "actions", "pass", "history")


def turn_methods(rules: StateRules) -> Iterator[Member]:
    """Yield the methods without arguments that may give the turn to another player, best first.

    First the one whose name says so; then every method that sets an attribute and neither asks a
    person nor leaves the program.
    """
    usual = find(rules.subject, roles.PASS, given_state=rules.takes_state)
    if usual is not None:
        yield usual
    if rules.takes_state:
        return
    left = _MOST_METHODS
    for name in sorted(dir(type(rules.subject)), key=lambda name: ("turn" not in name, name)):
        method = inspect.getattr_static(type(rules.subject), name, None)
        if name.startswith("__") or not isinstance(method, FunctionType) or left == 0:
            continue
        if required_arguments(method)[1:] or (usual is not None and name == usual.name):
            continue
        if _sets_something(type(rules.subject), method):
            left -= 1
            yield Member(name, 0, Expression(f"state.{name}()"))


def passing_by(rules: StateRules, member: Member, state: Any) -> Expression | None:
    """Return what passes, of a state, if `member` gives the turn to a player who can move."""
    named = find(rules.subject, roles.PASS, given_state=rules.takes_state)
    usual = named is not None and named.name == member.name
    try:
        state = copy.deepcopy(state)
        whose, before = rules.label(state), _contents(state)
        answer = tried(member.ask, state)
        is_new = rules.is_state(answer) and answer is not state
        after = answer if is_new else state
        if rules.label(after) == whose or not rules.legal(after):
            return None
        if not usual and _contents(after) != before:
            return None
    except Exception:  # it is no such method
        return None
    if not is_new:
        return Expression("changed(skip(state), state)", skip=member.ask, changed=changed)
    return Expression("skip(state)", skip=member.ask) if rules.returns_states else None


def another_can_move(rules: StateRules, state: Any) -> Any:
    """Return the rules' name of a player who could move if it were their turn; None if nobody.

    The turn is put into whichever attribute of a copy of the state tells it.
    """
    try:
        whose = rules.label(state)
        others = [label for label in rules.labels_in_play if label != whose]
        held = [name for name, value in vars(state).items() if _is_turn(value, whose, others)]
    except (InvalidAnswer, TypeError):
        return None
    for name in held:
        for other in others:
            try:
                aside = copy.deepcopy(state)
                setattr(aside, name, other)
                if rules.label(aside) == other and rules.legal(aside):
                    return other
            except Exception:  # it is not what tells the turn
                continue
    return None


def _is_turn(value: Any, whose: Any, others: list[Any]) -> bool:
    return type(value) is type(whose) and value in (whose, *others)


def _contents(state: Any) -> Any:
    """Return what a state holds but plain values, lists of moves and the history of the game."""
    held = getattr(state, "__dict__", None)
    if held is None:
        return None
    return {
        name: outline(value)
        for name, value in held.items()
        if type(value) not in _PLAIN
        and not any(word in name.lower() for word in _LISTED)
        and not isinstance(value, enum.Enum)
    }


def _sets_something(cls: type, method: FunctionType) -> bool:
    """Return True if a method, or one that it calls, sets something and stays within the rules."""
    seen: set[str] = set()
    waiting = [(method, 0)]
    sets = False
    while waiting:
        each, depth = waiting.pop()
        names = set(_names(each.__code__))
        if names & _OUTSIDE or depth > _DEEPEST:
            return False
        sets = sets or _stores(each.__code__) or "replace" in names or cls.__name__ in names
        for name in names - seen:
            called = inspect.getattr_static(cls, name, None)
            if isinstance(called, FunctionType):
                waiting.append((called, depth + 1))
        seen |= names
    return sets


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)


def _stores(code: CodeType) -> bool:
    return any(each.opname == "STORE_ATTR" for each in dis.get_instructions(code))
