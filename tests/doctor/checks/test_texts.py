"""Faults planted in the methods that show states and actions as text."""

from __future__ import annotations

from planted import Take, diagnosis, examine, kinds, warning

import gametree as gt


def test_two_actions_of_one_name():
    class Game(Take):
        def action_to_text(self, state, action):
            return "few" if action < 3 else "many"

    faults = examine(Game()).faults
    assert [(fault.method, fault.moves) for fault in faults] == [
        ("action_to_text", ()),
        ("text_to_action", ()),
    ]


def test_names_told_apart_by_capitals_alone():
    class Game(Take):
        def action_to_text(self, state, action):
            return ("a", "b", "B")[action - 1]

    class ReadsCapitals(Game):
        def text_to_action(self, state, text):
            if text not in ("a", "b", "B"):
                raise gt.IllegalMove(text)
            return ("a", "b", "B").index(text) + 1

    assert ("action_to_text", "same name") in kinds(examine(Game()))
    assert kinds(examine(ReadsCapitals())) == set()  # so does chess: Bxa3 and bxa3


def test_text_that_does_not_parse_back():
    class Game(Take):
        def text_to_action(self, state, text):
            if not text.isdecimal():
                raise gt.IllegalMove(text)
            return int(text) % 3

    assert diagnosis(Game()) == ("text_to_action", "parses wrongly", ())
    assert "took '3', the name of 3, for 0" in str(examine(Game()))


def test_text_that_is_taken_for_a_move_whatever_it_says():
    class Game(Take):
        def text_to_action(self, state, text):
            return int(text) if text.isdecimal() else 1

    found = warning(Game())
    assert (found.method, found.kind) == ("text_to_action", "parses nonsense")


def test_a_name_that_is_no_text():
    class Game(Take):
        def action_to_text(self, state, action):
            return action if state[0] == 4 else str(action)

    assert ("action_to_text", "no text") in kinds(examine(Game()))


def test_a_position_without_text():
    class Game(Take):
        def state_to_text(self, state):
            return None

    assert diagnosis(Game()) == ("state_to_text", "no text", ())
