from __future__ import annotations

from itertools import islice

import pytest

import toys
from gametree.actors import CHANCE
from gametree.arena.openings import given_openings, name_of, random_openings
from gametree.errors import BadParameter, GameError
from gametree.game import Game
from gametree.games import ConnectFour, Nim, Othello, TicTacToe
from gametree.record import Record


def replayed(game, opening):
    record = Record(game)
    for action in opening:
        record.play(action)
    return record


def first(game, plies, count, seed=0):
    return list(islice(random_openings(game, plies, seed), count))


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), Othello()], ids=lambda g: g.name)
@pytest.mark.parametrize("plies", [1, 2, 3, 5])
def test_openings_leave_the_game_open(game, plies):
    for opening in first(game, plies, 20):
        record = replayed(game, opening)
        assert len(opening) == plies
        assert not record.over
        for action in record.legal_actions():
            record.play(action)
            assert not record.over
            record.take_back()


def test_every_position_comes_once_before_any_comes_again():
    game = TicTacToe()
    there = 9 * 8 * 7 // 2  # the first player's two stones in either order
    for turn in range(2):
        found = first(game, 3, 2 * there)[turn * there : (turn + 1) * there]
        assert len({replayed(game, opening).state for opening in found}) == there


def test_where_the_lines_are_many_positions_still_differ():
    game = ConnectFour()
    found = first(game, 6, 300)
    assert len({replayed(game, opening).state for opening in found}) == 300
    assert len(set(found)) == 300


def test_they_begin_again_when_there_are_no_more():
    class Wide(Game):
        """A hundred moves, twice, that all lead to one of five positions."""

        def initial_state(self):
            return (0, 0)

        def current_player(self, state):
            return state[0] % 2

        def legal_actions(self, state):
            return range(100 if state[0] < 4 else 0)

        def next_state(self, state, action):
            return (state[0] + 1, (state[1] + action) % 5)

        def returns(self, state):
            return (0.0, 0.0)

    game = Wide()
    found = [replayed(game, opening).state for opening in first(game, 2, 10)]
    assert len(set(found[:5])) == len(set(found[5:])) == 5


def test_the_seed_decides():
    assert first(ConnectFour(), 4, 30, seed=3) == first(ConnectFour(), 4, 30, seed=3)
    assert first(ConnectFour(), 4, 30, seed=3) != first(ConnectFour(), 4, 30, seed=4)
    assert first(ConnectFour(), 2, 30, seed=3) != first(ConnectFour(), 2, 30, seed=4)


def test_without_random_moves_the_game_begins_where_it_begins():
    assert first(TicTacToe(), 0, 3) == [(), (), ()]
    assert first(toys.OneHeap(1), 0, 2) == [(), ()]  # though the first move ends it


def test_chance_moves_until_a_player_is_to_move():
    class Dealt(toys.Pig):
        """The die rolls first."""

        def initial_state(self):
            return (0, 0, 0, 0, True)

    game = Dealt()
    found = first(game, 0, 6)
    assert {len(opening) for opening in found} == {1}
    assert len({replayed(game, opening).state for opening in found}) == 6
    for opening in first(toys.Pig(), 2, 20):
        record = replayed(toys.Pig(), opening)
        assert record.player != CHANCE
        movers = [toys.Pig().current_player(state) for state in record.positions[:-1]]
        assert sum(mover != CHANCE for mover in movers) == 2


def test_states_that_cannot_be_hashed_are_told_apart_by_their_moves():
    found = first(toys.Words(), 2, 9)
    assert len(set(found)) == 9
    found = first(toys.Words("abcdefghi"), 7, 100)
    assert len(set(found)) == 100


@pytest.mark.parametrize(("game", "plies"), [(TicTacToe(), 9), (Nim(), 200), (toys.Wheel(), 2)])
def test_too_many_moves_leave_no_opening(game, plies):
    with pytest.raises(BadParameter, match=f"no {plies} random moves were found that leave"):
        first(game, plies, 1)


def test_given_openings_are_read_and_checked():
    assert given_openings(TicTacToe(), ["a1 b2", "", " C3 "]) == [(0, 4), (), (8,)]
    with pytest.raises(BadParameter, match="'a1 a1' cannot be played: 'a1' is no legal move"):
        given_openings(TicTacToe(), ["b2", "a1 a1"])
    with pytest.raises(BadParameter, match="'a1 a2 b1 b2 c1' ends the game"):
        given_openings(TicTacToe(), ["a1 a2 b1 b2 c1"])
    with pytest.raises(BadParameter, match="cannot be played: the game is over"):
        given_openings(TicTacToe(), ["a1 a2 b1 b2 c1 c2"])


def test_a_given_opening_may_name_what_chance_does():
    assert given_openings(toys.Pig(), ["1 6 0"]) == [(1, 6, 0)]


def test_rules_that_break_are_not_the_openings_fault():
    class Broken(TicTacToe):
        def next_state(self, state, action):
            return None

        def action_to_text(self, state, action):
            return ["a"][action]

    with pytest.raises(GameError, match="next_state returned nothing"):
        given_openings(TicTacToe.__new__(Broken), ["a"])
    with pytest.raises(GameError, match="next_state returned nothing"):
        first(Broken(), 2, 1)
    with pytest.raises(GameError, match=r"action_to_text raised IndexError: .*for the action 3"):
        name_of(Broken(), (0, 0), 3)
