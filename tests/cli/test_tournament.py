from __future__ import annotations

import json

import pytest

pytest.importorskip("scipy")

PLAYERS = ["tournament", "random", "greedy", "perfect", "--game", "tic_tac_toe"]


def test_everyone_meets_everyone(run, tmp_path):
    page = tmp_path / "t.html"
    result = run(*PLAYERS, "--games", "4", "--no-journal", "--html", str(page))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "tic tac toe: random - greedy - perfect"
    assert any("95 % interval" in line for line in lines)
    assert "won-drawn-lost" in lines
    assert "all 12 games played" in result.stdout
    assert "Cross table" in page.read_text()


def test_json(run):
    found = json.loads(run(*PLAYERS, "--games", "6", "--no-journal", "--json").stdout)
    assert found["games"] == 18
    assert found["elo"] is None
    assert {each["player"] for each in found["ratings"]["players"]} == {
        "random", "greedy", "perfect",
    }  # fmt: skip
    superiority = found["ratings"]["superiority"]
    assert superiority[0][1] + superiority[1][0] == pytest.approx(1)
    table = found["cross_table"]
    assert table[2][2] is None
    assert table[2][0]["lost"] == table[0][2]["won"] == 0  # who plays perfectly never loses
    assert sum(table[2][0][name] for name in ("won", "drawn", "lost")) == 6


def test_three_at_a_table(run, game_file, race):
    words = ["--game", game_file(race), "--games", "3", "--opening-plies", "1", "--no-journal"]
    players = ["random", "greedy", "flat:simulations=5"]
    found = json.loads(run("tournament", *players, *words, "--json").stdout)
    assert found["games"] == 3
    assert len(found["seats"]) == 3
    assert len(found["ratings"]["players"]) == 3
    assert found["pairs"] is None


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ([], "missing argument 'players...'"),
        (["random"], "tic_tac_toe needs 2 different players, and only one is given"),
        (["random", "greedy", "nobody"], "there is no player 'nobody'"),
    ],
)
def test_mistakes(run, players, told):
    result = run("tournament", *players, "--game", "tic_tac_toe", "--no-journal")
    assert result.exit_code == 2
    assert result.stderr.lower().startswith(f"error: {told}")
    assert result.stdout == ""
