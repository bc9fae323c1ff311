"""Objects that are made without their constructor: `Board.__new__(Board)`."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from numba.core.errors import TypingError

import gametree as gt
from gametree.native.build import compile_search
from gametree.rules.checked_game import rehearse

from ..values.both_modes import assert_plays_alike, compiled_rule


class Heap:
    """Take one to three chips; the last one wins."""

    taken = 0  # what the class has, an object has until it is set

    def __init__(self, chips):
        self.chips = [chips]
        self.player = 0
        self.worth = sum(range(1000))  # a copy does without

    def copy(self):
        other = Heap.__new__(Heap)
        other.chips = self.chips[:]
        other.player = self.player
        other.worth = self.worth
        return other


class OfObject(Heap):
    def copy(self):
        other = object.__new__(OfObject)
        other.chips = self.chips[:]
        other.player, other.worth = self.player, self.worth
        return other


class OfType(Heap):
    def copy(self):
        other = type(self).__new__(type(self))
        other.chips = self.chips[:]
        other.player, other.worth = self.player, self.worth
        return other


class OfClass(Heap):
    def copy(self):
        other = self.__class__.__new__(self.__class__)
        other.chips = self.chips[:]
        other.player, other.worth = self.player, self.worth
        return other


class ByClassMethod(Heap):
    @classmethod
    def of(cls, chips, player, worth):
        made = object.__new__(cls)
        made.chips, made.player, made.worth = chips, player, worth
        return made

    def copy(self):
        return ByClassMethod.of(self.chips[:], self.player, self.worth)


class HeapGame(gt.Game):
    players = 2
    max_actions = 3

    def __init__(self, heap):
        self.heap = heap

    def initial_state(self):
        return self.heap(9)

    def legal_actions(self, state):
        return list(range(1, min(3, state.chips[0]) + 1))

    def next_state(self, state, action):
        after = state.copy()
        after.chips[0] -= action
        after.player = 1 - after.player
        return after

    def is_terminal(self, state):
        return state.chips[0] == 0

    def current_player(self, state):
        return state.player

    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)


@pytest.mark.parametrize("heap", [Heap, OfObject, OfType, OfClass, ByClassMethod])
def test_copies_are_played_alike(heap):
    assert_plays_alike(HeapGame(heap))


class Kept(HeapGame):
    """Rules that make such objects beside the states."""

    def __init__(self):
        super().__init__(Heap)

    def made(self, state, sets):
        other = Heap.__new__(Heap)
        other.player = 4
        if sets:
            other.chips = [state.chips[0], 2]
        return other

    def told(self, state, sets):
        other = self.made(state, sets)
        return len(other.chips) + other.player + other.taken

    def handed_on(self, state):
        return self.handed(Heap.__new__(Heap))

    def handed(self, heap):
        return 1


def told(game, state, sets):
    return game.told(state, sets == 1)


def test_what_is_not_set_is_no_attribute():
    game = Kept()
    state = game.initial_state()
    compiled = compile_search(told, game, state, 0, rehearsal=rehearse)
    assert compiled(game, state, 1) == told(game, state, 1) == 6
    for play in (told, compiled):
        with pytest.raises(AttributeError, match="'Heap' object has no attribute 'chips'"):
            play(game, state, 0)


class OwnNew:
    def __new__(cls):
        made = object.__new__(cls)
        made.size = 3
        return made

    @classmethod
    def of(cls):
        made = object.__new__(cls)
        made.size = 3
        return made


class MakesOwn(Kept):
    def handed_on(self, state):
        other = OwnNew.__new__(OwnNew)
        return other.size


class MakesOwnByClassMethod(Kept):
    def handed_on(self, state):
        return OwnNew.of().size


@dataclass
class Note:
    """No state holds one, so that nothing is known of its fields before the constructor."""

    words: int = 3


class MakesNotes(Kept):
    def handed_on(self, state):
        other = Note.__new__(Note)
        return other.words


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (MakesNotes, "it makes a Note, and no example is one whose attributes have types"),
        (Kept, "makes an object without its constructor, and gives it no name"),
        (MakesOwnByClassMethod, "calls __new__ of a class that makes its objects in its own way"),
        (MakesOwn, "calls __new__ of a class that makes its objects in its own way"),
    ],
)
def test_what_is_refused(game, told):
    made = game()
    with pytest.raises(TypingError, match=told):
        compiled_rule(lambda game, state: game.handed_on(state), made, made.initial_state())
