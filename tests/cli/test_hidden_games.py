"""Games that hide something, on the command line: people see only what they may know."""

from __future__ import annotations

import pytest

import gametree as gt

KUHN = ("--seed", "1", "--simulations", "50")


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """The search is compiled elsewhere."""
    monkeypatch.setattr(gt.games.find("kuhn_poker"), "interpreted_only", True)


def test_a_person_sees_no_card_but_theirs_before_the_end(run):
    shown = run("play", "kuhn_poker", "--human", "first", *KUHN, input="bet\n").output
    game, _, end = shown.partition("player 1: queen")
    assert "your card: queen" in game
    assert "king" not in game
    assert "jack" not in game
    assert "chance" not in game
    assert "player 2 has moved" in game
    assert end.startswith("\nplayer 2: king")  # both cards are shown at the end
    assert "\nmoves: queen king bet " in shown


def test_a_game_that_is_stopped_shows_no_moves(run):
    shown = run("play", "kuhn_poker", "--human", "first", *KUHN, input="moves\nundo\nquit\n").output
    assert "legal: pass, bet" in shown
    assert "a game that hides something has no undo" in shown
    assert "king" not in shown
    assert "to go on" not in shown


def test_two_people_look_one_after_another(run):
    lines = "\n".join(["", "pass", "", "bet", "", "bet"])
    shown = run("play", "kuhn_poker", "--human", "both", *KUHN, input=lines).output
    first, second, third = shown.split("press Enter when only you can see this")[1:]
    assert "your card: queen" in first
    assert "your card: king" in second
    assert "your card: queen" in third
    assert "king" not in first
    assert "queen" not in second


def test_without_people_everything_is_shown(run):
    shown = run("play", "kuhn_poker", "--human", "none", "--against", "random", *KUHN).output
    assert "chance brings queen" in shown
    assert "player 1: queen" in shown


def test_an_analysis_shows_what_the_player_to_move_knows(run):
    shown = run("analyze", "kuhn_poker", "--moves", "jack king", *KUHN).output
    assert shown.startswith("your card: jack\nmoves: -\n")
    assert "king" not in shown
    assert "policy: " in shown


@pytest.mark.parametrize("command", ["serve", "explore"])
def test_the_page_refuses_games_that_hide_something(run, command):
    answer = run(command, "kuhn_poker", *(["--moves", "jack king"] if command == "explore" else []))
    assert answer.exit_code == 2
    assert "would see what the player to move does not know" in answer.output
