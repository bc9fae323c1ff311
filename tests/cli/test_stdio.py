from __future__ import annotations

import json

import pytest

GAME = '''
import gametree as gt

print("loading")

class Count(gt.Game):
    """Take one or two of five counters; who takes the last one wins."""
    def initial_state(self):
        return (5, 0)
    def current_player(self, state):
        return state[1]
    def legal_actions(self, state):
        return range(1, min(state[0], 2) + 1)
    def next_state(self, state, action):
        print("moving")
        return (state[0] - action, 1 - state[1])
    def returns(self, state):
        return (-1, 1) if state[1] == 0 else (1, -1)
'''


def answers(result):
    """Return what was answered, by id."""
    found = {}
    for line in result.stdout.splitlines():
        told = json.loads(line)
        found.setdefault(told["id"], []).append(told)
    return found


def lines(*told):
    return "".join(each if isinstance(each, str) else f"{json.dumps(each)}\n" for each in told)


def test_many_queries_one_program(spawn, tmp_path):
    file = tmp_path / "count.py"
    file.write_text(GAME)
    position = {"game": "tic_tac_toe", "moves": ["a1", "b1", "a2", "b2"], "maxVisits": 300}
    result = spawn(
        "analyze",
        "--stdio",
        "--workers",
        "1",
        str(file),
        input=lines(
            {"id": "a", **position},
            "no line\n",
            "\n",
            {"id": "b", "game": str(file), "player": "mcts", "maxVisits": 50},
            {"id": "c", **position, "analyzeTurns": [1, 4], "colour": "red"},
            {"id": "d", "game": f"{tmp_path}/other.py"},
            {"id": "e", "game": "tic_tac_toe", "moves": ["z9"]},
            {"id": "f", **position, "forced": "c3"},
            {"id": "g", "action": "query_version"},
            {"id": "h", "game": "connect_four", "maxTime": 1000},
            {"id": "i", "action": "terminate", "terminateId": "h"},
        ),
    )
    assert result.returncode == 0, result.stderr
    found = answers(result)
    assert found["a"][0]["moveInfos"][0]["move"] == "a3"
    assert found["a"][0]["moveInfos"][0]["proven"] == "win"
    assert found[None][0]["error"].startswith("a line is one object of JSON")
    assert found["b"][0]["moveInfos"][0]["move"] == "2"
    assert found["c"][0]["warning"] == "nobody reads the field 'colour'"
    assert {each["turnNumber"] for each in found["c"][1:]} == {1, 4}
    assert found["d"][0]["field"] == "game"
    assert "move 1, 'z9', cannot be played" in found["e"][0]["error"]
    assert found["f"][0]["forced"]["refutation"][0] == "b3"
    assert found["g"][0]["version"]
    assert found["h"] == [{"id": "h", "isDuringSearch": False, "turnNumber": 0, "noResults": True}]
    assert found["i"][0]["terminateId"] == "h"
    assert "moving" in result.stderr  # what rules print is no answer


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "missing argument 'GAME'"),
        (("nim", "tic_tac_toe"), "only --stdio takes more than one GAME"),
        (("--stdio", "--seed", "3"), "not --seed: each line says"),
        (("--stdio", "draughts"), "no game is called 'draughts'"),
    ],
)
def test_wrong_usage(run, arguments, told):
    result = run("analyze", *arguments)
    assert result.exit_code == 2
    assert told in result.stderr
