"""Lines of JSON as queries."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree.analysis import Query
from gametree.analysis.requests import RequestError, request_of


def of(most_turns=100, **told):
    return request_of(json.dumps({"id": "a", "game": "nim", **told}), most_turns)


def test_a_line_with_every_field():
    request = of(
        parameters={"heaps": "1,2", "take": 3, "misere": True},
        moves=["1:1", "2:1"],
        maxVisits=10,
        maxTime=0.5,
        reportDuringSearchEvery=0.1,
        firstReportDuringSearchAfter=0.05,
        priority=2,
        forced="2:1",
        player="mcts:c=1",
        seed=3,
    )
    [(number, query)] = request.turns
    assert number == 2
    assert query == Query(
        "a",
        "nim",
        (("heaps", "1,2"), ("take", "3"), ("misere", "true")),
        ("1:1", "2:1"),
        player="mcts:c=1",
        max_visits=10,
        max_time=0.5,
        report_every=0.1,
        first_report=0.05,
        priority=2,
        forced="2:1",
        seed=3,
    )
    assert request.unknown == ()


def test_many_positions_with_a_priority_each():
    request = of(moves=["1:1", "2:1"], analyzeTurns=[2, 0, 2], priorities=[5, 1])
    assert [(turn.number, turn.query.moves, turn.query.priority) for turn in request.turns] == [
        (2, ("1:1", "2:1"), 5),
        (0, (), 1),
    ]


def test_actions_and_unknown_fields():
    request = of(action="terminate", terminateId="b", turnNumbers=[1], more=2)
    assert (request.action, request.terminate_id, request.turn_numbers) == ("terminate", "b", {1})
    assert request.unknown == ("game", "more")
    assert of(colour="red").unknown == ("colour",)


@pytest.mark.parametrize(
    ("text", "field", "told"),
    [
        ("", None, "one object of JSON"),
        ("[]", None, "one object of JSON"),
        ("[" * 100_000, None, "one object of JSON"),
        (b"\xff{}", None, "one object of JSON"),
        ('{"game": "nim"}', "id", "id must be a text"),
        ('{"id": 3}', "id", "id must be a text"),
    ],
)
def test_what_is_no_request(text, field, told):
    with pytest.raises(RequestError, match=told) as refusal:
        request_of(text, 1)
    assert (refusal.value.field, refusal.value.id) == (field, None)


@pytest.mark.parametrize(
    ("told", "field", "sentence"),
    [
        ({"game": None}, "game", "game must be the name of a game"),
        ({"moves": "1:1"}, "moves", "a list of names"),
        ({"moves": [1]}, "moves", "a list of names"),
        ({"parameters": {"a": []}}, "parameters", "an object of texts"),
        ({"analyzeTurns": [1]}, "analyzeTurns", "from 0 to 0"),
        ({"analyzeTurns": []}, "analyzeTurns", "from 0 to 0"),
        ({"analyzeTurns": [True]}, "analyzeTurns", "whole numbers"),
        ({"moves": ["1:1"] * 3, "analyzeTurns": [0, 1, 2]}, "analyzeTurns", "may name 2 positions"),
        ({"priority": 1, "priorities": [1]}, "priorities", "not both"),
        ({"priorities": [1, 2]}, "priorities", "as many as"),
        ({"priority": "high"}, "priority", "a whole number"),
        ({"maxVisits": 0.5}, "maxVisits", "maxVisits must be a whole number"),
        ({"maxTime": float("inf")}, "maxTime", "maxTime must be a number of seconds"),
        ({"reportDuringSearchEvery": 0}, "reportDuringSearchEvery", "number of seconds above 0"),
        ({"player": 3}, "player", "player must be a text"),
        ({"forced": 3}, "forced", "a move's name"),
        ({"action": "dance"}, "action", "action must be one of query_version"),
        ({"action": []}, "action", "action must be one of query_version"),
        ({"action": "terminate"}, "terminateId", "the id of a query"),
        ({"action": "terminate_all", "turnNumbers": 1}, "turnNumbers", "whole numbers"),
    ],
)
def test_what_is_wrong_with_a_request(told, field, sentence):
    with pytest.raises(RequestError, match=sentence) as refusal:
        of(most_turns=2, **told)
    assert (refusal.value.field, refusal.value.id) == (field, "a")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
FIELDS = [
    "game",
    "moves",
    "parameters",
    "analyzeTurns",
    "maxVisits",
    "maxTime",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "priority",
    "priorities",
    "forced",
    "player",
    "seed",
    "action",
    "terminateId",
    "turnNumbers",
]


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4), st.text(max_size=30))
def test_whatever_a_line_says_it_is_understood_or_refused(told, text):
    for line in (json.dumps({"id": "a", "game": "nim", **told}), text):
        try:
            request = request_of(line, 3)
        except RequestError:
            continue
        assert request.id == "a"
        assert bool(request.turns) != bool(request.action)
