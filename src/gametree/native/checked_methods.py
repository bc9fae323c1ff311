"""Compiles the methods of a game one by one, and checks what each of them returns.

It costs nothing extra, as the search links the very same code, and it shows which method is at
fault. So it is done once for each kind of game.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from numba import typeof
from numba.core import types

from plainpython.back_end import cache
from plainpython.back_end.buffers import BufferType
from plainpython.back_end.functions import dispatcher
from plainpython.back_end.joined_numbers import joins_of_states
from plainpython.back_end.numba_parts.linking import calls
from plainpython.back_end.numba_parts.typing_context import typing_context
from plainpython.back_end.objects import type_of
from plainpython.back_end.value_forms import form_of_type
from plainpython.compilable import attributes, is_object_class
from plainpython.front_end.decorated import plain
from plainpython.reasons import Unsupported
from plainpython.type_names import plain_type
from plainpython.values import arena
from plainpython.values.kinds import joined, kind_of
from plainpython.values.known_kinds import known_objects, want_nothing, wanted
from plainpython.values.memory import holds_values
from plainpython.values.sequences.items import item_of
from plainpython.values.unions import holds_unions

from ..errors import NotCompilable
from ..game import Game, State
from ..primitives.actions import Packing
from ..primitives.rng import Rng
from .actions.actions import ActionsType
from .actions.packed_kinds import is_packable, kind_of_actions
from .explain import explaining
from .game_objects import (
    GIVING_ACTIONS,
    SURE,
    filling_of,
    giving_of,
    note_values,
    set_state_type,
    sure,
)
from .state_types import kind_of_states, note_types, without_none

__all__ = ["checked_state_type"]

_MOST_TRIES = 8  # to compile rules, each with wider types than the last


def checked_state_type(game: Game, first: State, packing: Packing | None) -> Any:
    """Compile the methods of a game; return the type of its states, and remember it on disk.

    What was None in all random games may be set by the rules, and objects of several classes may
    stand in one place. Where rules do not compile for that, it is noted, and they are tried again.

    Args:
        game: whose methods are compiled.
        first: its first state.
        packing: how its actions are packed; None if they are integers of 32 bits.

    Raises:
        NotCompilable: if a method does not compile, or returns what the search cannot take.
    """
    want_nothing()
    for _ in range(_MOST_TRIES):
        before = wanted()
        try:
            return _Methods(game, packing).check(first)
        except NotCompilable:
            if wanted() == before:
                raise
    return _Methods(game, packing).check(first)


class _Methods:
    """The methods of a game, compiled for the types that those before them return."""

    def __init__(self, game: Game, packing: Packing | None) -> None:
        self._game = game
        self._packing = packing
        self._makes_values = False
        with explaining(game):
            self._game_type = type_of(game)
        self._state_type: Any = None
        self._action_type: Any = None

    def check(self, first: State) -> Any:
        """Compile and check all methods; return the type of the states, and remember it."""
        self._state_type = self._type_of_states(first)
        self._action_type = kind_of_actions(self._packing)
        if self._game.proposes_actions:
            self._check_proposals()
        else:
            self._check_legal_actions()
        if self._game.draws_outcomes:
            self._check_action("draw_outcome", "return an outcome")
        self._check_next_state()
        self._check_scalars()
        if isinstance(first, np.void):  # a copy of a record lies in the arena, if it is one of ours
            with suppress(NotCompilable):
                self._result_of("copy", self._state_type)
        self._check_returns()
        if self._game.defines_chance_outcomes:
            self._check_chance_outcomes()
        if self._game.defines_random_action:
            self._check_action("random_action", "return one of the legal actions")
        if self._game.defines_information_state:
            self._check_information()
        if self._game.defines_observation:
            with suppress(
                NotCompilable
            ):  # reported where a network is compiled; others do not need it
                self._result_of("observation", self._state_type, types.int64)
        makes_values = self._makes_values or any(
            map(holds_values, (self._state_type, self._action_type))
        )
        if makes_values:
            note_values(self._game_type)
        found = self._state_type, makes_values, known_objects(), joins_of_states()
        cache.store(f"state of {self._game_type.name}", found)
        return self._state_type

    def _result_of(self, method: str, *argument_types: Any) -> Any:
        """Compile a method; return the type of what it returns."""
        with explaining(self._game, method=method):
            function = plain(getattr(type(self._game), method))
            if function is Game.fill_legal_actions:
                function = filling_of(type(self._game), self._action_type)
            elif method in GIVING_ACTIONS:
                function = giving_of(function, self._action_type)
            compiled = dispatcher(function)
            compiled.compile((self._game_type, *argument_types))
            made = compiled.overloads[(self._game_type, *argument_types)]
            self._makes_values |= calls(made.library, arena.GETTER)
            found = types.unliteral(made.signature.return_type)
            return sure(found) if method in SURE else found

    def _insist(self, ok: bool, method: str, problem: str, mend: str) -> None:
        with explaining(self._game, method=method):
            if not ok:
                raise Unsupported(problem, mend)

    def _is_action(self, found: Any) -> bool:
        if found is None:
            return False
        if self._packing is None:
            return isinstance(found, types.Integer)
        if is_packable(self._packing.part, found):
            return True
        return typing_context().can_convert(found, self._action_type) is not None

    def _type_of_states(self, first: State) -> Any:
        # A record is made by Python: Numba's code makes none in a plain way.
        if isinstance(first, np.void):
            state_type = typeof(first)
            note_types(self._game, types.undefined, {}, self._packing)
        else:
            with explaining(self._game, method="initial_state"):
                state_type = kind_of_states(self._game, self._game_type, first, self._packing)
                if state_type is None:
                    _expect_attributes(first)
            if state_type is None:
                state_type = self._result_of("initial_state")
            else:  # `initial_state` itself runs interpreted
                set_state_type(self._game_type, state_type)
        with explaining(self._game, method="initial_state"):
            form_of_type(state_type, first)
        return state_type

    def _check_legal_actions(self) -> None:
        if type(self._game).fill_legal_actions is Game.fill_legal_actions:
            actions = self._result_of("legal_actions", self._state_type)
            with explaining(self._game, method="legal_actions"):
                item = item_of(actions)
            self._insist(
                self._is_action(item),
                "legal_actions",
                f"it returns {plain_type(actions)}, where {plain_type(self._action_type)} are "
                "actions",
                "return a list, range, tuple or array of actions of one type",
            )
        out = (
            BufferType(types.int64)
            if self._packing is None
            else ActionsType(self._packing, self._action_type)
        )
        count = self._result_of("fill_legal_actions", self._state_type, out)
        self._insist(
            isinstance(count, types.Integer),
            "fill_legal_actions",
            f"it returns {plain_type(count)}",
            "return the number of actions",
        )

    def _check_next_state(self) -> None:
        state_type = self._state_type
        successor = self._result_of("next_state", state_type, self._action_type)
        self._insist_state(successor, "next_state")

    def _insist_state(self, found: Any, method: str) -> None:
        """Refuse a method that returns a state of another type than initial_state does."""
        state_type = self._state_type
        if found != state_type and _is_checked(found, state_type):
            set_state_type(self._game_type, state_type)
            found = state_type
        self._insist(
            holds_values(state_type) or found == state_type,
            method,
            f"it returns {plain_type(found)}, but initial_state {plain_type(state_type)}",
            f"make both the same type on every path, for instance with {_same(found)}",
        )

    def _check_scalars(self) -> None:
        """Check the methods that return one number."""
        integers, truths = types.Integer, (types.Boolean, types.Integer)
        expected: dict[str, tuple[Any, str]] = {
            "current_player": (truths, "return an integer"),
            "is_terminal": (truths, "return True or False"),
        }
        if self._game.repetition:
            expected["key"] = (integers, "return an integer of 64 bits")
        for method, (kinds, mend) in expected.items():
            found = self._result_of(method, self._state_type)
            number = sure(found)  # a search asks `is_terminal` for nothing but a truth
            self._insist(isinstance(number, kinds), method, f"it returns {plain_type(found)}", mend)

    def _check_returns(self) -> None:
        values = self._result_of("returns", self._state_type)
        with explaining(self._game, method="returns"):
            number = item_of(values)
            number = getattr(number, "type", number)  # None raises where it is read
        self._insist(
            isinstance(number, (types.Number, types.Boolean)),
            "returns",
            f"it returns {plain_type(values)}",
            f"return {self._game.players} numbers of one type, such as (1.0, -1.0)",
        )

    def _check_chance_outcomes(self) -> None:
        outcomes = self._result_of("chance_outcomes", self._state_type)
        with explaining(self._game, method="chance_outcomes"):
            pair = item_of(outcomes)
        self._insist(
            isinstance(pair, types.BaseTuple)
            and len(pair) == 2
            and self._is_action(pair[0])
            and isinstance(pair[1], types.Float),
            "chance_outcomes",
            f"it returns {plain_type(outcomes)}",
            "return a list or tuple of (action, probability) pairs, such as [(1, 0.5), (2, 0.5)]",
        )

    def _check_proposals(self) -> None:
        """Check `propose` or `action_bounds`, which replace `legal_actions`."""
        if self._game.defines_action_bounds:
            bounds = self._result_of("action_bounds", self._state_type)
            pair = isinstance(bounds, types.BaseTuple) and len(bounds) == 2
            message = f"it returns {plain_type(bounds)}"
            self._insist(pair, "action_bounds", message, "return a pair (low, high)")
        self._check_action("propose", "return a legal action")

    def _check_action(self, method: str, mend: str) -> None:
        """Check a method that returns an action, and draws random numbers for it."""
        action = self._result_of(method, self._state_type, type_of(Rng(0)))
        message = (
            f"it returns {plain_type(action)}, where {plain_type(self._action_type)} are actions"
        )
        self._insist(self._is_action(action), method, message, mend)

    def _check_information(self) -> None:
        """Check what games that hide something define, in the search that they need."""
        known = self._result_of("information_state", self._state_type, types.int64)
        if not self._game.defines_sample_state:
            return
        found = self._result_of("sample_state", known, types.int64, type_of(Rng(0)))
        self._insist_state(found, "sample_state")


def _is_checked(successor: Any, state_type: Any) -> bool:
    """Return whether the next state is of the type of states, but for what is checked on the way.

    That is None on a path that no rules take, and an action that may be of another kind.
    """
    found = without_none(successor)
    checked = found != successor or holds_unions(found)
    return checked and joined(state_type, found) == state_type


def _expect_attributes(state: State) -> None:
    """Refuse an object of a user's class, or a tuple with one, by the attribute that is unknown."""
    for held in state if isinstance(state, tuple) else (state,):
        for name, value in attributes(held) if is_object_class(type(held)) else ():
            try:
                kind_of(value)
            except Unsupported as error:
                message = f"of {type(held).__name__}.{name}, {error.reason}"
                raise Unsupported(message, error.mend) from None


def _same(state_type: Any) -> str:
    """Return what makes a member of a state the same type as another."""
    if "array" in plain_type(state_type):
        return "np.ascontiguousarray(...) or .astype(np.int8)"
    return "bits.u64(...), int(...) or float(...)"
