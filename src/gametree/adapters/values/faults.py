"""Calls of users' code with errors that use the users' own names."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ...errors import BadParameter, GameError, InvalidState
from ...rules.checked_game import MOST_ACTIONS
from ...rules.workspace import MOST_RETURN, PlayoutEndless, TimeUp
from ...user_code.locating import BrokenContract, brief, defined, raised, written
from ..boards.history import History

__all__ = [
    "STATE_CHANGED",
    "StateChanged",
    "UserFault",
    "ask",
    "expect_methods",
    "fault",
    "in_the_users_words",
    "listed",
    "number",
    "something",
    "wrong_answer",
]

STATE_CHANGED = "changed the state that it was given; return a new one"

_SHOWN_MOVES = 60


class UserFault(GameError):
    """A user's function raised or returned nonsense; the message is whole."""


class StateChanged(UserFault):
    """Random games have shown that what plays a move changes the state that it is given."""


def fault(
    name: str,
    problem: str,
    where: History | Sequence[Any],
    function: Callable[..., Any] | None = None,
) -> UserFault:
    """Return the error for a function of the user's, with its line and the moves that led to it."""
    place = written(function, name)
    if place is not None:
        problem = f"{problem} {place}"
    moves = where.plays() if isinstance(where, History) else where
    if not moves:
        return UserFault(f"{name} {problem} (in the searched position)")
    shown = " ".join(map(str, moves[:_SHOWN_MOVES]))
    more = " ..." if len(moves) > _SHOWN_MOVES else ""
    return UserFault(f"{name} {problem} (after the moves {shown}{more})")


def ask(
    name: str, function: Callable[..., Any], where: History | Sequence[Any], *arguments: Any
) -> Any:
    """Call a user's function and return its answer; raise `UserFault` if it raises."""
    try:
        return function(*arguments)
    except UserFault:
        raise
    except Exception as error:
        raise fault(name, raised(error, name), where) from error


def something(
    name: str,
    value: Any,
    expected: str,
    where: History | Sequence[Any],
    function: Callable[..., Any] | None = None,
) -> Any:
    """Return the value, unless the user's function forgot to return one."""
    if value is None:
        raise fault(name, f"returned nothing; {expected} was expected", where, function)
    return value


def wrong_answer(owner: Any, method: str, value: Any, expected: str) -> BrokenContract:
    """Return the error for an answer that a method of the user's must not give."""
    given = "nothing" if value is None else brief(value)
    return BrokenContract(f"returned {given}; {expected} was expected", defined(owner, method))


def listed(
    name: str,
    value: Any,
    expected: str,
    where: History | Sequence[Any],
    function: Callable[..., Any] | None = None,
) -> list[Any]:
    """Return the value as a list, which may be empty."""
    try:
        found = list(islice(value, MOST_ACTIONS + 1))
    except TypeError:
        given = "nothing" if value is None else brief(value)
        raise fault(name, f"returned {given}; {expected} was expected", where, function) from None
    if len(found) > MOST_ACTIONS:
        raise fault(name, f"gave more than {MOST_ACTIONS:,} moves", where, function)
    return found


def number(
    name: str,
    value: Any,
    where: History | Sequence[Any],
    function: Callable[..., Any] | None = None,
) -> float:
    """Return the value as a finite number, of a size that statistics can hold."""
    try:
        converted = float(value)
    except (TypeError, ValueError, OverflowError):
        converted = math.nan
    if isinstance(value, str) or not math.isfinite(converted):
        given = "nothing" if value is None else brief(value)
        raise fault(name, f"returned {given}; a finite number was expected", where, function)
    if abs(converted) > MOST_RETURN:
        expected = f"a number of at most {MOST_RETURN:g} in size was expected"
        raise fault(name, f"returned {brief(value)}; {expected}", where, function)
    return converted


@contextmanager
def in_the_users_words(cut_off: str = "") -> Iterator[None]:
    """Raise a `UserFault` unchanged, where the search would wrap it in an error of its own.

    `cut_off` is the parameter by which the user can bound playouts, where they do not end.
    """
    try:
        yield
    except (GameError, InvalidState) as error:
        if cut_off and isinstance(error.__cause__, (PlayoutEndless, TimeUp)):
            given = str(error).partition(";")[0]
            raise GameError(f"{given}; cut long ones off with {cut_off}") from error.__cause__
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, UserFault):
            cause = cause.__cause__
        if cause is None or cause is error:
            raise
        raise cause from cause.__cause__


def expect_methods(name: str, value: Any, methods: Sequence[str]) -> None:
    """Raise BadParameter unless an object has the methods of an interface."""
    missing = [method for method in methods if not callable(getattr(value, method, None))]
    if missing:
        raise BadParameter(
            f"{name} must have the methods {', '.join(methods)}; "
            f"{brief(value)} lacks {', '.join(missing)}"
        )
