"""A state means the same in both modes, however it is made; or it is refused."""

from __future__ import annotations

import random
import warnings
from typing import NamedTuple

import numpy as np
import pytest

import gametree as gt
from odd_values import odd_states
from plainpython.bits import u64
from toys import OneHeap, Ring


class Place(NamedTuple):
    board: u64
    cells: tuple[int, int, int]
    share: float
    late: bool
    grid: np.ndarray
    player: int


class Everything(gt.Game):
    """Four plies; what a player gets depends on each member of the state."""

    def initial_state(self):
        return Place(u64(5), (1, 2, 3), 0.5, False, np.zeros((2, 3), np.int8), 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return range(3 if state.cells[2] > 0 else 0)

    def next_state(self, state, action):
        grid = state.grid.copy()
        grid[state.player, action] += 1
        first, second, left = state.cells
        return Place(
            state.board ^ u64(1 << action),
            (first + action, second - 1, min(left, 4) - 1),
            state.share * 0.5,
            not state.late,
            grid,
            1 - state.player,
        )

    def returns(self, state):
        total = state.share + 1e-3 * state.cells[0] + (0.25 if state.late else 0.0)
        for row in range(2):
            for column in range(3):
                total += 1e-4 * state.grid[row, column] * (3 * row + column)
        total += 1e-5 * int(state.board & u64(7))
        return (total, -total)


CELL = np.dtype((np.record, [("heap", "i8", (3,)), ("player", "i4"), ("total", "f8")]))


class Heaps(gt.Game):
    """Heaps in a record, changed in place."""

    def initial_state(self):
        state = np.zeros(1, CELL)[0]
        state.heap[:] = (1, 2, 1)
        return state

    def copy(self, state):
        return state.copy()

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return [heap for heap in range(3) if state.heap[heap] > 0]

    def next_state(self, state, action):
        state.heap[action] -= 1
        state.player = 1 - state.player
        state["total"] += 0.5 * action
        return state

    def returns(self, state):
        return (state.total, -1.0)


EVERYTHING, HEAPS = Everything(), Heaps()
START = Place(u64(5), (1, 2, 3), 0.25, True, np.arange(6, dtype=np.int8).reshape(2, 3), 1)
GAMES = [(EVERYTHING, START), (HEAPS, HEAPS.initial_state())]


def outcome(game, state, mode, **options):
    """Return the table that a search gives, or the kind and the words of its refusal."""
    try:
        result = gt.search(
            game, state, simulations=12, seed=1, compiled=mode, method="uct", **options
        )
    except gt.GametreeError as error:
        return type(error).__name__, str(error)
    return [(each.action, each.visits, each.mean) for each in result.actions]


def alike(interpreted, compiled):
    """Return whether both modes say the same; compiled code may say that an integer is too wide."""
    return interpreted == compiled or (
        compiled[0] == "NotCompilable" and "keep integers below 2**63" in compiled[1]
    )


@pytest.mark.parametrize(("game", "state"), GAMES, ids=["everything", "record"])
def test_odd_states_are_taken_alike_in_both_modes_or_refused_alike(game, state):
    refused = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's, for what a rule counts
        for odd in odd_states(random.Random(3), state, 100):
            interpreted, compiled = (outcome(game, odd, mode) for mode in (False, True))
            assert alike(interpreted, compiled)
            refused += compiled[0] == "InvalidState"
    assert 20 < refused < 96


EQUAL = {
    "numpy numbers": START._replace(
        board=np.uint64(5), cells=(np.int8(1), np.int64(2), np.uint8(3)), share=np.float32(0.25),
        late=np.bool_(True), player=np.int64(1),
    ),
    "floats for ints": START._replace(board=5.0, cells=(1.0, 2.0, 3.0), late=1.0, player=1.0),
    "ints for bools, bools for ints": START._replace(late=1, cells=(True, 2, 3), player=True),
    "lists for tuples": [5, [1, 2, 3], 0.25, True, START.grid, 1],
    "a list for the array": START._replace(grid=START.grid.tolist()),
    "plain tuples": tuple(START),
    "another class of the same fields": NamedTuple("Place", Place.__annotations__.items())(*START),
    "columns side by side": START._replace(grid=np.asfortranarray(START.grid)),
    "every second row": START._replace(grid=np.repeat(START.grid, 2, axis=0)[::2]),
    "backwards": START._replace(grid=START.grid[:, ::-1].copy()[:, ::-1]),
    "wider numbers": START._replace(grid=START.grid.astype(np.int64)),
    "floats in the array": START._replace(grid=START.grid.astype(np.float16)),
    "complex numbers on the real line": START._replace(grid=START.grid.astype(np.complex64)),
    "other byte order": START._replace(grid=START.grid.astype(">i4")),
    "not aligned": START._replace(
        grid=np.frombuffer(b"." + START.grid.astype("i8").tobytes(), "i8", offset=1).reshape(2, 3)
    ),
}  # fmt: skip


@pytest.mark.parametrize("mode", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("state", EQUAL.values(), ids=EQUAL.keys())
def test_an_equal_state_is_searched_as_the_same(state, mode):
    searcher = gt.Searcher(EVERYTHING, state, seed=1, compiled=mode, method="uct")
    for given, own in zip(searcher.state, START, strict=True):
        assert type(given) is type(own)
        assert np.array_equal(given, own)
    assert list(map(type, searcher.state.cells)) == [int, int, int]
    grid = searcher.state.grid
    assert grid.dtype == np.int8
    assert grid.flags.c_contiguous
    assert grid.flags.writeable
    assert outcome(EVERYTHING, state, mode) == outcome(EVERYTHING, START, False)


def test_a_state_that_is_so_made_is_taken_as_it_is():
    for mode in (False, True):
        assert gt.Searcher(EVERYTHING, START, compiled=mode, method="uct").state is START


FORM = "Place(u64, (int, int, int), float, bool, array of int8 of shape (2, 3) in C order, int)"


@pytest.mark.parametrize(
    ("fault", "got"),
    [
        ({"cells": (1, 2.5, 3)}, "(int 1, float 2.5, int 3)"),
        ({"cells": (1, 2)}, "(int 1, int 2)"),
        ({"cells": (1, 2, float("nan"))}, "float nan)"),
        ({"cells": (1, 2, None)}, "(int 1, int 2, None)"),
        ({"board": -1}, "Place(int, "),
        ({"late": 2}, "Place(u64, (int 1, int 2, int 3), float, int, array"),
        ({"player": "1"}, ", str)"),
        ({"grid": np.zeros((3, 3), np.int8)}, "array of int8 of shape (3, 3) in C order"),
        ({"grid": np.zeros(6, np.int8)}, "array of int8 of shape (6,) in C order"),
        ({"grid": np.full((2, 3), 300)}, "array of int64 of shape (2, 3) in C order with 300 to"),
        ({"grid": np.full((2, 3), 0.5)}, "array of float64 of shape (2, 3) in C order with 0.5"),
        ({"grid": np.full((2, 3), 1 + 1j)}, "array of complex128 of shape (2, 3) in C order"),
        ({"grid": [[1, 2, 3], [1, 2]]}, "list (list (int, int, int), list (int, int))"),
    ],
)
@pytest.mark.parametrize("mode", [False, True, "auto"])
def test_another_state_is_refused_with_both_forms_spelled_out(fault, got, mode):
    with pytest.raises(gt.errors.InvalidState) as raised:
        gt.Searcher(EVERYTHING, START._replace(**fault), compiled=mode, method="uct")
    told = str(raised.value)
    assert told.startswith(
        f"this is no state of Everything: expected {FORM}, as initial_state gives, got Place("
    )
    assert got in told


def test_a_record_of_another_type_is_refused_unless_it_holds_the_same():
    other = np.zeros(1, [("heap", "i2", (3,)), ("player", "u1"), ("total", "f4")])[0]
    other["heap"] = (1, 2, 1)
    own = HEAPS.initial_state()
    for mode in (False, True):
        assert outcome(HEAPS, other, mode) == outcome(HEAPS, own, False)
        missing = np.zeros(1, [("heap", "i8", (3,)), ("player", "i4")])[0]
        assert outcome(HEAPS, missing, mode) == (
            "InvalidState",
            "this is no state of Heaps: expected record (heap int64[3], player int32, total "
            "float64), as initial_state gives, got record (heap int64[3], player int32)",
        )


# The positions before

WALK = Ring("draw")


@pytest.mark.parametrize("mode", [False, True], ids=["interpreted", "compiled"])
def test_a_history_is_taken_by_value_too(mode):
    def search(history):
        return gt.search(
            Ring("loss"),  # compiled for tests/rules/test_repetition.py, too
            (3, 0),
            history=history,
            simulations=50,
            seed=1,
            compiled=mode,
            method="uct",
        )

    plain = search([(1, 0), (2, 1)])
    for same in (
        [[1, 0], (2.0, True)],
        np.array([[1, 0], [2, 1]]).tolist(),
        iter([(1, 0), (2, 1)]),
    ):
        assert [each.visits for each in search(same).actions] == [
            each.visits for each in plain.actions
        ]
    with pytest.raises(
        gt.errors.InvalidState,
        match=r"history\[1\]: this is no state of Ring: expected \(int, int\), as initial_state "
        r"gives, got \(int 2, int 1, int 1\)",
    ):
        search([(1, 0), (2, 1, 1)])
    with pytest.raises(gt.errors.InvalidState, match=r"history\[0\]: .* got int"):
        search((1, 0))  # a position, where a list of them is expected
    with pytest.raises(gt.BadParameter, match="history must be a list of positions, not int"):
        search(5)


def test_a_record_of_a_game_takes_states_alike():
    record = gt.Record(WALK, [np.int64(3), 0.0])
    assert record.state == (3, 0)
    assert list(map(type, record.state)) == [int, int]
    with pytest.raises(gt.errors.InvalidState, match=r"expected \(int, int\)"):
        gt.Record(WALK, (3, 0.5))


# Games whose states have no one form


class Kayles(gt.Game):
    """Rows of pins as a tuple, which gets longer and shorter."""

    def initial_state(self):
        return ((5,), 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [(row, pin) for row, pins in enumerate(state[0]) for pin in range(pins)]

    def next_state(self, state, action):
        row, pin = action
        left, right = pin, state[0][row] - pin - 1
        rows = [*state[0][:row], *(each for each in (left, right) if each), *state[0][row + 1 :]]
        return (tuple(rows), 1 - state[1])

    def returns(self, state):
        return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)


def test_states_may_change_their_form_where_the_game_does_so():
    result = gt.search(
        Kayles(), ((2, 2, 1), 1), simulations=50, seed=1, compiled=False, method="uct"
    )
    assert len(result.actions) == 5
    with pytest.raises(gt.errors.InvalidState, match="is no state of Kayles"):
        gt.search(Kayles(), 7, simulations=50, compiled=False, method="uct")


class Growing(OneHeap):
    """The moves so far are kept in an array; a number grows, beyond 64 bits if it began large."""

    def initial_state(self):
        return (np.zeros(1, np.int64), self.counters, 0, 1)

    def current_player(self, state):
        return state[2]

    def legal_actions(self, state):
        return range(1, min(3, state[1]) + 1)

    def next_state(self, state, action):
        moves = np.append(state[0], action)
        return (moves, state[1] - action, 1 - state[2], 300 * state[3])

    def returns(self, state):
        return (-1.0, 1.0) if state[2] == 0 else (1.0, -1.0)


@pytest.mark.parametrize("mode", [False, True], ids=["interpreted", "compiled"])
def test_an_array_may_grow_where_the_games_own_does(mode):
    game = Growing(7)
    searcher = gt.Searcher(game, (np.array([0, 1]), 6, 1, 1), seed=1, compiled=mode, method="uct")
    searcher.run(simulations=100)
    searcher.advance(2)
    assert searcher.state[0].tolist() == [0, 1, 2]
    assert searcher.run(simulations=100).action in (1, 2, 3)
    if mode:  # the rules themselves would not mind
        with pytest.raises(gt.errors.InvalidState, match=r"expected \(array of int64 of"):
            gt.Searcher(game, (np.zeros((2, 2), np.int64), 6, 1, 1), compiled=mode, method="uct")


# States that the search itself comes by, and integers that grow


@pytest.mark.parametrize("mode", [False, True], ids=["interpreted", "compiled"])
def test_a_loaded_state_is_of_the_same_form(mode, tmp_path):
    searcher = gt.Searcher(EVERYTHING, START, seed=1, compiled=mode, method="uct")
    searcher.run(simulations=50)
    searcher.advance(2)
    searcher.save(tmp_path / "search")
    loaded = gt.Searcher.load(tmp_path / "search", EVERYTHING)
    for there, here in zip(loaded.state, searcher.state, strict=True):
        assert np.array_equal(there, here)
    for each in (searcher, loaded):
        each.run(simulations=50)
    assert str(loaded.tree()) == str(searcher.tree())


def test_integers_of_more_than_64_bits_are_for_interpreted_searches():
    wide = (np.zeros(1, np.int64), 7, 0, 1 << 70)
    with pytest.raises(
        gt.NotCompilable, match=r"int 7, int 0, int 1180591620717411303424\), canno"
    ):
        gt.Searcher(Growing(7), wide, compiled=True, method="uct")
    with pytest.warns(gt.NotCompiledWarning, match=r"keep integers below 2\*\*63, or 2\*\*64 with"):
        searcher = gt.Searcher(Growing(7), wide, seed=1, method="uct")
    assert searcher.state is wide
    assert searcher.run(simulations=20).simulations == 20


def test_a_move_to_a_state_that_compiled_code_cannot_take_is_an_error():
    large = (np.zeros(1, np.int64), 7, 0, 1 << 50)
    searcher = gt.Searcher(Growing(7), large, seed=1, compiled=True, method="uct")
    searcher.advance(1)
    with pytest.raises(
        gt.GameError, match=r"Growing\.next_state returned interpreted what compiled"
    ):
        searcher.advance(1)
