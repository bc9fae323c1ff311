"""A database of positions as a value, grown by one at a time."""

from __future__ import annotations

import math

import pytest
from scripts import load

import gametree as gt
from gametree.adapters.functional import (
    EMPTY,
    Database,
    Entry,
    analyze,
    mcts_player,
    perfect_player,
    play_game,
    random_player,
    select,
)
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


def test_a_game_is_played_and_repeated():
    first, second = (play_game(TOE, random_player(TOE, 3), budget=5, rng=4) for _ in range(2))
    assert first == second
    state = START
    for action in first.actions:
        state = TOE.next_state(state, action)
    assert state == first.state
    assert TOE.returns(state) == first.returns
    seats = play_game(TOE, lambda state: TOE.legal_actions(state)[0], budget=3, rng=1, seat=1)
    assert seats.actions[0] == 0


def test_a_budget_in_milliseconds(monkeypatch):
    seconds = iter(range(10_000))  # each look at the clock takes one
    monkeypatch.setattr("gametree.adapters.functional.perf_counter", lambda: next(seconds))
    calls = []

    def opponent(state):
        calls.append(next(seconds))
        return TOE.legal_actions(state)[0]

    options = {"rng": 4, "seat": 1}
    played = play_game(TOE, opponent, milliseconds=20_000, **options)
    assert calls[1] - calls[0] == 20 + 3  # one look begins, one ends it, one is the opponent's
    assert played == play_game(TOE, opponent, budget=20, **options)
    both = play_game(TOE, opponent, milliseconds=20_000, budget=4, **options)
    assert both == play_game(TOE, opponent, budget=4, **options)


def test_the_budget_makes_the_strength():
    example = load("functional_budget")
    rows = example.table(random_player(TOE, 1), (0, 30), games=40)
    assert sum(rows[0]) == sum(rows[30]) == 40
    assert rows[30][0] > rows[0][0]
    assert rows[30][1] < rows[0][1]


def test_the_example_prints_its_tables(capsys):
    tables = load("functional_budget").main(budgets=(0, 5), games=4)
    assert set(tables) == {"random", "perfect"}
    assert "against a perfect player" in capsys.readouterr().out


def test_nobody_beats_the_perfect_player():
    perfect = perfect_player(TOE, 1)
    for number in range(6):
        played = play_game(TOE, perfect, budget=20, rng=number, seat=number % 2)
        assert played.returns[number % 2] <= 0
    assert play_game(TOE, perfect, budget=400, rng=1, seat=0).returns == (0.0, 0.0)


def test_the_perfect_player_looks_as_deep_as_need_be():
    game = OneHeap(5000)
    choose = perfect_player(game, 1)
    assert choose(game.initial_state()) in (1, 2, 3)
    assert choose((4999, 0)) == 3


def test_games_that_go_round_for_ever(monkeypatch):
    monkeypatch.setattr("gametree.adapters.functional.MOST_PLIES", 50)
    game = load("cycles").PongHauKi()
    with pytest.raises(gt.BadParameter, match="PongHauKi has one that does: "):
        perfect_player(game, 1)(game.initial_state())
    endless = Endless()
    played = play_game(endless, random_player(endless, 1), budget=0, rng=1)
    assert (len(played.actions), played.returns) == (50, (0.0, 0.0))


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


def test_an_opponent_that_plays_no_legal_action():
    with pytest.raises(gt.GameError, match=r"^opponent returned 9, which is not legal there \(af"):
        play_game(TOE, lambda state: 9, budget=1, rng=1)
    with pytest.raises(gt.GameError, match=r"^opponent raised ZeroDivisionError"):
        play_game(TOE, lambda state: 1 // 0, budget=1, rng=1)


def test_bad_parameters_are_named():
    over = (0, 1)
    with pytest.raises(gt.BadParameter, match="game must be a Game"):
        analyze(EMPTY, START, game=3, rng=1)
    for options, told in (
        ({}, "needs budget= .* or milliseconds="),
        ({"budget": -1}, "budget must be"),
        ({"milliseconds": 0}, "milliseconds must be a number above 0, not 0"),
        ({"milliseconds": "1"}, "milliseconds must be"),
    ):
        with pytest.raises(gt.BadParameter, match=told):
            play_game(TOE, random_player(TOE, 1), rng=1, **options)
    with pytest.raises(gt.BadParameter, match="database must be a Database"):
        analyze({}, START, game=TOE, rng=1)
    with pytest.raises(gt.BadParameter, match="state must be hashable"):
        analyze(EMPTY, [], game=Words(), rng=1)
    with pytest.raises(gt.BadParameter, match="seed"):
        analyze(EMPTY, START, game=TOE, rng="x")
    with pytest.raises(gt.BadParameter, match="c must be"):
        analyze(EMPTY, START, game=TOE, rng=1, c=-1)
    with pytest.raises(gt.BadParameter, match="budget"):
        mcts_player(TOE, -1, 1)
    with pytest.raises(gt.BadParameter, match="seat"):
        play_game(TOE, random_player(TOE, 1), budget=1, rng=1, seat=2)
    with pytest.raises(gt.BadParameter, match="one for two players"):
        play_game(Gather(3), random_player(TOE, 1), budget=1, rng=1)
    for function in (analyze, select):
        with pytest.raises(gt.FinishedPosition):
            function(EMPTY, over, game=OneHeap(), rng=1)
