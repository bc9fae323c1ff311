"""What a search would have said at earlier moments."""

from __future__ import annotations

import json

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.mcts.history import Moments
from toys import OneHeap
from trees import flat


@pytest.fixture
def _all_looks(monkeypatch):
    """Let no look be left out for want of time."""
    monkeypatch.setattr(Moments, "affords", lambda self, seconds: True)


MARKS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96]


def searcher_of(game=None, **options):
    options = {"seed": 1, "compiled": False, "method": "uct"} | options
    return gt.Searcher(game or TicTacToe(), **options)


@pytest.mark.usefixtures("_all_looks")
@pytest.mark.parametrize("compiled", [False, True])
def test_moments_are_spaced_exponentially_and_the_last_is_the_result(compiled):
    result = searcher_of(compiled=compiled).run(simulations=100)
    assert [moment.simulations for moment in result.history] == [*MARKS, 100]
    last = result.history[-1]
    assert (last.action, last.value) == (result.action, result.value)
    assert last.mean == result.actions[0].mean
    assert last.half_width == result.actions[0].half_width
    assert dict(last.shares) == {each.action: each.share for each in result.actions}
    assert (last.max_depth, last.nodes) == (result.max_depth, result.nodes)
    times = [moment.seconds for moment in result.history]
    assert times == sorted(times)


@pytest.mark.usefixtures("_all_looks")
@pytest.mark.parametrize("options", [{}, {"solver": True}, {"transpositions": True}])
def test_each_moment_is_the_result_of_a_search_of_that_length(options):
    result = searcher_of(OneHeap(), **options).run(simulations=100)
    for moment in result.history:
        short = searcher_of(OneHeap(), **options).run(simulations=moment.simulations)
        assert moment.action == short.action
        assert moment.mean == short.actions[0].mean
        assert moment.max_depth == short.max_depth
        assert moment.nodes == short.nodes


def test_looks_change_nothing_of_the_tree(monkeypatch):
    with_looks, without = searcher_of(), searcher_of()
    with monkeypatch.context() as patched:
        patched.setattr(Moments, "affords", lambda self, seconds: True)
        with_looks.run(simulations=500)
    with monkeypatch.context() as patched:
        patched.setattr(Moments, "affords", lambda self, seconds: False)
        assert len(without.run(simulations=500).history) == 1
    assert flat(with_looks) == flat(without)


@pytest.mark.usefixtures("_all_looks")
def test_the_history_goes_on_in_the_next_run_and_begins_anew_at_another_root():
    searcher = searcher_of()
    searcher.run(simulations=10)
    result = searcher.run(simulations=10)
    assert [moment.simulations for moment in result.history] == [1, 2, 3, 4, 6, 8, 12, 16, 20]
    searcher.advance(result.action)
    assert len(searcher.result().history) == 1


def test_a_look_waits_until_it_takes_little_of_the_time():
    history = Moments()
    history.begin()
    assert not history.affords(0.001)
    assert history.affords(1.0)
    history.add(gt.search(OneHeap(), simulations=1, compiled=False).history[0], took=0.1)
    assert not history.affords(1.0)
    assert not history.affords(65.0)
    assert history.affords(67.0)


def test_a_trace_has_a_history_from_the_first_simulation():
    searcher = searcher_of()
    for _ in searcher.trace(20):
        pass
    assert [moment.simulations for moment in searcher.result().history] == [*MARKS[:8], 20]


@pytest.mark.usefixtures("_all_looks")
def test_several_workers_have_a_history_too():
    result = searcher_of(compiled=True, workers=2).run(simulations=2000)
    counts = [moment.simulations for moment in result.history]
    assert counts == sorted(set(counts))
    assert counts[-1] == 2000


@pytest.mark.usefixtures("_all_looks")
def test_a_history_in_json():
    result = searcher_of().run(simulations=12)
    told = json.loads(json.dumps(result.to_dict()))["history"]
    assert [moment["simulations"] for moment in told] == [1, 2, 3, 4, 6, 8, 12]
    assert told[0]["shares"] == {told[0]["action"]: 1.0}
    assert sum(told[-1]["shares"].values()) == pytest.approx(1.0)
