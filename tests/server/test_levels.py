"""Levels of ladders on the page."""

from __future__ import annotations

from gametree.levels.store import ladder_of
from gametree.naming.loading import load_game

from .table import HUMAN, server


def test_levels_are_offered_and_may_be_seated(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path / "data"))
    with server(tmp_path, games=("tic_tac_toe", "nim", "game_2048")) as client:
        listed = {each["id"]: each["ladder"] for each in client.get("/api/rules").json()}
        measured = ladder_of(load_game("tic_tac_toe", {})).levels
        assert [each["elo"] for each in listed["tic_tac_toe"]] == [each.elo for each in measured]
        assert listed["tic_tac_toe"][0]["player"] == "level:1"
        assert {each["elo"] for each in listed["nim"]} == {None}
        assert len(listed["nim"]) == 10
        assert listed["game_2048"] == []

        def start(player):
            seats = [HUMAN, {"kind": "engine", "player": player}]
            return client.post("/api/games", json={"game": "nim", "seats": seats})

        assert start("level:3").status_code == 201
        refused = start("level:11")
        assert refused.status_code == 400
        assert "from 1 to 10" in refused.json()["error"]["message"]
