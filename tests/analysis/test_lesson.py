"""Searches that are told step by step."""

from __future__ import annotations

import json
import math

import pytest

from gametree.analysis import Query, WorkerBounds, lesson
from gametree.analysis.lesson import Lesson


def told(**asked):
    usual = {"game": "tic_tac_toe", "player": "mcts", "max_visits": 20, "seed": 1, "max_time": 60.0}
    query = Query("a", kind="trace", **{**usual, **asked})
    task = Lesson(query, {}, None, WorkerBounds(), lambda: None)
    task._work()
    json.dumps(task.answer)
    return task.answer


def rounds(report):
    return [step for step in report["steps"] if step["kind"] == "backup"]


def test_so_many_simulations_are_told_after_others():
    report = told(before=10)
    numbers = [step["simulation"] for step in rounds(report)]
    assert numbers == list(range(11, 31))
    assert (report["before"], report["stopReason"]) == (10, "simulations")
    assert (report["c"], report["usualC"]) == (1.4, 1.4)
    kinds = {step["kind"] for step in report["steps"]}
    assert kinds == {"selection", "expansion", "evaluation", "backup"}


def test_terms_add_up_to_the_score_and_name_their_formulas():
    report = told(before=30)
    step = next(each for each in report["steps"] if each.get("reason") == "score")
    for candidate in step["candidates"]:
        mean, explored = candidate["terms"]
        assert report["formulas"][mean["of"]]["formula"] == "mean"
        assert report["formulas"][explored["of"]]["formula"] == "c * range * sqrt(ln N / n)"
        numbers = step["numbers"] | explored["numbers"]
        root = math.sqrt(math.log(numbers["N"]) / numbers["n"])
        assert explored["value"] == pytest.approx(numbers["c"] * numbers["range"] * root, rel=1e-3)
        assert candidate["score"] == pytest.approx(mean["value"] + explored["value"], abs=1e-4)
    best = max(step["candidates"], key=lambda each: each["score"])
    assert step["candidates"][step["chosen"]] == best


def test_another_c_goes_on_in_the_same_tree():
    usual, other = told(before=40, max_visits=30), told(before=40, max_visits=30, c=0.1)

    def standing(report):
        return {each["move"]: each["visits"] for each in report["steps"][0]["candidates"]}

    assert standing(usual) == standing(other)
    assert (other["c"], other["usualC"]) == (0.1, 1.4)
    chosen = [
        [step["candidates"][step["chosen"]]["move"] for step in each["steps"] if "chosen" in step]
        for each in (usual, other)
    ]
    assert chosen[0] != chosen[1]


def test_a_rule_without_c_says_so():
    player = "mcts:selection=mine.py:Rule"
    assert "error" in told(player=player)  # nothing is loaded that is not offered
    report = told(player="mcts:solver=true", moves=("a1", "b1", "a2", "b2"), max_visits=200)
    assert report["stopReason"] == "proof"
    assert len(rounds(report)) < 200


def test_what_is_told_is_bounded(monkeypatch):
    assert len(rounds(told(max_visits=10_000))) == lesson.MOST_TRACED
    monkeypatch.setattr(lesson, "_MOST_BYTES", 20_000)
    report = told(max_visits=300)
    assert report["stopReason"] == "size"
    assert 20_000 < len(json.dumps(report["steps"])) < 40_000
    assert report["steps"][-1]["kind"] == "backup"
    monkeypatch.setattr(lesson, "_MOST_CANDIDATES", 3)
    step = next(each for each in told(before=30)["steps"] if each.get("reason") == "score")
    assert (len(step["candidates"]), step["left"]) == (3, 6)
    scores = [each["score"] for each in step["candidates"]]
    assert step["candidates"][step["chosen"]]["score"] == max(scores)


def test_the_time_is_bounded():
    report = told(game="othello", max_visits=300, max_time=0.05)
    assert report["stopReason"] == "seconds"
    assert 1 <= len(rounds(report)) < 300


def test_a_position_that_cannot_be_searched_is_an_error():
    over = ("a1", "b1", "a2", "b2", "a3")
    assert told(moves=over)["error"] == (
        "the game is over in this position: there is nothing to search"
    )
