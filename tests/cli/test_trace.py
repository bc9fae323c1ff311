"""`gametree trace`."""

from __future__ import annotations

import json

TRACE = ("trace", "tic_tac_toe", "--seed", "1")


def test_a_trace_shows_the_formula_the_playout_and_what_changes(run):
    told = run(*TRACE, "--method", "uct", "--after", "12", "--simulations", "2").output
    assert "simulation 13" in told
    assert "simulation 14" in told
    assert "simulation 15" not in told
    assert "exploration of c1 = c * range * sqrt(ln N / n): c = 1.4, range = 2" in told
    assert "each move is tried once before any is followed again" in told
    assert "played out after c1 b2: c2 a2 a3 a1 b3 c3" in told
    assert "worth -1, +1" in told
    assert "12 to 13" in told


def test_the_result_says_why_it_prefers_one_of_equal_moves_and_keeps_within_returns(run):
    told = run(*TRACE, "--simulations", "12").output
    assert "+1.000 (+0.342 to +1.000)" in told
    assert "a3 has as many visits as b1 and a higher mean" in told
    assert "of such moves the first in order is played" in told
    assert "as many visits" not in run(*TRACE, "--final-move", "visits_then_value").output


def test_lines_of_json_tell_the_same(run):
    options = ("--moves", "b2 a1", "--selection", "puct", "--simulations", "5")
    lines = run(*TRACE, *options, "--json").output.splitlines()
    steps = [json.loads(line) for line in lines]
    assert {step["simulation"] for step in steps} == {1, 2, 3, 4, 5}
    assert steps[0]["kind"] == "selection"
    assert [step["kind"] for step in steps].count("backup") == 5
    assert [term["name"] for term in steps[0]["candidates"][0]["terms"]] == [
        "first play",
        "exploration",
    ]


def test_a_trace_ends_when_the_best_move_is_proven(run):
    told = run("trace", "nim", "--param", "heaps=1,2", "--solver", "--simulations", "500").output
    assert "simulation 500" not in told
    assert "proven win" in told


def test_a_finished_game_has_no_trace(run):
    result = run(*TRACE, "--moves", "a1 b1 a2 b2 a3")
    assert result.exit_code != 0
    assert "there is nothing to search" in result.output
