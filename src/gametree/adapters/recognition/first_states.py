"""Finds what makes the first state of a user's rules: an object, a class, a function, a method."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any

from ...errors import BadParameter
from ..boards.board_text import board_of
from . import roles
from .members import Member, find, maker_of, named, names_of, required_arguments, takes
from .module_functions import ModuleFunctions, called
from .roles import Role

__all__ = ["factory", "first_state_of", "guarded_make", "lists_and_plays", "no_first_state"]

# A function of a module that is called start may well start something else.
_BESIDE = roles.START._replace(
    names=tuple(each for each in roles.START.names if each not in ("start", "newgame"))
)


def factory(
    state: Any, start: Any, given: Mapping[str, Any] = MappingProxyType({})
) -> tuple[Callable[[], Any], Any]:
    """Return a function that makes the first state, and an object whose methods take states.

    Args:
        state: the user's state, rules, class or function.
        start: the user's own first state, see `first_state_of`.
        given: the names that the user gives for roles, by keyword.

    """
    if isinstance(state, ModuleType):
        state = ModuleFunctions(state)
    if isinstance(state, type) or (callable(state) and not names_of(state, roles.MOVES)):
        make = maker_of(state) if isinstance(state, type) else state
        made = guarded_make(make)
        if (first := _first_of(made, start, given)) is not None:
            return first, made
        return partial(guarded_make, _begun(make, made)), None
    if (first := _first_of(state, start, given)) is not None:
        return first, state
    try:
        copy.deepcopy(state)
    except Exception as error:
        raise BadParameter(
            f"the {type(state).__name__} that was given cannot be copied to begin another game "
            f"({type(error).__name__}: {error}); give a function that makes it: lambda: "
            f"{type(state).__name__}(...)"
        ) from error
    return _begun(partial(copy.deepcopy, state), state), None


def _begun(make: Callable[[], Any], made: Any) -> Callable[[], Any]:
    """Return what makes an object that lists moves and plays one; `make`, if nothing does.

    Some constructors leave that to another method, such as `init_board()`.
    """
    if lists_and_plays(made, given_state=False):
        return make
    for name in names_of(made, roles.SET_UP):
        if takes(getattr(made, name), 0):
            begun = partial(_made_and_begun, make, name)
            if lists_and_plays(begun(), given_state=False):
                return begun
    return make


def _made_and_begun(make: Callable[[], Any], name: str) -> Any:
    made = guarded_make(make)
    guarded_make(getattr(made, name))
    return made


def guarded_make(make: Callable[[], Any]) -> Any:
    """Call a class or function of the user's and return the object that it makes.

    Raises:
        BadParameter: if it raises.

    """
    try:
        return make()
    except Exception as error:
        name = getattr(make, "__name__", type(make).__name__)
        raise BadParameter(
            f"{name}() raised {type(error).__name__}: {error}; give a first state, or a function "
            f"that makes it: lambda: {name}(...)"
        ) from error


def _first_of(rules: Any, start: Any, given: Mapping[str, Any]) -> Callable[[], Any] | None:
    """Return what makes the first state, if the methods of an object take a state; else None."""
    if not lists_and_plays(rules, given_state=True, given=given):
        return _first_that_lists(rules, start, given)
    is_state = not isinstance(rules, ModuleFunctions)
    if is_state and lists_and_plays(rules, given_state=False, given=given):
        return None
    first = first_state_of(rules, start)
    if first is None and {"moves", "play"} & {key for key, name in given.items() if name}:
        raise no_first_state(rules)
    return first


def _first_that_lists(rules: Any, start: Any, given: Mapping[str, Any]) -> Callable[[], Any] | None:
    """Return what makes the first state, if rules play moves which their states list; else None."""
    plays = find(rules, roles.PLAY, given_state=True)
    if plays is None or lists_and_plays(rules, given_state=False, given=given):
        return None
    if isinstance(rules, type) or (first := first_state_of(rules, start)) is None:
        return None
    state = guarded_make(first)
    name = given.get("moves")
    listed = isinstance(name, str) and hasattr(state, name)
    return first if listed or find(state, roles.MOVES) is not None else None


def first_state_of(rules: Any, start: Any) -> Callable[[], Any] | None:
    """Return what makes the first state of an object whose methods take one; None if nothing does.

    If the object has no such method, a function of its module may make it.

    Args:
        rules: the object.
        start: the user's own first state, or what makes it, or its name, or the state as text;
            None: find one.

    """
    if isinstance(start, str):
        held = getattr(rules, start, None) if start.isidentifier() else None
        start = held if callable(held) else board_of(start)
    if start is not None:
        return start if callable(start) else partial(copy.deepcopy, start)
    module = sys.modules.get(type(rules).__module__)
    for place, role in ((rules, roles.START), (module, _BESIDE)):
        member = None if place is None else find(place, role)
        if member is not None:
            held = getattr(place, member.name)
            return held if callable(held) else partial(copy.deepcopy, held)
    return None


def no_first_state(rules: Any) -> BadParameter:
    """Return the error for rules whose methods take a state, of which nothing makes the first."""
    owner = called(rules)
    name = named(rules, roles.START)
    if name is None:
        return BadParameter(
            f"the methods of {owner} take a state, and nothing makes the first one: define a "
            "method initial_state(), or give start=, a state or a function that makes it"
        )
    wanted = required_arguments(getattr(rules, name))
    typed = "=... --param ".join(wanted)
    return BadParameter(
        f"{owner}.{name} makes the first state and must be given {', '.join(wanted)}: give start=, "
        f"a function that makes it; on the command line, --param {typed}=..."
    )


def lists_and_plays(
    thing: Any, *, given_state: bool, given: Mapping[str, Any] = MappingProxyType({})
) -> bool:
    """Return True if an object lists moves and plays one: of a state given to it, or of itself.

    `given` are names or functions that the user gives for the roles.
    """

    def found(role: Role) -> Member | None:
        chosen = given.get(role.keyword)
        named = isinstance(chosen, str) or isinstance(thing, ModuleFunctions)
        try:
            return find(thing, role, chosen if named else None, given_state)
        except BadParameter:  # it takes other arguments
            return None

    if given.get("successors") is not None:
        return found(roles.SUCCESSORS) is not None
    listed = roles.MOVES if given.get("candidates") is None else roles.VALID
    listing, *playing = map(found, (listed, roles.PLAY, roles.AFTER))
    return listing is not None and any(playing)
