"""Whole searches with unusual rules: the compiled tree is the interpreted one, to the bit."""

from __future__ import annotations

import sys
from enum import Enum
from textwrap import dedent

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

import gametree as gt
from gametree.native.build import compile_search
from gametree.rules.checked_game import rehearse
from trees import flat


def trees(game, simulations=400, **options):
    """Return the interpreted and the compiled tree."""
    made = []
    for mode in (False, True):
        searcher = gt.Searcher(game, seed=3, compiled=mode, method="uct", **options)
        searcher.run(simulations=simulations)
        assert searcher.compiled is mode
        made.append(flat(searcher))
    return made


# States that are NamedTuples with boards, defined twice as in a notebook

NOTEBOOK = dedent(
    """
    import gametree as gt
    from plainpython import bits
    from plainpython.bits import u64
    from typing import NamedTuple

    class Position(NamedTuple):
        mine: int
        theirs: int
        player: int
        last: int  # an action: of fewer bits in the tree than elsewhere

    TOP = u64(0xF000_0000_0000_0001)

    def free(position):
        return TOP & ~(position.mine | position.theirs)

    class Base(gt.Game):
        bonus = 0.0
        def current_player(self, state):
            return state.player
        def is_terminal(self, state):
            return free(state) == 0
        def returns(self, state):
            lead = bits.popcount(state.mine >> 62) - bits.popcount(state.theirs >> 62) + self.bonus
            return (lead, -lead) if state.player == 0 else (-lead, lead)

    class Corners(Base):
        def __init__(self):
            self.bonus = 0.25

        def initial_state(self):
            return Position(u64(0), u64(0), 0, -1)

        def legal_actions(self, state):
            return [cell for cell in range(64) if free(state) >> cell & 1]

        def next_state(self, state, action):
            return Position(
                mine=state.theirs,
                theirs=state.mine | bits.bit(action),
                player=1 - state.player,
                last=action,
            )

        def returns(self, state):
            first, second = Base.returns(self, state)
            bits.popcount(state.last)
            return (first + self.bit(state), second)

        @staticmethod
        def bit(state):
            return 0.5 if state.last == 63 else 0.0
    """
)


def run_cell():
    """Define the game as a notebook does each time the cell is run; return its names."""
    names = {"__name__": __name__}
    exec(NOTEBOOK, names)
    globals().setdefault("Position", names["Position"])  # where a pickle finds the first one
    return names


def last_move(game, state, out):
    count = game.fill_legal_actions(state, out)
    following = game.next_state(state, int(out[count - 1]))
    return game.current_player(following), following.last


def compiled_move(game):
    """Return what comes of the last of the first moves, recompiled and interpreted."""
    state, out = game.initial_state(), np.zeros(64, np.int64)
    told = compile_search(last_move, game, state, out, rehearsal=rehearse)(game, state, out)
    assert told == last_move(game, state, out)
    return told


def test_boards_in_named_tuples_and_definitions_that_are_run_again():
    names = run_cell()
    interpreted, compiled = trees(names["Corners"]())
    assert compiled == interpreted
    assert len(compiled) > 20
    # The same source once more: the classes are others, and the type of the
    # states is known by now.
    names = run_cell()
    assert compiled_move(names["Corners"]()) == (1, 63)
    # The class stays, and a helper that its methods call is redefined.
    exec("def free(position): return 3 & ~(position.mine | position.theirs)", names)
    assert compiled_move(names["Corners"]()) == (1, 1)


# States that are records, changed in place

CELL = np.dtype((np.record, [("heap", "i8", (3,)), ("player", "i4"), ("total", "f8")]))


class Heaps(gt.Game):
    """Nim with heaps in an array; a move writes to the state that it is given."""

    def __init__(self):
        self.start = (2, 3, 1)

    def initial_state(self):
        state = np.zeros(1, CELL)[0]
        state.heap[:] = self.start
        return state

    def copy(self, state):
        return state.copy()

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return [10 * heap + count for heap in range(3) for count in range(1, state.heap[heap] + 1)]

    def next_state(self, state, action):
        state.heap[action // 10] -= action % 10
        state.player = 1 - state.player
        state["total"] += 0.5 * action
        return state

    def returns(self, state):
        share = state.total / 1000.0
        return (share - 1.0, 1.0) if state.player == 0 else (share + 1.0, -1.0)


def test_records_that_change_in_place():
    state = Heaps().initial_state()
    before = state.copy()
    interpreted, compiled = trees(Heaps(), state=state)
    assert compiled == interpreted
    assert state == before  # the caller's state is left alone


# Rules that fail late, told by a float that changes after the first look

TABLE = (1, 1, 1, 1)


class Fails(gt.Game):
    """Sound while `fault` is 0. A float is a run-time field, so one compilation serves all.

    The faults lie so deep that playouts meet them, not the tree.
    """

    max_actions = 2

    def __init__(self):
        self.fault = 0.0
        self.steps = np.ones(4, np.int64)

    def initial_state(self):
        return (30, 0)

    def current_player(self, state):
        return state[1]

    def is_terminal(self, state):
        return state[0] == 0

    def legal_actions(self, state):
        return range(2)

    def fill_legal_actions(self, state, out):
        written = 2
        if self.fault == 1.0 and state[0] == 3:
            written = 5
        for index in range(written):
            out[index] = index
        return 2

    def next_state(self, state, action):
        step = int(self.steps[action])
        if self.fault == 2.0 and state[0] == 3:
            step = int(self.steps[4 + action])
        if self.fault == 3.0 and state[0] == 3:
            step = TABLE[4 + action]
        if self.fault == 4.0 and state[0] < 6:
            step = step // (state[0] - 3) * 0 + 1
        if self.fault == 5.0 and state[0] == 3:
            raise ValueError("no third step")
        return (state[0] - step, 1 - state[1])

    def returns(self, state):
        return (1.0, 0.0) if self.fault != 6.0 else (1.0 / state[0], 0.0)


@pytest.fixture(scope="module")
def failing_searchers():
    return [gt.Searcher(Fails(), seed=1, compiled=mode, method="uct") for mode in (False, True)]


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (1.0, r"Fails\.fill_legal_actions raised IndexError"),
        (2.0, r"Fails\.next_state raised IndexError: index [45] is out of bounds"),
        (3.0, r"Fails\.next_state raised IndexError: tuple index out of range"),
        (4.0, r"Fails\.next_state raised ZeroDivisionError"),
        (5.0, r"Fails\.next_state raised ValueError: no third step"),
        (6.0, r"Fails\.returns raised ZeroDivisionError: float division"),
    ],
)
def test_faults_of_the_rules_are_told_alike_in_both_modes(failing_searchers, fault, told):
    errors = []
    for searcher in failing_searchers:
        searcher.game.fault = 0.0
        searcher.run(simulations=5)
        searcher.game.fault = fault
        with pytest.raises(gt.GameError, match=told) as raised:
            searcher.run(simulations=200)
        errors.append(str(raised.value))
        searcher.game.fault = 0.0
        assert searcher.run(simulations=5).new_simulations == 5
    assert errors[0] == errors[1]


# Actions for which a compiled tree has no capacity


class Powers(gt.Game):
    """Moves are powers of two, smaller ones the nearer to the end."""

    def initial_state(self):
        return (5, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [1 << state[0], 1 << (state[0] + 1)] if state[0] > 0 else []

    def next_state(self, state, action):
        return (state[0] - 1, 1 - state[1])

    def returns(self, state):
        return (1.0, -1.0)


class PairsOfPowers(Powers):
    def legal_actions(self, state):
        return [(0, 1 << state[0]), (1, 1 << state[0])] if state[0] > 0 else []


@pytest.mark.parametrize(
    ("rules", "made_of"),
    [(Powers, "int of 32 bits"), (PairsOfPowers, r"tuple\(int 13, int 18\)")],
)
def test_actions_wider_than_those_seen_are_searched_interpreted(rules, made_of):
    state = (40, 0)
    told = rf"{rules.__name__}\.legal_actions gave the action .*; compiled actions .* are {made_of}"
    with pytest.raises(gt.NotCompilable, match=told):
        gt.Searcher(rules(), state, compiled=True, method="uct")
    with pytest.warns(gt.NotCompiledWarning, match=told):
        searcher = gt.Searcher(rules(), state, seed=1, method="uct")
    result = searcher.run(simulations=100)
    assert not result.compiled
    assert {each.action for each in result.actions} == set(rules().legal_actions(state))


# Memory


class Lists(gt.Game):
    """Lists wherever the contract allows them."""

    def initial_state(self):
        return (5, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [action for action in (1, 2, 3) if action <= state[0]]

    def next_state(self, state, action):
        return (state[0] - action, 1 - state[1])

    def returns(self, state):
        values = [0.0, 0.0]
        values[1 - state[1]] = 1.0
        return values


def test_a_million_simulations_leave_nothing_behind():
    _nrt_python.memsys_enable_stats()
    try:
        searcher = gt.Searcher(Lists(), seed=1, compiled=True, method="uct")
        searcher.run(simulations=1000)
        before, resident = rtsys.get_allocation_stats(), resident_bytes()
        engine = searcher.trees.first
        objects = [searcher.game, engine.method.selection, engine.work.actions]
        references = [sys.getrefcount(each) for each in objects]
        searcher.run(simulations=1_000_000)
        for _ in range(20_000):  # calls from Python, one simulation each
            searcher.trees.first.run(1, 1 << 30)
        after = rtsys.get_allocation_stats()
    finally:
        _nrt_python.memsys_disable_stats()
    allocated = after.alloc - before.alloc
    assert allocated < 500_000  # the arrays that calls hand over; lists lie in an arena
    assert after.free - before.free == allocated
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free
    assert [sys.getrefcount(each) for each in objects] == references
    if resident is not None:
        assert resident_bytes() - resident < 32 << 20


def resident_bytes():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        return None


# A `match` that names all cases there are: Python returns None behind it


class Course(Enum):
    UP = 1
    DOWN = 2
    ASIDE = 3


class Climbing(gt.Game):
    """Twelve steps up or down; who moves first wants to be up.

    Where `aside` is 1 there is a move at the top that `next_state` does not know. That is no
    constant, so one compilation serves both.
    """

    courses = (Course.UP, Course.DOWN)

    def __init__(self, aside=0.0):
        self.aside = aside

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        if self.aside > 0.0 and state == (11, 11):
            return list(Course)
        return list(self.courses)

    def next_state(self, state, action):
        match action:
            case Course.UP:
                return (state[0] + 1, state[1] + 1)
            case Course.DOWN:
                return (state[0] - 1, state[1] + 1)

    def is_terminal(self, state):
        return state[1] == 12

    def returns(self, state):
        return (1, -1) if state[0] > 0 else (-1, 1)


def test_the_end_of_next_state_may_lie_behind_a_match_of_all_cases():
    plain, compiled = trees(Climbing(), transpositions=True)
    assert compiled == plain


def test_a_search_that_comes_there_ends():
    options = {"seed": 1, "compiled": True, "method": "uct", "transpositions": True}
    searcher = gt.Searcher(Climbing(aside=1.0), (9, 9), **options)
    told = r"Climbing.next_state returned nothing; the next state was expected .*ASIDE"
    with pytest.raises(gt.GameError, match=told):
        searcher.run(simulations=1000)
