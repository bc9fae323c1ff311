from __future__ import annotations

import json


def test_a_table(run):
    result = run("bench", "--games", "nim,tic_tac_toe", "--simulations", "1k")
    assert result.exit_code == 0
    heading, *lines = result.output.splitlines()
    assert heading.startswith("game")
    assert [line.split()[0] for line in lines] == ["nim", "tic_tac_toe"]


def test_json(run):
    result = run("bench", "--games", "nim", "--simulations", "200", "--json")
    (measured,) = json.loads(result.output)
    assert measured["game"] == "nim"
    assert measured["compiled"] > 0
    assert measured["interpreted"] > 0


def test_the_signature(run, monkeypatch):
    monkeypatch.setattr("gametree.benchmark.signature", lambda: 42)
    assert run("bench", "--signature").output == "42\n"
    assert json.loads(run("bench", "--signature", "--json").output) == {"signature": 42}


def test_a_game_that_is_not_there(run):
    result = run("bench", "--games", "nim,draughts")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: no game is called 'draughts'")
