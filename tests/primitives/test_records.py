"""Blocks of records in one memory, in plain Python; compiled, the tests of trees see to them."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from gametree.primitives.records import Heads, Items, block_size, copied_record, swap

HEAD = np.dtype((np.record, [("count", "i4"), ("mark", "i4"), ("value", "f8")]))
ITEM = np.dtype((np.record, [("weight", "f8"), ("name", "i4"), ("child", "i4")]))


@pytest.fixture
def columns():
    heads = Heads(np.zeros(40, np.int64), HEAD, np.full(1, 40))
    return heads, Items(heads, ITEM)


def test_blocks_lie_behind_each_other_and_do_not_touch(columns):
    heads, items = columns
    places = [0]
    for count in (3, 0, 5):
        heads[places[-1]].count = count
        places.append(places[-1] + block_size(items, count))
    assert places == [0, 8, 10, 22]
    for place in places[:3]:
        heads[place].value = place + 0.5
        for item in items[place]:
            item.name = place
    assert [int(heads[place].count) for place in places[:3]] == [3, 0, 5]
    assert [float(heads[place].value) for place in places[:3]] == [0.5, 8.5, 10.5]
    assert [items[place]["name"].tolist() for place in places[:3]] == [[0] * 3, [], [10] * 5]
    assert not heads.words[22:].any()


def test_items_change_places(columns):
    heads, items = columns
    heads[4].count = 3
    items[4]["name"] = [1, 2, 3]
    items[4]["weight"] = [0.1, 0.2, 0.3]
    swap(items[4], 0, 2)
    swap(items[4], 1, 1)
    assert items[4]["name"].tolist() == [3, 2, 1]
    assert items[4]["weight"].tolist() == [0.3, 0.2, 0.1]
    plain = ["a", "b", "c"]
    swap(plain, 0, 1)
    assert plain == ["b", "a", "c"]


def test_places_are_no_indices(columns):
    for column in columns:
        with pytest.raises(TypeError):
            list(column)


class Copied(gt.Game):
    """Rules that return a copy each time: it outlives many plies, whatever else is made."""

    board = np.dtype((np.record, [("cells", "i4", (40,)), ("plies", "i4")]))

    def initial_state(self):
        return np.zeros(1, self.board)[0]

    def copy(self, state):
        return copied_record(state)

    def current_player(self, state):
        return int(state.plies) % 2

    def legal_actions(self, state):
        return [] if state.plies == 3000 else [0, 1, 2]

    def next_state(self, state, action):
        following = copied_record(state)
        following.cells[int(state.plies) % 40] += action
        following.plies += 1
        return following

    def returns(self, state):
        total = 0
        for cell in range(40):
            total += int(state.cells[cell])
        return (1.0, -1.0) if total % 2 else (-1.0, 1.0)


def test_copies_of_records_live_as_long_as_they_are_needed():
    trees = []
    for compiled in (False, True):
        searcher = gt.Searcher(Copied(), seed=1, compiled=compiled, method="uct")
        searcher.run(simulations=4)
        trees.append(searcher.tree(max_depth=None).to_dict())
    assert trees[0] == trees[1]
