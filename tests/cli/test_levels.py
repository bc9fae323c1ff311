"""`gametree levels`, and the levels in other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gametree.levels.ladder import Ladder, LadderLevel
from gametree.levels.store import file_of_ladder, save_ladder
from gametree.naming.loading import load_game

RULES = """
import gametree as gt
from gametree.games import TicTacToe

class Mine(TicTacToe):
    interpreted_only = True

class Alone(gt.games.Game2048):
    pass
"""


@pytest.fixture(autouse=True)
def spec(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(RULES)
    return "mine.py:Mine"


@pytest.fixture
def ladder(spec):
    ladder = Ladder(
        tuple(
            LadderLevel(str(n), 100.0 * n, 90.0 * n, 110.0 * n, f"mcts:simulations={n}")
            for n in range(1, 4)
        ),
        "Mine",
        900,
        4.0,
        "1",
        ("a note",),
    )
    path = file_of_ladder(load_game(spec, {}))
    save_ladder(ladder, path)
    return path


def test_a_ladder_is_measured_kept_and_shown(run, spec):
    pytest.importorskip("scipy")
    measured = run("levels", spec, "--minutes", "0.02", "--workers", "1", "--json", "levels.json")
    assert measured.exit_code == 0, measured.output
    first, second = measured.stderr.splitlines()[:2]
    assert first.startswith("measuring the levels of ")
    assert "1 process plays for at most 0.02 min" in first
    assert " game, climbing: " in second
    told = json.loads(Path("levels.json").read_text())
    assert told["levels"][0]["name"] == "1"
    assert set(told["levels"][0]) == {"name", "elo", "low", "high", "player"}
    elos = [level["elo"] for level in told["levels"]]
    assert elos == sorted(elos)
    shown = run("levels", spec)
    assert shown.stdout == measured.stdout
    assert "measures on" in shown.stderr


def test_a_game_of_one_player_has_no_levels(run, spec):
    pytest.importorskip("scipy")
    result = run("levels", "mine.py:Alone", "--minutes", "0.01")
    assert result.exit_code == 2
    assert "has one player" in result.output
    result = run("play", "mine.py:Alone", "--level", "1")
    assert result.exit_code == 2
    assert "has one player, and --level names an opponent" in result.output


def test_a_damaged_ladder_is_measured_again_or_named(run, spec, ladder):
    ladder.write_text("{")
    assert "is damaged" in run("play", spec, "--level", "1", "--human", "none").output


def test_a_level_plays(run, spec, ladder):
    result = run("play", spec, "--level", "2", "--human", "none", "--seed", "1")
    assert result.exit_code == 0
    assert "level 2 of 3, Elo 200" in result.output
    assert "go from 1 to 3" in run("play", spec, "--level", "4", "--human", "none").output


def test_levels_that_were_not_measured_say_how_to_measure_them(run, spec):
    result = run("play", spec, "--level", "1", "--human", "none", "--seed", "1")
    assert f"`gametree levels {spec}` measures them" in result.output
    assert "measure them with" in run("play", spec, "--adapt", "--human", "first").output


def test_an_opponent_that_adapts_keeps_and_shows_the_rating(run, spec, ladder):
    played = run("play", spec, "--adapt", "--human", "first", "--seed", "1", input="\n".join(
        ["a1", "b2", "c3", "a2", "a3", "b1", "b3", "c1", "c2"] * 3
    ))  # fmt: skip
    assert "your rating begins at 200, a guess" in played.output
    assert "after 1 game; you scored" in played.output
    (kept,) = ladder.parent.glob("*.person.json")
    assert json.loads(kept.read_text())["games"] == 1
    helped = run("play", spec, "--adapt", "--human", "first", "--seed", "1", input="hint\nquit\n")
    assert "after 1 game" in helped.output
    assert "does not count" in helped.output
    assert json.loads(kept.read_text())["games"] == 1


def test_two_opponents_are_refused(run, spec):
    assert "--level or --adapt" in run("play", spec, "--level", "1", "--adapt").output


@pytest.mark.parametrize("protocol", ["gtp", "ugi"])
def test_engines_take_a_level(run, spec, ladder, protocol):
    lines = {"gtp": "genmove x\n", "ugi": "ugi\nposition startpos\ngo\n"}[protocol]
    game = "tic_tac_toe" if protocol == "gtp" else spec
    answer = run(protocol, "--game", game, "--level", "1", "--interpreted", input=lines + "quit\n")
    assert answer.exit_code == 0, answer.output
    assert ("= " if protocol == "gtp" else "bestmove ") in answer.output
    if protocol == "ugi":
        assert "option name UCI_Elo type spin default 200 min 100 max 300" in answer.output
        assert "option name Level type spin default 0 min 0 max 3" in answer.output
        limited = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 120\n"
        limited += "go\nquit\n"
        assert "bestmove" in run("ugi", "--game", spec, "--interpreted", input=limited).output
