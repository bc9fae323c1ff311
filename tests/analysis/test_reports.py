"""What reports say."""

from __future__ import annotations

import json

import pytest

from gametree.analysis.reports import plain
from gametree.games import Nim, SameGame, TicTacToe
from gametree.mcts.return_scale import proven_word, winrate


def test_a_report_has_its_fields_and_is_json(asking):
    *during, last = asking.ask(max_visits=2000, moves=("b2",), seed=1)
    assert during == []
    assert json.loads(json.dumps(last)) == last
    assert last["id"] == "a"
    assert last["isDuringSearch"] is False
    assert last["turnNumber"] == 1
    root = last["rootInfo"]
    assert root["currentPlayer"] == 1
    assert root["stopReason"] in ("simulations", "proof")
    assert 0 < root["visits"] <= 2000
    assert -1 <= root["value"] <= 1
    moves = last["moveInfos"]
    assert [each["order"] for each in moves] == list(range(len(moves)))
    for each in moves:
        assert each["pv"][0] == each["move"]
        assert each["lcb"] <= each["winrate"] <= each["ucb"]
        assert each["winrate"] == pytest.approx((each["value"] + 1) / 2)
    assert sum(each["visits"] for each in moves) <= root["visits"]


def test_values_are_those_of_who_moves_and_what_is_proven_is_told(asking):
    # x: a1 a2; o: b1 b2. Whoever moves completes his row.
    [x_moves] = asking.ask(moves=("a1", "b1", "a2", "b2"), max_visits=500, seed=1)
    assert x_moves["moveInfos"][0]["move"] == "a3"
    assert x_moves["moveInfos"][0]["proven"] == "win"
    assert x_moves["moveInfos"][0]["value"] == 1
    assert x_moves["rootInfo"]["proven"] == "win"
    assert x_moves["rootInfo"]["value"] == 1
    assert x_moves["rootInfo"]["stopReason"] == "proof"
    [o_moves] = asking.ask(moves=("a1", "b1", "a2", "b2", "c1"), max_visits=500, seed=1)
    assert o_moves["rootInfo"]["currentPlayer"] == 1
    assert (o_moves["moveInfos"][0]["move"], o_moves["rootInfo"]["value"]) == ("b3", 1)


def test_a_lost_position_is_told_as_lost(asking):
    # x has a1, a3 and c1: two rows to complete; o to move can stop but one.
    [report] = asking.ask(moves=("a1", "b2", "c3", "c1", "a3", "b1"), max_visits=2000, seed=1)
    assert report["rootInfo"]["proven"] == "win"
    [report] = asking.ask(moves=("a1", "b1", "c3", "b2", "a3"), max_visits=2000, seed=1)
    assert report["rootInfo"]["currentPlayer"] == 1
    assert report["rootInfo"]["proven"] == "win"  # b3 completes the row


def test_a_forced_move_is_refuted(asking):
    # o threatens b3; if x does anything else, he has lost.
    moves = ("a1", "b1", "c3", "b2")
    [report] = asking.ask(moves=moves, forced="c1", max_visits=4000, seed=1)
    forced = report["forced"]
    assert forced["move"] == "c1"
    assert forced["value"] == -1
    assert forced["proven"] == "loss"
    assert forced["refutation"][0] == "b3"
    assert forced["best"]["move"] == "b3"
    assert forced["best"]["value"] > -1
    assert forced["visits"] > 0


def test_a_forced_move_that_ends_the_game_needs_no_search(asking):
    moves = ("a1", "b1", "a2", "b2")
    [report] = asking.ask(moves=moves, forced="a3", max_visits=100, seed=1)
    assert report["forced"] == {
        "move": "a3",
        "value": 1,
        "winrate": 1,
        "visits": report["forced"]["visits"],
        "proven": "win",
        "refutation": [],
        "best": {"move": "a3", "value": 1, "winrate": 1},
    }


def test_the_same_seed_gives_the_same_report(asking):
    def told():
        [report] = asking.ask(max_visits=300, seed=7)
        del report["rootInfo"]["seconds"]
        return report

    assert told() == told()


def test_a_player_chooses_a_move(asking):
    moves = ("a1", "b1", "a2", "b2")
    [report] = asking.ask(kind="choose", moves=moves, max_visits=200, seed=1)
    assert report["move"] == "a3"
    assert report["isDuringSearch"] is False
    assert report["statistics"]["value"] == 1
    [report] = asking.ask(kind="choose", moves=moves, player="random", seed=1)
    assert report["move"] in ("a3", "b3", "c1", "c2", "c3")
    assert report["statistics"]["value"] is None


def test_words_and_scales():
    game = TicTacToe()
    assert [proven_word(game, value) for value in (-1, 0, 1, None)] == ["loss", "draw", "win", None]
    assert [winrate(game, value) for value in (-1, 0, 3, None)] == [0, 0.5, 1, None]
    assert proven_word(Nim(), 1.0) == "win"
    points = SameGame()
    ends = (points.min_return, 3000.0, points.max_return)
    assert [proven_word(points, value) for value in ends] == ["loss", None, "win"]
    assert plain({"a": (1, float("nan")), 2: object}) == {"a": [1, None], "2": str(object)}


def test_what_a_seat_knows_is_searched_alike_whatever_is_hidden_from_it(asking):
    told = []
    for hidden in ("jack", "queen"):
        moves = (hidden, "king", "pass")
        [report] = asking.ask(game="kuhn_poker", moves=moves, max_visits=300, seed=1)
        del report["rootInfo"]["seconds"]
        told.append(report)
    assert told[0] == told[1]
    assert told[0]["rootInfo"]["currentPlayer"] == 1
    assert [each["pv"] for each in told[0]["moveInfos"]] == [
        [each["move"]] for each in told[0]["moveInfos"]
    ]
    [report] = asking.ask(game="kuhn_poker", moves=moves, max_visits=300, forced="bet")
    assert "hides something" in report["error"]


def test_a_seat_is_searched_before_others_have_chosen(asking):
    [report] = asking.ask(game="rock_paper_scissors", seat=1, max_visits=300, seed=1)
    assert report["rootInfo"]["currentPlayer"] == 1
    assert {each["move"] for each in report["moveInfos"]} == {"rock", "paper", "scissors"}
    [report] = asking.ask(game="kuhn_poker", kind="prepare")  # which begins with a deal
    assert report["prepared"]
