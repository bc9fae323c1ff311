"""Methods and attributes that look like those of `Game` and are not."""

from __future__ import annotations

import functools
import inspect

import pytest

import faulty_rules
import gametree as gt
import hidden_games
import toys
from gametree.doctor.likely_faults.unused_names import unused_names


class Count(toys.OneHeap):
    """Misspelt in several ways, beside names that are used or mean something else."""

    num_players = 2
    max_actoins = 12

    def action_to_string(self, state, action):
        return str(action)

    def is_terminl(self, state):
        return self.is_over(state)

    def is_over(self, state):
        return state[0] == 0

    @staticmethod
    def heuristc(state):
        return (0.0, 0.0)

    @property
    def clone(self):
        return self.evaluate

    def evaluate(self, state):
        return 0.0

    def squares(self, state):
        return []

    def _render(self, state):
        return ""


class Mended(Count):
    """Defines what is meant as well: the other name is its own matter."""

    def action_to_text(self, state, action):
        return str(action)

    @functools.lru_cache  # noqa: B019
    def is_terminal(self, state):
        return self.to_string(state) == ""

    def to_string(self, state):
        return "on"


def test_names_that_nobody_uses_are_shown_with_what_they_resemble():
    assert list(unused_names(Count())) == [
        "no code in its file uses Count.num_players: is players meant?",
        "no code in its file uses Count.max_actoins: is max_actions meant?",
        "no code in its file uses Count.action_to_string: is action_to_text meant?",
        "no code in its file uses Count.is_terminl: is is_terminal meant?",
        "no code in its file uses Count.heuristc: is heuristic meant?",
        "no code in its file uses Count.clone: is copy meant?",
    ]


def test_a_name_is_left_alone_where_the_meant_one_is_defined():
    assert [note.split()[6] for note in unused_names(Mended())] == [
        "Count.num_players:",
        "Count.max_actoins:",
        "Count.heuristc:",
        "Count.clone:",
    ]


@pytest.mark.parametrize("module", [toys, faulty_rules, hidden_games])
def test_games_that_are_spelt_well_have_no_such_note(module):
    found = []
    for _, cls in inspect.getmembers(module, inspect.isclass):
        if issubclass(cls, gt.Game) and cls is not gt.Game:
            game = cls.__new__(cls)
            found += unused_names(game)
    assert not found


def test_check_says_so():
    assert "note: no code in its file uses Count.is_terminl: is is_terminal meant?" in str(
        gt.check(Count(), games=5, compiled=False)
    )
