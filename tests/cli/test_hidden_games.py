"""Games that hide something, on the command line: people see only what they may know."""

from __future__ import annotations

import re

import pytest

import gametree as gt
from gametree.naming.loading import load_game
from gametree.players.player import Choice

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


def test_nobody_can_count_tries_that_failed_in_secret(run, monkeypatch):
    """Player 2 finds the stone in the middle first, or not: player 1 sees the same."""
    phantom = gt.games.find("phantom_tic_tac_toe")
    monkeypatch.setattr(phantom, "interpreted_only", True)
    shown = []
    for tries in ((4, 0), (0,)):
        left = list(tries)
        monkeypatch.setattr(
            "gametree.cli.engine_game.EngineGame.opponent_chooses",
            lambda game, limit, left=left: Choice(left.pop(0), {}),
        )
        options = ("--human", "first", "--against", "random", "--seed", "1")
        answer = run("play", "phantom_tic_tac_toe", *options, input="b2\nquit\n")
        shown.append(answer.output)
        assert not left
    assert shown[0] == shown[1]
    assert shown[0].count("player 2 (o) has moved") == 1


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


def test_the_explorer_refuses_games_that_hide_something(run):
    answer = run("explore", "kuhn_poker", "--moves", "jack king")
    assert answer.exit_code == 2
    assert "would see what the player to move does not know" in answer.output


def test_a_trace_is_refused_before_anything_is_shown(run):
    answer = run("trace", "kuhn_poker", "--moves", "jack king")
    assert answer.exit_code == 2
    assert "a trace of positions would see what the player to move does not know" in answer.output
    assert "jack" not in answer.output
    assert "king" not in answer.output


def test_a_game_that_goes_on_is_not_written(run, tmp_path):
    page, file = tmp_path / "game.html", tmp_path / "game.jsonl"
    files = ("--html", str(page), "--record", str(file))
    shown = run("play", "kuhn_poker", "--human", "first", *KUHN, *files, input="quit\n").output
    assert "not written: a replay of kuhn poker would show what players do not know" in shown
    assert not page.exists()
    assert not file.exists()
    run("play", "kuhn_poker", "--human", "first", *KUHN, *files, input="bet\n")
    assert page.exists()
    shown = run("replay", str(file)).output
    assert "player 2: king" in shown
    lines = file.read_text().splitlines()
    moves = [line for line in lines if '"move"' in line][:3]
    end = '{"returns": null, "how": "unfinished"}'
    file.write_text("\n".join([lines[0], *moves[:2], end]) + "\n")
    answer = run("replay", str(file))
    assert answer.exit_code == 2
    assert "king" not in answer.output


def test_pictures_of_a_game_that_goes_on_show_what_is_known():
    record = gt.Record(gt.games.load("kuhn_poker"))
    for card in (0, 2):
        record.play(card)
    assert record._repr_svg_() is None
    result = gt.search(record.game, record.state, simulations=50, seed=1, compiled=False)
    for shown in (result._repr_html_(), result.to_html()):
        assert "<pre>your card: jack" in shown
        assert "queen" not in shown
        assert "king" not in shown
    for move in (0, 0):
        record.play(move)
    assert "king" in record._repr_svg_()


def test_the_doctor_takes_declared_events(run):
    options = ("--interpreted", "--games", "10", "--seconds", "10")
    answer = run("check", "kuhn_poker", *options, "--seen", "chance 0=1")
    assert answer.exit_code == 1
    assert "shows player 0 the event 'chance 0'" in answer.output
    answer = run("check", "kuhn_poker", *options, "--seen", "chance=1")
    assert answer.exit_code == 2
    assert "seen must be players by event" in answer.output


NAMED = """
from hidden_games import Kuhn

class Named(Kuhn):
    interpreted_only = True

    def information_state(self, state, player):
        return {"card": state[0][player], "moves": state[1], "count": state[2]}

    def sample_state(self, known, player, rng):
        return Kuhn.sample_state(self, tuple(known.values()), player, rng)
"""


def test_what_a_person_knows_has_a_line_for_each_field(run, tmp_path):
    path = tmp_path / "named.py"
    path.write_text(NAMED)
    options = ("--human", "first", "--seed", "1", "--simulations", "20")
    shown = run("play", str(path), *options, input="quit\n").output
    assert re.search(r"^card: \d\nmoves: 0\ncount: 0$", shown, re.MULTILINE), shown
    assert "{" not in shown
    result = gt.search(load_game(str(path), {}), ((1, 0), 0, 0), simulations=20, seed=1)
    assert "<pre>card: 1\nmoves: 0\ncount: 0</pre>" in result._repr_html_()
