"""A database of positions as a value, grown by one at a time."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.adapters.functional import EMPTY, Database, Entry, analyze, select
from gametree.games import TicTacToe
from toys import Endless, Gather, OneHeap, Words

TOE = TicTacToe()
START = TOE.initial_state()


def grown(game, state, budget, rng=1, database=EMPTY):
    rng = gt.Rng(rng)
    for _ in range(budget):
        database = analyze(database, state, game=game, rng=rng)
    return database


def test_each_step_adds_one_position_and_leaves_the_old_database():
    database = EMPTY
    for step in range(1, 101):
        before = dict(database)
        larger = analyze(database, START, game=TOE, rng=step)
        assert dict(database) == before
        assert len(larger) == len(database) + 1
        database = larger
    assert len(EMPTY) == 0
    # Every simulation passed one child of the root.
    children = [TOE.next_state(START, cell) for cell in range(9)]
    assert sum(database[child].visits for child in children) == 100


def test_a_database_cannot_be_changed():
    database = grown(TOE, START, 3)
    with pytest.raises(TypeError):
        database[START] = Entry(1, (0.0, 0.0))
    with pytest.raises(AttributeError):
        database.extra = 1
    assert isinstance(database, Database)
    assert set(database) == set(dict(database))
    assert repr(database) == "<Database of 3 positions>"


def test_the_same_seed_gives_the_same_database():
    assert dict(grown(TOE, START, 50, rng=7)) == dict(grown(TOE, START, 50, rng=7))
    assert dict(grown(TOE, START, 50, rng=7)) != dict(grown(TOE, START, 50, rng=8))


def test_transpositions_are_one_position():
    game = OneHeap(6)
    database = grown(game, game.initial_state(), 400)
    assert len(database) <= 2 * 6 + 1
    assert select(database, game.initial_state(), game=game, rng=1) == 2


def test_nothing_is_added_when_all_is_known():
    game = OneHeap(1)
    database = grown(game, game.initial_state(), 5)
    assert dict(database) == {(0, 1): Entry(5, (5.0, -5.0))}


def test_a_win_is_selected():
    state = START
    for cell in (0, 3, 1, 4):
        state = TOE.next_state(state, cell)
    database = grown(TOE, state, 60)
    assert select(database, state, game=TOE, rng=1) == 2


def test_one_player_and_three_players():
    for players in (1, 3):
        game = Gather(players, rounds=2)
        database = grown(game, game.initial_state(), 300)
        assert select(database, game.initial_state(), game=game, rng=1) == 4


def test_an_endless_game_with_circles_does_not_hang(monkeypatch):
    monkeypatch.setattr("gametree.adapters.functional.MOST_PLIES", 50)
    game = Endless()
    database = grown(game, game.initial_state(), 30)
    assert all(entry.totals == (0.0, 0.0) for entry in database.values())


class Broken(OneHeap):
    def __init__(self, fault, counters=5):
        self.fault = fault
        self.counters = counters

    def next_state(self, state, action):
        if self.fault == "next_state" and state[0] == 2:
            raise ValueError("no such heap")
        return None if self.fault == "nothing" else super().next_state(state, action)

    def returns(self, state):
        return (math.nan, 0.0) if self.fault == "returns" else super().returns(state)

    def current_player(self, state):
        return 7 if self.fault == "current_player" else super().current_player(state)


@pytest.mark.parametrize(
    ("which", "sentence"),
    [
        (
            "next_state",
            r"^Broken\.next_state raised ValueError: no such heap \(.*\(after the moves \d",
        ),
        ("nothing", r"^Broken\.next_state returned nothing"),
        ("returns", r"^Broken\.returns returned nan; a finite number was expected \(after"),
        ("current_player", r"^Broken\.current_player returned 7; a player from 0 to 1"),
    ],
)
def test_a_fault_bears_the_name_of_the_method(which, sentence):
    game = Broken(which)
    with pytest.raises(gt.GameError, match=sentence):
        grown(game, game.initial_state(), 50)


def test_bad_parameters_are_named():
    over = (0, 1)
    with pytest.raises(gt.BadParameter, match="game must be a Game"):
        analyze(EMPTY, START, game=3, rng=1)
    with pytest.raises(gt.BadParameter, match="database must be a Database"):
        analyze({}, START, game=TOE, rng=1)
    with pytest.raises(gt.BadParameter, match="state must be hashable"):
        analyze(EMPTY, [], game=Words(), rng=1)
    with pytest.raises(gt.BadParameter, match="seed"):
        analyze(EMPTY, START, game=TOE, rng="x")
    with pytest.raises(gt.BadParameter, match="c must be"):
        analyze(EMPTY, START, game=TOE, rng=1, c=-1)
    for function in (analyze, select):
        with pytest.raises(gt.FinishedPosition):
            function(EMPTY, over, game=OneHeap(), rng=1)
