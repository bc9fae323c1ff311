"""Compiles one of the search's functions for the game and the strategies it is given."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from itertools import takewhile
from typing import Any

import numpy as np
from numba import typeof

from plainpython.back_end import (
    bits as intrinsics,
)
from plainpython.back_end import (
    cache,
    empty_lists,
    hashing,
    shortcuts,
    typed_branches,
)
from plainpython.back_end.buffers import buffer_type
from plainpython.back_end.explain import explaining
from plainpython.back_end.functions import compiling, dispatcher
from plainpython.back_end.objects import set_state_type, type_of
from plainpython.back_end.value_forms import ArenaForm, form_of_type
from plainpython.back_end.whole_structs import WholeTuple
from plainpython.call_frames import with_room_for_calls
from plainpython.compilable import Compilable
from plainpython.forms import Form, OtherForm, TooWide, type_in_words
from plainpython.values import arena, assumed_present, images, optional, refinement
from plainpython.values import hashing as hashing_of_values
from plainpython.values.iteration import builtins
from plainpython.values.memory import holds_values
from plainpython.values.numbers import long_arithmetic, numpy_arithmetic, numpy_conversions
from plainpython.values.objects import classes, enums, named_tuples, object_operators
from plainpython.values.sequences import float_tuples, list_methods
from plainpython.values.tables import counters, dict_operations, dict_records, set_operations

from ..errors import InvalidState, NotCompilable
from ..game import Game, State
from ..primitives.actions import PackedActions, Packing
from .actions import actions, mixed_actions, mixed_parts
from .checked_methods import checked_state_type
from .primitives import (
    atomics,
    pasts,
    records,
    semaphores,
    state_arrays,
    state_memory,
    state_parts,
    vectors,
)
from .seen_games import packing_of_actions
from .state_types import remembered_state_type

__all__ = ["CompiledSearch", "compile_function", "compile_search", "packing_of"]

# Numba's entry points convert arguments without a look at their types, which
# is what we want: a Python int becomes whichever integer the state has.
_EntryPoint = Callable[..., Any]


@with_room_for_calls
def compile_function(function: Any, *arguments: Any) -> _EntryPoint:
    """Return `function` compiled for arguments such as these."""
    arena.provide()
    with compiling():
        entry = _compile(function, tuple(_argument_type(argument) for argument in arguments))
    return _with_arena(entry)


@lru_cache(maxsize=1024)
def _with_arena(entry: _EntryPoint) -> _EntryPoint:
    """Return a compiled function that begins with an empty arena."""

    def call(*arguments: Any) -> Any:
        arena.enter()
        images.begin(images.Loan())
        return entry(*arguments)

    return call


class CompiledSearch:
    """A compiled function of a game, other objects, a state, and the rest.

    Numba's code takes for granted that its arguments are of its types. Objects and buffers are
    ours; states come from users and from rules that run interpreted, so they pass here.
    """

    def __init__(self, entry_point: _EntryPoint, game: Game, form: Form, place: int) -> None:
        self._entry_point = entry_point
        self._game = game
        self._form = form
        self._place = place
        self.keeps_states = not isinstance(form, ArenaForm)
        """Whether rows of numbers can keep the states that it meets."""
        self._held: State = None
        self._loans = threading.local()

    def __call__(self, *arguments: Any) -> Any:
        place = self._place
        state = arguments[place]
        if state is not None and state is self._held:
            loan = self._loans.__dict__.setdefault("loan", images.Loan())
        else:
            state, loan = self.taken(state), images.Loan()
        arena.enter()
        images.begin(loan)
        return self._entry_point(*arguments[:place], state, *arguments[place + 1 :])

    def hold(self, state: State) -> State:
        """Return a state as compiled code takes it, ready to be handed over again and again.

        Its images are made once for each thread: what is changed in it later is not seen.
        Raises as `taken` does.
        """
        self._held = self.taken(state)
        self._loans = threading.local()
        return self._held

    def taken(self, state: State) -> State:
        """Return a state in the form that compiled code takes.

        Raises:
            NotCompilable: if an integer in it has more bits than compiled code has for it.
            InvalidState: if no equal state is of that form.

        """
        try:
            return self._form.taken(state)
        except TooWide:
            raise NotCompilable(
                f"a state of {type(self._game).__name__}, {type_in_words(state)}, cannot be "
                f"searched compiled: it does not fit {self._form}, where int has 64 bits, or 128 "
                "where random games need them; keep integers below 2**63, or 2**64 with "
                "bits.u64(...), or search with compiled=False"
            ) from None
        except OtherForm:
            raise InvalidState(
                f"this is no state of {type(self._game).__name__} for compiled code: expected "
                f"{self._form}, as initial_state gives, got {type_in_words(state)}"
            ) from None


def packing_of(game: Game) -> Packing | None:
    """Return how compiled code packs the actions of a game; None if they are integers of 32 bits.

    Raises:
        NotCompilable: if they cannot be packed.

    """
    with explaining(game, method="legal_actions"):
        return packing_of_actions(game)


@with_room_for_calls
def compile_search(
    function: Any, *arguments: Any, rehearsal: Callable[[Game, State], None]
) -> CompiledSearch:
    """Return `function(*arguments)` compiled: first a game, other objects, a state, the rest.

    The first time for a kind of game, `rehearsal(game, state)` is called
    before anything is compiled: plain faults of the rules are told plainly.

    Raises:
        NotCompilable: with one sentence that names the method, the line and the reason.
    """
    objects = tuple(takewhile(lambda argument: isinstance(argument, Compilable), arguments))
    game, place = arguments[0], len(objects)
    first = game.initial_state()
    packing = packing_of(game)
    arena.provide()
    with compiling():
        state_type = remembered_state_type(game, first, packing)
        if state_type is None:
            rehearsal(game, arguments[place])
            state_type = checked_state_type(game, first, packing)
        elif holds_values(state_type):
            set_state_type(type_of(game), state_type)
        form = form_of_type(state_type, first)
        rest = tuple(_argument_type(other) for other in arguments[place + 1 :])
        with explaining(*objects):
            entry_point = _compile(function, (*map(type_of, objects), state_type, *rest))
    return CompiledSearch(entry_point, game, form, place)


def _compile(function: Any, signature: tuple[Any, ...]) -> _EntryPoint:
    kernel = dispatcher(function, entry=True)
    if not isinstance(kernel._cache, cache.DiskCache):
        kernel._cache = cache.DiskCache(function)
    return kernel.compile(signature)  # type: ignore[no-any-return]


def _argument_type(argument: Any) -> Any:
    if isinstance(argument, Compilable):
        return type_of(argument)
    if isinstance(argument, tuple):
        return WholeTuple([_argument_type(part) for part in argument], type(argument))
    if isinstance(argument, (np.ndarray, PackedActions)):
        return buffer_type(argument)
    return typeof(argument)
