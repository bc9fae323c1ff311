from __future__ import annotations

import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import Oware
from gametree.primitives.rng import Rng
from positions import after, names_of_moves


def row(game, *seeds):
    return sum(each << house * game._bits for house, each in enumerate(seeds))


def seeds_of(game, state):
    return [[game._in(part, house) for house in range(game.houses)] for part in state[:2]]


def test_sowing_leaves_the_house_out():
    game = Oware()
    state = (row(game, 0, 0, 13, 0, 0, 0), row(game, 1, 1, 1, 1, 1, 1), 14, 15, 0)
    theirs, mine = seeds_of(game, game.next_state(state, 2))
    assert mine == [1, 1, 0, 2, 2, 1]
    assert theirs == [2, 2, 2, 2, 2, 2]


def test_twos_and_threes_are_captured_backwards():
    game = Oware()
    state = (row(game, 1, 0, 0, 0, 0, 3), row(game, 1, 2, 1, 0, 4, 0), 0, 0, 0)
    after_f = game.next_state(state, 5)
    assert seeds_of(game, after_f) == [[0, 0, 0, 0, 4, 0], [1, 0, 0, 0, 0, 0]]
    assert after_f[2:] == (0, 7, 1)
    broken = (row(game, 1, 0, 0, 0, 0, 3), row(game, 1, 3, 1, 0, 4, 0), 0, 0, 0)
    assert game.next_state(broken, 5)[3] == 2  # four in the house before


def test_a_grand_slam_captures_nothing():
    game = Oware()
    state = (row(game, 1, 0, 0, 0, 0, 2), row(game, 1, 2, 0, 0, 0, 0), 20, 22, 0)
    following = game.next_state(state, 5)
    assert seeds_of(game, following) == [[2, 3, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]
    assert following[2:] == (22, 20, 1)


def test_the_other_must_be_left_seeds():
    game = Oware()
    state = (row(game, 1, 0, 0, 2, 2, 1), 0, 20, 22, 0)
    assert names_of_moves(game, state) == ["e", "f"]


def test_who_cannot_feed_ends_the_game_and_each_keeps_his_own():
    game = Oware()
    state = (row(game, 0, 0, 0, 0, 0, 1), row(game, 1), 23, 23, 0)
    over = game.next_state(state, 5)  # both seeds of the other: a grand slam captures nothing
    assert over == (0, 0, 25, 23, 1)
    assert game.is_terminal(over)
    assert game.returns(over) == (-1.0, 1.0)


def test_seeds_are_never_lost():
    game = Oware(4, 3)
    rng = Rng(1)
    for _ in range(30):
        record = gt.Record(game)
        while not record.over:
            record.play(game.random_action(record.state, rng))
            rows = seeds_of(game, record.state)
            assert sum(map(sum, rows)) + sum(record.state[2:4]) == 24


def test_a_position_that_comes_back_ends_the_game():
    game = Oware(2, 2)
    rng = Rng(3)
    ends = set()
    for _ in range(60):
        record = gt.Record(game)
        while not record.over:
            record.play(game.random_action(record.state, rng))
        if not game.is_terminal(record.state):
            rows = seeds_of(game, record.state)
            mover = record.state[4]
            lead = sum(rows[0]) + record.state[2] - sum(rows[1]) - record.state[3]
            lead = lead if mover == 0 else -lead
            sign = float((lead > 0) - (lead < 0))
            assert tuple(record.returns) == (sign, -sign)
            ends.add(sign)
    assert len(ends) > 1


def test_text():
    game = Oware()
    assert game.state_to_text(after(game, "c")) == (
        "   f   e   d   c   b   a  player 2, captured 0\n"
        "   4   4   4   4   4   5\n"
        "   4   4   0   5   5   5\n"
        "   a   b   c   d   e   f  player 1, captured 0\n"
        "player 2 to move"
    )
    with pytest.raises(IllegalMove, match="'g' is no legal move here; legal moves are a, b"):
        game.text_to_action(game.initial_state(), "g")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ((0, 4), "houses must be from 1 to 26 and seeds 1 or more, not 0 and 4"),
        ((6, 0), "houses must be from 1 to 26 and seeds 1 or more, not 6 and 0"),
        ((9, 4), "9 houses with 4 seeds each need 72 bits; there are 63"),
        ((6, "4"), "seeds must be an integer, not '4'"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        Oware(*parameters)
