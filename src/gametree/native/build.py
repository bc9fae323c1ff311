"""Compiles one of the search's functions for the game and the strategies it is given."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from plainpython.back_end.entry import argument_type, compiled_entry, with_arena
from plainpython.back_end.functions import compiling
from plainpython.back_end.objects import type_of
from plainpython.back_end.value_forms import ArenaForm, form_of_type
from plainpython.call_frames import with_room_for_calls
from plainpython.compilable import Compilable
from plainpython.forms import Form, OtherForm, TooWide, type_in_words
from plainpython.values import arena, images
from plainpython.values.memory import holds_values

from ..errors import InvalidState, NotCompilable
from ..game import Game, State
from ..primitives.actions import Packing
from . import teaching  # noqa: F401  # it teaches Numba by being loaded
from .checked_methods import checked_state_type
from .explain import explaining
from .game_objects import set_state_type
from .seen_games import packing_of_actions
from .state_types import remembered_state_type

__all__ = ["MOST_TURNS", "CompiledSearch", "compile_function", "compile_search", "packing_of"]

_EntryPoint = Callable[..., Any]

MOST_TURNS = 100_000_000
"""A loop of the rules that goes round more often in one call is taken for one without an end."""


@with_room_for_calls
def compile_function(function: Any, *arguments: Any) -> _EntryPoint:
    """Return `function` compiled for arguments such as these."""
    arena.provide()
    with compiling():
        entry = compiled_entry(function, tuple(map(argument_type, arguments)))
    return with_arena(entry)


class CompiledSearch:
    """A compiled function of a game, other objects, a state, and the rest.

    Numba's code takes for granted that its arguments are of its types. Objects and buffers are
    ours; states come from users and from rules that run interpreted, so they pass here.
    """

    def __init__(self, entry_point: _EntryPoint, game: Game, form: Form, index: int) -> None:
        self._entry_point = entry_point
        self._game = game
        self._form = form
        self._index = index
        self.keeps_states = not isinstance(form, ArenaForm)
        """True if rows of numbers can keep the states that it meets."""
        self._held: State = None
        self._loans = threading.local()

    def __call__(self, *arguments: Any) -> Any:
        index = self._index
        state = arguments[index]
        if state is not None and state is self._held:
            loan = self._loans.__dict__.setdefault("loan", images.Loan())
        else:
            state, loan = self.taken(state), images.Loan()
        arena.enter()
        images.begin(loan)
        return self._entry_point(*arguments[:index], state, *arguments[index + 1 :])

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
    before anything is compiled: simple faults of the rules then give simple messages.

    Raises:
        NotCompilable: with one sentence that names the method, the line and the reason.
    """
    objects = tuple(takewhile(lambda argument: isinstance(argument, Compilable), arguments))
    game, index = arguments[0], len(objects)
    first = game.initial_state()
    packing = packing_of(game)
    arena.provide()
    with compiling(MOST_TURNS):
        state_type = remembered_state_type(game, first, packing)
        if state_type is None:
            rehearsal(game, arguments[index])
            state_type = checked_state_type(game, first, packing)
        elif holds_values(state_type):
            set_state_type(type_of(game), state_type)
        form = form_of_type(state_type, first)
        rest = tuple(map(argument_type, arguments[index + 1 :]))
        with explaining(*objects):
            entry_point = compiled_entry(function, (*map(type_of, objects), state_type, *rest))
    return CompiledSearch(entry_point, game, form, index)
