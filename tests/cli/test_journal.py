from __future__ import annotations

import json

import pytest


@pytest.fixture
def journal(run, tmp_path):
    """A journal with two matches of two games each."""
    pytest.importorskip("scipy")
    path = str(tmp_path / "games.db")
    for game in ("nim", "tic_tac_toe"):
        run("arena", "greedy", "random", "--game", game, "--games", "2", "--journal", path)
    return path


def test_matches_are_listed(run, journal):
    heading, *lines = run("journal", journal).output.splitlines()
    assert heading.split() == ["match", "begun", "games", "game", "players"]
    assert [line.split()[3:] for line in lines] == [
        ["2", "nim", "greedy,", "random"],
        ["2", "tic_tac_toe", "greedy,", "random"],
    ]


@pytest.mark.parametrize(("ending", "lines"), [("jsonl", 4), ("csv", 5)])
def test_games_are_exported(run, journal, tmp_path, ending, lines):
    target = tmp_path / f"games.{ending}"
    assert run("journal", journal, "--export", str(target)).exit_code == 0
    assert len(target.read_text().splitlines()) == lines


def test_one_match_as_text_to_read(run, journal, tmp_path):
    key = run("journal", journal).output.splitlines()[2].split()[0]
    target = tmp_path / "games.pgn"
    run("journal", journal, "--match", key, "--export", str(target))
    assert target.read_text().count('[Game "tic_tac_toe"]') == 2
    assert "nim" not in target.read_text()


def test_what_is_exported_can_be_computed_with(run, journal, tmp_path):
    target = tmp_path / "games.jsonl"
    run("journal", journal, "--export", str(target))
    games = [json.loads(line) for line in target.read_text().splitlines()]
    assert [game["index"] for game in games] == [0, 1, 0, 1]
    assert all(sum(game["returns"]) == 0 for game in games)


def test_mistakes(run, journal, tmp_path):
    for arguments, told in (
        ([str(tmp_path / "none.db")], "there is no journal "),
        ([journal, "--match", "xyz"], "no match in "),
        ([journal, "--export", "games.txt"], "--export must name a file that ends in .jsonl"),
        ([journal, "--export", str(tmp_path / "no" / "a.csv")], ""),
    ):
        result = run("journal", *arguments)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"error: {told}")
        assert result.stdout == ""
