from __future__ import annotations

import pytest

import gametree as gt
from gametree.errors import NotCompilable
from gametree.native.build import compile_function, compile_search
from gametree.rules.checked_game import rehearse
from plainpython.hashing import key_of_contents, key_of_state
from plainpython.reasons import Unsupported
from plainpython.values import arena
from plainpython.values.images import Image, read
from plainpython.values.kinds import kind_of

from .both_modes import assert_plays_alike

CORNERS = frozenset([(0, 0), (0, 2), (2, 0), (2, 2)])
NAMES = {"a", "b"}


def compiled(function, number):
    arena.provide()
    entry_point = compile_function(function, number)
    arena.enter()
    return entry_point(number)


def test_items_are_added_taken_out_and_found():
    def play(n):
        items = set()
        also = items
        for i in range(n):
            items.add(i % 7)
        copy = items.copy()
        copy.discard(3)
        copy.discard(99)
        copy.remove(4)
        doubled = {a * 2 for a in items}
        frozen = frozenset(doubled)
        nested = {frozen, frozenset([0, 2, 4, 6, 8, 10, 12])}
        made = set([1, 2, 1]), {1, n}  # noqa: C405
        found = 5 in items, (2, 0) in CORNERS, "c" in NAMES, 1.0 in items, frozen in nested
        return items, also, copy, doubled, frozen, len(nested), made, found, bool(items)

    assert compiled(play, 10) == play(10)


def test_algebra():
    def play(n):
        one, other = {0, 1, 2, 3, n}, {1, 2, 30}
        algebra = one | other, one & other, one - other, one ^ other, one.union([77])
        changed = one.copy()
        same = changed
        changed |= {50, 51}
        changed -= {50}
        changed &= {1, 2, 51}
        changed.update([7, 8])
        changed ^= {8, 9}
        changed.symmetric_difference_update([9, 60])
        empty = set()
        empty |= one
        told = set()
        told.update([n, 2])
        frozen = frozenset([1])
        before = frozen
        frozen |= {8}
        frozen ^= {1, 5}
        none = one.copy()
        none ^= none
        order = one <= other, one < one, one >= {1, 2}, one > {1, 2}, {1, 2} == {2, 1}, one != other
        apart = one.isdisjoint({100}), one.isdisjoint([1]), one.issubset(one)
        return algebra, changed, same, empty, told, frozen, before, none, order, apart

    assert compiled(play, 10) == play(10)


def test_what_no_order_can_change():
    def play(n):
        items = {1, 2, n}
        return (
            any(a > 9 for a in items),
            all(a > 9 for a in items),
            sum(1 for a in items if a < n),
            len({a % 2 for a in items}),
        )

    assert compiled(play, 10) == play(10)


def test_taking_out_an_item_that_is_not_there_raises():
    def take_out(n):
        items = {1, 2}
        items.remove(n)
        return 0

    with pytest.raises(KeyError):
        compiled(take_out, 10)


def test_a_set_of_the_module_is_not_changed():
    def change(n):
        NAMES.add("c")
        return 0

    with pytest.raises(Unsupported, match="it changes NAMES, which belongs to the module"):
        compiled(change, 10)


def test_values_in_memory_are_read_back():
    for value in (
        {1, 2, 3},
        frozenset([(1, 2), (3, 4)]),
        {"a", "bc"},
        set(),
        {frozenset([1]), frozenset()},
    ):
        kind = kind_of(value)
        image = Image()  # whose memory lasts as long as itself
        assert read(image.new(kind, value), kind) == value


class SetTicTacToe(gt.Game):
    """Tic-tac-toe on the sets of cells that the players have."""

    max_actions = 9
    LINES = [  # noqa: RUF012
        {0, 1, 2},
        {3, 4, 5},
        {6, 7, 8},
        {0, 3, 6},
        {1, 4, 7},
        {2, 5, 8},
        {0, 4, 8},
        {2, 4, 6},
    ]

    def initial_state(self):
        return frozenset(), frozenset()

    def current_player(self, state):
        return 0 if len(state[0]) == len(state[1]) else 1

    def won(self, cells):
        return any(line <= cells for line in self.LINES)

    def legal_actions(self, state):
        if self.won(state[0]) or self.won(state[1]):
            return []
        taken = state[0] | state[1]
        return [cell for cell in range(9) if cell not in taken]

    def next_state(self, state, action):
        first, second = state
        return (
            (first, second | {action}) if self.current_player(state) else (first | {action}, second)
        )

    def returns(self, state):
        if self.won(state[0]):
            return (1.0, -1.0)
        return (-1.0, 1.0) if self.won(state[1]) else (0.0, 0.0)


def keys(game, state):
    return key_of_state(state), key_of_contents(state)


def test_a_game_on_sets_is_played_alike_in_both_modes():
    """The keys by which positions share nodes are alike too."""
    game = SetTicTacToe()
    assert_plays_alike(game)
    state = game.initial_state()
    made = compile_search(keys, game, state, rehearsal=rehearse)
    seen = set()
    for action in (4, 0, 8, 2):
        state = game.next_state(state, action)
        assert made(game, state) == keys(game, state)
        seen.add(keys(game, state))
    assert len(seen) == 4
    assert made(game, (frozenset([8, 4]), frozenset([2, 0]))) in seen


class LoopOverTexts(SetTicTacToe):
    def won(self, cells):
        for name in {str(each) for each in cells}:
            if len(name) > 1:
                return True
        return False


class ListOfTexts(SetTicTacToe):
    def won(self, cells):
        return len([name for name in {str(each) for each in cells}]) > 4  # noqa: C416


class PopOfTexts(SetTicTacToe):
    def won(self, cells):
        return {str(each) for each in cells}.pop() == "8" if cells else False


class KeysOfTexts(SetTicTacToe):
    def won(self, cells):
        places = {"9": 0}
        for name in {str(each) for each in cells}:
            places[name] = 1
        return list(places)[-1] == "8"


class EffectsOfTexts(SetTicTacToe):
    def won(self, cells):
        seen = [0]

        def is_last(name):
            seen.append(len(name))
            return name == "8"

        return any(is_last(name) for name in {str(each) for each in cells}) and len(seen) > 2


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (
            LoopOverTexts,
            r"differs from one run to the next; use sorted\(...\) of the set",
        ),
        (ListOfTexts, r"differs from one run to the next; use sorted\(...\) of the set"),
        (PopOfTexts, r"differ from one run to the next; use min\(...\) of the set"),
        (
            KeysOfTexts,
            r"items of a dict in a loop over a set,.*; use sorted\(...\) of the set",
        ),
        (
            EffectsOfTexts,
            r"differs from one run to the next; use sorted\(...\) of the set",
        ),
    ],
)
def test_what_depends_on_the_order_of_texts_is_refused(game, reason):
    with pytest.raises(NotCompilable, match=reason):
        gt.Searcher(game(), game().initial_state(), compiled=True, method="uct")
