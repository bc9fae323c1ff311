"""A search ends before its limits, or goes on."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, TicTacToe
from gametree.limits import Limit
from gametree.mcts.time_management import SLICE_SECONDS, Lead, Pace, next_slice
from gametree.mcts.tree.tree import EdgeView

MORE_THAN_A_SLICE = 1_000_000  # on any machine: an early end is looked for after each slice


class Plain(TicTacToe):
    interpreted_only = True


def edges(*pairs):
    """Return edges with these visits and means."""
    return [EdgeView(number, n, mean, 0) for number, (n, mean) in enumerate(pairs)]


def asked(limit, simulations, seconds, lead, by_visits=True):
    pace = Pace(limit, by_visits=by_visits)
    return pace.reason_to_stop(simulations, seconds, lambda: lead)


def never():
    raise AssertionError("the root was looked at")


# The lead.


def test_the_lead_of_the_most_visited_move():
    assert Lead.of(edges((30, 0.5), (50, 0.6), (20, 0.1))) == Lead(20, True)
    assert Lead.of(edges((30, 0.7), (50, 0.6), (20, 0.1))) == Lead(20, False)
    assert Lead.of(edges((30, 0.6), (30, 0.6))) == Lead(0, True)
    assert Lead.of(edges((30, -0.7), (50, -0.8))) == Lead(20, False)


def test_a_move_never_tried_does_not_make_it_unclear():
    assert Lead.of(edges((5, -0.5), (0, 0.0))) == Lead(5, True)


def test_a_move_that_is_played_for_other_reasons_may_be_behind():
    few, many = edges((30, 0.6), (50, 0.5))
    assert Lead.of_one(few, [few, many]) == Lead(-20, True)


def test_an_only_move_cannot_be_overtaken():
    assert Lead.of(edges((3, 0.0))) == Lead(math.inf, True)
    assert asked(Limit(10**6, early_stop=True), 1, 1e-6, Lead(math.inf, True)) == "settled"


# Settled.


@pytest.mark.parametrize("clear", [True, False])
def test_a_lead_larger_than_what_is_left_is_settled(clear):
    limit = Limit(simulations=1000, early_stop=True)
    assert asked(limit, 700, 1.0, Lead(301, clear)) == "settled"
    assert asked(limit, 700, 1.0, Lead(300, clear)) == ""  # they may come to be equal


def test_what_is_left_of_the_time_follows_from_the_speed():
    limit = Limit(seconds=10.0, early_stop=True)
    assert asked(limit, 700, 7.0, Lead(301, True)) == "settled"
    assert asked(limit, 700, 7.0, Lead(299, True)) == ""


def test_a_speed_that_is_not_known_yet_settles_nothing():
    limit = Limit(seconds=10.0, early_stop=True)
    assert asked(limit, 1, 0.1, Lead(10**9, True)) == ""
    assert asked(limit, 1, 1.0, Lead(10**9, True)) == "settled"


def test_of_two_limits_the_nearer_one_counts():
    limit = Limit(1000, seconds=10.0, early_stop=True)
    assert asked(limit, 900, 1.0, Lead(101, True)) == "settled"
    assert asked(limit, 90, 9.0, Lead(11, True)) == "settled"
    assert asked(limit, 90, 9.0, Lead(9, True)) == ""


@pytest.mark.parametrize("limit", [Limit(1000), Limit(seconds=10.0), Limit(memory=10**6)])
def test_without_being_asked_for_nothing_ends_early(limit):
    assert Pace(limit, by_visits=True).reason_to_stop(900, 9.0, never) == ""


@pytest.mark.parametrize("limit", [Limit(1000, early_stop=True), Limit(seconds=10.0, longest=20.0)])
def test_where_visits_do_not_choose_they_do_not_count(limit):
    pace = Pace(limit, by_visits=False)
    assert pace.reason_to_stop(900, 9.0, never) == ""
    assert pace.reason_to_stop(1000, 10.0, never) in ("simulations", "seconds")


def test_the_root_is_looked_at_now_and_then_only():
    looks = []
    pace = Pace(Limit(seconds=10.0, early_stop=True), by_visits=True)
    for step in range(1, 1000):
        pace.reason_to_stop(step, step / 100, lambda: looks.append(1) or Lead(0, True))
    assert len(looks) == 40


# Planned and longest.


def test_a_clear_lead_ends_before_the_planned_time():
    limit = Limit(seconds=10.0, longest=30.0)
    assert asked(limit, 500, 5.0, Lead(201, True)) == "settled"  # of 500 that are left
    assert asked(limit, 500, 5.0, Lead(199, True)) == ""


def test_at_the_planned_time_a_clear_move_is_played():
    limit = Limit(seconds=10.0, longest=30.0)
    assert asked(limit, 1000, 10.0, Lead(0, True)) == "seconds"


def test_an_unclear_one_is_thought_about_longer():
    limit = Limit(seconds=10.0, longest=30.0)
    assert asked(limit, 1000, 10.0, Lead(300, False)) == ""
    assert asked(limit, 2000, 20.0, Lead(999, False)) == ""
    assert asked(limit, 2000, 20.0, Lead(999, True)) == "seconds"
    assert asked(limit, 2000, 20.0, Lead(1001, False)) == "settled"
    assert asked(limit, 3000, 30.0, Lead(0, False)) == "seconds"


def test_simulations_end_it_all_the_same():
    assert asked(Limit(100, seconds=10.0, longest=30.0), 100, 1.0, Lead(0, False)) == "simulations"


# Slices.


def test_slices_grow_to_what_is_allowed():
    assert next_slice(1, 1, 1e-6, 0.005) == 4
    assert next_slice(4096, 4096, 0.004, 0.005) == 5120
    assert next_slice(4096, 4096, 10.0, SLICE_SECONDS) == 1024  # something else was busy
    assert next_slice(5120, 5120, 0.005, 0.0) == 1
    assert next_slice(5120, 5120, 0.005, -1.0) == 1


def test_how_long_a_search_may_go_on_before_it_asks_again():
    pace = Pace(Limit(seconds=1.0), by_visits=True)
    assert pace.rest(0.25) == 0.75
    assert Pace(Limit(7), by_visits=True).rest(100.0) == math.inf
    assert Pace(Limit(seconds=1.0, longest=2.0), by_visits=True).rest(1.5) == SLICE_SECONDS


# In a search.


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("final_move", ["visits", "visits_then_value"])
def test_stopping_early_plays_the_move_of_the_whole_search(seed, final_move):
    position = Plain().initial_state()
    for action in (0, 4, 8)[: seed % 4]:
        position = Plain().next_state(position, action)
    searcher = gt.Searcher(Plain(), position, seed=seed, final_move=final_move, method="uct")
    early = searcher.run(Limit(simulations=1500, early_stop=True))
    assert early.stopped_by in ("settled", "simulations")
    if early.new_simulations < 1500:
        assert early.stopped_by == "settled"
        whole = searcher.run(simulations=1500 - early.new_simulations)
        assert whole.action == early.action


def test_what_is_proven_counts_more_than_visits():
    # Nothing but the centre keeps the draw; of the others it is proven sooner or later.
    position = Plain().next_state(Plain().initial_state(), 0)
    for seed in range(5):
        searcher = gt.Searcher(Plain(), position, seed=seed, solver=True)
        # Far more simulations than the proof takes, however long the slices are between two looks.
        early = searcher.run(Limit(simulations=200_000, early_stop=True))
        assert early.action == 4
        assert early.stopped_by in ("settled", "proof")


def test_an_early_stop_saves_simulations():
    # One move wins at once.
    position = Plain().initial_state()
    for action in (0, 3, 1, 4):
        position = Plain().next_state(position, action)
    result = gt.Searcher(Plain(), position, seed=1, method="uct").run(
        Limit(simulations=MORE_THAN_A_SLICE, early_stop=True)
    )
    assert (result.action, result.stopped_by) == (2, "settled")
    assert result.new_simulations < MORE_THAN_A_SLICE


def test_an_only_move_is_played_at_once():
    searcher = gt.Searcher(Nim(heaps=(1,)), seed=1, compiled=False, method="uct")
    result = searcher.run(Limit(seconds=60.0, longest=120.0))
    assert result.stopped_by == "settled"
    assert result.seconds < 10.0


def test_by_value_the_search_goes_to_its_limit():
    searcher = gt.Searcher(
        Nim(heaps=(1,)), seed=1, compiled=False, final_move="value", method="uct"
    )
    result = searcher.run(Limit(simulations=300, early_stop=True))
    assert (result.stopped_by, result.new_simulations) == ("simulations", 300)


def test_an_unclear_move_is_thought_about_until_the_longest_time(monkeypatch):
    monkeypatch.setattr("gametree.mcts.running.Lead.of", lambda edges: Lead(0, False))
    searcher = gt.Searcher(Plain(), seed=1, method="uct")
    assert searcher.run(Limit(seconds=0.01, longest=0.08)).seconds >= 0.08
    assert searcher.run(Limit(seconds=0.01)).stopped_by == "seconds"


def test_compiled_searches_end_early_too():
    result = gt.Searcher(ConnectFour(), seed=1, method="uct").run(
        Limit(simulations=200_000, early_stop=True)
    )
    assert (result.action, result.stopped_by) == (3, "settled")
    assert result.new_simulations < 200_000
