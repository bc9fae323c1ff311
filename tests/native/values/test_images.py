"""Values of Python's, written for compiled code and read back."""

from __future__ import annotations

import gametree as gt
from plainpython.values.images import Image, read
from plainpython.values.kinds import kind_of


class Cells(gt.Game):
    """Two players fill the cells of a dict in turn; each fill counts one for who is on an odd."""

    def initial_state(self):
        return {cell: 0 for cell in range(6)}

    def current_player(self, state):
        return sum(1 for mark in state.values() if mark) % 2

    def legal_actions(self, state):
        return [cell for cell, mark in state.items() if mark == 0]

    def next_state(self, state, action):
        return {**state, action: self.current_player(state) + 1}

    def returns(self, state):
        odd = sum(1 for cell, mark in state.items() if cell % 2 and mark == 1)
        return (1.0, -1.0) if odd > 1 else (-1.0, 1.0)


def test_what_is_written_is_read_again():
    for value in (
        (1, -(2**63), True, 0.5, "añ\U0001f600", b"\x00\xff", None),
        [[1, 2], [], [2**63 - 1]],
        {(0, 1): "x", (1, 0): "\ud800"},
        {"a", "b"},
    ):
        kind = kind_of(value)
        image = Image()
        assert read(image.new(kind, value), kind) == value


def test_a_search_hands_its_root_over_once(monkeypatch):
    written = []
    new = Image.new
    monkeypatch.setattr(
        Image, "new", lambda self, kind, value: written.append(value) or new(self, kind, value)
    )
    game = Cells()
    searcher = gt.Searcher(game, seed=1, method="uct", compiled=True)
    first = searcher.run(simulations=30)
    once = len(written)
    for _ in range(5):
        searcher.run(simulations=30)
    assert len(written) == once
    searcher.advance(first.action)
    moved = searcher.run(simulations=30)
    assert written[-1] == game.next_state(game.initial_state(), first.action)
    assert {each.action for each in moved.actions} == set(range(6)) - {first.action}


def test_a_state_that_is_changed_later_is_searched_as_it_was():
    game = Cells()
    state = game.initial_state()
    searcher = gt.Searcher(game, state, seed=1, method="uct", compiled=True)
    expected = searcher.run(simulations=40)
    other = gt.Searcher(game, game.initial_state(), seed=1, method="uct", compiled=True)
    assert [each.visits for each in other.run(simulations=40).actions] == [
        each.visits for each in expected.actions
    ]
    state[0] = 1  # the user's own
    another = gt.Searcher(game, state, seed=1, method="uct", compiled=True)
    assert {each.action for each in another.run(simulations=40).actions} == set(range(1, 6))
