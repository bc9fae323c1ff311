"""Compile one of the search's functions for the game and the strategies it is given."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import takewhile
from typing import Any

import numpy as np
from numba import typeof
from numba.core import types
from numba.core.registry import cpu_target

from ..compilable import Compilable, attributes, is_object_class, runtime_fields
from ..errors import InvalidState, NotCompilable, cause_shown
from ..game import Game, State
from ..primitives.actions import PackedActions, Packing
from ..primitives.rng import Rng
from ..primitives.state_forms import Form, OtherForm, TooWide, type_in_words
from . import (  # all but `cache` teach Numba by being loaded
    actions,  # noqa: F401
    atomics,  # noqa: F401
    cache,
    empty_lists,  # noqa: F401
    hashing,  # noqa: F401
    intrinsics,  # noqa: F401
    mixed_actions,  # noqa: F401
    mixed_parts,  # noqa: F401
    records,  # noqa: F401
    semaphores,  # noqa: F401
    shortcuts,  # noqa: F401
    state_arrays,  # noqa: F401
    state_memory,  # noqa: F401
    vectors,  # noqa: F401
)
from .actions import ActionsType
from .buffers import BufferType, buffer_type
from .explain import explain
from .functions import compiled_functions, compiling, dispatcher
from .linking import calls
from .objects import filling_of, listing_of, note_values, set_action_type, set_state_type, type_of
from .packing import is_packable, kind_of_actions
from .reasons import Unsupported
from .seen_games import packing_of_actions, seen_kinds
from .state_forms import ArenaForm, form_of_type
from .type_names import plain_type
from .values import (  # likewise
    arena,
    builtins,  # noqa: F401
    classes,  # noqa: F401
    counters,  # noqa: F401
    dict_operations,  # noqa: F401
    dict_records,  # noqa: F401
    enums,  # noqa: F401
    images,
    list_methods,  # noqa: F401
    named_tuples,  # noqa: F401
    object_operators,  # noqa: F401
    optional,  # noqa: F401
    refinement,  # noqa: F401
    set_operations,  # noqa: F401
)
from .values import (
    hashing as hashing_of_values,  # noqa: F401
)
from .values.items import item_of
from .values.kinds import fixed_tuples, joined, kind_of
from .values.known_kinds import known_objects, let_know, want_nothing, wanted
from .values.memory import holds_values
from .values.states import MOST_FIXED
from .values.unions import holds_unions
from .whole_structs import WholeTuple

__all__ = ["CompiledSearch", "compile_function", "compile_search", "packing_of"]

_MOST_TRIES = 8  # to compile rules, each with wider types than the last

# Numba's entry points convert arguments without a look at their types, which
# is what we want: a Python int becomes whichever integer the state has.
_EntryPoint = Callable[..., Any]


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
                f"searched compiled: it does not fit {self._form}, where int has 64 bits; keep "
                "integers below 2**63, or 2**64 with bits.u64(...), or search with compiled=False"
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
    with _explaining(game, method="legal_actions"):
        return packing_of_actions(game)


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
        state_type = _remembered_state_type(game, first, packing)
        if state_type is None:
            rehearsal(game, arguments[place])
            state_type = _widest_state_type(game, first, packing)
        elif holds_values(state_type):
            set_state_type(type_of(game), state_type)
        form = form_of_type(state_type, first)
        rest = tuple(_argument_type(other) for other in arguments[place + 1 :])
        with _explaining(*_with_parts(objects)):
            entry_point = _compile(function, (*map(type_of, objects), state_type, *rest))
    return CompiledSearch(entry_point, game, form, place)


def _with_parts(objects: Iterable[Compilable]) -> Iterator[Compilable]:
    """Yield the objects, each followed by those that it holds."""
    for each in objects:
        yield each
        held = (value for _, value in runtime_fields(each))
        yield from _with_parts(value for value in held if isinstance(value, Compilable))


@contextmanager
def _explaining(*objects: Compilable, method: str = "") -> Iterator[None]:
    """Turn whatever goes wrong while compiling into `NotCompilable`.

    Numba raises errors of many kinds for code that it does not know, not only
    its own: a search must then run interpreted, not break off.
    """
    try:
        yield
    except Exception as error:
        told = explain(error, *objects, method=method, functions=compiled_functions())
        raise told from cause_shown(error)


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


def _remembered_state_type(game: Game, first: State, packing: Packing | None) -> Any:
    """Return the type of the game's states if it is known without compiling.

    It was found for a game of the same sources and constants. Whatever else the first state may
    depend on, what is remembered must fit it.
    """
    with _explaining(game):
        found = cache.load(f"state of {type_of(game).name}")
    if found is None:
        return None
    remembered, makes_values, objects = found
    if makes_values:
        note_values(type_of(game))
    if isinstance(first, np.void):
        _let_know(game, types.undefined, {}, packing)
        return remembered if remembered == typeof(first) else None
    state_type = _with_classes(remembered, first)
    try:
        _let_know(
            game, state_type, {cls: each for each in objects for cls in each.classes}, packing
        )
        form_of_type(state_type, first)
    except Unsupported:
        return None
    return state_type


def _let_know(game: Game, state_type: Any, others: Any, packing: Packing | None) -> Any:
    """Let it be known which types the classes in states and actions have; return the states'."""
    let_know(types.undefined, {}, types.undefined)
    found = let_know(state_type, others, kind_of_actions(packing))
    set_action_type(type_of(game), kind_of_actions(packing))
    return found


def _kind_of_states(game: Game, game_type: Any, first: State, packing: Packing | None) -> Any:
    """Return the type of the states of a game where it is one of ours, else None.

    A tuple of some numbers may be a board or a record: it is a record if the rules, taking it for
    one, make another such tuple of it.
    """
    seen_lines, seen, seen_fixed = seen_kinds(game)
    try:
        rows, others = seen.states, seen.objects
    except Unsupported:  # some tuples of numbers are rows, and some are not: u64 beside bool, say
        with fixed_tuples(MOST_FIXED):
            if not holds_values(kind_of(first)):
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
        except Exception:  # whatever it is: it is told of the type that is taken
            return types.undefined
        return _if_any(types.unliteral(made.signature.return_type))

    if rows is None or not holds_values(rows):
        _let_know(game, types.undefined, others, packing)
        if isinstance(first, tuple) and rows is not None and seen_lines.fits_all:
            made = made_of(rows)
            if holds_values(made) and joined(seen_lines.states, made) == seen_lines.states:
                return _let_know(game, seen_lines.states, seen_lines.objects | wanted(), packing)
        return None
    fixed = seen_fixed.states
    if fixed != rows:
        fixed = _let_know(game, fixed, seen_fixed.objects | wanted(), packing)
        if made_of(fixed) == fixed:
            return fixed if holds_values(fixed) else None
    known = _let_know(game, rows, others, packing)
    made = made_of(known)
    if made is types.undefined and seen_lines.fits_all:  # short tuples may be made of lists
        with suppress(Unsupported):  # what is told is why they cannot stay as they are
            lines = _let_know(game, seen_lines.states, seen_lines.objects | wanted(), packing)
            if made_of(lines) == lines:
                return lines
        return _let_know(game, rows, others, packing)
    wider = joined(known, made)
    if wider in (None, known):
        return known
    return _let_know(game, wider, others, packing)  # what was None in all of the games seen


def _if_any(successor: Any) -> Any:
    """Return the type of the next state without the None of a path that no rules take.

    Where no case of a `match` fits, Python returns None. A search that comes there ends.
    """
    return successor.type if isinstance(successor, types.Optional) else successor


def _is_checked(successor: Any, state_type: Any) -> bool:
    """Return whether the next state is of the type of states, but for what is checked on the way.

    That is None on a path that no rules take, and an action that may be of another kind.
    """
    found = _if_any(successor)
    checked = found != successor or holds_unions(found)
    return checked and joined(state_type, found) == state_type


def _expect_attributes(state: State) -> None:
    """Refuse an object of a user's class, or a tuple with one, by the attribute that is unknown."""
    for held in state if isinstance(state, tuple) else (state,):
        for name, value in attributes(held) if is_object_class(type(held)) else ():
            try:
                kind_of(value)
            except Unsupported as error:
                told = f"of {type(held).__name__}.{name}, {error.reason}"
                raise Unsupported(told, error.mend) from None


def _same(state_type: Any) -> str:
    """Return what makes a member of a state the same type as another."""
    if "array" in plain_type(state_type):
        return "np.ascontiguousarray(...) or .astype(np.int8)"
    return "bits.u64(...), int(...) or float(...)"


def _with_classes(state_type: Any, state: State) -> Any:
    """Return the type with the classes of the NamedTuples in `state`.

    They have the same fields as those remembered, but a class that was
    defined anew, or in another run, is another class to Numba.
    """
    if not (isinstance(state_type, types.BaseTuple) and isinstance(state, tuple)):
        return state_type
    if len(state_type) != len(state):
        return state_type
    members = [_with_classes(*pair) for pair in zip(state_type, state, strict=True)]
    return types.BaseTuple.from_types(members, type(state) if hasattr(state, "_fields") else None)


def _widest_state_type(game: Game, first: State, packing: Packing | None) -> Any:
    """Return what `_checked_state_type` does, where objects may need wider types than were seen.

    What was None in all random games may be set by the rules, and objects of several classes may
    stand in one place. Where rules do not compile for that, it is noted, and they are tried anew.
    """
    want_nothing()
    for _ in range(_MOST_TRIES):
        before = wanted()
        try:
            return _checked_state_type(game, first, packing)
        except NotCompilable:
            if wanted() == before:
                raise
    return _checked_state_type(game, first, packing)


def _checked_state_type(game: Game, first: State, packing: Packing | None) -> Any:
    """Compile the methods one by one; return the type of the game's states.

    Done once for each kind of game: it costs nothing extra, since the search
    links the very same code, and it shows which method is at fault.
    """
    with _explaining(game):
        game_type = type_of(game)

    def result_of(method: str, *argument_types: Any) -> Any:
        with _explaining(game, method=method):
            function = getattr(type(game), method)
            if function is Game.fill_legal_actions:
                function = filling_of(type(game))
            elif method == "legal_actions":
                function = listing_of(function, action_type)
            compiled = dispatcher(function)
            compiled.compile((game_type, *argument_types))
            made = compiled.overloads[(game_type, *argument_types)]
            if calls(made.library, arena.GETTER):
                making.append(method)
            return types.unliteral(made.signature.return_type)

    making: list[str] = []  # the methods that make values of an arena

    def insist(ok: bool, method: str, problem: str, mend: str) -> None:
        with _explaining(game, method=method):
            if not ok:
                raise Unsupported(problem, mend)

    def is_action(found: Any) -> bool:
        if found is None:
            return False
        if packing is None:
            return isinstance(found, types.Integer)
        if is_packable(packing.part, found):
            return True
        return cpu_target.typing_context.can_convert(found, action_type) is not None

    # A record is made by Python: Numba's code makes none in a plain way.
    state_type = None
    if isinstance(first, np.void):
        state_type = typeof(first)
        _let_know(game, types.undefined, {}, packing)
    else:
        with _explaining(game, method="initial_state"):
            state_type = _kind_of_states(game, game_type, first, packing)
        if state_type is None:
            with _explaining(game, method="initial_state"):
                _expect_attributes(first)
            state_type = result_of("initial_state")
        else:  # `initial_state` itself runs interpreted
            set_state_type(game_type, state_type)
    with _explaining(game, method="initial_state"):
        form_of_type(state_type, first)
    action_type = kind_of_actions(packing)
    if type(game).fill_legal_actions is Game.fill_legal_actions:
        actions = result_of("legal_actions", state_type)
        with _explaining(game, method="legal_actions"):
            item = item_of(actions)
        insist(
            is_action(item),
            "legal_actions",
            f"it returns {plain_type(actions)}, where {plain_type(action_type)} are actions",
            "return a list, range, tuple or array of actions of one type",
        )
    out = BufferType(types.int64) if packing is None else ActionsType(packing, action_type)
    count = result_of("fill_legal_actions", state_type, out)
    insist(
        isinstance(count, types.Integer),
        "fill_legal_actions",
        f"it returns {plain_type(count)}",
        "return the number of actions",
    )
    successor = result_of("next_state", state_type, action_type)
    if successor != state_type and _is_checked(successor, state_type):
        set_state_type(game_type, state_type)
        successor = state_type
    insist(
        holds_values(state_type) or successor == state_type,
        "next_state",
        f"it returns {plain_type(successor)}, but initial_state {plain_type(state_type)}",
        f"make both the same type on every path, for instance with {_same(successor)}",
    )
    player = result_of("current_player", state_type)
    insist(
        isinstance(player, (types.Integer, types.Boolean)),
        "current_player",
        f"it returns {plain_type(player)}",
        "return an integer",
    )
    finished = result_of("is_terminal", state_type)
    insist(
        isinstance(finished, (types.Boolean, types.Integer)),
        "is_terminal",
        f"it returns {plain_type(finished)}",
        "return True or False",
    )
    if isinstance(first, np.void):  # a copy of a record lies in the arena, if it is one of ours
        with suppress(NotCompilable):
            result_of("copy", state_type)
    values = result_of("returns", state_type)
    with _explaining(game, method="returns"):
        number = item_of(values)
        number = getattr(number, "type", number)  # None raises where it is read
    insist(
        isinstance(number, (types.Number, types.Boolean)),
        "returns",
        f"it returns {plain_type(values)}",
        f"return {game.players} numbers of one type, such as (1.0, -1.0)",
    )
    if game.defines_chance_outcomes:
        outcomes = result_of("chance_outcomes", state_type)
        with _explaining(game, method="chance_outcomes"):
            pair = item_of(outcomes)
        insist(
            isinstance(pair, types.Tuple)
            and len(pair) == 2
            and is_action(pair[0])
            and isinstance(pair[1], types.Float),
            "chance_outcomes",
            f"it returns {plain_type(outcomes)}",
            "return a list or tuple of (action, probability) pairs, such as [(1, 0.5), (2, 0.5)]",
        )
    if game.repetition:
        key = result_of("key", state_type)
        insist(
            isinstance(key, types.Integer),
            "key",
            f"it returns {plain_type(key)}",
            "return an integer of 64 bits",
        )
    if game.defines_random_action:
        action = result_of("random_action", state_type, type_of(Rng(0)))
        insist(
            is_action(action),
            "random_action",
            f"it returns {plain_type(action)}, where {plain_type(action_type)} are actions",
            "return one of the legal actions",
        )
    if game.defines_observation:
        with suppress(NotCompilable):  # told where a network is compiled; others need it not
            result_of("observation", state_type, types.int64)
    makes_values = bool(making) or holds_values(state_type) or holds_values(action_type)
    if makes_values:
        note_values(game_type)
    cache.store(f"state of {game_type.name}", (state_type, makes_values, known_objects()))
    return state_type
