"""The name that a game has by its class."""

from __future__ import annotations

import pytest

import gametree as gt


@pytest.mark.parametrize(
    ("cls", "name"),
    [
        ("ConnectFour", "connect_four"),
        ("Game2048", "game_2048"),
        ("RowsWithADie", "rows_with_a_die"),
        ("OXOGame", "oxo_game"),
        ("MNK", "mnk"),
        ("Hex7x7", "hex_7x_7"),
        ("lower_case", "lower_case"),
    ],
)
def test_words_of_the_class_are_words_of_the_name(cls, name):
    assert type(cls, (gt.games.Nim,), {}).name == name
