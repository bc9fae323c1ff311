from __future__ import annotations

import json

import pytest

pytest.importorskip("scipy")

TABLE = ["budget", "--game", "tic_tac_toe", "--games", "4", "--budgets"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_table(run, tmp_path):
    pytest.importorskip("matplotlib")
    result = run(*TABLE, "0,2", "--html", "b.html", "--plot", "b.svg")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "tic tac toe: mcts with a growing budget against random"
    assert [line.split()[:2] for line in lines[3:5]] == [["0", "4"], ["2", "4"]]
    assert "Clopper-Pearson" in result.stdout
    assert "simulations a move" in (tmp_path / "b.html").read_text()
    assert "<svg" in (tmp_path / "b.svg").read_text()


def test_json_and_resuming(run):
    first = json.loads(run(*TABLE, "0,1", "--json").stdout)
    assert first["played_now"] == 8
    assert [row["budget"] for row in first["rows"]] == [0, 1]
    for row in first["rows"]:
        assert row["won"]["count"] + row["drawn"]["count"] + row["lost"]["count"] == 4
    more = json.loads(run(*TABLE, "0,1,2", "--json").stdout)
    assert more["played_now"] == 4
    assert more["rows"][:2] == first["rows"]


def test_against_a_perfect_player_nothing_is_won(run):
    found = json.loads(run(*TABLE, "0,100", "--against", "perfect", "--json").stdout)
    assert [row["won"]["count"] for row in found["rows"]] == [0, 0]
    assert found["rows"][0]["player"] == "random"


def test_a_template(run):
    found = json.loads(run(*TABLE, "2", "--player", "mcts:c=0,reuse=false", "--json").stdout)
    assert found["rows"][0]["player"] == "mcts:c=0,reuse=false,simulations=2"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["1,1"], "invalid value for '--budgets': the budget 1 is given twice"),
        (["1,x"], "invalid value for '--budgets': 'x' is no number such as"),
        (["1", "--player", "mcts:simulations=5"], "'mcts:simulations=5' has a budget of its own"),
        (["1", "--player", "greedy"], "in the player 'greedy:simulations=1': greedy has no param"),
        (["1", "--against", "mcts"], "mcts needs a limit"),
        (["1", "--against", "nobody"], "there is no player 'nobody'"),
    ],
)
def test_mistakes(run, tmp_path, arguments, told):
    result = run(*TABLE, *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {told}")
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_game_of_two_is_needed(run, game_file, race, tmp_path):
    game = game_file(race)
    result = run("budget", "--game", game, "--budgets", "0", "--against", "greedy", "--param",
                 "players=1")  # fmt: skip
    assert result.exit_code == 2
    assert result.stderr.startswith("error: budget compares two players: choose a game of two")
