"""Finds the type of a game's states: remembered from an earlier compile, or seen in its games."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from numba import typeof
from numba.core import types

from plainpython.back_end import cache
from plainpython.back_end.functions import dispatcher
from plainpython.back_end.joined_numbers import let_states_join
from plainpython.back_end.objects import type_of
from plainpython.back_end.value_forms import form_of_type
from plainpython.reasons import Unsupported
from plainpython.values.kinds import fixed_tuples, joined, kind_of
from plainpython.values.known_kinds import let_know, wanted
from plainpython.values.memory import holds_values
from plainpython.values.seen_kinds import MOST_FIXED

from ..game import Game, State
from ..primitives.actions import Packing
from .actions.packed_kinds import kind_of_actions
from .explain import explaining
from .game_objects import note_values, set_action_type
from .seen_games import seen_kinds

__all__ = ["kind_of_states", "note_types", "remembered_state_type", "without_none"]


def remembered_state_type(game: Game, first: State, packing: Packing | None) -> Any:
    """Return the type of the game's states if it is known without compiling.

    It was found for a game of the same sources and constants. Whatever else the first state may
    depend on, what is remembered must fit it.
    """
    with explaining(game):
        found = cache.load(f"state of {type_of(game).name}")
    if found is None:
        return None
    remembered, makes_values, objects, joins = found
    let_states_join(joins)
    if makes_values:
        note_values(type_of(game))
    if isinstance(first, np.void):
        note_types(game, types.undefined, {}, packing)
        return remembered if remembered == typeof(first) else None
    state_type = _with_classes(remembered, first)
    try:
        note_types(
            game, state_type, {cls: each for each in objects for cls in each.classes}, packing
        )
        form_of_type(state_type, first)
    except Unsupported:
        return None
    return state_type


def _hold_values(seen: Any) -> bool:
    """Return whether states as they were seen are not all plain numbers: one may be None."""
    try:
        return holds_values(seen.states)
    except Unsupported:
        return False


def note_types(game: Game, state_type: Any, others: Any, packing: Packing | None) -> Any:
    """Let it be known which types the classes in states and actions have; return the states'."""
    let_know(types.undefined, {}, types.undefined)
    found = let_know(state_type, others, kind_of_actions(packing))
    set_action_type(type_of(game), kind_of_actions(packing))
    return found


def kind_of_states(game: Game, game_type: Any, first: State, packing: Packing | None) -> Any:
    """Return the type of the states of a game where it is one of ours, else None.

    A tuple of some numbers may be a board or a record: it is a record if the rules, taking it for
    one, make another such tuple of it.
    """
    seen_lines, seen, seen_fixed = seen_kinds(game)
    let_states_join(seen.joins)
    try:
        rows, others = seen.states, seen.objects
    except Unsupported:  # some tuples of numbers are rows, and some are not: u64 beside bool, say
        with fixed_tuples(MOST_FIXED):
            if not holds_values(kind_of(first)) and not _hold_values(seen_fixed):
                return None
        rows, others = seen_fixed.states, seen_fixed.objects

    others = others | wanted()

    def made_of(state_type: Any) -> Any:
        """Return the type of the states that follow one of a type."""
        action_type = kind_of_actions(packing)
        try:
            compiled = dispatcher(type(game).next_state)
            compiled.compile((game_type, state_type, action_type))
            made = compiled.overloads[(game_type, state_type, action_type)]
        except Exception:  # the type that is used instead gives its own error
            return types.undefined
        return without_none(types.unliteral(made.signature.return_type))

    if rows is None or not holds_values(rows):
        note_types(game, types.undefined, others, packing)
        if isinstance(first, tuple) and rows is not None and seen_lines.fits_all:
            made = made_of(rows)
            if holds_values(made) and joined(seen_lines.states, made) == seen_lines.states:
                return note_types(game, seen_lines.states, seen_lines.objects | wanted(), packing)
        return None
    fixed = seen_fixed.states
    if fixed != rows:
        fixed = note_types(game, fixed, seen_fixed.objects | wanted(), packing)
        if made_of(fixed) == fixed:
            return fixed if holds_values(fixed) else None
    known = note_types(game, rows, others, packing)
    made = made_of(known)
    if made is types.undefined and seen_lines.fits_all:  # short tuples may be made of lists
        with suppress(Unsupported):  # the error to show is why they cannot stay as they are
            lines = note_types(game, seen_lines.states, seen_lines.objects | wanted(), packing)
            if made_of(lines) == lines:
                return lines
        return note_types(game, rows, others, packing)
    wider = joined(known, made)
    if wider in (None, known):
        return known
    return note_types(game, wider, others, packing)  # what was None in all of the games seen


def without_none(successor: Any) -> Any:
    """Return the type of the next state without the None of a path that no rules take.

    Where no case of a `match` fits, Python returns None. A search that comes there ends.
    """
    return successor.type if isinstance(successor, types.Optional) else successor


def _with_classes(state_type: Any, state: State) -> Any:
    """Return the type with the classes of the NamedTuples in `state`.

    They have the same fields as those remembered, but a class that was
    redefined, or in another run, is another class to Numba.
    """
    if not (isinstance(state_type, types.BaseTuple) and isinstance(state, tuple)):
        return state_type
    if len(state_type) != len(state):
        return state_type
    members = [_with_classes(*pair) for pair in zip(state_type, state, strict=True)]
    return types.BaseTuple.from_types(members, type(state) if hasattr(state, "_fields") else None)
