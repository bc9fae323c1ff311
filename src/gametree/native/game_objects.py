"""Games as objects of compiled code: what their methods give, and which functions are compiled."""

from __future__ import annotations

import inspect
from typing import Any

from numba.core import types

from plainpython.back_end.functions import dispatcher
from plainpython.back_end.objects import Methods, ObjectType, exemplar_of, register_methods
from plainpython.compilable import fingerprint_function
from plainpython.front_end.decorated import plain
from plainpython.libraries import is_of_library
from plainpython.values.unions import UnionType

from ..game import Game
from .actions.listed_actions import filling
from .actions.mixed_methods import with_packed_actions

__all__ = [
    "GIVING_ACTIONS",
    "SURE",
    "filling_of",
    "giving_of",
    "guesses_of",
    "makes_values",
    "note_values",
    "set_action_type",
    "set_state_type",
    "sure",
]

_DRAWING_ACTIONS = ("random_action", "propose", "draw_outcome")

GIVING_ACTIONS = ("legal_actions", "chance_outcomes", *_DRAWING_ACTIONS)
"""Methods of games that give actions."""

_GIVING_STATES = ("initial_state", "next_state", "copy", "sample_state")

SURE = ("current_player", "fill_legal_actions", "key", "legal_actions", "returns")
"""Methods of games that return None only where they break their contract, which raises."""

# Of each kind of game whose states are values of an arena, the type of its states.
_state_types: dict[str, Any] = {}
# Of each kind of game, the type of its actions.
_action_types: dict[str, Any] = {}
# Kinds of games whose rules make values.
_making_values: set[str] = set()


def set_state_type(object_type: ObjectType, state_type: Any) -> None:
    """Let the methods of a kind of game that return states return them in one type."""
    _state_types[object_type.name] = state_type


def set_action_type(object_type: ObjectType, action_type: Any) -> None:
    """Let `random_action` of a kind of game return actions of one type."""
    _action_types[object_type.name] = action_type


def note_values(object_type: ObjectType) -> None:
    """Note that the rules of a kind of game make values that lie in an arena."""
    _making_values.add(object_type.name)


def makes_values(object_type: ObjectType) -> bool:
    """Return True if the methods of an object, or of those it holds, may make such values.

    Of the rules of games that is known; strategies that are not gametree's own may.
    """
    exemplar = exemplar_of(object_type)
    if isinstance(exemplar, Game):
        return object_type.name in _making_values
    if not is_of_library(type(exemplar).__module__):
        return True
    held = [kind for _, kind in object_type.fields if isinstance(kind, ObjectType)]
    return any(map(makes_values, held))


def guesses_of(game: ObjectType, state: Any) -> list[Any]:
    """Return the compiled functions of a game that guess what a state is worth."""
    rules: Any = type(exemplar_of(game))
    guess, basis, near = (
        dispatcher(plain(method))
        for method in (rules.heuristic, rules.heuristic_basis, rules.heuristic_from)
    )
    guess.compile((game, state))
    basis.compile((game, state))
    found = basis.overloads[game, state]
    kinds = (game, found.signature.return_type, state)
    near.compile(kinds)
    return [guess.overloads[game, state], found, near.overloads[kinds]]


# By the functions that list the actions, and what these depend on.
_filling: dict[tuple[Any, str, bool], Any] = {}


def filling_of(game: type, action_type: Any) -> Any:
    """Return the function that writes the legal actions, of a class that only lists them."""
    listing = plain(inspect.getattr_static(game, "legal_actions"))
    if getattr(listing, "__module__", None) in (None, Game.legal_actions.__module__):
        return Game.fill_legal_actions
    alike = not isinstance(action_type, UnionType)
    key = (listing, fingerprint_function(listing), alike)
    if key not in _filling:
        _filling[key] = filling(listing, alike=alike) or Game.fill_legal_actions
    return _filling[key]


def _fill_nothing(game: Game, state: Any, out: Any) -> int:
    """Stand in for `fill_legal_actions` where actions are proposed, and nobody asks for a list."""
    return 0


# By the functions that give actions, what these depend on, and the types of mixed actions.
_giving: dict[tuple[Any, str, Any], Any] = {}


def giving_of(function: Any, action_type: Any) -> Any:
    """Return the function that gives actions of a type, for one that gives what they are."""
    if not isinstance(action_type, UnionType):
        return function
    key = (function, fingerprint_function(function), action_type)
    if key not in _giving:
        _giving[key] = with_packed_actions(function, action_type) or function
    return _giving[key]


class _MethodsOfGames(Methods):
    """Rules are large, so they are called; what they give has the types that games have shown."""

    inlined = False
    truths = ("is_terminal",)

    def function(self, object_type: ObjectType, function: Any) -> Any:
        if function is Game.fill_legal_actions:
            rules: Any = exemplar_of(object_type)
            if rules.proposes_actions:
                return _fill_nothing
            action_type = _action_types.get(object_type.name)
            return filling_of(type(rules), action_type)
        if function.__name__ in GIVING_ACTIONS:
            return giving_of(function, _action_types.get(object_type.name))
        return function

    def held_function(self, object_type: ObjectType, attribute: str, value: Any) -> Any:
        game: Any = exemplar_of(object_type)
        if attribute in game.listing_functions:
            return giving_of(value, _action_types.get(object_type.name))
        return value

    def returned(self, object_type: ObjectType, attribute: str, found: Any) -> Any:
        if attribute in _GIVING_STATES:
            return _state_types.get(object_type.name, found)
        if attribute in _DRAWING_ACTIONS:
            return _action_types.get(object_type.name, found)
        return sure(found) if attribute in SURE else found


def sure(found: Any) -> Any:
    """Return the type of a method's answers, without the None of a path that no rules take.

    It stands at the end of `if` and `match` statements that name all that there is.
    """
    return found.type if isinstance(found, types.Optional) else found


register_methods(Game, _MethodsOfGames())
