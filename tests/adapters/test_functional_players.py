"""Players that search by a database of positions, and games against any opponent."""

from __future__ import annotations

import pytest
from scripts import load

import gametree as gt
from gametree.adapters.functional_players import (
    mcts_player,
    perfect_player,
    play_game,
    random_player,
)
from gametree.games import TicTacToe
from toys import Endless, Gather, OneHeap

TOE = TicTacToe()
START = TOE.initial_state()


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
    monkeypatch.setattr("gametree.adapters.functional_players.perf_counter", lambda: next(seconds))
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
    monkeypatch.setattr("gametree.adapters.functional_players.MOST_PLIES", 50)
    game = load("cycles").PongHauKi()
    with pytest.raises(gt.BadParameter, match="PongHauKi has one that does: "):
        perfect_player(game, 1)(game.initial_state())
    endless = Endless()
    played = play_game(endless, random_player(endless, 1), budget=0, rng=1)
    assert (len(played.actions), played.returns) == (50, (0.0, 0.0))


def test_an_opponent_that_plays_no_legal_action():
    with pytest.raises(gt.GameError, match=r"^opponent returned 9, which is not legal there \(af"):
        play_game(TOE, lambda state: 9, budget=1, rng=1)
    with pytest.raises(gt.GameError, match=r"^opponent raised ZeroDivisionError"):
        play_game(TOE, lambda state: 1 // 0, budget=1, rng=1)


def test_bad_parameters_are_named():
    for options, told in (
        ({}, "needs budget= .* or milliseconds="),
        ({"budget": -1}, "budget must be"),
        ({"milliseconds": 0}, "milliseconds must be a number above 0, not 0"),
        ({"milliseconds": "1"}, "milliseconds must be"),
    ):
        with pytest.raises(gt.BadParameter, match=told):
            play_game(TOE, random_player(TOE, 1), rng=1, **options)
    with pytest.raises(gt.BadParameter, match="budget"):
        mcts_player(TOE, -1, 1)
    with pytest.raises(gt.BadParameter, match="seat"):
        play_game(TOE, random_player(TOE, 1), budget=1, rng=1, seat=2)
    with pytest.raises(gt.BadParameter, match="one for two players"):
        play_game(Gather(3), random_player(TOE, 1), budget=1, rng=1)
