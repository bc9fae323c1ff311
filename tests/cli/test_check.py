from __future__ import annotations

import json

SOUND = """
import gametree as gt


class Take(gt.Game):
    def __init__(self, counters: int = 7):
        self.counters = counters

    def initial_state(self):
        return (self.counters, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def next_state(self, state, action):
        return (state[0] - action, 1 - state[1])

    def returns(self, state):
        return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)
"""

FAULTY = SOUND.replace("return state[1]", "return state[1] if state[0] != 4 else 7")

QUICKLY = ("--games", "30", "--seconds", "200", "--interpreted")


def test_a_sound_game(run, game_file):
    result = run("check", game_file(SOUND), *QUICKLY)
    assert result.exit_code == 0
    assert result.output.startswith("Take: sound (30 random games, ")
    assert "branching" in result.output


def test_a_bundled_game(run):
    result = run("check", "nim", *QUICKLY)
    assert result.exit_code == 0
    assert result.output.startswith("Nim: sound")


def test_faults(run, game_file):
    result = run("check", game_file(FAULTY) + ":Take", *QUICKLY)
    assert result.exit_code == 1
    assert "fault: current_player returned 7; a player from 0 to 1 was expected" in result.output
    assert "  after the moves 3\n" in result.output


def test_parameters(run, game_file):
    result = run("check", game_file(FAULTY), *QUICKLY, "--param", "counters=3")
    assert result.exit_code == 0


def test_json(run, game_file):
    result = run("check", game_file(FAULTY), *QUICKLY, "--json")
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert report["sound"] is False
    assert [(each["method"], each["moves"]) for each in report["findings"]] == [
        ("current_player", [3])
    ]


def test_bad_input(run, game_file):
    for arguments in (
        ("check", "draughts"),
        ("check", "missing.py"),
        ("check", game_file("raise OSError", "broken.py")),
        ("check", "nim", "--seconds", "0"),
        ("check", "nim", "--games", "0"),
        ("check", "nim", "--games", "many"),
        ("check", "nim", "--seed", "-1", "--interpreted"),
    ):
        result = run(*arguments)
        assert result.exit_code == 2, arguments
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1


def test_rules_that_hang(run, game_file):
    source = SOUND.replace(
        "        return (state[0] - action",
        "        while state[0] == 5: pass\n        return (state[0] - action",
    )
    result = run("check", game_file(source), "--seconds", "4", "--interpreted")
    assert result.exit_code == 1
    assert "fault: next_state took longer than 0.5 s" in result.output
    assert "  after the moves 2 1\n" in result.output
