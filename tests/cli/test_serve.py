import json
import signal
import socket
from contextlib import closing

import pytest

from server.subprocesses import served, until

GAME = """
import gametree as gt


class Take(gt.Game):
    def initial_state(self): return 5
    def current_player(self, state): return state % 2
    def legal_actions(self, state): return [1, 2] if state > 1 else [1]
    def next_state(self, state, action): return state - action
    def is_terminal(self, state): return state == 0
    def returns(self, state): return [1.0, -1.0]
"""


def ids(link):
    return link.partition("#/g/")[2].split("/")


def ended(process, ended_by):
    """End a server by a signal, and see to it that it goes by itself, and quietly."""
    process.send_signal(ended_by)
    _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")


def test_a_game_is_under_way_and_outlives_the_server(tmp_path):
    database = f"sqlite:///{tmp_path}/games.sqlite"
    with served(database) as server:
        game_id, token = ids(server.link)
        assert server.get("/ready") == {"status": "ready"}
        assert server.get("/api/rules")[0]["id"] == "nim"
        player, room = server.join(game_id, token)
        watcher, _ = server.join(game_id)
        assert room["game"]["id"] == "connect_four"
        assert [seat["kind"] for seat in room["seats"]] == ["human", "engine"]
        player.send(json.dumps({"type": "play", "move": "4"}))
        until(player, "event", what="move", player=0)
        until(watcher, "event", what="move", player=1)
        ended(server.process, signal.SIGTERM)
    with served(database) as server:
        assert server.get(f"/api/games/{game_id}/record")["moves"] == ["4", "1"]
        player, room = server.join(game_id, token)
        assert room["you"] == [0]
        player.send(json.dumps({"type": "play", "move": "4"}))
        until(player, "event", what="move", player=1)
        ended(server.process, signal.SIGINT)


def test_a_game_of_ones_own_needs_no_more_than_its_rules(tmp_path):
    path = tmp_path / "take.py"
    path.write_text(GAME)
    with served(f"sqlite:///{tmp_path}/games.sqlite", f"{path}:Take") as server:
        game_id, token = ids(server.link)
        _, room = server.join(game_id, token)
        assert [each["name"] for each in server.get("/api/rules")] == ["take"]
        assert room["position"]["moves"] == ["1", "2"]
        assert room["position"]["view"]["moves"]


def test_a_port_that_is_taken(tmp_path, run):
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        told = run("serve", "nim", "--port", port, "--database", f"sqlite:///{tmp_path}/g.sqlite")
    assert told.exit_code == 2
    assert f"error: cannot listen on port {port} of 127.0.0.1" in told.output
    assert "--port names another" in told.output


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["nonsense"], "no game is called 'nonsense'"),
        (["nim", "--database", "mysql://here/there"], "'mysql' is not supported"),
        (["nim", "--host", "203.0.113.1"], "--host is an address of this machine"),
        (["nim", "--port", "70000"], "0<=x<=65535"),
        (["nim", "--socket-game", "t3"], "--socket-game needs --socket-port"),
        (["nim", "--socket-port", "1", "--socket-game", "go"], "'go' is not one of 't3'"),
    ],
)
def test_what_cannot_be_served(run, wrong, sentence):
    told = run("serve", "--no-open", *wrong)
    assert told.exit_code == 2
    assert sentence in told.output
    assert told.output.count("\n") == 1
