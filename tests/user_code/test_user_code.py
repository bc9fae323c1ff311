"""The place of an error in a user's code."""

from __future__ import annotations

import json
import sys
import types

import pytest

import gametree as gt
from gametree.user_code.locating import defined, described, failure, place_of, raised
from toys import OneHeap


def caught(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        return error.with_traceback(error.__traceback__.tb_next)  # without this function
    raise AssertionError("nothing was raised")


def line_of(code, offset):
    return code.__code__.co_firstlineno + offset


class Faulty(OneHeap):
    def legal_actions(self, state):
        return [[][3]]

    def returns(self, state):
        return helper(state)

    def next_state(self, state, action):
        return json.loads("no json")

    def heuristic(self, state):
        return tuple(1.0 / each for each in state)


class Child(Faulty):
    pass


def helper(state):
    raise KeyError("lost\nand gone")


GAME = Faulty()


def test_the_method_the_file_and_the_line():
    place = place_of(caught(GAME.legal_actions, (1, 0)))
    line = line_of(Faulty.legal_actions, 1)
    assert place.called == place.function == "Faulty.legal_actions"
    assert (place.path, place.line) == (__file__, line)
    assert str(place) == f"(test_user_code.py, line {line})"


def test_a_helper_is_named_beside_the_method_that_was_called():
    error = caught(GAME.returns, (1, 0))
    line = line_of(helper, 1)
    told = f"raised KeyError: 'lost\\nand gone' (test_user_code.py, line {line}, in helper)"
    assert raised(error, "Faulty.returns") == told
    assert failure(error, "the search").endswith(told)


def test_the_line_is_the_users_where_a_library_raised():
    place = place_of(caught(GAME.next_state, (1, 0), 1))
    assert (place.function, place.line) == (
        "Faulty.next_state",
        line_of(Faulty.next_state, 1),
    )


def test_what_the_machinery_calls_in_between_is_no_users():
    place = place_of(caught(GAME.is_terminal, (1, 0)))  # the one of Game, which asks for actions
    assert place.called == "Faulty.legal_actions"


def test_a_generator_expression_is_its_methods():
    place = place_of(caught(GAME.heuristic, (0, 0)))
    assert place.called == place.function == "Faulty.heuristic"


def test_an_inherited_method_goes_by_the_class_of_the_object():
    assert place_of(caught(Child().legal_actions, (1, 0))).called == "Child.legal_actions"


def test_no_line_of_a_users():
    error = caught(json.loads, "no json")
    assert place_of(error) is None
    assert failure(error, "the search").startswith("the search failed with JSONDecodeError: Expect")
    assert raised(ValueError("x"), "Own.method") == "raised ValueError: x"


def test_a_class_of_an_installed_package(tmp_path, monkeypatch):
    folder = tmp_path / "site-packages"
    folder.mkdir()
    source = "import gametree\nclass Theirs(gametree.Game):\n def returns(self, state):\n  1 / 0\n"
    (folder / "their_rules.py").write_text(source)
    monkeypatch.syspath_prepend(str(folder))
    import their_rules

    error = caught(their_rules.Theirs().returns, 0)
    assert str(place_of(error)) == "(their_rules.py, line 4)"
    del sys.modules["their_rules"]


def test_where_a_method_is_written():
    place = defined(Child(), "returns")
    assert place.called == "Child.returns"
    assert place.line == line_of(Faulty.returns, 0)
    assert defined(GAME, "is_terminal") is None  # gametree's own
    assert defined(types.SimpleNamespace(), "returns") is None


class Speechless(Exception):
    def __str__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("two\n  lines"), "ValueError: two lines"),
        (ValueError(), "ValueError"),
        (Speechless(), "Speechless"),
        (gt.BadParameter("too many"), "BadParameter: too many"),
    ],
)
def test_one_line_for_any_error(error, told):
    assert described(error) == told
