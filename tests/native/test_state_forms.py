"""Compiled code takes no state that could end Python."""

from __future__ import annotations

import enum
from textwrap import dedent

import numpy as np
import pytest
from numba.core import types

import gametree as gt
from gametree.native.build import compile_search
from gametree.rules.checked_game import rehearse
from plainpython.back_end import cache
from plainpython.back_end.numba_parts import disk_cache
from plainpython.back_end.value_forms import form_of_type
from plainpython.bits import u64
from plainpython.reasons import Unsupported

# A board of lists in a tuple: the most natural one in Python. In a process of its own, since
# Numba's code for such lists overwrites memory.
NESTED_LISTS = dedent(
    """
    import warnings
    import gametree as gt

    class Board(gt.Game):
        def initial_state(self):
            return ([[0, 0], [0, 0]], 0)
        def current_player(self, state):
            return state[1]
        def legal_actions(self, state):
            return [i for i in range(4) if state[0][i // 2][i % 2] == 0]
        def next_state(self, state, action):
            board = [[cell for cell in row] for row in state[0]]
            board[action // 2][action % 2] = 1 + state[1]
            return (board, 1 - state[1])
        def returns(self, state):
            return (1.0, -1.0) if state[0][0][0] == state[0][1][1] else (-1.0, 1.0)

    warnings.simplefilter("ignore")
    for _ in range(3):
        made = [
            gt.search(Board(), simulations=2000, method="uct", seed=1, compiled=compiled)
            for compiled in ("auto", False)
        ]
    told = [[each.visits for each in result.actions] for result in made]
    print(told[0] == told[1])
    """
)


def test_nested_lists_in_a_tuple_do_not_end_python(run_python):
    assert run_python(NESTED_LISTS) == "True\n"


class Phase(enum.IntEnum):
    EARLY = 1
    LATE = 2


CELL = np.dtype([("count", "i4"), ("sizes", "f8", (2,))])


class Fixed(gt.Game):
    """Six moves whatever they are, beside a member of any kind."""

    member = 0

    def initial_state(self):
        return (self.member, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        return range(2 if state[1] < 6 else 0)

    def next_state(self, state, action):
        return (state[0], state[1] + 1)

    def returns(self, state):
        return (1.0, -1.0)


class WithARange(Fixed):
    def initial_state(self):
        return (range(3), 0)


class WithASlice(Fixed):
    def initial_state(self):
        return (slice(3), 0)


class WithARecord(Fixed):
    def initial_state(self):
        return (np.zeros(1, CELL)[0], 0)


@pytest.mark.parametrize(
    ("cls", "told"),
    [
        (WithARange, r"\(range, int\), with range in it"),
        (WithASlice, r"\(slice, int\), with slice in it"),
        (WithARecord, r"\(record, int\), with record in it"),
    ],
)
def test_what_compiled_code_cannot_take_is_refused(cls, told):
    with pytest.raises(gt.NotCompilable, match=told) as raised:
        gt.Searcher(cls(), compiled=True, method="uct")
    assert (
        "compiled values are numbers, texts, tuples, lists, dicts, sets, NumPy arrays, objects"
        in str(raised.value)
    )


# Of a whole search a function of its own stands here: states pass alike, and it compiles at once.


def second_player(game, state):
    return game.current_player(game.next_state(state, 1))


def compiled(game):
    return compile_search(second_player, game, game.initial_state(), rehearsal=rehearse)


class WithText(Fixed):
    member = "ab"


class WithAPhase(Fixed):
    def initial_state(self):
        return (Phase.LATE, 0)


class WithRecords(Fixed):
    def initial_state(self):
        return (np.zeros(3, CELL), 0)


@pytest.mark.parametrize("cls", [WithText, WithAPhase, WithRecords])
def test_what_else_it_takes(cls):
    game = cls()
    second = compiled(game)
    first = game.initial_state()
    assert second(game, first) == 1
    assert second.taken(first) is first
    for other in ((2.5, 0), (None, 0), (first[0], 0.5), first[0]):
        with pytest.raises(gt.errors.InvalidState, match="for compiled code: expected"):
            second(game, other)
    with pytest.raises(gt.NotCompilable, match=r"keep integers below 2\*\*63"):
        second(game, (first[0], 1 << 63))


def test_a_first_state_that_differs_between_the_modes_is_refused():
    with pytest.raises(Unsupported, match=r"returns int compiled, but float interpreted"):
        form_of_type(types.int64, 2.5)
    with pytest.raises(Unsupported, match=r"\(int, int\) compiled, but \(int 1, int 2, int 3\)"):
        form_of_type(types.UniTuple(types.int64, 2), (1, 2, 3))


# The type that is remembered on disk


class Sized(Fixed):
    """The form of its states depends on how it is made."""

    def __init__(self, start):
        self.start = start

    def initial_state(self):
        return (self.start, 0)


STARTS = [(1, 2), (1, 2, 3), (1.0, 2), ((1,), True)]


def test_what_is_remembered_of_one_game_is_not_taken_for_another(fresh_cache):
    for _ in range(2):  # found, then remembered
        for start in STARTS:
            game = Sized(start)
            second = compiled(game)
            assert second(game, (start, 2)) == 1
            assert repr(second.taken([list(start), np.int8(2)])[0][0]) == repr(start[0])
            for other in STARTS:
                if list(map(type, other)) != list(map(type, start)) and len(other) != len(start):
                    with pytest.raises(gt.errors.InvalidState):
                        second.taken((other, 0))


def test_what_is_remembered_wrongly_is_found_again(fresh_cache, monkeypatch):
    game = Sized((1, 2))
    wrong = types.Tuple([types.UniTuple(types.int64, 3), types.int64])
    asked = []
    kept = {"state of": (wrong, False, [], ())}
    monkeypatch.setattr(cache, "load", lambda key: asked.append(key) or kept.get(key[:8]))
    monkeypatch.setattr(disk_cache._DiskCache, "load_overload", lambda *arguments: None)
    second = compiled(game)
    assert second(game, ((1, 2), 4)) == 1
    assert sum(key.startswith("state of") for key in asked) == 1


class BitsBesideFlags(Fixed):
    """The first boards are u64; interpreted, what `|` makes of them are ints."""

    def initial_state(self):
        return (u64(0), u64(0), u64(0), u64(0), 0, False)

    def current_player(self, state):
        return state[4] % 2

    def legal_actions(self, state):
        return range(2 if state[4] < 6 else 0)

    def next_state(self, state, action):
        a, b, c, d, plies, _ = state
        return (b, c, d, a | (1 << action), plies + 1, action == 1)


def test_a_tuple_of_bits_and_a_flag_is_no_board():
    game = BitsBesideFlags()
    state = game.initial_state()
    assert compiled(game)(game, state) == second_player(game, state) == 1
