"""Rules of which compiled code cannot run a part: the search goes on interpreted."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts import setup
from gametree.mcts.mode_verdicts import ModeVerdict


@pytest.fixture(autouse=True)
def _met_during_the_search(monkeypatch):
    """Let no comparison of the modes meet first what compiled rules cannot do."""
    monkeypatch.setattr(setup, "compare_modes", lambda *_, **__: ModeVerdict())


class Remembering(gt.Game):
    """Nim that counts in a list of the game's and works with long numbers, deep in the game."""

    players = 2

    def __init__(self, kind):
        self.kind = kind
        self.seen = [0]

    def initial_state(self):
        return (15, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        chips = state[0]
        if self.kind == 0 and chips == 4:
            self.seen.append(chips)
        if self.kind == 1 and chips == 4:
            number = 3
            for _ in range(60):
                number = number * 3
            if number == 0:
                return []
        return [taken for taken in (1, 2, 3) if taken <= chips]

    def next_state(self, state, action):
        return (state[0] - action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def returns(self, state):
        return (1.0, -1.0) if state[1] == 1 else (-1.0, 1.0)


@pytest.mark.parametrize("kind", [0, 1])
def test_a_search_that_cannot_go_on_compiled_goes_on_interpreted(kind):
    searcher = gt.Searcher(Remembering(kind), seed=1)
    assert searcher.compiled
    with pytest.warns(gt.NotCompiledWarning, match="searching interpreted from here: .*Machine"):
        result = searcher.run(simulations=200)
    assert not result.compiled
    assert "Machine" in searcher.why_interpreted
    plain = gt.search(Remembering(kind), simulations=200, seed=1, compiled=False)
    assert result.nodes == plain.nodes
    assert "proofs" in result.method
    assert "broke" not in result.method


def test_it_is_an_error_where_compiled_was_asked_for():
    searcher = gt.Searcher(Remembering(0), seed=1, compiled=True)
    with pytest.raises(gt.GameError, match="MachineChangeError"):
        searcher.run(simulations=200)


def test_pondering_goes_on_interpreted_with_the_next_run():
    searcher = gt.Searcher(Remembering(0), seed=1)
    searcher.ponder()
    with pytest.warns(gt.NotCompiledWarning, match="interpreted from here"):
        searcher.run(simulations=200)
    assert not searcher.compiled
