"""Positions of go with stones laid: handicaps and problems."""

from __future__ import annotations

import pytest

from gametree.errors import BadParameter
from gametree.games import Go
from gametree.record import Record


def test_a_handicap_plays_on():
    game = Go(5, 0.5)
    record = Record(game, game.state_with_stones([6, 18], [], player=1))
    assert record.player == 1
    record.play(game.text_to_action(record.state, "C3"))
    assert record.player == 0
    assert game.state_to_text(record.state).splitlines()[1:4] == [
        " 4 . . . X .", " 3 . . O . .", " 2 . X . . .",
    ]  # fmt: skip
    record.play(25)
    record.play(25)
    assert record.over


def test_laid_stones_are_as_played_ones():
    game = Go(5)
    record = Record(game)
    for action in (6, 18, 7, 13):
        record.play(action)
    laid = game.state_with_stones([6, 7], [18, 13])
    assert laid.key == record.state.key
    assert set(game.legal_actions(laid)) == set(game.legal_actions(record.state))
    assert game.score(laid) == game.score(record.state)
    without_a_stone = game.state_with_stones()
    assert game.key(without_a_stone) == game.key(game.initial_state())


def test_superko_knows_the_laid_position():
    # White retakes a ko in a position that was laid: black may not bring that back at once.
    game = Go(5, superko=True)
    laid = game.state_with_stones([6, 12, 2], [8, 14, 4, 7], player=0)
    record = Record(game, laid)
    record.play(game.text_to_action(record.state, "D1"))
    positions = {int(each.key) for each in record.positions}
    for _ in range(12):
        record.play(record.legal_actions()[0])
        assert int(record.state.key) not in positions or record.state.passes
        positions.add(int(record.state.key))


@pytest.mark.parametrize(
    ("black", "white", "player", "error"),
    [
        ([0], [1, 5], 0, "a chain have no liberty"),
        ([1, 5], [0], 0, "a chain have no liberty"),
        ([3], [3], 0, "there are two stones on D1"),
        ([25], [], 0, "a stone must be on a point from 0 to 24, not 25"),
        ([-1], [], 0, "not -1"),
        ([True], [], 0, "not True"),
        ([], [], 2, "player must be 0 for black or 1 for white, not 2"),
    ],
)
def test_stones_that_cannot_be_laid(black, white, player, error):
    with pytest.raises(BadParameter, match=error):
        Go(5).state_with_stones(black, white, player)
