"""Games in which something that one line of play in thousands sets is None in all random games."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import pytest

import gametree as gt
from gametree.errors import NotCompilable
from gametree.native.build import compile_search
from gametree.rules.checked_game import rehearse

from .values.both_modes import assert_plays_alike

END = (8, 7, 6, 5, 4, 3, 2, 1)


class Game(gt.Game):
    """Fill eight cells; only one of 40,320 orders sets the ko."""

    def initial_state(self):
        return ((0,) * 8, 0, None)

    def filled(self, state):
        return state[0]

    def ko(self, state):
        return state[2]

    def current_player(self, state):
        return sum(cell > 0 for cell in self.filled(state)) % 2

    def legal_actions(self, state):
        if self.ko(state) is not None:
            return []
        return [cell for cell in range(8) if self.filled(state)[cell] == 0]

    def next_state(self, state, action):
        cells = list(state[0])
        cells[action] = state[1] + 1
        return (tuple(cells), state[1] + 1, action if tuple(cells) == END else None)

    def returns(self, state):
        return (0.0, 0.0) if self.ko(state) is None else (1.0, -1.0)


@dataclass(frozen=True)
class Frozen:
    cells: tuple[int, ...] = (0,) * 8
    turn: int = 0
    ko: int | None = None


class OfDataclass(Game):
    def initial_state(self):
        return Frozen()

    def filled(self, state):
        return state.cells

    def ko(self, state):
        return state.ko

    def next_state(self, state, action):
        cells = list(state.cells)
        cells[action] = state.turn + 1
        state = replace(state, cells=tuple(cells), turn=state.turn + 1)
        return replace(state, ko=action) if state.cells == END else state


class Named(NamedTuple):
    cells: tuple[int, ...] = (0,) * 8
    turn: int = 0
    ko: int | None = None


class OfNamedTuple(OfDataclass):
    def initial_state(self):
        return Named()

    def next_state(self, state, action):
        cells = list(state.cells)
        cells[action] = state.turn + 1
        state = state._replace(cells=tuple(cells), turn=state.turn + 1)
        return state._replace(ko=action) if state.cells == END else state


class Annotated:
    ko: int | None

    def __init__(self, cells, ko=None):
        self.cells = cells
        self.turn = 0
        self.ko = ko


class OfClass(OfDataclass):
    def initial_state(self):
        return Annotated([0] * 8)

    def next_state(self, state, action):
        turn = state.turn + 1
        state = Annotated(state.cells[:], state.ko)
        state.turn = turn
        state.cells[action] = turn
        if tuple(state.cells) == END:
            state.ko = action
        return state


def before_the_end(rules):
    """Return the position one move before the end that sets the ko."""
    state = rules.initial_state()
    for number in range(1, 8):
        state = rules.next_state(state, END.index(number))
    return state


def seen_at_the_end(rules, state, action, out):
    """Return what the rules say before and after a move, if there is one."""
    before = rules.fill_legal_actions(state, out), rules.ko(state)
    if before[0] > 0:
        state = rules.next_state(state, action)
    return before, rules.fill_legal_actions(state, out), rules.ko(state), rules.returns(state)


def assert_may_be_set(rules):
    """Play the move that sets the ko by rules that are compiled as for a search.

    A whole search, which one of the games is enough for, takes some seconds more.
    """
    last, out = before_the_end(rules), np.zeros(8, np.int64)
    made = compile_search(seen_at_the_end, rules, last, 0, out, rehearsal=rehearse)
    assert made(rules, last, 0, out) == ((1, None), 0, 0, (1.0, -1.0))
    one = rules.next_state(rules.initial_state(), 0)
    assert made(rules, one, 1, out) == ((7, None), 6, None, (0.0, 0.0))
    # What has been set is taken, too.
    assert made(rules, rules.next_state(last, 0), 0, out) == ((0, 0), 0, 0, (1.0, -1.0))


@pytest.mark.parametrize("game", [Game, OfDataclass, OfNamedTuple, OfClass])
def test_what_is_none_in_all_random_games_may_be_set(game):
    assert_may_be_set(game())


def test_a_search_may_set_what_is_none_in_all_random_games():
    rules = Game()
    state = before_the_end(rules)
    searchers = [
        gt.Searcher(rules, state, seed=1, compiled=mode, method="uct") for mode in (True, False)
    ]
    for searcher in searchers:
        assert searcher.run(simulations=20).action == 0
        searcher.advance(0)
        assert rules.ko(searcher.state) == 0
    assert searchers[0].state == searchers[1].state


class Plain:
    def __init__(self, cells, turn=0, ko=None):
        self.cells = cells
        self.turn = turn
        self.ko = ko


class OfPlainClass(OfDataclass):
    def initial_state(self):
        return Plain([0] * 8)

    def next_state(self, state, action):
        state = Plain(state.cells[:], state.turn + 1, state.ko)
        state.cells[action] = state.turn
        if tuple(state.cells) == END:
            state.ko = action
        return state


def test_without_an_annotation_the_sentence_tells_of_it():
    said = "None in all examples becomes int; annotate it in a class, as in"
    with pytest.raises(NotCompilable, match=said):
        gt.Searcher(OfPlainClass(), compiled=True).run(simulations=10)


@dataclass
class Slots:
    cells: list[int] = field(default_factory=lambda: [0] * 8)
    last: list = field(default_factory=lambda: [None] * 2)
    turn: int = 0


class OfSlots(Game):
    """A list that holds nothing but None in all random games."""

    def initial_state(self):
        return Slots()

    def filled(self, state):
        return state.cells

    def ko(self, state):
        return state.last[1]

    def next_state(self, state, action):
        state = Slots(state.cells[:], state.last[:], state.turn + 1)
        state.cells[action] = state.turn
        if tuple(state.cells) == END:
            state.last[1] = action
        return state


def test_a_list_of_none_in_an_object_loses_nothing():
    assert_may_be_set(OfSlots())


class Stone:
    def __init__(self, value):
        self.value = value


class Bowl:
    def __init__(self):
        self.stones = [Stone(1), None, Stone(2), None, Stone(4)]
        self.kept = [Stone(1)]
        self.taken = []
        self.turn = 0

    @property
    def pile(self):
        return self.kept


class Taking(gt.Game):
    """What may be None, and is not there, is put into lists that hold no None."""

    def initial_state(self):
        return Bowl()

    def current_player(self, state):
        return state.turn % 2

    def legal_actions(self, state):
        return [] if state.turn == 5 else list(range(5))

    def next_state(self, state, action):
        state = copy.deepcopy(state)
        stone = state.stones[action]
        if stone is not None:
            state.taken.append(stone)
            state.stones[action] = None
            state.kept[0] = stone
        state.turn += 1
        return state

    def returns(self, state):
        total = sum(stone.value for stone in state.taken) + state.kept[0].value
        return (1.0, -1.0) if total % 3 == 0 else (-1.0, 1.0)


def test_what_may_be_none_is_put_into_lists_of_objects():
    assert_plays_alike(Taking())


class TakingByProperty(Taking):
    def next_state(self, state, action):
        state = copy.deepcopy(state)
        stone = state.stones[action]
        if stone is not None:
            state.pile.append(stone)
        state.turn += 1
        return state

    def returns(self, state):
        total = sum(stone.value for stone in state.kept)
        return (1.0, -1.0) if total % 3 == 0 else (-1.0, 1.0)


def test_what_is_not_none_is_put_into_a_list_that_a_property_gives():
    assert_plays_alike(TakingByProperty())


class TakingUnasked(TakingByProperty):
    def next_state(self, state, action):
        state = copy.deepcopy(state)
        if action % 2 == 0:
            state.pile.append(state.stones[action])
        state.turn += 1
        return state


def test_what_is_put_into_a_list_is_taken_to_be_there():
    assert_plays_alike(TakingUnasked())
