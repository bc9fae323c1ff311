from __future__ import annotations

import json
import math

import numpy as np
import pytest

from gametree.arena.journal.game_record import TERMINATIONS, GameRecord
from gametree.arena.journal.json_values import from_json, plain, to_json
from gametree.errors import BadParameter
from played import AWKWARD, played


@pytest.mark.parametrize("changes", [{}, AWKWARD], ids=["ordinary", "awkward"])
def test_a_game_goes_through_json_unchanged(changes):
    game = played("m", 3, **changes)
    text = to_json(game.to_dict())
    assert GameRecord.from_dict(json.loads(text)) == game
    assert GameRecord.from_dict(game.to_dict()) == game
    text.encode()  # no code that UTF-8 lacks
    assert "\n" not in text


def test_json_is_json_whatever_the_numbers():
    def refuse(word):
        raise AssertionError(f"{word} is no JSON")

    values = json.loads(to_json(played("m", 3, **AWKWARD).to_dict()), parse_constant=refuse)
    assert values["returns"] == ["nan", "inf", "-inf"]
    assert values["opening"] == ["", "nan", "pass; e4"]


def test_the_fields_stand_in_their_order():
    names = list(played("m", 0).to_dict())
    assert names[:4] == ["match", "index", "game", "parameters"]
    assert names[-1] == "version"
    assert names == list(json.loads(to_json(played("m", 0).to_dict())))


def test_the_sign_of_zero_is_kept():
    game = GameRecord.from_dict(json.loads(to_json(played("m", 0, returns=(-0.0, 0)).to_dict())))
    assert [math.copysign(1, value) for value in game.returns] == [-1, 1]


def test_numbers_of_numpy_become_pythons_own():
    changes = {
        "index": np.int64(4),
        "returns": (np.float32(0.5), np.float64("nan")),
        "moves": ("a",),
        "movers": (np.int8(1),),
        "seconds": (np.float64(0.25),),
        "statistics": ({"visits": np.uint32(7), "sure": np.True_, "mean": np.float32(0.5)},),
    }
    game = played("m", 4, **changes)
    assert type(game.index) is int
    assert game.returns[0] == 0.5
    assert [type(value) for value in game.statistics[0].values()] == [int, bool, float]
    assert GameRecord.from_dict(json.loads(to_json(game.to_dict()))) == game


def test_a_game_shares_nothing_with_what_it_was_made_of():
    statistics = [{"line": ["a"]}]
    game = played("m", 0, moves=["a"], movers=[0], seconds=[0], statistics=statistics)
    statistics[0]["line"].append("b")
    statistics.clear()
    assert game.statistics == ({"line": ("a",)},)


@pytest.mark.parametrize("termination", TERMINATIONS)
def test_every_way_to_end(termination):
    assert played("m", 0, termination=termination).termination == termination


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"match": ""}, "match of a game must be the key of a match, not ''"),
        ({"index": -1}, "index of a game must be 0 or more"),
        ({"index": 2**63}, "index of a game must be 0 or more, in 64 bits"),
        ({"index": True}, "index of a game must be a whole number, not True"),
        ({"index": 1.0}, "index of a game must be a whole number, not 1.0"),
        ({"seed": "7"}, "seed of a game must be a whole number, not '7'"),
        ({"game": 5}, "game of a game must be text, not 5"),
        ({"moves": "e4"}, "moves of a game must be a list or tuple, not 'e4'"),
        ({"seats": ()}, "seats of a game must be a player spec for each player"),
        ({"returns": (1.0,)}, "returns of a game must be 2 numbers, one for each seat"),
        ({"returns": (1.0, "x")}, "returns of a game must be a number, not 'x'"),
        ({"returns": (1.0, 10**400)}, "returns of a game must be a number that fits 64 bits"),
        ({"termination": "rage"}, "termination of a game must be one of rules, repetition"),
        ({"culprit": 2}, "culprit of a game must be a seat below 2 or None, not 2"),
        ({"movers": (0,)}, "movers of a game must be as many as the moves, "),
        ({"moves": ("a",), "movers": (2,)}, "movers of a game must be seats below 2 or -1, not 2"),
        ({"seconds": ()}, "seconds of a game must be as many as the moves, "),
        ({"statistics": ()}, "statistics of a game must be as many as the moves, "),
        ({"statistics": (3,)}, "statistics of a game must be values by name, not 3"),
        ({"parameters": {1: 2}}, "parameters must have texts as keys, not 1"),
        ({"parameters": {"a": {1}}}, "parameters must hold numbers, texts, lists and dicts only"),
        ({"parameters": {"a": np.zeros(3)}}, "parameters must hold numbers, texts, lists"),
    ],
)
def test_a_wrong_field_is_named(changes, told):
    with pytest.raises(BadParameter) as caught:
        played("m", 0, **changes)
    assert told in str(caught.value)


def test_fields_too_many_or_too_few_are_named():
    values = played("m", 0).to_dict()
    with pytest.raises(BadParameter, match="a game lacks moves, seed"):
        GameRecord.from_dict({name: values[name] for name in values.keys() - {"moves", "seed"}})
    with pytest.raises(BadParameter, match="a game has no colour"):
        GameRecord.from_dict({**values, "colour": 1})
    with pytest.raises(BadParameter, match=r"a game must be given by its fields, not by \[\]"):
        GameRecord.from_dict([])


def test_a_value_that_holds_itself_is_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(BadParameter, match="x must not be nested more than 32 deep"):
        plain(endless, "x")


@pytest.mark.parametrize("text", ["", "{", "[1,]", "NaN?", "[" * 100_000])
def test_text_that_is_no_json_is_refused(text):
    with pytest.raises(BadParameter, match="x must be JSON: "):
        from_json(text, "x")


def test_canonical_json_is_the_same_for_the_same_values():
    one = plain({"b": [1, 2.5], "a": {"y": math.nan, "x": None}}, "x")
    other = plain({"a": {"x": None, "y": "nan"}, "b": (1, 2.5)}, "x")
    assert to_json(one, canonical=True) == to_json(other, canonical=True)
    assert to_json(one, canonical=True) == '{"a":{"x":null,"y":"nan"},"b":[1,2.5]}'
